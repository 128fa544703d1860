public import CartoucheRaster

/// A point in time, in nanoseconds since the zero of a monotonic clock.
///
/// The program chooses the clock. Timestamps of different clocks cannot be compared.
public struct Timestamp: Hashable, Sendable, Comparable, BitwiseCopyable {
  /// The nanoseconds from the clock's zero to this point in time.
  public var nanoseconds: Int64

  /// Creates the timestamp that lies `nanoseconds` after the clock's zero.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The zero of the clock.
  @inlinable public static var zero: Timestamp { Timestamp(nanoseconds: 0) }

  /// Returns whether `a` is earlier than `b`.
  @_disfavoredOverload
  @inlinable
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Returns the nanoseconds from `b` to `a`, saturated; the public form is ``seconds(since:)``.
  @inlinable
  package static func - (a: Timestamp, b: Timestamp) -> Int64 {
    let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
    return overflow ? (b.nanoseconds < 0 ? .max : .min) : difference
  }
}

extension Timestamp {
  /// The seconds from the clock's zero to this point in time, rounded to the nearest multiple of 2^-32 s.
  ///
  /// If the result is beyond the range of ``Seconds``, the result is clamped to that range.
  /// ``MediaTiming/beginTime`` is a time of this kind.
  public var seconds: Seconds { Timestamp.seconds(fromNanoseconds: nanoseconds) }

  /// Creates the timestamp that lies `seconds` after the clock's zero, rounded to the nearest nanosecond.
  public init(seconds: Seconds) {
    self.init(nanoseconds: Timestamp.nanoseconds(from: seconds))
  }

  /// Returns the timestamp that lies `seconds` after this timestamp.
  ///
  /// If that time is beyond the range of timestamps, the earliest or the latest possible timestamp is
  /// returned.
  public func advanced(by seconds: Seconds) -> Timestamp {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(Timestamp.nanoseconds(from: seconds))
    return Timestamp(nanoseconds: overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Returns the duration from `earlier` to this timestamp, rounded to the nearest multiple of 2^-32 s.
  ///
  /// The duration is negative if `earlier` is the later of the two timestamps.
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

#if !hasFeature(Embedded)
  extension Timestamp: Codable {}
#endif
