public import CartoucheRaster

/// A length of time, to 2^-32 of a second: `0.25` is a quarter of one. The largest is for ever.
public typealias Seconds = WideFixed<32>

extension WideFixed {
  /// Without end, for durations and counts: the largest number.
  @inlinable public static var infinity: Self { .max }
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
