internal import CartoucheRaster

/// What is drawn for a character that no font has: an upright rectangle.
enum MissingGlyph {
  static let face: Int32 = -1
  /// The number of the glyph for what has a width and no ink: a tab, or a blank without a font.
  static let blank = UInt32.max

  static func advance(size: Scalar) -> Scalar { size * 0.6 }

  /// A frame in the middle of the advance, as high as a capital.
  static func outline(size: Scalar) -> Path {
    let line = max(size / 16, 0.5)
    let outer = Rect(x: size * 0.07, y: size * -0.7, width: size * 0.46, height: size * 0.7)
    let inner = outer.insetBy(dx: line, dy: line)
    var path = Path()
    guard size > 0 else { return path }
    path.addRect(outer)
    if inner.isEmpty { return path }
    // The other way round: a hole.
    path.move(to: inner.origin)
    path.addLine(to: Point(x: inner.minX, y: inner.maxY))
    path.addLine(to: Point(x: inner.maxX, y: inner.maxY))
    path.addLine(to: Point(x: inner.maxX, y: inner.minY))
    path.closeSubpath()
    return path
  }
}
