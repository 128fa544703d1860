/// Writes finished blocks of pixels to a render target.
///
/// The pixels are converted to the target's format, dithered, mirrored and rotated while they are written.
///
/// In each call of ``write(_:stride:rect:)``, each pixel is written once, in the order of the target's
/// memory. Blocks of ordinary memory may be composed in place instead.
package struct TargetWriter {
  let target: PixelBuffer
  let orientation: PanelOrientation

  package init(target: PixelBuffer, orientation: PanelOrientation) {
    (self.target, self.orientation) = (target, orientation)
  }

  /// Writes a block of pixels to the render target.
  ///
  /// - Parameters:
  ///   - block: The block's pixels. The first pixel is at (`rect.minX`, `rect.minY`) of the frame.
  ///   - stride: The number of pixels from the start of one row of the block to the start of the next.
  ///     `stride` is 0 if the block has only one color. `block` then holds only the first two rows.
  ///   - rect: The block's rectangle inside the frame, which is not empty.
  package func write(_ block: UnsafePointer<UInt32>, stride: Int, rect: PixelRect) {
    switch target.format {
    case .xrgb8888, .argb8888:
      if orientation == .upright {
        copy(block, stride: stride, rect: rect)
      } else {
        write(block, stride, rect, PlainConversion.self)
      }
    case .xbgr8888: write(block, stride, rect, XBGR8888Conversion.self)
    case .rgbx8888: write(block, stride, rect, RGBX8888Conversion.self)
    case .bgrx8888: write(block, stride, rect, BGRX8888Conversion.self)
    case .rgb888: write(block, stride, rect, RGB888Conversion.self)
    case .bgr888: write(block, stride, rect, BGR888Conversion.self)
    case .rgb565: write(block, stride, rect, RGB565Conversion.self)
    case .bgr565: write(block, stride, rect, BGR565Conversion.self)
    case .xrgb1555: write(block, stride, rect, XRGB1555Conversion.self)
    case .xbgr1555: write(block, stride, rect, XBGR1555Conversion.self)
    case .rgbx5551: write(block, stride, rect, RGBX5551Conversion.self)
    case .xrgb2101010: write(block, stride, rect, XRGB2101010Conversion.self)
    }
  }

  /// Returns the pixels of a block in the target's memory; nil if the block cannot be composed there.
  ///
  /// The block has whole rows without gaps, whose length is a multiple of four pixels. Composing works on
  /// four pixels at a time, counted from the left edge.
  package func pixelsInPlace(of rect: PixelRect) -> UnsafeMutablePointer<UInt32>? {
    guard target.isOrdinaryMemory, target.format == .xrgb8888 || target.format == .argb8888, orientation == .upright,
      rect.width &* 4 == target.bytesPerRow, rect.width & 3 == 0, UInt(bitPattern: target.baseAddress) & 15 == 0
    else { return nil }
    return address(x: 0, y: rect.minY).assumingMemoryBound(to: UInt32.self)
  }

  private func address(x: Int, y: Int) -> UnsafeMutableRawPointer {
    target.baseAddress + (y &* target.bytesPerRow &+ x &* target.format.bytesPerPixel)
  }

  private func copy(_ block: UnsafePointer<UInt32>, stride: Int, rect: PixelRect) {
    let width = rect.width
    if stride > 0 {
      for y in rect.minY..<rect.maxY { copy(block + (y &- rect.minY) &* stride, to: address(x: rect.minX, y: y), count: width) }
      return
    }
    let isContiguous = target.bytesPerRow == width &* 4
    if isContiguous, target.isOrdinaryMemory {
      return fillBlock(
        address(x: 0, y: rect.minY).assumingMemoryBound(to: UInt32.self), count: width &* rect.height, with: block[0])
    }
    // Copy two rows at once if they are contiguous: the library's copy is fastest for pieces of some 10 KB.
    let rows = isContiguous ? 2 : 1
    var y = rect.minY
    while y < rect.maxY {
      let count = min(rows, rect.maxY &- y)
      address(x: rect.minX, y: y).copyMemory(from: block, byteCount: count &* width &* 4)
      y &+= count
    }
  }

  /// Copies a row that was just composed. After such work, plain stores finish sooner than the library's
  /// copy.
  @inline(__always)
  private func copy(_ pixels: UnsafePointer<UInt32>, to: UnsafeMutableRawPointer, count: Int) {
    let from = UnsafeRawPointer(pixels)
    var index = 0
    while index &+ 16 <= count {
      to.storeBytes(
        of: from.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<UInt32>.self), toByteOffset: index &* 4,
        as: SIMD16<UInt32>.self)
      index &+= 16
    }
    (to + index &* 4).copyMemory(from: from + index &* 4, byteCount: (count &- index) &* 4)
  }

  @inline(__always)
  private func write<Conversion: PixelConversion>(
    _ block: UnsafePointer<UInt32>, _ stride: Int, _ rect: PixelRect, _: Conversion.Type
  ) {
    let targetRect = orientation.targetRect(for: rect, in: target.size)
    let order = SourceScanOrder(orientation, width: rect.width, height: rect.height)
    let right = order.rightX &+ order.rightY &* stride
    let down = order.downX &+ order.downY &* stride
    let first = block + (order.x &+ order.y &* stride)
    let size = MemoryLayout<Conversion.Group>.size
    let patterns = DitherPattern(rect, order)
    for row in 0..<targetRect.height {
      let pattern = patterns[row]
      var from = first + row &* down
      var to = address(x: targetRect.minX, y: targetRect.minY &+ row)
      var rest = targetRect.width
      while rest >= 8 {
        // A single call for both cases, so that the program contains each conversion once.
        let pixels = right == 1 ? UnsafeRawPointer(from).loadUnaligned(as: SIMD8<UInt32>.self) : Self.gather(from, right)
        to.storeBytes(of: Conversion.group(pixels, pattern), as: Conversion.Group.self)
        (from, to, rest) = (from + right &* 8, to + size, rest &- 8)
      }
      if rest > 0 { Self.store(Conversion.group(Self.gather(from, right, first: rest), pattern), count: rest, to: to) }
    }
  }

  /// Returns eight pixels, each `step` after the one before.
  @inline(__always)
  private static func gather(_ from: UnsafePointer<UInt32>, _ step: Int) -> SIMD8<UInt32> {
    SIMD8(
      from[0], from[step], from[2 &* step], from[3 &* step], from[4 &* step], from[5 &* step], from[6 &* step], from[7 &* step])
  }

  /// Returns `count` pixels, each `step` after the one before, followed by zeros.
  @inline(never)
  private static func gather(_ from: UnsafePointer<UInt32>, _ step: Int, first count: Int) -> SIMD8<UInt32> {
    var pixels = SIMD8<UInt32>()
    for index in 0..<count { pixels[index] = from[index &* step] }
    return pixels
  }

  /// Writes the first `count` of eight pixels.
  @inline(__always)
  private static func store<Group: BitwiseCopyable>(_ group: Group, count: Int, to: UnsafeMutableRawPointer) {
    withUnsafeBytes(of: group) { bytes in
      guard let base = bytes.baseAddress else { return }
      to.copyMemory(from: base, byteCount: count &* (bytes.count / 8))
    }
  }
}
