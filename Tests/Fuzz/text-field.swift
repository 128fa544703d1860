import CartoucheMaps
import CartoucheRaster
import CartoucheText

/// Reads some bytes as a style of labels and as lines and points, and any bytes as their names, or as an
/// expression for them.
///
/// Labels are placed, listed and drawn as in a map at rest, and then in one that turns, where labels keep
/// their places. The boxes of labels have finite sizes and do not overlap, unless the style allows it.
/// Labels are placed twice the same, and have the same pixels when they are drawn in pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  var input = FuzzInput(start, min(count, LabelSheet.byteCount))
  let sheet = LabelSheet(&input, text: Array(bytes.dropFirst(LabelSheet.byteCount)))
  guard var style = try? MapStyle(json: Array(sheet.json.utf8), path: "s", directory: "/no-such-directory") else { return 0 }
  precondition(style.errors.count <= 501, "too many errors")
  for error in style.errors { precondition(error.line >= 0 && !error.reason.isEmpty, "an error without a reason") }
  style.images["a"] = images[0]
  style.images["b"] = images[1]
  style.images["empty"] = images[2]
  var sources = MapSources()
  sources.replace([], style: style)
  let store = TileStore(style: CompiledStyle(style, sources: sources), byteLimit: 1 << 20)
  let bounds = Rect(x: 0, y: 0, width: 61, height: 47)
  let transform = MapTransform(camera: sheet.camera, bounds: bounds)
  let rest = painter.picture(sheet.isTurned ? transform : transform.gridAligned, tiles: store, scale: sheet.scale)
  check(rest, in: bounds)
  var turned = sheet.camera
  turned.zoom += 0.3
  turned.bearing = .degrees(100)
  let moving = painter.picture(MapTransform(camera: turned, bounds: bounds), tiles: store, scale: sheet.scale, kept: rest)
  check(moving, in: bounds)
  for error in store.takeErrors() { precondition(!"\(error)".isEmpty, "an error without a description") }
  // The pixels take longer than all the rest.
  if count % 4 == 0 { drawTwice(count % 8 == 0 ? rest.list : moving.list) }
  return 0
}

private func check(_ picture: LabelPainter.Picture, in bounds: Rect) {
  for label in picture.labels {
    precondition(label.box.intersects(bounds), "a label that is out of view")
    precondition(label.box.width >= 0 && label.box.height >= 0, "a label with a negative size")
    precondition((-180.001...180.001).contains(label.angle), "a label without a direction")
    precondition(!label.text.contains(where: \.isNewline), "a listed text of two lines")
  }
}

/// The fonts are opened once.
nonisolated(unsafe) private let painter = LabelPainter(fonts: FontCollection(files: FontCollection.standardFiles))

private let images = [PixelSize(width: 5, height: 3), PixelSize(width: 16, height: 16), PixelSize(width: 0, height: 0)].map {
  size in
  StyleImage(
    Image(size: size) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      for index in pixels.indices { pixels[index] = UInt32(truncatingIfNeeded: index) &* 0x1100_0000 }
    })
}

/// A style sheet with one layer of labels and its data, made of the fuzzer's bytes.
private struct LabelSheet {
  /// The bytes of the settings. The text follows them.
  static let byteCount = 56

  var json = ""
  var camera: MapCamera
  var scale = MapScale()
  var isTurned = false

