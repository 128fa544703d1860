/// The pixels of a block while the block is composed.
///
/// The lowest level is the frame's own pixels. Each group, mask and clip that is open has a level above.
///
/// A clip draws nothing itself. Its begin saves the pixels below, and the items inside draw onto them. Its
/// end restores the saved pixels where the clip's path does not cover. So every blend mode sees the true
/// backdrop, and shapes that meet inside a clip leave no seam at the clip's edge.
struct LayerStack {
  private let scratch: UnsafeMutablePointer<ComposeScratch>
  private let rect: PixelRect
  private var depth = 0
  /// The index of the level that items are drawn into.
  private var level = 0

  /// The pixels that items are drawn into, with rows `rect.width` apart.
  private(set) var pixels: UnsafeMutablePointer<UInt32>

  init(scratch: UnsafeMutablePointer<ComposeScratch>, rect: PixelRect) {
    self.scratch = scratch
    self.rect = rect
    pixels = scratch.pointee.levels[0].pixels
  }

  private func line(_ pixels: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    pixels + ((y &- rect.minY) &* rect.width &+ x &- rect.minX)
  }

  /// Begins a group or a mask on transparent pixels.
  mutating func push(clearing part: PixelRect) {
    depth &+= 1
    scratch.pointee.levels[depth].below = Int32(truncatingIfNeeded: level)
    level = depth
    pixels = scratch.pointee.levels[level].pixels
    for y in part.minY..<part.maxY { fillRun(line(pixels, part.minX, y), count: part.width, with: 0) }
  }

  private mutating func pop() -> UnsafeMutablePointer<UInt32> {
    let top = pixels
    level = Int(scratch.pointee.levels[depth].below)
    pixels = scratch.pointee.levels[level].pixels
    depth &-= 1
    return top
  }

  /// Composites the group onto the level below it.
  mutating func endGroup(_ item: UnsafePointer<PreparedItem>, _ part: PixelRect, clip: UnsafePointer<Int32>?) {
    let group = pop()
    let alpha = item.pointee.alpha
    for y in part.minY..<part.maxY {
      var (from, to) = (part.minX, part.maxX)
      if let clip { (from, to) = (max(from, Int(clip[2 &* y])), min(to, Int(clip[2 &* y &+ 1]))) }
      guard from < to else { continue }
      let colors = line(group, from, y)
      if alpha < 255 { for index in 0..<(to &- from) { colors[index] = weighted(colors[index], by: alpha) } }
      blend(line(pixels, from, y), colors, coverage: 255, count: to &- from, mode: item.pointee.blend)
    }
  }

  /// Multiplies the group below with the mask.
  mutating func endMask(_ kind: MaskKind, _ part: PixelRect) {
    let mask = pop()
    for y in part.minY..<part.maxY {
      let (from, to) = (line(mask, part.minX, y), line(pixels, part.minX, y))
      for index in 0..<part.width {
        let pixel = from[index]
        let weight: UInt32
        switch kind {
        case .alpha: weight = pixel >> 24
        case .luminance:
          // 0.2125, 0.7154 and 0.0721 in 256ths; the colors are premultiplied, so the alpha is included.
          weight = ((pixel >> 16 & 255) &* 54 &+ (pixel >> 8 & 255) &* 183 &+ (pixel & 255) &* 19 &+ 128) >> 8  // ≤ 255
        }
        to[index] = weighted(to[index], by: weight)
      }
    }
  }

  /// Begins a clip: saves the pixels in `part`.
  ///
  /// - Returns: The memory for the clip's coverage of `part`, with rows `part.width` apart.
  mutating func pushClip(_ part: PixelRect) -> UnsafeMutablePointer<UInt8> {
    depth &+= 1
    let saved = scratch.pointee.levels[depth].pixels
    for y in part.minY..<part.maxY {
      copyRun(line(pixels, part.minX, y), count: part.width, to: line(saved, part.minX, y))
    }
    return scratch.pointee.levels[depth].coverages
  }

  /// Ends a clip: restores the saved pixels in proportion to what the clip does not cover.
  mutating func endClip(_ part: PixelRect) {
    let saved = scratch.pointee.levels[depth].pixels
    var coverages = scratch.pointee.levels[depth].coverages
    depth &-= 1
    for y in part.minY..<part.maxY {
      let (from, to) = (line(saved, part.minX, y), line(pixels, part.minX, y))
      for index in 0..<part.width {
        let coverage = UInt32(coverages[index])
        if coverage == 255 { continue }
        to[index] = coverage == 0 ? from[index] : lerp(from[index], to[index], coverage)
      }
      coverages += part.width
    }
  }
}

/// The memory of one level of a ``LayerStack``: a block of pixels, and a block of coverage for a clip.
struct StackLevel: BitwiseCopyable {
  var pixels: UnsafeMutablePointer<UInt32>
  let coverages: UnsafeMutablePointer<UInt8>
  /// The level that was drawn into before this one.
  var below: Int32 = 0

  /// - Parameter count: The pixels of a block.
  init(count: Int) {
    // Pixels are composited in chunks of 4, the last of which may extend beyond the end.
    let count = count + 4
    // Copies out of the block are fastest from the start of a cache line.
    pixels = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) &* 4, alignment: 64).bindMemory(
      to: UInt32.self, capacity: count)
    pixels.initialize(repeating: 0, count: count)
    coverages = .allocate(capacity: count)
    coverages.initialize(repeating: 0, count: count)
  }

  func deallocate() {
    UnsafeMutableRawPointer(pixels).deallocate()
    coverages.deallocate()
  }
}
