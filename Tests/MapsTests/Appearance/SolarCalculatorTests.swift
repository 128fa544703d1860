import CartoucheMaps
import CartoucheScene
import Testing

@Suite("Day and night at a place")
struct SolarCalculatorTests {
  /// The times of a day at a place in UTC, as hours and minutes; nil where the sun does not pass the horizon.
  ///
  /// They are those of XEphem's library (PyEphem 4.2) with the horizon at -0:50 and -6:00 and no atmosphere,
  /// as the tables of the U.S. Naval Observatory define sunrise, sunset and civil twilight.
  struct Day: CustomTestStringConvertible, Sendable {
    var name: String
    var latitude: Double
    var longitude: Double
    var date: (year: Int, month: Int, day: Int)
    /// Dawn, sunrise, sunset and dusk: the first of each after 0:00 UTC.
    var times: [Double]

    var testDescription: String { "\(name) \(date.year)-\(date.month)-\(date.day)" }
    var start: WallTime { WallTime(year: date.year, month: date.month, day: date.day) }
  }

  static let days = [
    Day(name: "London", latitude: 51.5, longitude: -0.1278, date: (2024, 3, 20), times: [5.2903, 6.0219, 18.1420, 18.4742]),
    Day(name: "London", latitude: 51.5, longitude: -0.1278, date: (2024, 6, 20), times: [2.5517, 3.4302, 20.2124, 21.0910]),
    Day(name: "London", latitude: 51.5, longitude: -0.1278, date: (2024, 12, 21), times: [7.2337, 8.0357, 15.5339, 16.3359]),
    Day(name: "New York", latitude: 40.71, longitude: -74.01, date: (2024, 12, 21), times: [11.4549, 12.1649, 21.3203, 22.0303]),
    Day(name: "Sydney", latitude: -33.87, longitude: 151.21, date: (2024, 6, 20), times: [20.3220, 21.0004, 6.5342, 7.2126]),
    Day(name: "Sydney", latitude: -33.87, longitude: 151.21, date: (2024, 12, 21), times: [18.1211, 18.4121, 9.0538, 9.3448]),
    Day(name: "Quito", latitude: -0.18, longitude: -78.47, date: (2026, 11, 26), times: [10.3510, 10.5719, 23.0509, 23.2719]),
    Day(name: "Reykjavik", latitude: 64.15, longitude: -21.94, date: (2024, 12, 21), times: [10.0317, 11.2240, 15.2930, 16.4853]),
    Day(name: "Columbus", latitude: 39.96, longitude: -83, date: (2026, 11, 26), times: [11.5942, 12.2926, 22.0859, 22.3842]),
    Day(
      name: "San Francisco", latitude: 37.77, longitude: -122.42, date: (2024, 6, 20), times: [12.1639, 12.4800, 3.3442, 4.0603]),
    Day(name: "Suva", latitude: -18.14, longitude: 178.44, date: (2024, 12, 21), times: [17.0355, 17.2808, 6.4056, 7.0509]),
    Day(name: "Tromsø", latitude: 69.65, longitude: 18.96, date: (2024, 3, 20), times: [3.4131, 4.4143, 17.0327, 18.0408]),
  ]

  /// Returns the seconds of a time that is written as hours.minutes-and-seconds: 6.0219 is 6:02:19.
  private static func seconds(_ time: Double) -> Int64 {
    let digits = Int64((time * 10_000).rounded())
    return digits / 10_000 * 3600 + digits / 100 % 100 * 60 + digits % 100
  }

  /// Returns the first time after `start` at which it becomes day, or night.
  private static func next(_ isDay: Bool, after start: WallTime, _ sun: SolarCalculator) -> WallTime? {
    guard let change = sun.nextChange(after: start) else { return nil }
    return sun.isDay(at: change) == isDay ? change : sun.nextChange(after: change)
  }

