import CartoucheMaps
import CartoucheRaster

/// Reads any bytes as a style sheet, and draws a map of it at some zooms.
///
/// A sheet is refused, or it is drawn without a crash. A map that is drawn again has the same shapes, and the
/// same pixels when it is drawn in pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // No JSON begins with such a byte. The others choose layers and properties, of which more are valid.
  if bytes.first ?? 0 >= 0xf8 {
    var generator = SheetGenerator(input: FuzzInput(start, count))
    bytes = Array(generator.sheet().utf8)
  }
  guard !namesFiles(bytes) else { return 0 }
  guard var style = try? MapStyle(json: bytes, path: "s", directory: "/no-such-directory", tiles: ["*": tiles]) else { return 0 }
  precondition(style.errors.count <= 501, "too many errors")
  for error in style.errors { precondition(error.line >= 0 && !error.reason.isEmpty, "an error without a reason") }
  style.images["a"] = image
  var sources = MapSources()
  sources.replace([], style: style)
  let store = TileStore(style: CompiledStyle(style, sources: sources), byteLimit: 1 << 20)
  for (index, zoom) in ([0, 2.75, 14.5] as [Scalar]).enumerated() {
    let camera = MapCamera(
      center: Coordinate(latitude: 1, longitude: -1), zoom: zoom, bearing: Angle(degrees: index == 1 ? 30 : 0))
    let transform = MapTransform(camera: camera, bounds: Rect(x: 0, y: 0, width: 61, height: 47))
    let drawing = MapDrawing(index == 1 ? transform : transform.gridAligned, tiles: store, within: transform.bounds)
    let again = MapDrawing(index == 1 ? transform : transform.gridAligned, tiles: store, within: transform.bounds)
    precondition(drawing.shapes.map(\.features) == again.shapes.map(\.features), "a map is drawn in two ways")
    let content = list(drawing)
    // The pixels take longer than all the rest.
    if index == count % 3 { drawTwice(content) }
  }
  return 0
}

/// Whether a sheet may name files outside of its directory, which does not exist.
private func namesFiles(_ bytes: [UInt8]) -> Bool {
  let text = String(decoding: bytes, as: UTF8.self).lowercased()
  // A slash alone is an operator.
  let others = text.split(separator: "\"/\"", omittingEmptySubsequences: false)
  return others.contains { part in ["\"/", "///", "\\/", "\\u002f"].contains { part.contains($0) } }
}

private func list(_ drawing: MapDrawing) -> DisplayList {
  var list = DisplayList()
  var groups: [Int] = []
  for shape in drawing.shapes {
    precondition(shape.features >= 0, "a negative number of features")
    switch shape.content {
    case .fill(let path, let paint): list.fill(path, with: paint)
    case .stroke(let path, let style, let paint): list.stroke(path, style: style, with: paint)
    case .list(let other): list.append(other, transform: .identity)
    case .background(let paint): list.fill(Path(rect: Rect(x: 0, y: 0, width: 61, height: 47)), with: paint)
    case .beginGroup(let opacity): groups.append(list.open(.beginGroup, opacity: opacity))
    case .endGroup:
      guard let group = groups.popLast() else { preconditionFailure("the end of a group without its beginning") }
      list.closeGroup(group)
    }
  }
  precondition(groups.isEmpty, "a group without an end")
  return list
}

private let image = StyleImage(
  Image(size: PixelSize(width: 5, height: 3)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
    for index in pixels.indices { pixels[index] = UInt32(index) * 0x1100_0000 }
  })

/// Tiles whose content the fuzzer's build knows; see ``VectorTile/decode(_:)`` there.
private let tiles = FuzzTiles()

private final class FuzzTiles: TileSource {
  let name = "tiles"
  let zoomRange = 0...14
  func tile(_: TileID) -> [UInt8]? { [] }
}

/// Makes style sheets of the fuzzer's bytes. They are right, apart from their values.
private struct SheetGenerator {
  var input: FuzzInput

  init(input: FuzzInput) {
    self.input = input
    _ = self.input.byte()
  }

