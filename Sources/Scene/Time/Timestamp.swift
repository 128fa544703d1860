public import CartoucheRaster

/// A point in time, in nanoseconds of a monotonic clock.
///
/// The caller chooses the clock. Timestamps of different clocks cannot be compared.
public struct Timestamp: Hashable, Sendable, Comparable, BitwiseCopyable {
  /// The nanoseconds from the clock's zero to this point in time.
  public var nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  @inlinable public static var zero: Timestamp { Timestamp(nanoseconds: 0) }
  @inlinable public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Returns the nanoseconds from `b` to `a`, saturated; the public form is ``seconds(since:)``.
  @inlinable
  package static func - (a: Timestamp, b: Timestamp) -> Int64 {
    let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
    return overflow ? (b.nanoseconds < 0 ? .max : .min) : difference
  }
}

extension Timestamp {
  /// The seconds from the clock's zero to this point in time, rounded to the nearest step of ``Seconds``.
  ///
  /// ``MediaTiming/beginTime`` is in this unit.
  public var seconds: Seconds { Timestamp.seconds(fromNanoseconds: nanoseconds) }

  /// Creates the timestamp that lies `seconds` after the clock's zero, rounded to the nearest nanosecond.
  public init(seconds: Seconds) {
    self.init(nanoseconds: Timestamp.nanoseconds(from: seconds))
  }

  /// Returns the timestamp that lies `seconds` after this timestamp.
  ///
  /// A result beyond the range of timestamps is clamped to the range.
  public func advanced(by seconds: Seconds) -> Timestamp {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(Timestamp.nanoseconds(from: seconds))
    return Timestamp(nanoseconds: overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Returns the duration from `earlier` to this timestamp.
  ///
  /// The result depends only on the number of nanoseconds between the two timestamps. The result does not
  /// depend on the two timestamps' distance from the clock's zero.
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
  /// Returns the timestamp that lies `nanoseconds` after this timestamp, saturated.
  func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return Timestamp(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
  }
}
