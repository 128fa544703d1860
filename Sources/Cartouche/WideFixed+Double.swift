public import CartoucheRaster

// The core has no floating point; an application has, from sensors and its own arithmetic.

extension WideFixed {
  /// The nearest number to `value`, ties away from zero, held to the range; not-a-number is zero.
  public init(_ value: Double) { self.init(floatLiteral: value) }
}

extension Double {
  /// The number itself; one of more than 53 bits is rounded to nearest.
  public init<let fractionBits: Int>(_ value: WideFixed<fractionBits>) {
    self = Double(value.rawValue) / Double(sign: .plus, exponent: fractionBits, significand: 1)
  }
}
