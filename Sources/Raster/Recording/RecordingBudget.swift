/// Adds up the memory and time that reading a recording takes, before any of its contents are made.
///
/// Without this check, a file of a kilobyte could describe contents that take hours to make.
struct RecordingBudget {
  private var cost = MaskCost()
  private let steps: Int64

  init(steps: Int64 = DisplayListRecording.Limits.steps) { self.steps = steps }

  /// Adds the memory that the list and the renderer need for items and pixel clips.
  ///
  /// - Parameter height: The frame's height in pixels.
  /// - Returns: The limit that is exceeded, or nil if no limit is exceeded.
  mutating func add(items: Int, regions: Int, height: Int) -> DisplayListRecordingError.Fault? {
    add(MaskCost(bytes: Int64(items) &* 1024 &+ Int64(regions) &* Int64(height &* 8 &+ 64)))  // ≤ 2^27 · 2^10 + 2^24 · 2^18
  }

  /// Adds the cost of an image, with its mip levels if the image has some.
  ///
  /// - Returns: The limit that is exceeded, or nil if no limit is exceeded.
  mutating func add(_ size: PixelSize, hasMipmaps: Bool) -> DisplayListRecordingError.Fault? {
    let pixels = Int64(size.width) &* Int64(size.height)  // ≤ 2^26
    return add(MaskCost(bytes: hasMipmaps ? pixels &* 4 &+ pixels &* 4 / 3 : pixels &* 4, steps: hasMipmaps ? pixels &* 8 : 0))
  }

  /// Adds the cost of a coverage mask.
  ///
  /// - Returns: The limit that is exceeded, or nil if no limit is exceeded.
  mutating func add(maskOf size: PixelSize) -> DisplayListRecordingError.Fault? {
    // In addition to its bytes, a mask has chunks of less than four times that size: at most one for every
    // eight columns of a row, and the index of each row's first chunk. Any other memory of a mask, however
    // small, is counted with the item that draws it.
    let pixels = Int64(size.width) &* Int64(size.height)  // ≤ 2^26
    return add(MaskCost(bytes: pixels &* 5, steps: pixels))
  }

  /// Adds the cost of a glyph or a shadow.
  ///
  /// - Returns: The limit that is exceeded, or nil if no limit is exceeded.
  mutating func add(_ more: MaskCost) -> DisplayListRecordingError.Fault? {
    cost = cost + more
    if cost.bytes > DisplayListRecording.Limits.memory { return .memory }
    return cost.steps > steps ? .steps : nil
  }
}
