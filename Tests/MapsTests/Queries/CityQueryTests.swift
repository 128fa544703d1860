import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Foundation
import Testing

/// Compares queries with the pixels of real cities.
///
/// The environment variable `QUERY_CAMERAS` is the number of cameras in each city, 1 by default. With 12,
/// over a thousand labels, icons and buildings are asked for. `QUERY_FIRST` is the first camera.
@Suite("Queries of real cities", .enabled(if: SharedData.isAvailable, SharedData.skipReason))
struct CityQueryTests {
  private static let cameraCount = ProcessInfo.processInfo.environment["QUERY_CAMERAS"].flatMap { Int($0) } ?? 1
  private static let firstCamera = ProcessInfo.processInfo.environment["QUERY_FIRST"].flatMap { Int($0) } ?? 0
  private static let (width, height) = (640, 400)

  struct Place: CustomTestStringConvertible {
    var tiles: String
    var center: Coordinate
    var testDescription: String { tiles }
  }

  private static let places = [
    Place(tiles: "columbus", center: Coordinate(latitude: 39.9612, longitude: -82.9988)),
    Place(tiles: "sf-downtown", center: Coordinate(latitude: 37.7868, longitude: -122.4036)),
  ]

  private static let disc = StyleImage(
    Image.drawn(size: PixelSize(width: 13, height: 13)) {
      $0.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 13, height: 13)), with: .color(Color(hex: 0xd01080)))
    })

  private func screen(_ style: MapStyle, _ camera: MapCamera) -> MapScreen {
    let screen = MapScreen(
      width: Self.width, height: Self.height, fonts: FontCollection(files: FontCollection.standardFiles), camera: camera)
    screen.map.showsCompass = false
    screen.map.style = style
    screen.runUntilIdle()
    return screen
  }

  private func pixels(_ screen: MapScreen) -> [UInt32] { screen.image.pixels.map { $0 & 0xff_ffff } }

  /// Returns the pixels of the style without symbols, in which each building has the color of its ID.
  private func paintedBuildings(_ style: MapStyle, _ camera: MapCamera) throws -> [UInt32] {
    var style = style
    style.layers.removeAll { $0.kind == .symbol }
    let top = try #require(style.layers.firstIndex { $0.name == "building-top" })
    style.layers[top][.fillColor] = .expression(
      #"["rgb", ["%", ["id"], 256], ["%", ["floor", ["/", ["id"], 256]], 256], ["floor", ["/", ["id"], 65536]]]"#)
    return pixels(screen(style, camera))
  }

  private static func color(ofID id: UInt64) -> UInt32 {
    UInt32(id & 255) << 16 | UInt32(id >> 8 & 255) << 8 | UInt32(id >> 16 & 255)
  }

  /// Returns the first, the middle and the last of some pixels, as points.
  private static func some(of pixels: [Int]) -> [Point] {
    guard let first = pixels.first, let last = pixels.last else { return [] }
    return [first, pixels[pixels.count / 2], last].map { index in
      Point(x: Scalar(index % width) + 0.5, y: Scalar(index / width) + 0.5)
    }
  }

  @Test("a label, an icon or a building that nothing covers is the first feature at its pixels", arguments: places)
  func topmost(place: Place) throws {
    let tiles = NumberedTiles(try MBTilesArchive(path: SharedData.path("data/tiles/\(place.tiles).mbtiles")), layer: "building")
    var style = try MapStyle(
      contentsOfFile: SharedData.path("data/styles/osm-bright/style.json"), tiles: ["openmaptiles": tiles])
    for file in try FileManager.default.contentsOfDirectory(atPath: SharedData.path("data/styles/osm-bright/icons")) {
      style.images[String(file.prefix { $0 != "." })] = Self.disc
    }
    var plain = style
    plain.layers.removeAll { $0.kind == .symbol }
    var (buildings, texts, icons) = (0, 0, 0)
    var times: [Duration] = []
    for step in Self.firstCamera..<Self.firstCamera + Self.cameraCount {
      var camera = MapCamera(
        center: Coordinate(
          latitude: place.center.latitude + Double(step % 3 - 1) * 0.0035,
          longitude: place.center.longitude + Double(step / 3 % 4 - 2) * 0.006),
        zoom: step % 2 == 0 ? 16 : 17)
      camera.bearing = .degrees(WideFixed(step % 4 == 3 ? 25 : 0))
      let screen = screen(style, camera)
      let map = screen.map
      let (full, bare) = (pixels(screen), pixels(self.screen(plain, camera)))
      let labels = map.listedLabels()
      // Letters and halos reach a little out of the boxes.
      let taken = labels.map { $0.box.insetBy(dx: -4, dy: -4) }
      func isFree(_ index: Int, except label: Int? = nil) -> Bool {
        let pixel = Point(x: Scalar(index % Self.width) + 0.5, y: Scalar(index / Self.width) + 0.5)
        return !taken.indices.contains { $0 != label && taken[$0].contains(pixel) }
      }
      for (number, label) in labels.enumerated() {
        let part = PixelRect(covering: label.box).intersection(
          PixelRect(minX: 0, minY: 0, maxX: Self.width, maxY: Self.height))
        let ink = (part.minY..<max(part.maxY, part.minY)).flatMap { y in
          (part.minX..<max(part.maxX, part.minX)).map { y * Self.width + $0 }
        }.filter { full[$0] != bare[$0] && isFree($0, except: number) }
        guard !ink.isEmpty else { continue }
        if label.text.isEmpty { icons += 1 } else { texts += 1 }
        for point in Self.some(of: ink) {
          let found = map.features(at: point).first
          #expect(found?.layer == label.layer, "\(label.text) \(label.icon) at \(point), \(label.box)")
          let names = (found?.properties.values.map { $0 } ?? []).compactMap { value -> String? in
            if case .text(let text) = value { text } else { nil }
          }
          #expect(label.text.isEmpty || names.contains { label.text.contains($0) }, "\(label.text) at \(point)")
        }
      }
      let clock = ContinuousClock()
      times.append(
        clock.measure { for x in 0..<100 { _ = map.features(at: Point(x: Scalar(x) * 6, y: Scalar(x) * 4)) } } / 100)
      times.append(clock.measure { _ = map.features(in: map.bounds) })
      let painted = try paintedBuildings(style, camera)
      var shown: [UInt64: [Int]] = [:]
      // In one color, all outlines are above all areas, so only pixels of an area are compared.
      for index in painted.indices where painted[index] != bare[index] && full[index] == 0xf2eae2 && bare[index] == 0xf2eae2 {
        let pixel = painted[index]
        let id = UInt64(pixel >> 16 | pixel & 0xff00 | (pixel & 255) << 16)
        // Where two buildings meet, a blend of their colors may be that of a third one.
        let (x, y) = (index % Self.width, index / Self.width)
        guard x > 0, y > 0, x < Self.width - 1, y < Self.height - 1,
          [-1, 1, -Self.width, Self.width].allSatisfy({ painted[index + $0] == pixel })
        else { continue }
        if tiles.ids.contains(id), isFree(index) { shown[id, default: []].append(index) }
      }
      for (id, pixels) in shown {
        buildings += 1
        for point in Self.some(of: pixels) {
          let found = map.features(at: point).first
          #expect(
            found?.layer == "building-top" && found?.id == .number(Double(id)),
            "\(id) at \(point): \(FeatureQueryFixture.names(map.features(at: point)))")
        }
      }
    }
    print("\(place.tiles): \(texts) texts, \(icons) icons, \(buildings) buildings; at points, in views: \(times)")
    // In Columbus, a few buildings are mapped, and one of them is as large as downtown.
    #expect(texts > 0 && buildings > 0 && (place.tiles == "columbus" || texts + icons + buildings > 60))
  }
}

