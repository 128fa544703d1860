import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Pages of labels")
struct LabelPageTests {
  /// The points of a degree at zoom 14, at the equator.
  private static let degree = 23_301.69

  private func coordinate(_ x: Double, _ y: Double) -> Coordinate {
    Coordinate(latitude: -y / Self.degree, longitude: x / Self.degree)
  }

  /// Returns a screen of 480 × 320 points that shows lines with their names. A point of the data is a point
  /// of the screen, from its middle.
  private func screen(_ lines: [(name: String, points: [(Double, Double)])], _ properties: [StyleProperty: PropertyValue])
    -> MapScreen
  {
    let fonts = FontCollection(files: FontCollection.standardFiles)
    let screen = MapScreen(
      width: 480, height: 320, fonts: fonts, camera: MapCamera(center: coordinate(0, 0), zoom: 14))
    let features = lines.map { name, points in
      GeoJSONFeature(
        geometry: points.count == 1
          ? .point(coordinate(points[0].0, points[0].1)) : .lineString(points.map { coordinate($0.0, $0.1) }),
        properties: ["name": .text(name)])
    }
    var names = StyleLayer("names", kind: .symbol, source: "data", properties: properties)
    names[.textField] = .expression("[\"get\", \"name\"]")
    names[.textHaloColor] = 0xffffff
    names[.textHaloWidth] = 1.5
    var style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xf4f1ea]),
      StyleLayer("lines", kind: .line, source: "data", properties: [.lineColor: 0xd8cfc0, .lineWidth: 10, .lineJoin: "round"]),
      names,
    ])
    style.sources = ["data": .geoJSON(GeoJSONSource(.features(features)))]
    screen.map.showsCompass = false
    screen.map.style = style
    screen.runUntilIdle()
    return screen
  }

  /// Returns a line of two straight parts with a bend between them, which is rounded by a few vertices.
  private func bend(_ degrees: Double, x: Double, y: Double) -> [(Double, Double)] {
    let steps = 8
    var (points, position, angle) = ([(x - 75, y)], (x - 75, y), 0.0)
    func go(_ length: Double) {
      let radians = angle / 180 * ElementaryFunctions.pi
      position = (
        position.0 + length * ElementaryFunctions.cosine(radians), position.1 + length * ElementaryFunctions.sine(radians)
      )
      points.append(position)
    }
    go(48)
    for _ in 0..<steps {
      angle += degrees / Double(steps)
      go(7)
    }
    go(48)
    return points
  }

  @Test("names follow bends of 0° to 90°, and S-bends")
  func bends() throws {
    var lines: [(name: String, points: [(Double, Double)])] = []
    for (index, degrees) in [0.0, 15, 30, 45, 60, 90].enumerated() {
      let (x, y) = (Double(index % 3) * 155 - 155, Double(index / 3) * 100 - 130)
      lines.append(("Bend of \(Int(degrees)) degrees", bend(degrees, x: x, y: y)))
    }
    let wave: [(Double, Double)] = (0...40).map { step in
      let angle = Double(step) / 40 * 4 * ElementaryFunctions.pi
      return (Double(step) * 10 - 200, 115 + 22 * ElementaryFunctions.sine(angle))
    }
    lines.append(("A long name on a line with two S-bends", wave))
    let screen = screen(lines, [.symbolPlacement: "line-center", .textSize: 13])
    #expect(screen.map.listedLabels().count >= 6)
    try expectFrame(screen.image, matches: "label-bends")
  }

  @Test("names are upright at eight bearings", arguments: [0, 45, 90, 135, 180, 225, 270, 315])
  func bearings(bearing: Int) throws {
    let lines = (0..<4).map { index in
      let angle = Double(index) * 0.7 + 0.3
      let (x, y) = (110 * ElementaryFunctions.cosine(angle), 110 * ElementaryFunctions.sine(angle))
      return ("Street number \(index + 1)", [(-x * 0.1 + x * 1.2, -y * 0.1 + y * 1.2), (x * 0.2, y * 0.2)])
    }
    let screen = screen(lines, [.symbolPlacement: "line-center", .textSize: 12])
    screen.map.camera.bearing = .degrees(WideFixed(bearing))
    screen.runUntilIdle()
    for label in screen.map.listedLabels() { #expect(label.angle >= -90.1 && label.angle <= 90.1) }
    try expectFrame(screen.image, matches: "label-bearing-\(bearing)")
  }

  @Test("labels in several scripts, across and down")
  func scripts() throws {
    let names = ["Saint-Étienne", "مدينة الكويت", "नई दिल्ली", "תל אביב", "Αθήνα", "台北車站"]
    var lines = names.enumerated().map { index, name in
      (name: name, points: [(Double(index % 3) * 150 - 150, Double(index / 3) * 50 - 120)])
    }
    lines.append(("ถนนเจริญกรุง", [(-60, -30), (60, -30)]))
    lines.append(("ตลาดน้ำอัมพวา", [(110, -40), (170, -20), (225, 25)]))
    lines.append(("中山北路二段", [(-150, -20), (-150, 140)]))
    lines.append(("شارع الجمهورية", [(-80, 110), (0, 60), (100, 40)]))
    lines.append(("महात्मा गांधी मार्ग", [(60, 140), (130, 110), (220, 110)]))
    let screen = screen(lines, [.symbolPlacement: "line-center", .textSize: 16])
    screen.map.style[layer: "names"]?[.symbolPlacement] = "line-center"
    screen.runUntilIdle()
    try expectFrame(screen.image, matches: "label-scripts-lines")
    screen.map.style[layer: "names"]?[.symbolPlacement] = "point"
    screen.map.style[layer: "names"]?[.textWritingMode] = .expression("[\"literal\", [\"vertical\", \"horizontal\"]]")
    screen.runUntilIdle()
    try expectFrame(screen.image, matches: "label-scripts-points")
  }

  @Test("the colors of labels change gradually, at rest and while the map turns", arguments: [false, true])
  func colorTransition(turns: Bool) {
    var places: [(name: String, points: [(Double, Double)])] = []
    for x in [-140.0, 0, 140] { places += [("North", [(x, -60)]), ("South", [(x, 60)])] }
    let screen = screen(places, [.textSize: 16, .textColor: 0xff0000])
    /// Makes a frame, and returns the number of pixels in the old and in the new color.
    func step() -> (old: Int, new: Int) {
      if turns { screen.map.camera.bearing = screen.map.camera.bearing + .degrees(1) }
      screen.step()
      let colors = screen.image.pixels.map { $0 & 0xffffff }
      return (colors.count { $0 == 0xff0000 }, colors.count { $0 == 0x0000ff })
    }
    for _ in 0..<4 { #expect(step().old > 50) }
    var style = screen.map.style
    style.layers[2][StyleProperty.textColor] = 0x0000ff
    screen.map.style = style
    let frames = (0..<30).map { _ in step() }
    // A transition takes 0.3 s, which are 19 frames.
    let changing = frames[2..<18]
    #expect(changing.allSatisfy { $0.old == 0 && $0.new == 0 })
    #expect(frames[20...].allSatisfy { $0.old == 0 && $0.new > 50 })
    #expect(screen.repaintEqualsRedraw())
  }
}
