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

extension WideFixed {
  /// Returns the sum of two numbers, clamped to the range of the type.
  @inlinable
  public static func + (a: Self, b: Self) -> Self {
    let (sum, overflow) = a.rawValue.addingReportingOverflow(b.rawValue)
    return overflow ? (b.rawValue < 0 ? .min : .max) : Self(rawValue: sum)
  }

  /// Returns the difference of two numbers, clamped to the range of the type.
  @inlinable
  public static func - (a: Self, b: Self) -> Self {
    let (difference, overflow) = a.rawValue.subtractingReportingOverflow(b.rawValue)
    return overflow ? (b.rawValue < 0 ? .max : .min) : Self(rawValue: difference)
  }

  /// Returns the product of two numbers, rounded to the nearest number of this type and clamped to the range.
  ///
  /// A product midway between two numbers is rounded toward positive infinity.
  @inlinable
  public static func * (a: Self, b: Self) -> Self {
    let half: Int128 = fractionBits == 0 ? 0 : 1 << Int128(fractionBits &- 1)
    return Self(saturating: (Int128(a.rawValue) &* Int128(b.rawValue) &+ half) >> Int128(fractionBits))  // ≤ 2^126
  }

  /// Returns the quotient of two numbers, rounded to the nearest number of this type and clamped to the
  /// range.
  ///
  /// A quotient midway between two numbers is rounded away from zero.
  @inlinable
  public static func / (a: Self, b: Self) -> Self {
    guard b.rawValue != 0 else { return a.rawValue == 0 ? .zero : (a.rawValue < 0 ? .min : .max) }
    let numerator = Int128(a.rawValue) << Int128(fractionBits)  // ≤ 2^126
    let half = Int128(b.rawValue.magnitude >> 1)
    let shift = numerator < 0 ? -half : half
    return Self(saturating: (numerator &+ shift) / Int128(b.rawValue))
  }

  /// Returns the number multiplied by a whole number, clamped to the range of the type.
  @inlinable
  public static func * (a: Self, b: Int) -> Self {
    Self(saturating: Int128(a.rawValue) &* Int128(b))  // ≤ 2^126
  }

  /// Returns a whole number multiplied by a number, clamped to the range.
  // Disfavored so that a product of two literals is not ambiguous: the overload of two `WideFixed` numbers
  // wins.
  @_disfavoredOverload
  @inlinable
  public static func * (a: Int, b: Self) -> Self {
    b * a
  }

  /// Returns the number divided by a whole number, rounded to the nearest number of this type.
  ///
  /// A quotient midway between two numbers is rounded away from zero. The quotient is clamped to the range of
  /// the type.
  @inlinable
  public static func / (a: Self, b: Int) -> Self {
    guard b != 0 else { return a.rawValue == 0 ? .zero : (a.rawValue < 0 ? .min : .max) }
    let half = Int128(b.magnitude >> 1)
    let numerator = Int128(a.rawValue)
    return Self(saturating: (numerator &+ (numerator < 0 ? -half : half)) / Int128(b))
  }

  /// Returns the negated number. The negated ``min`` is ``max``.
  @inlinable
  public static prefix func - (a: Self) -> Self {
    Self(saturating: 0 &- Int128(a.rawValue))
  }

  /// Adds a number to another. The sum is clamped to the range.
  @inlinable public static func += (a: inout Self, b: Self) { a = a + b }
  /// Subtracts a number from another. The difference is clamped to the range.
  @inlinable public static func -= (a: inout Self, b: Self) { a = a - b }
  /// Multiplies a number by another. The product is rounded and clamped as by `*`.
  @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }
  /// Divides a number by another. The quotient is rounded and clamped as by `/`.
  @inlinable public static func /= (a: inout Self, b: Self) { a = a / b }
}

extension WideFixed: Comparable {
  /// Returns whether the first number is less than the second.
  @inlinable
  public static func < (a: Self, b: Self) -> Bool {
    a.rawValue < b.rawValue
  }
}

extension WideFixed: ExpressibleByIntegerLiteral {
  /// Creates a fixed-point number from an integer literal, clamped to the range of the type.
  @inlinable
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

#if !hasFeature(Embedded)
  extension WideFixed: CustomStringConvertible {
    /// The number as decimal text, such as "2.5" or "-0.333328".
    ///
    /// The number is rounded to six decimals. Trailing zeros are omitted.
    public var description: String {
      let scaled = UInt128(rawValue.magnitude) * 1_000_000  // ≤ 2^83
      let half: UInt128 = fractionBits == 0 ? 0 : 1 << UInt128(fractionBits - 1)
      let millionths = (scaled + half) >> UInt128(fractionBits)
      var decimals = String(UInt32(millionths % 1_000_000) + 1_000_000).dropFirst()
      while decimals.last == "0" { decimals.removeLast() }
      let sign = rawValue < 0 && millionths > 0 ? "-" : ""
      return sign + String(UInt64(millionths / 1_000_000)) + (decimals.isEmpty ? "" : "." + decimals)
    }
  }
#endif

/// The fixed-point type of coordinates, lengths and most other numbers in the public API.
///
/// The type has 16 fraction bits, so a length is a multiple of 1/65536 of a point.
public typealias Scalar = WideFixed<16>
