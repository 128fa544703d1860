/// A signed binary fixed-point number in 64 bits whose arithmetic saturates.
///
/// `WideFixed<16>` counts 1/65536ths. Results outside the range become its nearest end instead of trapping,
/// so coordinates far off the screen cannot stop the program. Division by zero also returns an end of the
/// range, and 0 ÷ 0 is 0.
///
/// Numbers of different scales are different types. Convert with ``init(rounding:)``.
public struct WideFixed<let fractionBits: Int>: Hashable, Sendable, BitwiseCopyable {
  /// The value times 2^`fractionBits`.
  public var rawValue: Int64

  /// Creates the number `rawValue` / 2^`fractionBits`.
  @inlinable
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Creates the whole number `value`, clamped to the range.
  @inlinable
  public init(_ value: Int) {
    self.init(saturating: Int128(value) << Int128(fractionBits))  // ≤ 2^126
  }

  /// Creates the nearest number to `value`, with ties toward positive infinity, clamped to the range.
  @inlinable
  public init<let otherBits: Int>(rounding value: WideFixed<otherBits>) {
    if otherBits > fractionBits {
      let down = Int128(otherBits &- fractionBits)
      self.init(saturating: (Int128(value.rawValue) &+ (1 << (down &- 1))) >> down)
    } else {
      self.init(saturating: Int128(value.rawValue) << Int128(fractionBits &- otherBits))  // ≤ 2^126
    }
  }

  /// Creates the number whose raw value is `wide`, clamped to the range.
  @inlinable
  public init(saturating wide: Int128) {
    rawValue = Int64(clamping: wide)
  }

  /// The largest number.
  @inlinable public static var max: Self { Self(rawValue: .max) }
  /// The smallest number.
  @inlinable public static var min: Self { Self(rawValue: .min) }
  /// Zero.
  @inlinable public static var zero: Self { Self(rawValue: 0) }
  /// One.
  @inlinable public static var one: Self { Self(rawValue: 1 &<< Int64(fractionBits)) }

  /// The largest whole number not above this one, clamped to the range of `Int`, which is 32 bits on some
  /// processors.
  @inlinable
  public var floor: Int {
    Int(clamping: rawValue >> Int64(fractionBits))
  }

  /// The smallest whole number not below this one, clamped to the range of `Int`.
  @inlinable
  public var ceiling: Int {
    Int(clamping: (Int128(rawValue) &+ Int128(Self.one.rawValue) &- 1) >> Int128(fractionBits))
  }

  /// The nearest whole number, with ties toward positive infinity, clamped to the range of `Int`.
  @inlinable
  public var rounded: Int {
    Int(clamping: (Int128(rawValue) &+ Int128(Self.one.rawValue >> 1)) >> Int128(fractionBits))
  }

  /// The distance from zero.
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

  /// Returns the product, rounded to nearest with ties toward positive infinity.
  @inlinable
  public static func * (a: Self, b: Self) -> Self {
    let half: Int128 = fractionBits == 0 ? 0 : 1 << Int128(fractionBits &- 1)
    return Self(saturating: (Int128(a.rawValue) &* Int128(b.rawValue) &+ half) >> Int128(fractionBits))  // ≤ 2^126
  }

  /// The quotient, rounded to nearest with ties away from zero.
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

  /// The quotient, rounded to nearest with ties away from zero.
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
    /// The number in decimals, exact if it needs at most six of them and rounded to six if not: "2.5",
    /// "-0.333328".
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

/// The number type of layers and of the public API, in 1/65536ths of a point.
public typealias Scalar = WideFixed<16>
