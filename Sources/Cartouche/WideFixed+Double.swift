public import CartoucheRaster

// Raster and Scene have no floating point; applications do, from sensors and their own arithmetic.

extension WideFixed {
  /// Creates the number nearest to `value`, ties away from zero, clamped to the range; NaN becomes zero.
  public init(_ value: Double) { self.init(floatLiteral: value) }
}

extension Double {
  /// Creates the value of a fixed-point number; one with more than 53 significant bits is rounded to nearest.
  public init<let fractionBits: Int>(_ value: WideFixed<fractionBits>) {
    self = Double(value.rawValue) / Double(sign: .plus, exponent: fractionBits, significand: 1)
  }
}
