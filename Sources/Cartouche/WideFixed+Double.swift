public import CartoucheRaster

// Raster and Scene have no floating point; applications do, from sensors and their own arithmetic.

extension WideFixed {
  /// Creates the fixed-point number that is nearest to a floating-point value.
  ///
  /// A value exactly halfway between two fixed-point numbers is rounded away from zero. A value outside the
  /// range of the fixed-point type is clamped to the range. NaN becomes zero.
  public init(_ value: Double) { self.init(floatLiteral: value) }

  /// Creates the fixed-point number that is nearest to a floating-point value of any type, such as `Float` or
  /// `CGFloat`.
  ///
  /// The value is rounded to a `Double` first, and then like a `Double`.
  @_disfavoredOverload
  public init(_ value: some BinaryFloatingPoint) { self.init(floatLiteral: Double(value)) }
}

extension Double {
  /// Creates a floating-point number from a fixed-point number.
  ///
  /// A value with more than 53 significant bits is rounded to the nearest `Double`.
  @_disfavoredOverload
  public init<let fractionBits: Int>(_ value: WideFixed<fractionBits>) {
    self = Double(value.rawValue) / Double(sign: .plus, exponent: fractionBits, significand: 1)
  }
}
