/// What reading a recording takes beside its bytes, added up before any of it is made: a file of a kilobyte can ask for hours.
struct RecordingBudget {
  private var cost = MaskCost()
  private let steps: Int64

  init(steps: Int64 = DisplayListRecording.Limits.steps) { self.steps = steps }

  /// Adds items, and regions of a frame so many pixels high: what the list and the renderer keep of them.
  ///
  /// - Returns: what is wrong if that is too much.
  mutating func add(items: Int, regions: Int, height: Int) -> DisplayListRecordingError.Fault? {
    add(MaskCost(bytes: Int64(items) &* 1024 &+ Int64(regions) &* Int64(height &* 8 &+ 64)))  // ≤ 2^27 · 2^10 + 2^24 · 2^18
  }

  /// Adds a picture, and its mip levels if it has some.
  ///
  /// - Returns: what is wrong if that is too much.
  mutating func add(_ size: PixelSize, hasMipmaps: Bool) -> DisplayListRecordingError.Fault? {
    let pixels = Int64(size.width) &* Int64(size.height)  // ≤ 2^26
    return add(MaskCost(bytes: hasMipmaps ? pixels &* 4 &+ pixels &* 4 / 3 : pixels &* 4, steps: hasMipmaps ? pixels &* 8 : 0))
  }

  /// Adds a mask of coverages.
  ///
  /// - Returns: what is wrong if that is too much.
  mutating func add(maskOf size: PixelSize) -> DisplayListRecordingError.Fault? {
    // Besides its bytes its pieces, which take less than four times as much: of a row of eight columns there is one, and where it begins. What else a
    // mask takes, however small, the item counts that draws it.
    let pixels = Int64(size.width) &* Int64(size.height)  // ≤ 2^26
    return add(MaskCost(bytes: pixels &* 5, steps: pixels))
  }

  /// Adds what a glyph or a shadow takes.
  ///
  /// - Returns: what is wrong if that is too much.
  mutating func add(_ more: MaskCost) -> DisplayListRecordingError.Fault? {
    cost = cost + more
    if cost.bytes > DisplayListRecording.Limits.memory { return .memory }
    return cost.steps > steps ? .steps : nil
  }
}
