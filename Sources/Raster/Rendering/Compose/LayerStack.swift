/// A block's pixels while they are put together: the frame's own at the bottom, above it one for each group, mask and clip that is open.
///
/// A clip does not draw by itself: it keeps what was there before it, lets the drawing go on, and at its end goes back to what was there as far as the path
/// does not cover. So every blend mode sees the true backdrop, and shapes that meet inside a clip leave no seam at its edge.
struct LayerStack {
  private let bench: UnsafeMutablePointer<RenderScratch>
  private let rect: PixelRect
  private var depth = 0
  /// Which of the bench's blocks is drawn into.
  private var level = 0

  /// The pixels that are drawn into: rows `rect.width` apart.
  private(set) var pixels: UnsafeMutablePointer<UInt32>

  init(bench: UnsafeMutablePointer<RenderScratch>, rect: PixelRect) {
    self.bench = bench
    self.rect = rect
    pixels = bench.pointee.levels[0].pixels
  }

  private func line(_ pixels: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    pixels + ((y &- rect.minY) &* rect.width &+ x &- rect.minX)
  }

  /// Begins a group or a mask on nothing.
  mutating func push(clearing part: PixelRect) {
    depth &+= 1
    bench.pointee.levels[depth].below = Int32(truncatingIfNeeded: level)
    level = depth
    pixels = bench.pointee.levels[level].pixels
    for y in part.minY..<part.maxY { fillRun(line(pixels, part.minX, y), count: part.width, with: 0) }
  }

  private mutating func pop() -> UnsafeMutablePointer<UInt32> {
    let top = pixels
    level = Int(bench.pointee.levels[depth].below)
    pixels = bench.pointee.levels[level].pixels
    depth &-= 1
    return top
  }

  /// Lays the group on what is below it.
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

  /// Takes from the group below what the mask does not leave.
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
          // .2125, .7154 and .0721 in 256ths; premultiplied, so the alpha is in it.
          weight = ((pixel >> 16 & 255) &* 54 &+ (pixel >> 8 & 255) &* 183 &+ (pixel & 255) &* 19 &+ 128) >> 8  // ≤ 255
        }
        to[index] = weighted(to[index], by: weight)
      }
    }
  }

  /// Keeps what is in `part`, and gives the memory for the clip's coverages there, rows `part.width` apart.
  mutating func pushClip(_ part: PixelRect) -> UnsafeMutablePointer<UInt8> {
    depth &+= 1
    let kept = bench.pointee.levels[depth].pixels
    for y in part.minY..<part.maxY {
      line(kept, part.minX, y).update(from: line(pixels, part.minX, y), count: part.width)
    }
    return bench.pointee.levels[depth].coverages
  }

  /// Goes back to what was kept as far as the clip does not cover.
  mutating func endClip(_ part: PixelRect) {
    let kept = bench.pointee.levels[depth].pixels
    var coverages = bench.pointee.levels[depth].coverages
    depth &-= 1
    for y in part.minY..<part.maxY {
      let (from, to) = (line(kept, part.minX, y), line(pixels, part.minX, y))
      for index in 0..<part.width {
        let coverage = UInt32(coverages[index])
        if coverage == 255 { continue }
        to[index] = coverage == 0 ? from[index] : lerp(from[index], to[index], coverage)
      }
      coverages += part.width
    }
  }
}

/// A block's worth of pixels of one level of the stack, and of coverages where it is a clip's.
struct StackLevel: BitwiseCopyable {
  let pixels: UnsafeMutablePointer<UInt32>
  let coverages: UnsafeMutablePointer<UInt8>
  /// The level that was drawn into before.
  var below: Int32 = 0

  init(count: Int) {
    // Pixels are mixed by fours, the last of which may go beyond the end.
    let count = count + 4
    // Copies out of it are at their fastest from a cache line's begin.
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
