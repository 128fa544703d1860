import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Positions of the glyphs of labels")
struct LabelGlyphPositionTests {
  private static let folder = "/usr/share/fonts/truetype/"

  @Test(
    "along a straight line, glyphs stand where hb-shape puts them",
    .enabled(if: TextReferenceProgram.hbShape.isInstalled, "hb-shape is not installed"),
    arguments: [
      ("dejavu/DejaVuSans.ttf", "AVATAR To Wa. Yo! Ty"), ("dejavu/DejaVuSans.ttf", "Phố Tràng Tiền"),
      ("dejavu/DejaVuSans.ttf", "الجمهورية"), ("dejavu/DejaVuSans.ttf", "ירושלים"),
      ("lohit-devanagari/Lohit-Devanagari.ttf", "महात्मा गांधी मार्ग"), ("tlwg/Waree.ttf", "ถนนเจริญกรุง"),
      ("tlwg/Waree.ttf", "ตลาดน้ำอัมพวา"), ("wqy/wqy-microhei.ttc", "中山北路二段"),
    ])
  func positions(font: String, name: String) throws {
    let fonts = FontCollection(files: [Self.folder + font])
    let units = Double(fonts.faces[0].unitsPerEm)
    let size = 24
    let line = try #require(
      TextReferenceProgram.hbShape.lines(
        ["--no-glyph-names", "--no-clusters", Self.folder + font], input: name + "\n"
      ).first)
    var (pen, expected) = (0.0, [(glyph: UInt32, x: Double, y: Double)]())
    for glyph in line.dropFirst().dropLast().split(separator: "|") {
      // As in 82@10,-5+1253: the index, the offset unless it is 0, and the advance.
      let parts = glyph.split(separator: "+")
      let halves = parts[0].split(separator: "@")
      let offset = halves.count > 1 ? halves[1].split(separator: ",").compactMap { Double($0) } : [0, 0]
      expected.append(
        (try #require(UInt32(halves[0])), (pen + offset[0]) / units * Double(size), -offset[1] / units * Double(size)))
      pen += try #require(Double(parts[1]))
    }

    let screen = MapScreen(
      width: 600, height: 200, fonts: fonts, camera: MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 14))
    let street = GeoJSONFeature(
      geometry: .lineString([Coordinate(latitude: 0, longitude: -0.01), Coordinate(latitude: 0, longitude: 0.01)]),
      properties: ["name": .text(name)])
    var names = StyleLayer("names", kind: .symbol, source: "data")
    names[.textField] = .expression("[\"get\", \"name\"]")
    names[.symbolPlacement] = "line-center"
    names[.textSize] = .number(Scalar(size))
    var style = MapStyle(layers: [names])
    style.sources = ["data": .geoJSON(GeoJSONSource(.features([street])))]
    screen.map.style = style
    screen.runUntilIdle()

    let label = try #require(screen.map.listedLabels().first)
    #expect(label.glyphs.map(\.glyph) == expected.map(\.glyph))
    let (first, start) = (try #require(label.glyphs.first), try #require(expected.first))
    for (actual, wanted) in zip(label.glyphs, expected) {
      // Advances are rounded to 1/65536 point, and the line to 1/4096 point.
      #expect(abs(actual.x - first.x - (wanted.x - start.x)) < 0.01)
      #expect(abs(actual.y - first.y - (wanted.y - start.y)) < 0.01)
    }
  }
}
