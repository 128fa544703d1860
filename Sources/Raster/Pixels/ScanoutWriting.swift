/// Where a composed block goes: the only code that writes a target's memory, each pixel once, converted and turned on the way.
struct ScanoutWriter {
  let target: PixelBuffer
  let rotation: Rotation

  /// Writes `block`, whose top-left pixel is at `rect.minX`, `rect.minY` of the picture, rows `stride` pixels apart.
  func write(_ block: UnsafePointer<UInt32>, stride: Int, rect: PixelRect) {
    switch (target.format, rotation) {
    case (.xrgb8888, .none):
      for y in rect.minY..<rect.maxY {
        let from = block + (y - rect.minY) &* stride
        let to = address(x: rect.minX, y: y).assumingMemoryBound(to: UInt32.self)
        // What was drawn may have left some of the background transparent.
        for x in 0..<rect.width { to[x] = from[x] | 0xff00_0000 }
      }
    case (.argb8888, .none):
      for y in rect.minY..<rect.maxY {
        let from = block + (y - rect.minY) &* stride
        let to = address(x: rect.minX, y: y).assumingMemoryBound(to: UInt32.self)
        to.update(from: from, count: rect.width)
      }
    case (.argb8888, _):
      write(block, stride: stride, rect: rect, as: UInt32.self) { $0 }
    case (.xrgb8888, _):
      write(block, stride: stride, rect: rect, as: UInt32.self) { $0 | 0xff00_0000 }
    case (.rgb565, _):
      write(block, stride: stride, rect: rect, as: UInt16.self, convert: Self.rgb565)
    }
  }

  private func address(x: Int, y: Int) -> UnsafeMutableRawPointer {
    target.baseAddress + (y &* target.bytesPerRow &+ x &* target.format.bytesPerPixel)
  }

  /// Goes along the target's rows, so that memory is written in order whatever the rotation.
  @inline(__always)
  private func write<Pixel: BitwiseCopyable>(
    _ block: UnsafePointer<UInt32>, stride: Int, rect: PixelRect, as: Pixel.Type, convert: (UInt32) -> Pixel
  ) {
    let placed = rotation.place(rect, in: target.size)
    // Where the target's top-left pixel is in the block, and how far a step to the right and a step down go there.
    let lastX = rect.width &- 1
    let lastY = (rect.height &- 1) &* stride
    let (origin, right, down) =
      switch rotation {
      case .none: (0, 1, stride)
      case .quarter: (lastY, -stride, 1)
      case .half: (lastY &+ lastX, -1, -stride)
      case .threeQuarters: (lastX, stride, -1)
      }
    for row in 0..<placed.height {
      let to = address(x: placed.minX, y: placed.minY &+ row).assumingMemoryBound(to: Pixel.self)
      var from = block + (origin &+ row &* down)
      for column in 0..<placed.width {
        to[column] = convert(from.pointee)
        from += right
      }
    }
  }

  /// 8 to 5 and 6 bits, to nearest: (v·249 + 1014) ≫ 11 and (v·253 + 505) ≫ 10 are v·31/255 and v·63/255 rounded, for every v.
  @inline(__always)
  static func rgb565(_ pixel: UInt32) -> UInt16 {
    let red = ((pixel >> 16 & 255) &* 249 &+ 1014) >> 11
    let green = ((pixel >> 8 & 255) &* 253 &+ 505) >> 10
    let blue = ((pixel & 255) &* 249 &+ 1014) >> 11
    return UInt16(truncatingIfNeeded: red << 11 | green << 5 | blue)
  }
}

extension Rotation {
  /// The picture's size for a target of `size`.
  public func pictureSize(for size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where `rect` of the picture lies in a target of `size` after turning clockwise.
  public func place(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
    switch self {
    case .none:
      rect
    case .quarter:
      PixelRect(minX: size.width - rect.maxY, minY: rect.minX, maxX: size.width - rect.minY, maxY: rect.maxX)
    case .half:
      PixelRect(
        minX: size.width - rect.maxX, minY: size.height - rect.maxY, maxX: size.width - rect.minX, maxY: size.height - rect.minY)
    case .threeQuarters:
      PixelRect(minX: rect.minY, minY: size.height - rect.maxX, maxX: rect.maxY, maxY: size.height - rect.minX)
    }
  }
}