  @Test("dawn, sunrise, sunset and dusk are within a minute of published times", arguments: days)
  func published(day: Day) throws {
    let place = Coordinate(latitude: day.latitude, longitude: day.longitude)
    let civil = SolarCalculator(coordinate: place)
    let sun = SolarCalculator(coordinate: place, horizon: .sunrise)
    let found = [
      Self.next(true, after: day.start, civil), Self.next(true, after: day.start, sun),
      Self.next(false, after: day.start, sun), Self.next(false, after: day.start, civil),
    ]
    for (found, expected) in zip(found, day.times) {
      let seconds = try #require(found).nanoseconds(since: day.start) / 1_000_000_000
      #expect((seconds - Self.seconds(expected)).magnitude <= 60, "\(seconds) s, not \(expected)")
    }
  }

  @Test("in the polar night and the polar day, the next change is the end of it")
  func polar() throws {
    let tromso = Coordinate(latitude: 69.65, longitude: 18.96)
    let sun = SolarCalculator(coordinate: tromso, horizon: .sunrise)
    let christmas = WallTime(year: 2024, month: 12, day: 24)
    #expect((0..<24).allSatisfy { !sun.isDay(at: WallTime(year: 2024, month: 12, day: 24, hour: $0)) })
    // Published: the sun is back in the middle of January, around noon.
    let back = try #require(sun.nextChange(after: christmas))
    #expect(back > WallTime(year: 2025, month: 1, day: 13) && back < WallTime(year: 2025, month: 1, day: 18))
    #expect(sun.isDay(at: back))
    // Civil twilight comes every day.
    let civil = try #require(SolarCalculator(coordinate: tromso).nextChange(after: christmas))
    #expect(civil.nanoseconds(since: christmas) < 86_400_000_000_000)
    let midsummer = WallTime(year: 2024, month: 6, day: 21)
    #expect((0..<24).allSatisfy { sun.isDay(at: WallTime(year: 2024, month: 6, day: 21, hour: $0)) })
    let set = try #require(sun.nextChange(after: midsummer))
    // Published: until July 25 to 27.
    #expect(set > WallTime(year: 2024, month: 7, day: 23) && set < WallTime(year: 2024, month: 7, day: 29))
    let pole = SolarCalculator(coordinate: Coordinate(latitude: 90, longitude: 0), horizon: .sunrise)
    let spring = try #require(pole.nextChange(after: WallTime(year: 2025, month: 1, day: 1)))
    #expect(spring > WallTime(year: 2025, month: 3, day: 16) && spring < WallTime(year: 2025, month: 3, day: 21))
  }

  @Test("day and night change exactly at the next change, and not before, everywhere and always")
  func law() throws {
    for latitude in stride(from: -90.0, through: 90, by: 15) {
      for longitude in [-180.0, -83, 0, 117.5, 180] {
        for month in [1, 3, 6, 9, 12] {
          for horizon in [SolarCalculator.Horizon.sunrise, .civilTwilight] {
            let place = Coordinate(latitude: latitude, longitude: longitude)
            let sun = SolarCalculator(coordinate: place, horizon: horizon)
            var time = WallTime(year: 2026, month: month, day: 20, hour: month, minute: 17)
            for _ in 0..<3 {
              let isDay = sun.isDay(at: time)
              let change = try #require(sun.nextChange(after: time))
              #expect(change > time && sun.isDay(at: change) != isDay)
              #expect(sun.isDay(at: change.advanced(byNanoseconds: -1_000_000_000)) == isDay)
              time = change
            }
          }
        }
      }
    }
  }

  @Test("a coordinate that is not a number is always in daylight, and none is too far east")
  func notANumber() {
    let time = WallTime(year: 2026, month: 6, day: 21)
    for place in [Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .infinity)] {
      let sun = SolarCalculator(coordinate: place)
      #expect(sun.isDay(at: time) && sun.nextChange(after: time) == nil)
    }
    let (here, around) = (Coordinate(latitude: 10, longitude: 20), Coordinate(latitude: 10, longitude: 20 + 360 * 1000))
    #expect(
      SolarCalculator(coordinate: here).nextChange(after: time) == SolarCalculator(coordinate: around).nextChange(after: time))
    for extreme in [WallTime(nanosecondsSince1970: .min), WallTime(nanosecondsSince1970: .max)] {
      _ = SolarCalculator(coordinate: here).nextChange(after: extreme)
    }
  }
}