  mutating func sheet() -> String {
    var layers: [String] = []
    while !input.isAtEnd, layers.count < 8 { layers.append(layer(layers.count)) }
    return """
      {"version": 8, "state": {"s": {"default": \(number())}}, "sources": {"v": {"type": "vector", "url": "t"},
      "g": {"type": "geojson", "lineMetrics": true, "data": {"type": "Feature", "properties": {"n": 7}, "geometry":
      {"type": "LineString", "coordinates": [[-30, -20], [0, 0], [9, 40]]}}}}, "layers": [\(layers.joined(separator: ",\n"))]}
      """
  }

  private mutating func layer(_ index: Int) -> String {
    let kind = StyleLayer.Kind.allCases[Int(input.byte()) % StyleLayer.Kind.allCases.count]
    let names = PropertyTable.propertyNames(of: kind)
    var (layout, paint): ([String], [String]) = ([], [])
    for _ in 0...input.byte() & 7 {
      let name = names[Int(input.byte()) % names.count]
      guard let entry = PropertyTable.entry(StyleProperty(name), of: kind) else { continue }
      let member = "\"\(name)\": \(value(entry.specification.kind))"
      if entry.isLayout { layout.append(member) } else { paint.append(member) }
    }
    let choice = input.byte()
    let filter = choice & 3 == 0 ? ", \"filter\": [\"<\", [\"get\", \"n\"], \(number())]" : ""
    let source = kind == .background ? "" : choice & 4 == 0 ? ", \"source\": \"g\"" : ", \"source\": \"v\", \"source-layer\": \"l\""
    return """
      {"id": "\(index)", "type": "\(kind.rawValue)"\(source)\(filter), "layout": {\(layout.joined(separator: ", "))},
      "paint": {\(paint.joined(separator: ", "))}}
      """
  }

  /// Returns a constant, or an expression whose results are of a kind.
  private mutating func value(_ kind: PropertySpecification.Kind) -> String {
    let choice = input.byte()
    func get() -> String { "[\"get\", \"\(["n", "s", "x"][Int(choice >> 4) % 3])\"]" }
    switch choice % 12 {
    case 0: return "[\"interpolate\", [\"linear\"], [\"zoom\"], 0, \(constant(kind)), 6, \(constant(kind)), 20, \(constant(kind))]"
    case 1: return "[\"interpolate\", [\"exponential\", \(number())], [\"zoom\"], 1, \(constant(kind)), 18, \(constant(kind))]"
    case 2: return "[\"step\", [\"zoom\"], \(constant(kind)), 2, \(constant(kind)), 14.5, \(constant(kind))]"
    case 3: return "[\"match\", \(get()), [1, 2], \(constant(kind)), \(constant(kind))]"
    case 4: return get()
    case 5:
      return "[\"interpolate\", [\"linear\"], [\"zoom\"], 0, [\"*\", \(get()), \(number())], 15, [\"+\", \(get()), \(number())]]"
    case 6:
      let place = choice & 16 == 0 ? "line-progress" : "heatmap-density"
      return "[\"interpolate\", [\"linear\"], [\"\(place)\"], 0, \(constant(kind)), 0.4, \(constant(kind)), 1, \(constant(kind))]"
    case 7: return "{\"base\": 2, \"stops\": [[0, \(constant(kind))], [9, \(constant(kind))]]}"
    default: return constant(kind)
    }
  }

  private mutating func constant(_ kind: PropertySpecification.Kind) -> String {
    switch kind {
    case .number: return number()
    case .color: return ["\"red\"", "\"#0f08\"", "\"rgba(9, 9, 9, 0)\"", "\"hsl(200, 50%, 40%)\""][Int(input.byte() & 3)]
    case .boolean: return input.byte() & 1 == 0 ? "true" : "false"
    case .enumeration(let names): return "\"\(names[Int(input.byte()) % names.count])\""
    case .array(_, let count):
      let items = (0..<(count ?? Int(input.byte() & 7))).map { _ in number() }
      return "[\"literal\", [\(items.joined(separator: ", "))]]"
    default: return ["\"a\"", "\"b\"", "\"{n}\"", number()][Int(input.byte() & 3)]
    }
  }

  private mutating func number() -> String {
    let choice = input.byte()
    if choice >= 128 { return "\(Double(choice - 128) / 8)" }
    let numbers = [
      "0", "1", "0.5", "-1", "2", "3.5", "64", "-0.1", "1000", "-1000", "1e6", "1e9", "-1e9", "1e300", "1e-9", "-1e300", "32768",
      "1e13",
    ]
    return numbers[Int(choice) % numbers.count]
  }
}
