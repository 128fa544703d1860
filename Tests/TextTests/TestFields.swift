import CartoucheText

/// Distance fields of invented shapes.
enum TestFields {
  /// Returns a field of a shape.
  ///
  /// - Parameter distance: The distance of a point from the shape's edge in pixels, positive outside. The
  ///   point's coordinates are relative to the field's upper left corner.
  static func field(width: Int, height: Int, distance: (_ x: Double, _ y: Double) -> Double) -> [UInt8] {
    (0..<width * height).map { index in
      let value = 191.25 - 32 * distance(Double(index % width) + 0.5, Double(index / width) + 0.5)
      return UInt8(min(max(value.rounded(), 0), 255))
    }
  }

  /// Returns the distance from a circle's edge.
  static func disc(x: Double, y: Double, radius: Double) -> (Double, Double) -> Double {
    { ((($0 - x) * ($0 - x) + ($1 - y) * ($1 - y)).squareRoot()) - radius }
  }

  /// Returns a glyph whose ink is a disc that stands on the baseline.
  static func disc(_ scalar: Unicode.Scalar, diameter: Int = 12, advance: Int = 14) -> FieldGlyph {
    let side = diameter + 2 * FieldGlyph.border
    let field = field(
      width: side, height: side, distance: disc(x: Double(side) / 2, y: Double(side) / 2, radius: Double(diameter) / 2))
    return FieldGlyph(
      scalar: scalar.value, width: diameter, height: diameter, left: 1, top: diameter - 26, advance: advance, field: field)
  }

  /// Returns a glyph whose ink is an upright bar that stands on the baseline.
  static func bar(_ scalar: Unicode.Scalar, width: Int = 4, height: Int = 16) -> FieldGlyph {
    let border = Double(FieldGlyph.border)
    let field = field(width: width + 6, height: height + 6) { x, y in
      let across = max(border - x, x - border - Double(width))
      let down = max(border - y, y - border - Double(height))
      if across <= 0 || down <= 0 { return max(across, down) }
      return (across * across + down * down).squareRoot()
    }
    return FieldGlyph(
      scalar: scalar.value, width: width, height: height, left: 2, top: height - 26, advance: width + 4, field: field)
  }

  /// Returns a glyph without ink.
  static func space(_ scalar: Unicode.Scalar = " ", advance: Int = 6) -> FieldGlyph {
    FieldGlyph(scalar: scalar.value, width: 0, height: 0, left: 0, top: -26, advance: advance, field: [])
  }
}
