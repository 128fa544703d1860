import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Selecting features of a map, and filtering points of interest")
struct FeatureSelectionTests {
  private final class Log: MapViewDelegate {
    var lines: [String] = []
    func mapView(_ mapView: MapView, didSelect feature: MapFeature) { lines.append("+\(feature.title ?? "")") }
    func mapView(_ mapView: MapView, didDeselect feature: MapFeature) { lines.append("-\(feature.title ?? "")") }
    func mapView(_ mapView: MapView, didSelect view: AnnotationView) { lines.append("+annotation") }
    func mapView(_ mapView: MapView, didDeselect view: AnnotationView) { lines.append("-annotation") }
  }

  private let highlight = PropertyValue.expression(
    ##"["case", ["boolean", ["feature-state", "selected"], false], "#ff0000", "#808080"]"##)

  /// Returns a map of one tile of 512 points, whose middle is that of the view: a house, and three names.
  private func screen(highlights: Bool = true) throws -> MapScreen {
    var maker = TileMaker()
    func add(_ layer: String, _ id: UInt64, _ name: String, _ kind: String, _ x: Int, _ y: Int) {
      // A point is 8 units.
      let center = SIMD2(2048 + x * 8, 2048 + y * 8)
      maker.add(.point, [[center]], to: layer, id: id, tags: [("class", kind), ("name", name)])
    }
    add("poi", 1, "Cafe", "cafe", -70, 0)
    add("poi", 2, "Park", "parking", 70, 0)
    add("place", 3, "Town", "town", 0, -60)
    let (low, high) = (2048 + 40 * 8, 2048 + 70 * 8)
    maker.add(
      .polygon, [[SIMD2(low, low), SIMD2(high, low), SIMD2(high, high), SIMD2(low, high)]], to: "building", id: 4,
      tags: [("name", "House")])
    let screen = MapScreen(
      width: 320, height: 240, fonts: FontCollection(files: FontCollection.standardFiles),
      camera: MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0))
    func names(_ layer: String) -> StyleLayer {
      StyleLayer(
        layer, kind: .symbol, sourceLayer: layer,
        properties: [
          .textField: .expression(#"["get", "name"]"#), .textSize: 14, .textColor: highlights ? highlight : 0x808080,
        ])
    }
    screen.map.showsCompass = false
    screen.map.style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x000000]),
      StyleLayer(
        "houses", kind: .fill, sourceLayer: "building", properties: [.fillColor: highlights ? highlight : 0x808080]),
      names("poi"), names("place"),
    ])
    screen.map.sources = [try FixedSource(world: maker)]
    screen.runUntilIdle()
    return screen
  }

  private let cafe = Point(x: 90, y: 120)
  private let parking = Point(x: 230, y: 120)
  private let town = Point(x: 160, y: 60)
  private let house = Point(x: 215, y: 175)
  private let nowhere = Point(x: 60, y: 215)

  private func tap(_ screen: MapScreen, _ point: Point) {
    screen.tap(point)
    // A tap waits for a second one, which would zoom.
    for _ in 0..<40 { screen.step() }
    screen.runUntilIdle()
  }

  private func isRed(_ screen: MapScreen, _ point: Point) -> Bool {
    let image = screen.image
    return (-12...12).contains { dx in
      let pixel = image.pixels[point.y.floor * image.size.width + point.x.floor + dx] & 0xff_ffff
      return pixel >> 16 > 0x80 && pixel & 0xffff < 0x8080 && pixel >> 16 > pixel & 0xff + 0x40
    }
  }

  @Test("a tap selects a feature of the chosen kinds and highlights it; one elsewhere deselects it")
  func taps() throws {
    let (screen, log) = (try screen(), Log())
    let map = screen.map
    map.delegate = log
    tap(screen, cafe)
    #expect(log.lines.isEmpty && map.selectedFeature == nil)
    map.selectableFeatures = [.pointsOfInterest, .buildings]
    tap(screen, cafe)
    #expect(log.lines == ["+Cafe"] && map.selectedFeature?.featureType == .pointOfInterest)
    #expect(isRed(screen, cafe) && !isRed(screen, house) && screen.repaintEqualsRedraw())
    tap(screen, cafe)
    #expect(log.lines == ["+Cafe"])
    tap(screen, house)
    #expect(log.lines == ["+Cafe", "-Cafe", "+House"])
    #expect(!isRed(screen, cafe) && isRed(screen, house))
    tap(screen, town)
    #expect(log.lines.last == "-House" && map.selectedFeature == nil && !isRed(screen, house))
    map.selectableFeatures = .territories
    tap(screen, town)
    tap(screen, nowhere)
    #expect(log.lines.suffix(2) == ["+Town", "-Town"])
  }

  @Test("a tap near a name selects it, within a touch target")
  func near() throws {
    let screen = try screen()
    screen.map.selectableFeatures = .pointsOfInterest
    tap(screen, Point(x: cafe.x, y: cafe.y + 24))
    #expect(screen.map.selectedFeature?.title == "Cafe")
    tap(screen, Point(x: cafe.x, y: cafe.y + 60))
    #expect(screen.map.selectedFeature == nil)
  }

  @Test("a selected feature, its highlight and other states are there again after a style of other sources")
  func styles() throws {
    let screen = try screen()
    let map = screen.map
    map.selectableFeatures = .buildings
    var day = map.style
    let source = map.sources[0]
    for index in day.layers.indices where day.layers[index].kind != .background { day.layers[index].source = "city" }
    day.sources = ["city": .tiles(source)]
    var night = day
    var maker = TileMaker()
    maker.add(.point, [[SIMD2(2048, 2048)]], to: "poi", id: 9)
    night.sources = ["city": .tiles(try FixedSource(world: maker))]
    (map.sources, map.style) = ([], day)
    screen.runUntilIdle()
    tap(screen, house)
    map.setFeatureState(["selected": true], of: .number(1), source: "city", sourceLayer: "poi")
    screen.runUntilIdle()
    #expect(isRed(screen, house) && isRed(screen, cafe))
    map.style = night
    screen.runUntilIdle()
    #expect(!isRed(screen, house) && map.selectedFeature != nil)
    map.style = day
    screen.runUntilIdle()
    #expect(isRed(screen, house) && isRed(screen, cafe))
    map.style = night
    map.deselectFeature()
    map.style = day
    screen.runUntilIdle()
    #expect(!isRed(screen, house) && isRed(screen, cafe))
  }

  @Test("of features and annotations, one is selected at a time, and closures are called")
  func annotations() throws {
    let (screen, log) = (try screen(), Log())
    let map = screen.map
    map.delegate = log
    map.labelsAvoidAnnotations = false
    map.selectableFeatures = [.pointsOfInterest, .buildings]
    var events: [String] = []
    map.events.didSelectFeature = { events.append("+\($0.title ?? "")") }
    map.events.didDeselectFeature = { events.append("-\($0.title ?? "")") }
    let annotation = PointAnnotation(coordinate: try #require(map.convert(house)), title: "Pin")
    map.addAnnotation(annotation)
    screen.runUntilIdle()
    tap(screen, cafe)
    tap(screen, house)
    #expect(log.lines == ["+Cafe", "-Cafe", "+annotation"] && events == ["+Cafe", "-Cafe"])
    tap(screen, cafe)
    #expect(log.lines.suffix(2) == ["-annotation", "+Cafe"] && map.selectedAnnotations.isEmpty)
    map.selectAnnotation(annotation, animated: false)
    #expect(map.selectedFeature == nil && map.selectedAnnotations.count == 1)
    map.deselectFeature()
    #expect(log.lines.last == "+annotation")
    map.selectFeature(try #require(map.features(at: cafe).first))
    map.selectedAnnotations = [annotation]
    #expect(map.selectedFeature == nil && map.selectedAnnotations.count == 1)
  }

  @Test("a callback may deselect, or select another feature")
  func callbacks() throws {
    let map = try screen().map
    let (first, second) = (try #require(map.features(at: cafe).first), try #require(map.features(at: town).first))
    map.events.didSelectFeature = { feature in if feature == first { map.selectFeature(second) } }
    map.selectFeature(first)
    #expect(map.selectedFeature == second)
    map.events.didDeselectFeature = { _ in map.selectFeature(second) }
    map.selectFeature(first)
    #expect(map.selectedFeature == second)
    map.events.didDeselectFeature = nil
    map.events.didSelectFeature = { _ in map.deselectFeature() }
    map.selectFeature(first)
    #expect(map.selectedFeature == nil)
  }

  @Test("a selection redraws nothing in a style that does not read states; a style that does shows it later")
  func plainStyle() throws {
    let screen = try screen(highlights: false)
    screen.map.selectFeature(try #require(screen.map.features(at: house).first))
    #expect(screen.commit().isEmpty)
    screen.map.style.layers[1][.fillColor] = highlight
    screen.runUntilIdle()
    #expect(isRed(screen, house))
  }

  @Test("a filter of classes hides points of interest and nothing else, and shows them again")
  func filter() throws {
    let screen = try screen()
    let map = screen.map
    func texts() -> Set<String> {
      screen.runUntilIdle()
      return Set(map.listedLabels().map(\.text))
    }
    #expect(texts() == ["Cafe", "Park", "Town"])
    map.pointOfInterestFilter = PointOfInterestFilter(excluding: ["parking"])
    #expect(texts() == ["Cafe", "Town"] && map.features(at: parking).isEmpty && map.features(at: cafe).count == 1)
    map.pointOfInterestFilter = PointOfInterestFilter(including: ["parking", "no such class"])
    #expect(texts() == ["Park", "Town"])
    map.pointOfInterestFilter = .excludingAll
    #expect(texts() == ["Town"] && map.features(at: house).count == 1)
    map.pointOfInterestFilter = .includingAll
    #expect(texts() == ["Cafe", "Park", "Town"])
    map.pointOfInterestFilter = nil
    #expect(texts() == ["Cafe", "Park", "Town"] && screen.repaintEqualsRedraw())
  }
}
