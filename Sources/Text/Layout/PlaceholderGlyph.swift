internal import CartoucheRaster

/// The glyph that is drawn for a character that no font has: an upright rectangular frame.
enum PlaceholderGlyph {
  static let face: Int32 = -1
  /// The glyph index for a character that has width but no ink: a tab, or white space that no font has.
  static let blank = UInt32.max

  static func advance(size: Scalar) -> Scalar { size * 0.6 }

  /// Returns the outline of the frame, or the outline of the frame's border if the width of a halo is given.
  static func outline(size: Scalar, halo: Scalar) -> Path {
    let outline = outline(size: size)
    return halo > 0 ? outline.stroked(style: StrokeStyle(width: halo * 2, cap: .round, join: .round)) : outline
  }

  /// Returns the outline of the frame. The frame is as high as a capital letter and centered in its advance.
  static func outline(size: Scalar) -> Path {
    let line = max(size / 16, 0.5)
    let outer = Rect(x: size * 0.07, y: size * -0.7, width: size * 0.46, height: size * 0.7)
    let inner = outer.insetBy(dx: line, dy: line)
    var path = Path()
    guard size > 0 else { return path }
    path.addRect(outer)
    if inner.isEmpty { return path }
    // The opposite winding makes this a hole.
    path.move(to: inner.origin)
    path.addLine(to: Point(x: inner.minX, y: inner.maxY))
    path.addLine(to: Point(x: inner.maxX, y: inner.maxY))
    path.addLine(to: Point(x: inner.maxX, y: inner.minY))
    path.closeSubpath()
    return path
  }
}
