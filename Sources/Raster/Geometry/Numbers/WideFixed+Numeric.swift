// With these conformances, the standard library's `abs`, `stride` and generic sums take fixed-point numbers.

extension WideFixed: SignedNumeric {
  /// Creates the fixed-point number that equals an integer; nil if the integer is outside the type's range.
  @inlinable
  public init?(exactly source: some BinaryInteger) {
    guard let value = Int64(exactly: source),
      let raw = Int64(exactly: Int128(value) << Int128(fractionBits))  // ≤ 2^126
    else { return nil }
    self.init(rawValue: raw)
  }
}

extension WideFixed: Strideable {
  /// Returns the difference of another number and this number, clamped to the range of the type.
  @inlinable
  public func distance(to other: Self) -> Self { other - self }

  /// Returns the sum of this number and another, clamped to the range of the type.
  @inlinable
  public func advanced(by distance: Self) -> Self { self + distance }
}

extension Int {
  /// Creates an integer from a fixed-point number by dropping the fraction, as `Int(_:)` does for a `Double`.
  ///
  /// The result is clamped to the range of `Int`, which only has an effect on processors with a 32-bit `Int`.
  @_disfavoredOverload
  @inlinable
  public init<let fractionBits: Int>(_ value: WideFixed<fractionBits>) {
    self = value.rawValue < 0 ? value.ceiling : value.floor
  }
}
