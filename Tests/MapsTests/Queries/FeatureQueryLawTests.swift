import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// Compares queries with pictures of each feature alone.
@Suite("Queries of features, compared with their pixels")
struct FeatureQueryLawTests {
  private typealias Fixture = FeatureQueryFixture
  private static let size = PixelSize(width: 96, height: 72)
  private static let layers = ["areas", "lines", "circles"]

  /// Returns areas, lines and circles at random places, three of each with the IDs 1 to 9.
  private static func features(_ random: inout SplitMix64) -> [GeoJSONFeature] {
    func coordinate() -> (Double, Double) { (Double(random.int(in: -60...60)), Double(random.int(in: -48...48))) }
    return (1...9).map { id in
      let geometry: GeoJSONGeometry =
        switch (id - 1) / 3 {
        // Rings may cross themselves.
        case 0: .polygon([Fixture.ring((0..<(3 + id)).map { _ in coordinate() })])
        case 1: .lineString((0..<4).map { _ in Fixture.at(coordinate().0, coordinate().1) })
        default: .point(Fixture.at(coordinate().0, coordinate().1))
        }
      return GeoJSONFeature(id: .number(Double(id)), geometry: geometry)
    }
  }

  /// Returns the style layers, of one feature or of all.
  private static func style(_ seed: UInt64, only id: Int? = nil) -> [StyleLayer] {
    let kinds: [(StyleLayer.Kind, String)] = [(.fill, "Polygon"), (.line, "LineString"), (.circle, "Point")]
    let lines: [[StyleProperty: PropertyValue]] = [
      [.lineWidth: 5], [.lineWidth: 3, .lineGapWidth: 6], [.lineWidth: 4, .lineOffset: 7, .lineCap: "round"],
      [.lineWidth: 7, .lineBlur: 3], [.lineWidth: 4, .lineDasharray: .numbers([3, 2])], [.lineWidth: 0.5],
    ]
    let looks: [[StyleProperty: PropertyValue]] = [
      [.fillColor: 0xffffff, .fillTranslate: .numbers(seed % 2 == 0 ? [0, 0] : [5, -3])],
      lines[Int(seed) % lines.count].merging([.lineColor: 0xffffff]) { $1 },
      [.circleColor: 0xffffff, .circleRadius: 7, .circleStrokeWidth: seed % 2 == 0 ? 0 : 3, .circleStrokeColor: 0xffffff],
    ]
    return zip(Self.layers, zip(kinds, looks)).map { name, layer in
      let only = id.map { #"["==", ["id"], \#($0)], "# } ?? ""
      return StyleLayer(
        name, kind: layer.0.0, source: "data",
        filter: .json(StyleJSON(#"["all", \#(only)["==", ["geometry-type"], "\#(layer.0.1)"]]"#)), properties: layer.1)
    }
  }

  private static func screen(_ features: [GeoJSONFeature], _ layers: [StyleLayer], _ seed: UInt64) -> MapScreen {
    Fixture.screen(features, layers, bearing: seed % 3 == 2 ? 33 : 0, width: size.width, height: size.height)
  }

  @Test("a feature is found at exactly the pixels that it draws", arguments: 0..<6 as Range<UInt64>)
  func pixels(seed: UInt64) {
    var random = SplitMix64(seed: seed + 1)
    let features = Self.features(&random)
    // For each feature, whether it draws each pixel.
    let drawn = (1...9).map { id in
      Self.screen(features, Self.style(seed, only: id), seed).image.pixels.map { $0 & 0xff_ffff != 0 }
    }
    #expect(drawn.allSatisfy { $0.contains(true) || $0.allSatisfy { !$0 } } && drawn.filter { $0.contains(true) }.count > 5)
    let map = Self.screen(features, Self.style(seed), seed).map
    func expected(_ pixels: some Sequence<Int>) -> Set<String> {
      Set((1...9).filter { id in pixels.contains { drawn[id - 1][$0] } }.map { "\(Self.layers[($0 - 1) / 3]) \($0)" })
    }
    for _ in 0..<160 {
      let (x, y) = (random.int(in: 0...Self.size.width - 1), random.int(in: 0...Self.size.height - 1))
      let point = Point(x: Scalar(x) + Scalar(random.int(in: 0...3)) / 4, y: Scalar(y) + 0.5)
      let found = Fixture.names(map.features(at: point))
      #expect(Set(found) == expected([y * Self.size.width + x]), "at \(x), \(y)")
      #expect(found.count == Set(found).count)
      // The order of drawing: circles of several tiles may lie on each other in any order.
      let shapes = found.filter { !$0.hasPrefix("circles") }
      #expect(shapes == shapes.sorted { $0.last ?? " " > $1.last ?? " " } && found.suffix(shapes.count) == shapes)
    }
    for _ in 0..<24 {
      let (x, y) = (random.int(in: -8...Self.size.width - 1), random.int(in: -8...Self.size.height - 1))
      let (width, height) = (random.int(in: 1...40), random.int(in: 1...30))
      let columns = max(x, 0)..<max(min(x + width, Self.size.width), 0)
      let rows = max(y, 0)..<max(min(y + height, Self.size.height), 0)
      let pixels = rows.flatMap { row in columns.map { row * Self.size.width + $0 } }
      let rect = Rect(x: Scalar(x), y: Scalar(y), width: Scalar(width), height: Scalar(height))
      #expect(Set(Fixture.names(map.features(in: rect))) == expected(pixels), "\(rect)")
    }
  }
}
