/// Where a composed block goes: the only code that writes a target's memory, each pixel once and in order, converted, dithered, mirrored and
/// turned on the way.
package struct ScanoutWriter {
  let target: PixelBuffer
  let orientation: Orientation

  package init(target: PixelBuffer, orientation: Orientation) {
    (self.target, self.orientation) = (target, orientation)
  }

  /// Writes `block`, whose top-left pixel is at `rect.minX`, `rect.minY` of the picture, rows `stride` pixels apart.
  ///
  /// - Parameter rect: inside the picture, not empty.
  package func write(_ block: UnsafePointer<UInt32>, stride: Int, rect: PixelRect) {
    switch target.format {
    case .xrgb8888, .argb8888:
      if orientation == .upright {
        copy(block, stride: stride, rect: rect)
      } else {
        write(block, stride, rect, PlainConversion.self)
      }
    case .xbgr8888: write(block, stride, rect, XBGR8888Conversion.self)
    case .rgb888: write(block, stride, rect, RGB888Conversion.self)
    case .rgb565: write(block, stride, rect, RGB565Conversion.self)
    case .bgr565: write(block, stride, rect, BGR565Conversion.self)
    case .xrgb2101010: write(block, stride, rect, XRGB2101010Conversion.self)
    }
  }

  /// Writes what ``write(_:stride:rect:)`` would for a block that is all `color`, premultiplied `0xAARRGGBB`.
  ///
  /// - Parameter rect: inside the picture, not empty.
  package func fill(_ rect: PixelRect, with color: UInt32) {
    switch target.format {
    case .xrgb8888, .argb8888: fill(rect, color, PlainConversion.self)
    case .xbgr8888: fill(rect, color, XBGR8888Conversion.self)
    case .rgb888: fill(rect, color, RGB888Conversion.self)
    case .rgb565: fill(rect, color, RGB565Conversion.self)
    case .bgr565: fill(rect, color, BGR565Conversion.self)
    case .xrgb2101010: fill(rect, color, XRGB2101010Conversion.self)
    }
  }

  private func address(x: Int, y: Int) -> UnsafeMutableRawPointer {
    target.baseAddress + (y &* target.bytesPerRow &+ x &* target.format.bytesPerPixel)
  }

  private func copy(_ block: UnsafePointer<UInt32>, stride: Int, rect: PixelRect) {
    for y in rect.minY..<rect.maxY {
      address(x: rect.minX, y: y).copyMemory(from: block + (y &- rect.minY) &* stride, byteCount: rect.width &* 4)
    }
  }

  @inline(__always)
  private func write<Conversion: PixelConversion>(
    _ block: UnsafePointer<UInt32>, _ stride: Int, _ rect: PixelRect, _: Conversion.Type
  ) {
    let placed = orientation.place(rect, in: target.size)
    let order = ReadingOrder(orientation, width: rect.width, height: rect.height)
    let right = order.rightX &+ order.rightY &* stride
    let down = order.downX &+ order.downY &* stride
    let first = block + (order.x &+ order.y &* stride)
    let size = MemoryLayout<Conversion.Group>.size
    let patterns = DitherPattern(rect, order)
    for row in 0..<placed.height {
      let pattern = patterns[row]
      var from = first + row &* down
      var to = address(x: placed.minX, y: placed.minY &+ row)
      var rest = placed.width
      if right == 1 {
        while rest >= 8 {
          let pixels = UnsafeRawPointer(from).loadUnaligned(as: SIMD8<UInt32>.self)
          to.storeBytes(of: Conversion.group(pixels, pattern), as: Conversion.Group.self)
          (from, to, rest) = (from + 8, to + size, rest &- 8)
        }
      } else {
        while rest >= 8 {
          to.storeBytes(of: Conversion.group(Self.gather(from, right, 8), pattern), as: Conversion.Group.self)
          (from, to, rest) = (from + right &* 8, to + size, rest &- 8)
        }
      }
      if rest > 0 { Self.store(Conversion.group(Self.gather(from, right, rest), pattern), count: rest, to: to) }
    }
  }

  @inline(__always)
  private func fill<Conversion: PixelConversion>(_ rect: PixelRect, _ color: UInt32, _: Conversion.Type) {
    let placed = orientation.place(rect, in: target.size)
    let order = ReadingOrder(orientation, width: rect.width, height: rect.height)
    let size = MemoryLayout<Conversion.Group>.size
    let patterns = DitherPattern(rect, order)
    for row in 0..<placed.height {
      let pattern = patterns[row]
      // The pattern comes again after eight columns.
      let group = Conversion.group(SIMD8(repeating: color), pattern)
      var to = address(x: placed.minX, y: placed.minY &+ row)
      var rest = placed.width
      while rest >= 8 {
        to.storeBytes(of: group, as: Conversion.Group.self)
        (to, rest) = (to + size, rest &- 8)
      }
      if rest > 0 { Self.store(group, count: rest, to: to) }
    }
  }

  /// Eight pixels a `step` apart; the last one again and again where fewer than eight are left.
  @inline(__always)
  private static func gather(_ from: UnsafePointer<UInt32>, _ step: Int, _ count: Int) -> SIMD8<UInt32> {
    let last = count &- 1
    return SIMD8(
      from[0], from[min(1, last) &* step], from[min(2, last) &* step], from[min(3, last) &* step], from[min(4, last) &* step],
      from[min(5, last) &* step], from[min(6, last) &* step], from[min(7, last) &* step])
  }

  /// Writes the first `count` pixels of eight.
  @inline(__always)
  private static func store<Group: BitwiseCopyable>(_ group: Group, count: Int, to: UnsafeMutableRawPointer) {
    withUnsafeBytes(of: group) { bytes in
      guard let base = bytes.baseAddress else { return }
      to.copyMemory(from: base, byteCount: count &* (bytes.count / 8))
    }
  }
}
