/// A signed 64-bit fixed-point number with saturating arithmetic.
///
/// For example, `WideFixed<16>` has 16 fraction bits, so its numbers are multiples of 1/65536.
///
/// A result outside the range becomes ``min`` or ``max``. No operation traps, so coordinates far off the
/// screen cannot crash the program. A positive number divided by zero is ``max``, and a negative number
/// divided by zero is ``min``. Zero divided by zero is zero.
///
/// Numbers with different `fractionBits` have different types. Convert between them with ``init(rounding:)``.
public struct WideFixed<let fractionBits: Int>: Hashable, Sendable, BitwiseCopyable {
  /// The number multiplied by 2^`fractionBits`, as an integer.
  public var rawValue: Int64

  /// Creates the number `rawValue` ÷ 2^`fractionBits`.
  @inlinable
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Creates a fixed-point number from a whole number, clamped to the fixed-point type's range.
  @inlinable
  public init(_ value: Int) {
    self.init(saturating: Int128(value) << Int128(fractionBits))  // ≤ 2^126
  }

  /// Creates a fixed-point number by rounding a value that has a different number of fraction bits.
  ///
  /// The result is the nearest number of this type, clamped to the type's range. A value midway between two
  /// numbers is rounded toward positive infinity.
  @inlinable
  public init<let otherBits: Int>(rounding value: WideFixed<otherBits>) {
    if otherBits > fractionBits {
      let down = Int128(otherBits &- fractionBits)
      self.init(saturating: (Int128(value.rawValue) &+ (1 << (down &- 1))) >> down)
    } else {
      self.init(saturating: Int128(value.rawValue) << Int128(fractionBits &- otherBits))  // ≤ 2^126
    }
  }

  /// Creates a fixed-point number from an integer of any type, clamped to the fixed-point type's range.
  @_disfavoredOverload
  @inlinable
  public init(_ value: some BinaryInteger) {
    self.init(saturating: Int128(Int64(clamping: value)) << Int128(fractionBits))  // ≤ 2^126
  }

  /// Creates a number from its ``rawValue``, given as a 128-bit integer. The integer is clamped to 64 bits.
  @inlinable
  public init(saturating wide: Int128) {
    rawValue = Int64(clamping: wide)
  }

  /// The largest number of the type.
  @inlinable public static var max: Self { Self(rawValue: .max) }
  /// The smallest number of the type, which is negative.
  @inlinable public static var min: Self { Self(rawValue: .min) }
  /// The number zero.
  @inlinable public static var zero: Self { Self(rawValue: 0) }
  /// The number one.
  @inlinable public static var one: Self { Self(rawValue: 1 &<< Int64(fractionBits)) }

  /// This number rounded down to a whole number, and clamped to the range of `Int`.
  ///
  /// The clamping has an effect only on processors with a 32-bit `Int`.
  @inlinable
  public var floor: Int {
    Int(clamping: rawValue >> Int64(fractionBits))
  }

  /// This number rounded up to a whole number, and clamped to the range of `Int`.
  @inlinable
  public var ceiling: Int {
    Int(clamping: (Int128(rawValue) &+ Int128(Self.one.rawValue) &- 1) >> Int128(fractionBits))
  }

  /// The whole number nearest to this number, clamped to the range of `Int`.
  ///
  /// A number midway between two whole numbers is rounded toward positive infinity.
  @inlinable
  public var rounded: Int {
    Int(clamping: (Int128(rawValue) &+ Int128(Self.one.rawValue >> 1)) >> Int128(fractionBits))
  }

  /// The absolute value of the number. The absolute value of ``min`` is ``max``.
  @inlinable
  public var magnitude: Self {
    rawValue < 0 ? -self : self
  }
}

extension WideFixed: ExpressibleByIntegerLiteral {
  /// Creates a fixed-point number from an integer literal, clamped to the range of the type.
  @inlinable
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

/// The fixed-point type of coordinates, lengths and most other numbers in the public API.
///
/// The type has 16 fraction bits, so a length is a multiple of 1/65536 of a point.
public typealias Scalar = WideFixed<16>
