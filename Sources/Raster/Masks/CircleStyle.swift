/// A filled circle with a border and soft edges, like a feature of a MapLibre circle layer.
///
/// An image of the circle is made for a center, and then drawn where it belongs. That is faster than a radial
/// gradient, whose color table has more entries than a small circle has pixels.
///
/// - Source: MapLibre GL JS, `circle.vertex.glsl` and `circle.fragment.glsl`.
public struct CircleStyle: Hashable, Sendable {
  /// The radius of the filled circle in pixels, without the border; clamped to 0…4096.
  public var radius: Scalar
  /// The color of the filled circle.
  public var color: Color
  /// The width in pixels of the border around the filled circle; clamped to 0…4096.
  public var strokeWidth: Scalar
  /// The color of the border.
  public var strokeColor: Color
  /// The blur as a fraction of the radius including the border; clamped to 0…256.
  ///
  /// At 1, only the center is opaque. A circle's edges are at least one pixel wide.
  public var blur: Scalar

  /// Creates a circle style. By default, the circle has no border and no blur.
  public init(radius: Scalar, color: Color, strokeWidth: Scalar = 0, strokeColor: Color = .clear, blur: Scalar = 0) {
    (self.radius, self.color, self.strokeWidth, self.strokeColor, self.blur) = (radius, color, strokeWidth, strokeColor, blur)
  }

  /// Returns an image of the circle, and the position of the image's top left pixel.
  ///
  /// The color of each pixel is that of MapLibre's formula at the pixel's center, to 1 of 255. Toward the
  /// circle's edge, the color fades out over the width of the blur, and at the border's inner edge, one color
  /// turns into the other. Both edges lie inside their radius.
  ///
  /// Circles whose centers differ by whole pixels have the same image. So images can be shared.
  ///
  /// - Parameters:
  ///   - center: The circle's center in pixels. If it is beyond ±2^29, the image is empty.
  ///   - clip: The pixels to which the image is limited; by default, all. No side of the image is longer than
  ///     ``CoverageMask/maximumSide``.
  public func image(centeredAt center: Point, clippedTo clip: PixelRect? = nil) -> (image: Image, origin: PixelPoint) {
    let inner = radius.clamped(from: 0, to: 4096).rawValue
    let border = strokeWidth.clamped(from: 0, to: 4096).rawValue
    let outer = inner + border
    let (x, y) = (center.x.rawValue, center.y.rawValue)
    let limit: Int64 = 1 << 45
    var rect = PixelRect.empty
    if outer > 0 && max(x.magnitude, y.magnitude) <= UInt64(limit) {
      func pixel(_ value: Int64) -> Int { Int(truncatingIfNeeded: value >> 16) }
      rect = PixelRect(
        minX: pixel(x - outer), minY: pixel(y - outer), maxX: pixel(x + outer) + 1, maxY: pixel(y + outer) + 1)
      if let clip { rect = rect.intersection(clip) }
      rect.maxX = min(rect.maxX, rect.minX.clamped(from: -1 << 30, to: 1 << 30) + CoverageMask.maximumSide)
      rect.maxY = min(rect.maxY, rect.minY.clamped(from: -1 << 30, to: 1 << 30) + CoverageMask.maximumSide)
      if rect.isEmpty { rect = .empty }
    }
    let blur = (self.blur.clamped(from: 0, to: 256).rawValue * outer) >> 16  // ≤ 2^24 × 2^29
    // A border of less than 1/100 px is not drawn.
    let shading = CircleShading(inner: inner, outer: outer, hasBorder: border >= 655, edge: max(blur, 1 << 16), style: self)
    let image = Image(size: PixelSize(width: rect.width, height: rect.height)) { pixels in
      for row in 0..<rect.height {
        let dy = Int64(rect.minY + row) << 16 + 32768 - y
        for column in 0..<rect.width {
          let dx = Int64(rect.minX + column) << 16 + 32768 - x  // at most 2^30 each
          let distance = approximateSquareRoot(UInt64(dx &* dx &+ dy &* dy))
          pixels[row * rect.width + column] = shading.pixel(at: distance)
        }
      }
    }
    return (image, PixelPoint(x: rect.minX, y: rect.minY))
  }
}

/// The color of a circle by the distance from its center.
private struct CircleShading {
  let inner: Int64
  let outer: Int64
  let hasBorder: Bool
  /// 2^40 divided by the width of the edges; at most 2^24.
  let inverseEdge: Int64
  let edge: Int64
  /// Alpha, red, green and blue, multiplied by alpha: 0 … 255².
  let color: (Int64, Int64, Int64, Int64)
  let strokeColor: (Int64, Int64, Int64, Int64)

  init(inner: Int64, outer: Int64, hasBorder: Bool, edge: Int64, style: CircleStyle) {
    (self.inner, self.outer, self.hasBorder, self.edge) = (inner, outer, hasBorder, edge)
    inverseEdge = (1 << 40) / edge
    func premultiplied(_ color: Color) -> (Int64, Int64, Int64, Int64) {
      let alpha = Int64(color.alpha)
      return (255 * alpha, Int64(color.red) * alpha, Int64(color.green) * alpha, Int64(color.blue) * alpha)
    }
    (color, strokeColor) = (premultiplied(style.color), premultiplied(style.strokeColor))
  }

  /// Returns 0 … 2^16: the smooth step from 0 at a distance of 0 to 1 at the width of an edge.
  @inline(__always)
  private func smoothStep(_ distance: Int64) -> Int64 {
    if distance <= 0 { return 0 }
    if distance >= edge { return 1 << 16 }
    let t = (distance &* inverseEdge) >> 24  // ≤ 2^40, as the distance is below the edge
    return (((t &* t) >> 16) &* (3 << 16 &- 2 &* t)) >> 16
  }

  @inline(__always)
  func pixel(at distance: Int64) -> UInt32 {
    let opacity = smoothStep(outer &- distance)
    if opacity == 0 { return 0 }
    let mix = hasBorder ? smoothStep(distance &- inner &+ edge) : 0
    @inline(__always)
    func component(_ a: Int64, _ b: Int64) -> UInt32 {
      let mixed = (a &* (1 << 16 &- mix) &+ b &* mix) >> 16  // ≤ 255² × 2^16
      return UInt32(truncatingIfNeeded: (mixed &* opacity &+ 255 << 15) / (255 << 16))
    }
    let alpha = component(color.0, strokeColor.0)
    let red = component(color.1, strokeColor.1)
    let green = component(color.2, strokeColor.2)
    return alpha << 24 | red << 16 | green << 8 | component(color.3, strokeColor.3)
  }
}