/// Tiles in which each feature of a layer has an ID of its own.
private final class NumberedTiles: TileSource, @unchecked Sendable {
  private let source: any TileSource
  private let layer: String
  private var known: [TileID: [UInt8]?] = [:]
  private(set) var ids: Set<UInt64> = []
  private var nextID: UInt64 = 1

  init(_ source: any TileSource, layer: String) { (self.source, self.layer) = (source, layer) }

  var name: String { source.name }
  var zoomRange: ClosedRange<Int> { source.zoomRange }

  func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    if let tile = known[id] { return tile }
    let tile = try source.tile(id).map { numbered($0[...], field: 3) }
    known[id] = .some(tile)
    return tile
  }

  /// Copies a message of a tile with other layers, or a layer with other features.
  private func numbered(_ message: ArraySlice<UInt8>, field: UInt64) -> [UInt8] {
    var (rest, result) = (message, [UInt8]())
    func varint() -> UInt64 {
      var (value, shift) = (UInt64(0), UInt64(0))
      while let byte = rest.popFirst() {
        value |= UInt64(byte & 127) << shift
        if byte < 128 { break }
        shift += 7
      }
      return value
    }
    func bytes(_ value: UInt64) -> [UInt8] { value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + bytes(value >> 7) }
    var isNamed = false
    while !rest.isEmpty {
      let key = varint()
      result += bytes(key)
      guard key & 7 == 2 else {
        result += bytes(varint())
        continue
      }
      let length = Int(varint())
      let content = rest.prefix(length)
      rest = rest.dropFirst(length)
      if field == 2, key >> 3 == 1 { isNamed = Array(content) == Array(layer.utf8) }
      var changed = Array(content)
      if key >> 3 == field {
        if field == 3 {
          changed = numbered(content, field: 2)
        } else if isNamed {
          // The last value of a field counts.
          changed += [8] + bytes(nextID)
          ids.insert(nextID)
          nextID += 1
        }
      }
      result += bytes(UInt64(changed.count)) + changed
    }
    return result
  }
}
