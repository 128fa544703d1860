import ArgumentParser
import Cartouche
import CartoucheOptions

/// Parsers of single arguments of maps and demos.
extension ArgumentParsers {
  static func coordinate(_ text: String) throws -> Coordinate {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.trimmingPrefix(while: \.isWhitespace))
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], abs(latitude) <= 90, abs(longitude) <= 180 else {
      throw ValidationError("a coordinate is LATITUDE,LONGITUDE in degrees, -90 to 90 and -180 to 180, as 47.1410,9.5209.")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  static func zoom(_ text: String) throws -> Scalar {
    guard let zoom = Double(text), zoom >= -2, zoom <= 24 else {
      throw ValidationError("a zoom is -2 (the world on 128 pixels) to 24, as 14.5.")
    }
    return Scalar(rawValue: Int64((zoom * 65_536).rounded()))
  }

  static func language(_ text: String) throws -> MapLanguage {
    guard let language = MapLanguage(code: text) else {
      throw ValidationError("a language is a code such as de or zh-Hant, or local.")
    }
    return language
  }

  static func pixelRatio(_ text: String) throws -> Scalar {
    guard let ratio = Double(text), ratio >= 0.125, ratio <= 8 else { throw ValidationError("a pixel ratio is 0.125 to 8, as 2.") }
    return Scalar(rawValue: Int64((ratio * 65_536).rounded()))
  }

  static func date(_ text: String) throws -> WallTime {
    let parts = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?Z/)
    let numbers = parts.map { [$0.1, $0.2, $0.3, $0.4, $0.5, $0.6 ?? "0"].compactMap { Int($0) } } ?? []
    guard numbers.count == 6, 1678...2261 ~= numbers[0], 1...12 ~= numbers[1], 1...31 ~= numbers[2], numbers[3] < 24,
      numbers[4] < 60, numbers[5] < 60
    else { throw ValidationError("a date is YYYY-MM-DDTHH:MM:SSZ in UTC, as 2026-06-21T20:30:00Z.") }
    let dayCount = dayCount(ofMonth: numbers[1], year: numbers[0])
    guard numbers[2] <= dayCount else { throw ValidationError("\(text.prefix(7)) has \(dayCount) days.") }
    return WallTime(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
  }

  private static func dayCount(ofMonth month: Int, year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    return month == 2 ? isLeapYear ? 29 : 28 : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  static func angle(_ text: String) throws -> Angle {
    guard let degrees = Double(text), abs(degrees) <= 1_000_000 else {
      throw ValidationError("an angle is -1000000 to 1000000 degrees, as 22.5.")
    }
    return .degrees(WideFixed<32>(rawValue: Int64((degrees * 4_294_967_296).rounded())))
  }
}
