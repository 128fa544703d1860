import CartoucheRaster
public import CartoucheScene

/// Computes when it is day at a place, from the position of the sun.
///
///     let sun = SolarCalculator(coordinate: Coordinate(latitude: 39.96, longitude: -83))
///     if !sun.isDay(at: now), let dawn = sun.nextChange(after: now) { print("night until \(dawn)") }
///
/// Times of sunrise, sunset and twilight are right within a minute below the polar circles, from 1900 to
/// 2100. Beyond the circles, where the sun passes the horizon at a flat angle, they may be off by minutes.
///
/// - Source: NOAA Solar Calculator, after Jean Meeus, Astronomical Algorithms, chapters 25 and 28.
public struct SolarCalculator: Hashable, Sendable {
  /// The elevation of the sun at which the day begins and ends.
  public enum Horizon: Hashable, Sendable {
    /// The upper edge of the sun is at the horizon of a plain, after refraction: sunrise and sunset.
    case sunrise
    /// The sun is 6° below the horizon: the beginning and end of civil twilight, until which outdoor work
    /// needs no lamp.
    case civilTwilight

    fileprivate var degrees: Double { self == .sunrise ? -0.833 : -6 }
  }

  /// The place.
  public var coordinate: Coordinate
  /// The elevation of the sun at which the day begins and ends.
  public var horizon: Horizon

  /// Creates a calculator for a place.
  public init(coordinate: Coordinate, horizon: Horizon = .civilTwilight) {
    (self.coordinate, self.horizon) = (coordinate, horizon)
  }

  /// Returns whether it is day at the place. At a place whose coordinate is not a number, it always is.
  public func isDay(at time: WallTime) -> Bool {
    guard isValid else { return true }
    return sineOfElevation(at: seconds(time)) >= ElementaryFunctions.sine(horizon.degrees * Self.radian)
  }

  /// Returns the next time at which day becomes night or night becomes day, rounded up to a whole second.
  ///
  /// - Returns: nil if that does not happen in the next 240 days, which are longer than any polar night.
  /// - Complexity: Some positions of the sun for each day until then, as in the polar night, and 20 more.
  public func nextChange(after time: WallTime) -> WallTime? {
    guard isValid else { return nil }
    let start = seconds(time)
    let threshold = ElementaryFunctions.sine(horizon.degrees * Self.radian)
    let isDay = sineOfElevation(at: start) >= threshold
    var low = start
    // Between noon and midnight, the sun only sinks; between midnight and noon, it only rises.
    for _ in 0..<800 {
      let high = nextExtreme(after: low)
      if (sineOfElevation(at: high) >= threshold) != isDay {
        let change = Self.change(from: low, to: high) { (sineOfElevation(at: $0) >= threshold) != isDay }
        return WallTime(secondsSince1970: change)
      }
      low = high
    }
    return nil
  }

  private static let radian = ElementaryFunctions.pi / 180

  private var isValid: Bool { coordinate.latitude.isFinite && coordinate.longitude.isFinite }

  private func seconds(_ time: WallTime) -> Double { Double(time.nanosecondsSince1970 / 1_000_000) / 1000 }

  /// Returns the first whole second at which a condition holds that changes once.
  private static func change(from low: Double, to high: Double, _ hasChanged: (Double) -> Bool) -> Int64 {
    var (low, high) = (Int64(low), Int64(high) + 1)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if hasChanged(Double(middle)) { high = middle } else { low = middle }
    }
    return high
  }

  /// Returns the time of the next true noon or midnight, about a minute later if there is one just now.
  private func nextExtreme(after seconds: Double) -> Double {
    let minutes = trueSolarMinutes(at: seconds, Sun(at: seconds))
    let rest = minutes - (minutes / 720).rounded(.down) * 720
    return seconds + max((720 - rest) * 60, 60)
  }

  private func sineOfElevation(at seconds: Double) -> Double {
    let sun = Sun(at: seconds)
    let hourAngle = trueSolarMinutes(at: seconds, sun) / 4 - 180
    let latitude = coordinate.latitude.clamped(from: -90, to: 90) * Self.radian
    let cosine = (1 - sun.sineOfDeclination * sun.sineOfDeclination).squareRoot()
    return ElementaryFunctions.sine(latitude) * sun.sineOfDeclination
      + ElementaryFunctions.cosine(latitude) * cosine * ElementaryFunctions.cosine(hourAngle * Self.radian)
  }

  /// Returns the minutes since some midnight on a sundial at the place.
  private func trueSolarMinutes(at seconds: Double, _ sun: Sun) -> Double {
    let days = seconds / 86_400
    let minutes = (days - days.rounded(.down)) * 1440
    let longitude = coordinate.longitude - (coordinate.longitude / 360).rounded(.toNearestOrEven) * 360
    return minutes + sun.equationOfTime + 4 * longitude + 1440
  }
}

/// The position of the sun in the sky of the earth's center.
private struct Sun {
  var sineOfDeclination: Double
  /// The minutes by which a sundial is ahead of a clock.
  var equationOfTime: Double

  /// Computes the position at a number of seconds since 1970.
  init(at seconds: Double) {
    func sine(_ degrees: Double) -> Double { ElementaryFunctions.sine(degrees * ElementaryFunctions.pi / 180) }
    func cosine(_ degrees: Double) -> Double { ElementaryFunctions.cosine(degrees * ElementaryFunctions.pi / 180) }
    // Julian centuries since noon of 2000-01-01. The difference of UTC and TT moves the sun by 0.001°.
    let t = (seconds / 86_400 - 10_957.5) / 36_525
    let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
    let anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
    let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
    let center =
      sine(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014)) + sine(2 * anomaly) * (0.019993 - t * 0.000101)
      + sine(3 * anomaly) * 0.000289
    let node = 125.04 - t * 1934.136
    let longitude = meanLongitude + center - 0.00569 - 0.00478 * sine(node)
    let seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
    let obliquity = 23 + (26 + seconds / 60) / 60 + 0.00256 * cosine(node)
    sineOfDeclination = sine(obliquity) * sine(longitude)
    let tangent = sine(obliquity / 2) / cosine(obliquity / 2)
    let y = tangent * tangent
    let angle =
      y * sine(2 * meanLongitude) - 2 * eccentricity * sine(anomaly)
      + 4 * eccentricity * y * sine(anomaly) * cosine(2 * meanLongitude) - 0.5 * y * y * sine(4 * meanLongitude)
      - 1.25 * eccentricity * eccentricity * sine(2 * anomaly)
    equationOfTime = 4 * angle * 180 / ElementaryFunctions.pi
  }
}
