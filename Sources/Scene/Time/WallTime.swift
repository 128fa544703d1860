import CartoucheRaster

/// A moment of the calendar, in nanoseconds since 1970-01-01 00:00 UTC without leap seconds.
///
/// Foundation's `Date` has the same zero. A ``Timestamp``, in contrast, belongs to a clock that begins with
/// the program, and that nobody sets.
public struct WallTime: Hashable, Sendable, Comparable, BitwiseCopyable {
  /// The nanoseconds since 1970-01-01 00:00 UTC. The range is that of the years 1678 to 2261.
  public var nanosecondsSince1970: Int64

  /// Creates the moment that lies `nanosecondsSince1970` after the beginning of 1970.
  public init(nanosecondsSince1970: Int64) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Creates the moment that lies `secondsSince1970` after the beginning of 1970, saturated.
  public init(secondsSince1970: Int64) {
    let (product, overflow) = secondsSince1970.multipliedReportingOverflow(by: 1_000_000_000)
    nanosecondsSince1970 = overflow ? (secondsSince1970 < 0 ? .min : .max) : product
  }

  /// Creates the moment of a date and time in UTC, saturated.
  ///
  ///     let noon = WallTime(year: 2026, month: 6, day: 21, hour: 12)
  ///
  /// A component beyond its usual range counts on: the hour 24 is 0:00 of the next day.
  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    // Clamped to ±10^6, so that no product below exceeds 2^52.
    func limited(_ value: Int) -> Int64 { Int64(value).clamped(from: -1_000_000, to: 1_000_000) }
    // Months are counted from March, so that the leap day is the last of its year.
    let months = limited(year) * 12 + limited(month) - 3
    let years = Self.quotient(months, 12)
    let marchMonth = months - years * 12
    let eras = Self.quotient(years, 400)
    let yearOfEra = years - eras * 400
    let dayOfYear = (153 * marchMonth + 2) / 5 + limited(day) - 1
    let days = eras * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    self.init(secondsSince1970: ((days * 24 + limited(hour)) * 60 + limited(minute)) * 60 + limited(second))
  }

  /// Returns the quotient rounded down.
  private static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  public static func < (a: WallTime, b: WallTime) -> Bool { a.nanosecondsSince1970 < b.nanosecondsSince1970 }

  /// Returns the moment that lies `nanoseconds` after this moment, saturated.
  public func advanced(byNanoseconds nanoseconds: Int64) -> WallTime {
    let (sum, overflow) = nanosecondsSince1970.addingReportingOverflow(nanoseconds)
    return WallTime(nanosecondsSince1970: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
  }

  /// Returns the nanoseconds from another moment to this one, saturated.
  public func nanoseconds(since other: WallTime) -> Int64 {
    let (difference, overflow) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
    return overflow ? (other.nanosecondsSince1970 < 0 ? .max : .min) : difference
  }
}

#if !hasFeature(Embedded)
  extension WallTime: Codable {}
#endif
