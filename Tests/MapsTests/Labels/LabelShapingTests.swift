import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Shaping of labels")
struct LabelShapingTests {
  /// The points for each degree at zoom 14.
  private static let pointsPerDegree = 23_301.69

  private func point(_ name: String, _ east: Double, _ south: Double) -> GeoJSONFeature {
    GeoJSONFeature(
      geometry: .point(Coordinate(latitude: -south / Self.pointsPerDegree, longitude: east / Self.pointsPerDegree)),
      properties: ["name": .text(name)])
  }

  private func screen(_ features: [GeoJSONFeature], icon: StyleImage? = nil) -> MapScreen {
    let camera = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 14)
    let fonts = FontCollection(files: FontCollection.standardFiles)
    let screen = MapScreen(width: 480, height: 320, fonts: fonts, camera: camera)
    var symbols = StyleLayer("names", kind: .symbol, source: "data")
    symbols[.textField] = .expression("[\"get\", \"name\"]")
    symbols[.textSize] = 16
    symbols[.textAnchor] = "top"
    var style = MapStyle(layers: [symbols])
    if let icon {
      style.images["icon"] = icon
      style.layers[0][.iconImage] = "icon"
    }
    // One tile has all features.
    var options = GeoJSONOptions()
    options.maximumZoom = 8
    style.sources = ["data": .geoJSON(GeoJSONSource(.features(features), options: options))]
    screen.map.style = style
    screen.runUntilIdle()
    return screen
  }

  @Test("of a tile with a thousand names, those near the view are shaped, and the others when the view comes near")
  func distantNames() {
    var features = (0..<1000).map { point("Far \($0)", 20_000, Double($0) * 20) }
    features.append(point("Near", 0, 0))
    let screen = screen(features)
    #expect(screen.map.listedLabels().map(\.text) == ["Near"])
    #expect(screen.map.labelStatistics.shapedTextCount == 1)
    screen.map.camera.center = Coordinate(latitude: 0, longitude: 20_000 / Self.pointsPerDegree)
    screen.runUntilIdle()
    let shown = screen.map.listedLabels().map(\.text)
    #expect(shown.contains("Far 0") && !shown.contains("Near"))
    let count = screen.map.labelStatistics.shapedTextCount
    #expect(count >= 1 + shown.count && count < 100)
  }

  @Test("a text is not shaped if its icon, which it needs, has no room; it is if the icon may be absent")
  func blockedIcons() {
    let icon = StyleImage(
      Image(size: PixelSize(width: 64, height: 64)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
        pixels.update(repeating: 0xff33_6699)
      })
    let features = (0..<8).map { point("Name \($0)", Double($0), 0) }
    let screen = screen(features, icon: icon)
    #expect(screen.map.listedLabels().map(\.text) == ["Name 0"])
    #expect(screen.map.labelStatistics.shapedTextCount == 1)
    // For a picture of all boxes, each text is measured, and the same labels are shown.
    screen.map.showsCollisions = true
    screen.runUntilIdle()
    #expect(screen.map.listedLabels().map(\.text) == ["Name 0"])
    #expect(screen.map.labelStatistics.shapedTextCount == 8)
    screen.map.showsCollisions = false
    screen.runUntilIdle()
    let count = screen.map.labelStatistics.shapedTextCount
    var style = screen.map.style
    style.layers[0][.iconOptional] = true
    screen.map.style = style
    screen.runUntilIdle()
    #expect(screen.map.listedLabels().map(\.text) == ["Name 0"])
    #expect(screen.map.labelStatistics.shapedTextCount == count + 8)
  }
}
