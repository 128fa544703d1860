public import CartoucheRaster

/// A moment, in nanoseconds of a clock that only goes forward; which clock is the caller's affair.
public struct Timestamp: Hashable, Sendable, Comparable, BitwiseCopyable {
  public var nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  @inlinable public static var zero: Timestamp { Timestamp(nanoseconds: 0) }
  @inlinable public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Nanoseconds from `b` to `a`, held to the range.
  @inlinable
  package static func - (a: Timestamp, b: Timestamp) -> Int64 {
    let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
    return overflow ? (b.nanoseconds < 0 ? .max : .min) : difference
  }
}

extension Timestamp {
  /// The moment as seconds since the clock's zero, rounded to nearest; what ``MediaTiming/beginTime`` counts in.
  public var seconds: Seconds { Timestamp.seconds(fromNanoseconds: nanoseconds) }

  /// The moment `seconds` after the clock's zero, to the nearest nanosecond.
  public init(seconds: Seconds) {
    self.init(nanoseconds: Timestamp.nanoseconds(from: seconds))
  }

  /// The moment `seconds` later, held to the range.
  public func advanced(by seconds: Seconds) -> Timestamp {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(Timestamp.nanoseconds(from: seconds))
    return Timestamp(nanoseconds: overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  /// How long it is from `earlier` to here. Exactly as many whole nanoseconds give exactly the same length, wherever on the clock they are.
  public func seconds(since earlier: Timestamp) -> Seconds {
    Timestamp.seconds(fromNanoseconds: self - earlier)
  }

  static func seconds(fromNanoseconds nanoseconds: Int64) -> Seconds {
    let wide = Int128(nanoseconds) << 32  // ≤ 2^95
    return Seconds(saturating: (wide &+ (wide < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000)
  }

  static func nanoseconds(from seconds: Seconds) -> Int64 {
    if seconds == .max { return .max }
    return Int64(clamping: (Int128(seconds.rawValue) &* 1_000_000_000 &+ (1 << 31)) >> 32)  // ≤ 2^93
  }
}

extension Timestamp {
  /// So many nanoseconds later, held to the range.
  func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return Timestamp(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
  }
}
