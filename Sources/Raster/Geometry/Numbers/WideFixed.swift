/// A signed binary fixed-point number in 64 bits whose arithmetic saturates.
///
/// `WideFixed<16>` has 16 fraction bits: it counts 1/65536ths. A result outside the range does not trap but
/// becomes the nearest end of the range. So coordinates far off the screen cannot stop the program. Dividing
/// a number by zero gives the end of the range that has the number's sign, and 0 ÷ 0 is 0.
///
/// Numbers with different `fractionBits` have different types. Convert between them with ``init(rounding:)``.
public struct WideFixed<let fractionBits: Int>: Hashable, Sendable, BitwiseCopyable {
  /// The number multiplied by 2^`fractionBits`, as an integer.
  public var rawValue: Int64

  /// Creates the number `rawValue` / 2^`fractionBits`.
  @inlinable
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Creates a fixed-point number from a whole number, clamped to the range.
  @inlinable
  public init(_ value: Int) {
    self.init(saturating: Int128(value) << Int128(fractionBits))  // ≤ 2^126
  }

  /// Creates the number nearest to a number with other fraction bits.
  ///
  /// Ties are rounded toward positive infinity, and the result is clamped to the range.
  @inlinable
  public init<let otherBits: Int>(rounding value: WideFixed<otherBits>) {
    if otherBits > fractionBits {
      let down = Int128(otherBits &- fractionBits)
      self.init(saturating: (Int128(value.rawValue) &+ (1 << (down &- 1))) >> down)
    } else {
      self.init(saturating: Int128(value.rawValue) << Int128(fractionBits &- otherBits))  // ≤ 2^126
    }
  }

  /// Creates the number with the raw value `wide`, clamped to the range.
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

  /// The largest whole number that is not above this number, clamped to the range of `Int`.
  ///
  /// On some processors, `Int` has only 32 bits.
  @inlinable
  public var floor: Int {
    Int(clamping: rawValue >> Int64(fractionBits))
  }

  /// The smallest whole number that is not below this number, clamped to the range of `Int`.
  @inlinable
  public var ceiling: Int {
    Int(clamping: (Int128(rawValue) &+ Int128(Self.one.rawValue) &- 1) >> Int128(fractionBits))
  }

  /// The whole number nearest to this number, clamped to the range of `Int`. Ties are rounded toward positive
  /// infinity.
  @inlinable
  public var rounded: Int {
    Int(clamping: (Int128(rawValue) &+ Int128(Self.one.rawValue >> 1)) >> Int128(fractionBits))
  }

  /// The absolute value of the number: its distance from zero.
  @inlinable
  public var magnitude: Self {
    rawValue < 0 ? -self : self
  }
}

extension WideFixed {
  @inlinable
  public static func + (a: Self, b: Self) -> Self {
    let (sum, overflow) = a.rawValue.addingReportingOverflow(b.rawValue)
    return overflow ? (b.rawValue < 0 ? .min : .max) : Self(rawValue: sum)
  }

  @inlinable
  public static func - (a: Self, b: Self) -> Self {
    let (difference, overflow) = a.rawValue.subtractingReportingOverflow(b.rawValue)
    return overflow ? (b.rawValue < 0 ? .max : .min) : Self(rawValue: difference)
  }

  /// Returns the product of two numbers, rounded to nearest with ties toward positive infinity.
  @inlinable
  public static func * (a: Self, b: Self) -> Self {
    let half: Int128 = fractionBits == 0 ? 0 : 1 << Int128(fractionBits &- 1)
    return Self(saturating: (Int128(a.rawValue) &* Int128(b.rawValue) &+ half) >> Int128(fractionBits))  // ≤ 2^126
  }

  /// Returns the quotient of two numbers, rounded to nearest with ties away from zero.
  @inlinable
  public static func / (a: Self, b: Self) -> Self {
    guard b.rawValue != 0 else { return a.rawValue == 0 ? .zero : (a.rawValue < 0 ? .min : .max) }
    let numerator = Int128(a.rawValue) << Int128(fractionBits)  // ≤ 2^126
    let half = Int128(b.rawValue.magnitude >> 1)
    let shift = numerator < 0 ? -half : half
    return Self(saturating: (numerator &+ shift) / Int128(b.rawValue))
  }

  @inlinable
  public static func * (a: Self, b: Int) -> Self {
    Self(saturating: Int128(a.rawValue) &* Int128(b))  // ≤ 2^126
  }

  // Disfavored so that a product of two literals is not ambiguous: the overload of two `WideFixed` numbers
  // wins.
  @_disfavoredOverload
  @inlinable
  public static func * (a: Int, b: Self) -> Self {
    b * a
  }

  /// Returns the quotient of a number and a whole number, rounded to nearest with ties away from zero.
  @inlinable
  public static func / (a: Self, b: Int) -> Self {
    guard b != 0 else { return a.rawValue == 0 ? .zero : (a.rawValue < 0 ? .min : .max) }
    let half = Int128(b.magnitude >> 1)
    let numerator = Int128(a.rawValue)
    return Self(saturating: (numerator &+ (numerator < 0 ? -half : half)) / Int128(b))
  }

  @inlinable
  public static prefix func - (a: Self) -> Self {
    Self(saturating: 0 &- Int128(a.rawValue))
  }

  @inlinable public static func += (a: inout Self, b: Self) { a = a + b }
  @inlinable public static func -= (a: inout Self, b: Self) { a = a - b }
  @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }
  @inlinable public static func /= (a: inout Self, b: Self) { a = a / b }
}

extension WideFixed: Comparable {
  @inlinable
  public static func < (a: Self, b: Self) -> Bool {
    a.rawValue < b.rawValue
  }
}

extension WideFixed: ExpressibleByIntegerLiteral {
  @inlinable
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

#if !hasFeature(Embedded)
  extension WideFixed: CustomStringConvertible {
    /// The number as decimal text, such as "2.5" or "-0.333328".
    ///
    /// The text has at most six decimals. If the number needs more, it is rounded to six.
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

/// The number type of layers and of the public API, which counts 1/65536ths of a point.
public typealias Scalar = WideFixed<16>
