import CartoucheMaps
import CartoucheTestSupport
import Testing

@Suite("Texts of distances")
struct DistanceFormatterTests {
  @Test("a distance is written with the digits that people say")
  func digits() {
    func texts(_ units: DistanceFormatter.Units, _ distances: [Double]) -> [String] {
      distances.map { DistanceFormatter(units: units).string(fromDistance: $0) }
    }
    #expect(
      texts(.metric, [0, 0.4, 0.6, 12, 87.4, 99.6, 123, 994, 996]) == [
        "0 m", "0 m", "1 m", "12 m", "87 m", "100 m", "120 m", "990 m", "1 km",
      ])
    #expect(texts(.metric, [1234, 9940, 9960, 12_345, 1_234_567]) == ["1.2 km", "9.9 km", "10 km", "12 km", "1,235 km"])
    #expect(
      texts(.imperial, [0.3048, 30, 120, 304.8, 1609.344, 32_186.88]) == ["1 ft", "98 ft", "390 ft", "0.2 mi", "1 mi", "20 mi"])
    #expect(texts(.imperialWithYards, [0.9144, 120, 914.4, 5000]) == ["1 yd", "130 yd", "0.6 mi", "3.1 mi"])
    #expect(texts(.metric, [-123, -0.2, .nan, .infinity]) == ["-120 m", "0 m", "", "1,000,000,000 km"])
  }

  @Test("names in full have a singular; the decimal point is the language's")
  func names() {
    let full = DistanceFormatter(unitStyle: .full)
    #expect([1, 2, 1000, 1500].map { full.string(fromDistance: $0) } == ["1 meter", "2 meters", "1 kilometer", "1.5 kilometers"])
    #expect(DistanceFormatter(units: .imperial, unitStyle: .full).string(fromDistance: 0.3048) == "1 foot")
    #expect(DistanceFormatter(locale: "de").string(fromDistance: 1234) == "1,2 km")
  }

  /// Half of the last digit of a text, in meters.
  private func halfDigit(of text: String, _ distance: Double, _ units: DistanceFormatter.Units) -> Double {
    let (small, large) = units == .metric ? (1.0, 1000.0) : units == .imperial ? (0.3048, 1609.344) : (0.9144, 1609.344)
    let isLarge = text.contains("k") || text.contains("mi")
    if isLarge { return (distance >= 9.9999 * large ? 0.5 : 0.05) * large }
    return (distance >= 99.999 * small ? 5 : 0.5) * small
  }

  @Test("texts of distances are read again, to half of their last digit")
  func reading() throws {
    var generator = SplitMix64(seed: 0xd1)
    for units in DistanceFormatter.Units.allCases {
      for style in DistanceFormatter.UnitStyle.allCases {
        for locale in [nil, "de", "fr"] {
          let formatter = DistanceFormatter(units: units, unitStyle: style, locale: locale)
          for _ in 0..<50 {
            let distance = 20 * Double(1 << generator.int(in: 0...20)) * generator.double(in: 1...2)
            let text = formatter.string(fromDistance: distance)
            let read = try #require(formatter.distance(from: text), "\(text)")
            #expect(abs(read - distance) <= halfDigit(of: text, read, units) * 1.000001, "\(text)")
            #expect(formatter.string(fromDistance: read) == text)
          }
        }
      }
    }
    #expect(DistanceFormatter(units: .imperial).distance(from: "10") == 3.048)
    #expect(DistanceFormatter().distance(from: " 2 MI ") == 3218.688)
    for text in ["", "m", "ten km", "5 parsecs", "1.2.3 km", "- km"] {
      #expect(DistanceFormatter().distance(from: text) == nil, "\(text)")
    }
  }
}
