internal import CFreeType
public import CartoucheRaster

extension FontFace {
  /// The largest size at which FreeType scales outlines, in pixels per em. Outlines of larger sizes are
  /// enlarged from this size.
  static let largestScale: Scalar = 1024

  /// Returns the outline of a glyph in points. The pen position is the origin, and y points down.
  ///
  /// FreeType scales the outline with integer arithmetic, and rounds coordinates to 1/64 point. The outline
  /// is not hinted.
  ///
  /// - Parameters:
  ///   - glyph: The index of the glyph in the face.
  ///   - size: The font size in points. Below 1 point, the outline for 1 point is scaled down. Above 1024
  ///     points, the outline for 1024 points is scaled up.
  /// - Returns: The outline. If the glyph has no ink or the font lacks the glyph, the outline is an empty
  ///   path.
  public func outline(of glyph: UInt32, size: Scalar) -> Path {
    guard size > 0 else { return Path() }
    return lock.withLock { lockedOutline(of: glyph, size: size) }
  }

  private func lockedOutline(of glyph: UInt32, size: Scalar) -> Path {
    if let fieldGlyphs { return fieldGlyphs.outline(of: glyph, size: size) ?? Path() }
    let scaledSize = size.clamped(from: 1, to: Self.largestScale)
    let path = outline(of: glyph, scale: scaledSize.rawValue >> 10)
    if scaledSize == size || path.isEmpty { return path }
    let factor = WideFixed<32>(rounding: size) / WideFixed<32>(rounding: scaledSize)
    return path.transformed(by: AffineTransform(a: factor, b: 0, c: 0, d: factor, tx: 0, ty: 0))
  }

  /// Returns the outline of a glyph with a border of the same width on all sides.
  ///
  /// In a face made of distance fields, a border of up to 5.5 field pixels is a line of the field, as
  /// MapLibre draws it. From 2.5 pixels on, the end of the field flattens it. Any other border is a stroke.
  ///
  /// - Parameters:
  ///   - glyph: The index of the glyph in the face.
  ///   - size: The font size in points.
  ///   - halo: The width of the border in points.
  func outline(of glyph: UInt32, size: Scalar, halo: Scalar) -> Path {
    if let outline = fieldGlyphs?.outline(of: glyph, size: size, distance: halo) { return outline }
    return outline(of: glyph, size: size).stroked(style: StrokeStyle(width: halo * 2, cap: .round, join: .round))
  }

  /// Returns the outline of a glyph at a size that FreeType supports.
  ///
  /// - Parameter scale: The size in 1/64 pixels per em.
  private func outline(of glyph: UInt32, scale: Int64) -> Path {
    guard let freeType else { return Path() }
    if currentSize != scale {
      currentSize = 0
      guard FT_Set_Char_Size(freeType, 0, FT_F26Dot6(scale), 72, 72) == 0 else { return Path() }
      currentSize = scale
    }
    guard FT_Load_Glyph(freeType, glyph, shim_ft_load_unhinted_outline) == 0,
      freeType.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return Path() }
    var steps = FT_Outline_Funcs()
    steps.move_to = { to, path in
      add(path) { $0.move(to: point(to)) }
    }
    steps.line_to = { to, path in
      add(path) { $0.addLine(to: point(to)) }
    }
    steps.conic_to = { control, to, path in
      add(path) { $0.addQuadCurve(to: point(to), control: point(control)) }
    }
    steps.cubic_to = { control1, control2, to, path in
      add(path) { $0.addCurve(to: point(to), control1: point(control1), control2: point(control2)) }
    }
    var path = Path()
    let result = withUnsafeMutablePointer(to: &path) {
      FT_Outline_Decompose(&freeType.pointee.glyph.pointee.outline, &steps, $0)
    }
    if result != 0 { return Path() }
    path.closeSubpath()
    return path
  }
}

/// Adds one element of an outline to the path that `pointer` points to.
private func add(_ pointer: UnsafeMutableRawPointer?, _ step: (inout Path) -> Void) -> Int32 {
  if let pointer { step(&pointer.assumingMemoryBound(to: Path.self).pointee) }
  return 0
}

/// Converts a vector in 1/64 pixels with y up to a point in points with y down.
private func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
  guard let vector else { return .zero }
  return Point(x: Scalar(rawValue: Int64(vector.pointee.x) << 10), y: Scalar(rawValue: -Int64(vector.pointee.y) << 10))
}