  init(_ input: inout FuzzInput, text bytes: [UInt8]) {
    let (mode, view, shape) = (input.byte(), input.byte(), input.byte())
    let zoom = Scalar(12) + Scalar(Int(input.byte() & 15)) / 4
    isTurned = view & 1 != 0
    camera = MapCamera(
      center: Coordinate(latitude: 0, longitude: view & 2 == 0 ? 0 : 179.9999), zoom: zoom,
      bearing: isTurned ? .degrees(WideFixed(Int(view) * 2)) : .zero)
    if view & 4 != 0 { scale = MapScale(pixelRatio: 2) }
    var name = String(decoding: bytes.prefix(300), as: UTF8.self)
    // Long names take most of the time, so few inputs have them.
    if view == 0xff, !name.isEmpty { name = String(repeating: name, count: min(10_000 / name.utf8.count + 1, 10_000)) }
    var field = Self.fields[Int(mode) % Self.fields.count]
    if mode >= 0xf0 {
      (field, name) = (Self.literal(name), "Name")
    } else if mode >= 0xc0, !bytes.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
      // Without a slash, it names no file outside of the directory, which does not exist.
      (field, name) = (name, "N\u{e4}me 漢字 אב")
    }
    let layout = ["\"text-field\": \(field)"] + Self.members(Self.layout, &input)
    let paint = Self.members(Self.paint, &input)
    let features = Self.features(shape, center: view & 2 == 0 ? 0 : 179.9999, name: Self.literal(name), &input)
    json = """
      {"version": 8, "sources": {"g": {"type": "geojson", "data": {"type": "FeatureCollection", "features": [\(features)]}}},
      "layers": [{"id": "l", "type": "symbol", "source": "g", "layout": {\(layout.joined(separator: ", "))},
      "paint": {\(paint.joined(separator: ", "))}}]}
      """
  }

  /// Returns a string in JSON.
  private static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func members(_ properties: [(name: String, values: [String])], _ input: inout FuzzInput) -> [String] {
    properties.compactMap { property in
      let choice = Int(input.byte())
      return choice == 0 ? nil : "\"\(property.name)\": \(property.values[(choice - 1) % property.values.count])"
    }
  }

  private static func features(_ shape: UInt8, center: Double, name: String, _ input: inout FuzzInput) -> String {
    func position(_ x: Int, _ y: Int) -> String { "[\(center + Double(x) / 23_301.7), \(-Double(y) / 23_301.7)]" }
    var points: [String] = []
    for _ in 0..<(1 + Int(shape >> 4)) {
      let (x, y) = (Int(Int8(bitPattern: input.byte())), Int(Int8(bitPattern: input.byte())))
      points.append(position(x * 2, y))
    }
    let line = points.joined(separator: ", ")
    let geometry: String
    switch shape & 7 {
    case 0: geometry = "{\"type\": \"Point\", \"coordinates\": \(points[0])}"
    case 1: geometry = "{\"type\": \"MultiPoint\", \"coordinates\": [\(line)]}"
    case 2: geometry = "{\"type\": \"LineString\", \"coordinates\": [\(line)]}"
    // A line of length 0.
    case 3: geometry = "{\"type\": \"LineString\", \"coordinates\": [\(points[0]), \(points[0]), \(points[0])]}"
    // A line that turns back on itself.
    case 4: geometry = "{\"type\": \"LineString\", \"coordinates\": [\((points + points.reversed()).joined(separator: ", "))]}"
    case 5: geometry = "{\"type\": \"Polygon\", \"coordinates\": [[\(line), \(points[0])]]}"
    case 6:
      let parts = points.map { "[\($0), \(points[0])]" }
      geometry = "{\"type\": \"MultiLineString\", \"coordinates\": [\(parts.joined(separator: ", "))]}"
    // A street through several tiles.
    default:
      let street = [position(-400, 3)] + points + [position(400, -9)]
      geometry = "{\"type\": \"LineString\", \"coordinates\": [\(street.joined(separator: ", "))]}"
    }
    let feature = "{\"type\": \"Feature\", \"properties\": {\"name\": \(name), \"n\": \(shape)}, \"geometry\": \(geometry)}"
    let other = """
      {"type": "Feature", "properties": {"name": "Other", "n": 2}, "geometry": {"type": "Point", "coordinates": \(position(9, 4))}}
      """
    return shape & 8 == 0 ? "\(feature), \(other)" : "\(feature), \(feature)"
  }

  private static let fields = [
    "\"{name}\"", "[\"get\", \"name\"]", "\"{none}\"", "\"{name} {n}\\n{name:de}\"",
    "[\"format\", [\"get\", \"name\"], {\"font-scale\": 1.5, \"text-color\": \"red\"}, [\"image\", \"a\"], \"\\n\", {}, [\"get\", \"name\"], {}]",
    "[\"format\", [\"image\", [\"get\", \"name\"]], [\"upcase\", [\"get\", \"name\"]], {\"text-font\": [\"literal\", [\"Serif Bold\"]]}]",
    "[\"format\", [\"get\", \"name\"], {\"font-scale\": 1e9}, [\"get\", \"n\"], {\"font-scale\": -1}, [\"image\", \"empty\"]]",
    "[\"concat\", [\"get\", \"name\"], \" \", [\"slice\", [\"get\", \"name\"], 1, 3], [\"to-string\", [\"length\", [\"get\", \"name\"]]]]",
    "[\"coalesce\", [\"get\", \"none\"], [\"downcase\", [\"get\", \"name\"]]]",
    "[\"number-format\", [\"get\", \"n\"], {\"locale\": \"de\"}]",
    "[\"step\", [\"zoom\"], [\"get\", \"name\"], 14, \"{name}\"]", "{\"stops\": [[0, \"{name}\"], [15, \"x {name}\"]]}",
  ]

  private static let flags = ["true", "false"]
  private static let numbers = ["0", "1", "-1", "0.3", "7", "45", "1e9", "-1e9", "1e300", "[\"get\", \"n\"]", "[\"zoom\"]", "1000"]
  private static let pairs = ["[0, 1]", "[-2, 0.5]", "[1e9, -1e300]", "[\"literal\", [3, 3]]"]
  private static let places = ["\"left\"", "\"center\"", "\"right\"", "\"auto\"", "[\"get\", \"name\"]"]
  private static let alignments = ["\"map\"", "\"viewport\"", "\"auto\"", "\"viewport-glyph\""]
  private static let anchors = [
    "\"top\"", "\"left\"", "\"bottom-right\"", "\"center\"", "\"top-left\"", "\"right\"", "[\"get\", \"name\"]",
  ]
  private static let colors = ["\"red\"", "\"#0f08\"", "\"transparent\"", "[\"get\", \"name\"]"]
  private static let overlaps = ["\"never\"", "\"always\"", "\"cooperative\""]

  private static let layout: [(name: String, values: [String])] = [
    ("symbol-placement", ["\"line\"", "\"line-center\"", "\"point\""]),
    ("symbol-spacing", ["1", "20", "250", "0", "-5", "1e9"]),
    ("symbol-sort-key", numbers), ("symbol-z-order", ["\"source\"", "\"viewport-y\"", "\"auto\""]),
    ("text-size", ["6", "12", "24", "0", "-5", "0.01", "300", "1e6", "1e300", "[\"get\", \"n\"]"]),
    ("text-font", ["[\"Serif Bold\"]", "[\"None Such\", \"Sans\"]", "[\"literal\", [\"Mono\"]]", "[]"]),
    ("text-transform", ["\"uppercase\"", "\"lowercase\"", "\"none\""]), ("text-max-width", numbers), ("text-line-height", numbers),
    ("text-letter-spacing", numbers), ("text-justify", places), ("text-anchor", anchors),
    ("text-variable-anchor", ["[\"top\", \"left\", \"right\"]", "[\"bottom-left\", \"center\", \"center\"]", "[]"]),
    ("text-variable-anchor-offset", ["[\"top\", [0, 1], \"left\", [2, -1e9]]", "[\"right\", [1e300, 0]]", "[]"]),
    ("text-radial-offset", numbers), ("text-offset", pairs), ("text-rotate", numbers),
    ("text-rotation-alignment", alignments), ("text-keep-upright", flags), ("text-padding", numbers), ("text-max-angle", numbers),
    ("text-writing-mode", ["[\"vertical\"]", "[\"horizontal\", \"vertical\"]", "[\"vertical\", \"horizontal\"]", "[]"]),
    ("text-overlap", overlaps), ("text-ignore-placement", flags), ("text-optional", flags),
    ("icon-image", ["\"a\"", "\"b\"", "\"empty\"", "\"{name}\"", "\"none\""]), ("icon-size", numbers),
    ("icon-text-fit", ["\"both\"", "\"width\"", "\"height\"", "\"none\""]),
    ("icon-text-fit-padding", ["[1, 2, 3, 4]", "[-1e9, 0, 1e9, 0]", "[-9, -9, -9, -9]"]), ("icon-rotate", numbers),
    ("icon-overlap", overlaps), ("icon-optional", flags), ("icon-padding", numbers + ["[1, 2]", "[1, -9, 1e300, 4]"]),
  ]
  private static let paint: [(name: String, values: [String])] = [
    ("text-color", colors), ("text-halo-color", colors), ("text-halo-width", numbers), ("text-halo-blur", numbers),
    ("text-opacity", ["0.5", "0", "2", "-1", "[\"get\", \"n\"]"]), ("text-translate", pairs), ("icon-opacity", ["0.5", "0"]),
  ]
}
