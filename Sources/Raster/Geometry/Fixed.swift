/// A signed binary fixed-point number in 32 bits.
///
/// `Fixed<8>` counts 1/256ths. Different scales are different types, so mixing them without a named
/// conversion does not compile. It is the number of the drawing pipeline's inside, where ranges are known: `+`, `-` and `*`
/// saturate rather than trap, and values from outside the program enter through ``init(clamping:)``.
public struct Fixed<let fractionBits: Int>: Hashable, Sendable, BitwiseCopyable {
  /// The value times 2^`fractionBits`.
  public var rawValue: Int32

  /// The number `rawValue` / 2^`fractionBits`.
  @inlinable
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The nearest number to `value`, ties toward positive infinity, held to this type's range.
  @inlinable
  public init<let otherBits: Int>(clamping value: WideFixed<otherBits>) {
    let moved = WideFixed<fractionBits>(rounding: value).rawValue
    rawValue = Int32(clamping: moved)
  }

  /// The sum, held to the range.
  @inlinable
  public static func + (a: Self, b: Self) -> Self {
    Self(rawValue: Int32(clamping: Int64(a.rawValue) &+ Int64(b.rawValue)))  // ≤ 2^32
  }

  /// The difference, held to the range.
  @inlinable
  public static func - (a: Self, b: Self) -> Self {
    Self(rawValue: Int32(clamping: Int64(a.rawValue) &- Int64(b.rawValue)))  // ≤ 2^32
  }

  /// The product, rounded to nearest with ties toward positive infinity, held to the range.
  @inlinable
  public static func * (a: Self, b: Self) -> Self {
    let half: Int64 = fractionBits == 0 ? 0 : (1 &<< Int64(fractionBits &- 1))
    let product = Int64(a.rawValue) &* Int64(b.rawValue)  // ≤ 2^62
    return Self(rawValue: Int32(clamping: (product &+ half) >> Int64(fractionBits)))
  }

  /// The negative, held to the range.
  @inlinable
  public static prefix func - (a: Self) -> Self {
    Self(rawValue: Int32(clamping: 0 &- Int64(a.rawValue)))
  }

  /// The largest whole number not above this one.
  @inlinable
  public var floor: Int {
    Int(rawValue >> Int32(fractionBits))
  }
}

extension Fixed: Comparable {
  @inlinable
  public static func < (a: Self, b: Self) -> Bool {
    a.rawValue < b.rawValue
  }
}

extension Fixed: ExpressibleByIntegerLiteral {
  @inlinable
  public init(integerLiteral value: Int) {
    self.init(clamping: WideFixed<fractionBits>(value))
  }
}
