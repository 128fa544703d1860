/// A formatter that writes distances as people say them: MapKit's `MKDistanceFormatter`.
///
///     DistanceFormatter().string(fromDistance: 1234)                  // 1.2 km
///     DistanceFormatter(units: .imperial).string(fromDistance: 120)   // 390 ft
///
/// Distances below a thousand meters, feet or yards are whole, and multiples of ten from a hundred on. Longer
/// ones are in kilometers or miles, with one decimal below ten.
public struct DistanceFormatter: Hashable, Sendable {
  /// The units of distances.
  public enum Units: Hashable, Sendable, CaseIterable {
    /// Meters and kilometers.
    case metric
    /// Feet and miles.
    case imperial
    /// Yards and miles.
    case imperialWithYards
  }

  /// The form of the units' names.
  public enum UnitStyle: Hashable, Sendable, CaseIterable {
    /// Short names, such as "km".
    case abbreviated
    /// English words, such as "kilometers".
    case full
  }

  /// The units of distances. The default is ``Units/metric``.
  public var units: Units
  /// The form of the units' names. The default is ``UnitStyle/abbreviated``.
  public var unitStyle: UnitStyle
  /// The language whose decimal point the formatter writes, such as "de"; nil for English. The names of units
  /// are the same in all languages.
  public var locale: String?

  /// Creates a formatter.
  public init(units: Units = .metric, unitStyle: UnitStyle = .abbreviated, locale: String? = nil) {
    (self.units, self.unitStyle, self.locale) = (units, unitStyle, locale)
  }

  /// Returns the text of a distance in meters. A distance that is not a number has an empty text.
  public func string(fromDistance distance: Double) -> String {
    guard distance == distance else { return "" }
    let magnitude = min(distance.magnitude, 1e12)
    let (small, large) = (smallUnit, largeUnit)
    let inSmall = magnitude / small.meters
    let rounded = inSmall < 100 ? inSmall.rounded() : (inSmall / 10).rounded() * 10
    let sign = distance < 0 && rounded > 0 ? "-" : ""
    if rounded < 1000 { return sign + text(rounded, decimals: 0, small) }
    let inLarge = magnitude / large.meters
    // What is rounded to ten has no decimal.
    return sign + text(inLarge, decimals: (inLarge * 10).rounded() < 100 ? 1 : 0, large)
  }

  /// Returns the meters of a text such as "1.2 km", in any of the units, abbreviated or in words; nil if the
  /// text is no distance. A number without unit is in meters, feet or yards, as ``units`` says.
  public func distance(from text: String) -> Double? {
    let words = text.split { $0 == " " || $0 == "\u{a0}" || $0 == "\u{202f}" }.joined()
    let digits = words.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "," || $0 == "-" || $0 == "+") }
    let name = words.dropFirst(digits.count).lowercased()
    let point: Character = NumberFormat.text(0.5, NumberFormat.Options(locale: locale)).contains(",") ? "," : "."
    // The other of the two separates groups of digits.
    let number = String(digits.compactMap { $0 == point ? "." : $0 == "." || $0 == "," ? nil : $0 })
    guard let value = Double(number), value.isFinite else { return nil }
    if name.isEmpty { return value * smallUnit.meters }
    return Self.allUnits.first { $0.names.contains(name) }.map { value * $0.meters }
  }

  private struct Unit {
    var meters: Double
    var abbreviation: String
    var singular: String
    var plural: String

    var names: [String] { [abbreviation, singular, plural] }
  }

  private static let meter = Unit(meters: 1, abbreviation: "m", singular: "meter", plural: "meters")
  private static let kilometer = Unit(meters: 1000, abbreviation: "km", singular: "kilometer", plural: "kilometers")
  private static let foot = Unit(meters: 0.3048, abbreviation: "ft", singular: "foot", plural: "feet")
  private static let yard = Unit(meters: 0.9144, abbreviation: "yd", singular: "yard", plural: "yards")
  private static let mile = Unit(meters: 1609.344, abbreviation: "mi", singular: "mile", plural: "miles")
  private static let allUnits = [meter, kilometer, foot, yard, mile]

  private var smallUnit: Unit { units == .metric ? Self.meter : units == .imperial ? Self.foot : Self.yard }

  private var largeUnit: Unit { units == .metric ? Self.kilometer : Self.mile }

  private func text(_ value: Double, decimals: Int, _ unit: Unit) -> String {
    let number = NumberFormat.text(value, NumberFormat.Options(locale: locale, maximumFractionDigits: decimals))
    guard unitStyle == .full else { return "\(number) \(unit.abbreviation)" }
    return "\(number) \(number == "1" ? unit.singular : unit.plural)"
  }

  // MARK: Round lengths

  /// A length of a round number of units.
  struct RoundLength: Equatable {
    var meters: Double
    var number: Double
    var isLarge: Bool
  }

  /// Returns the longest length of 1, 2 or 5 times a power of ten units that is at most `limit` meters long;
  /// nil if there is none.
  func longestRoundLength(within limit: Double) -> RoundLength? {
    let large = Self.roundNumber(within: limit / largeUnit.meters, below: 1_000_000)
    if large > 0 { return RoundLength(meters: large * largeUnit.meters, number: large, isLarge: true) }
    let small = Self.roundNumber(within: limit / smallUnit.meters, below: 1000)
    return small > 0 ? RoundLength(meters: small * smallUnit.meters, number: small, isLarge: false) : nil
  }

  private static func roundNumber(within limit: Double, below end: Double) -> Double {
    var (base, longest) = (1.0, 0.0)
    while base < end, base <= limit {
      longest = base * 5 <= limit ? base * 5 : base * 2 <= limit ? base * 2 : base
      base *= 10
    }
    return longest
  }

  func text(of length: RoundLength) -> String { text(length.number, decimals: 0, length.isLarge ? largeUnit : smallUnit) }
}
