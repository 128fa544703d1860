import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Feature states and data that change while a map shows them")
struct FeatureDataTests {
  private let middle = Coordinate(latitude: 39.9, longitude: 116.38)

  /// Returns a square around a point, with sides of so many degrees.
  private func square(_ id: Int, east: Double = 0, size: Double = 0.002, color: String = "#ff0000") -> GeoJSONFeature {
    let (x, y) = (middle.longitude + east, middle.latitude)
    let corners = [(-size, -size), (size, -size), (size, size), (-size, size), (-size, -size)]
    return GeoJSONFeature(
      id: .number(Double(id)),
      geometry: .polygon([corners.map { Coordinate(latitude: y + $0.1, longitude: x + $0.0) }]),
      properties: ["color": .text(color), "key": .text("a")])
  }

  private func style(_ source: StyleSource, _ fill: PropertyValue = .expression(#"["get", "color"]"#)) -> MapStyle {
    var style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x101010]),
      StyleLayer("squares", kind: .fill, source: "data", properties: [.fillColor: fill]),
    ])
    style.sources = ["data": source]
    return style
  }

  private func center(_ screen: MapScreen) -> UInt32 {
    let image = screen.image
    return image.pixels[image.size.height / 2 * image.size.width + image.size.width / 2] & 0xff_ffff
  }

  private func rest(_ screen: MapScreen, _ queue: ShufflingQueue?) {
    if let queue { screen.settle(queue) } else { screen.runUntilIdle() }
  }

  @Test("changed data is shown in the next frame, or when workers have cut it", arguments: [true, false])
  func data(isQueued: Bool) throws {
    let queue = isQueued ? ShufflingQueue(workerCount: 2) : nil
    let data = GeoJSONSource(.features([square(1)]))
    let screen = TileArrivalTests.screen([], style(.geoJSON(data)), queue)
    rest(screen, queue)
    #expect(center(screen) == 0xff0000)
    data.setData(.features([square(1, color: "#00ff00")]))
    screen.step()
    if isQueued { #expect(center(screen) == 0xff0000, "the old data stays until the new one is there") }
    rest(screen, queue)
    #expect(center(screen) == 0x00ff00)
    data.update(GeoJSONChanges(updated: [GeoJSONFeatureUpdate(id: .number(1), setProperties: ["color": .text("#0000ff")])]))
    rest(screen, queue)
    #expect(center(screen) == 0x0000ff)
    data.update(GeoJSONChanges(removed: [.number(1)]))
    rest(screen, queue)
    #expect(center(screen) == 0x101010)
    data.update(GeoJSONChanges(added: .features([square(2, color: "#ffff00")])))
    rest(screen, queue)
    #expect(center(screen) == 0xffff00 && screen.repaintEqualsRedraw())
  }

  @Test("data that changes in each frame settles to the last one", arguments: 0..<6 as Range<UInt64>)
  func stream(seed: UInt64) throws {
    let queue = ShufflingQueue(workerCount: 1 + Int(seed % 3), seed: seed)
    let data = GeoJSONSource(.features([]))
    let screen = TileArrivalTests.screen([], style(.geoJSON(data)), queue)
    for index in 0..<40 {
      let route = square(1, east: Double(index) * 0.0004 - 0.016)
      data.setData(.features([route, square(2, east: -0.01, size: 0.001, color: "#00ff00")]))
      screen.step()
      for _ in 0..<Int(seed) { queue.deliver() }
    }
    rest(screen, queue)
    let fresh = TileArrivalTests.screen([], style(.geoJSON(data)))
    fresh.runUntilIdle()
    let isEqual = screen.image.pixels == fresh.image.pixels
    #expect(isEqual && center(screen) == 0xff0000)
  }

  @Test("a cluster of a lower zoom is not drawn where its points are not", arguments: [true, false])
  func clusters(isQueued: Bool) throws {
    let tile = try #require(TileID(zoom: 14, x: 13500, y: 6210))
    // Two points at the west and east edges of a row of three tiles; their mean is in the middle one.
    let points = try [(-4000, 2048), (8100, 2048)].map { x, y in
      GeoJSONFeature(geometry: .point(try #require(Coordinate(tile.point(x, y)))))
    }
    var options = GeoJSONOptions()
    (options.isClustered, options.clusterRadius, options.clusterMaximumZoom) = (true, 500, 12)
    var style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x101010]),
      StyleLayer("points", kind: .circle, source: "data", properties: [.circleRadius: 10, .circleColor: 0xff0000]),
    ])
    style.sources = ["data": .geoJSON(GeoJSONSource(.features(points), options: options))]
    let queue = isQueued ? ShufflingQueue(workerCount: 2) : nil
    let camera = MapCamera(centerPoint: tile.point(2048, 2048), zoom: 14)
    let screen = TileArrivalTests.screen([], style, queue, camera: camera)
    rest(screen, queue)
    #expect(Set(screen.image.pixels.map { $0 & 0xff_ffff }) == [0x101010])
    screen.map.camera.zoom = 12
    rest(screen, queue)
    #expect(screen.image.pixels.contains { $0 & 0xff_ffff == 0xff0000 })
  }

  @Test("a state changes a feature by its ID, or by a promoted property", arguments: [true, false])
  func states(isQueued: Bool) throws {
    let queue = isQueued ? ShufflingQueue(workerCount: 2) : nil
    let fill = PropertyValue.expression(
      ##"["case", ["boolean", ["feature-state", "on"], false], "#00ff00", ["coalesce", ["feature-state", "color"], "#ff0000"]]"##)
    var sources = [StyleSource.geoJSON(GeoJSONSource(.features([square(7)])))]
    sources.append(sources[0])
    sources[1].promotedIDs = ["": "key"]
    for (source, id) in zip(sources, [GeoJSONIdentifier.number(7), .text("a")]) {
      let screen = TileArrivalTests.screen([], style(source, fill), queue)
      rest(screen, queue)
      #expect(center(screen) == 0xff0000)
      screen.map.setFeatureState(["on": true], of: id, source: "data")
      screen.map.setFeatureState(["on": true], of: .number(8), source: "data")
      rest(screen, queue)
      #expect(center(screen) == 0x00ff00)
      screen.map.setFeatureState(["on": false, "color": 0x0000ff], of: id, source: "data")
      rest(screen, queue)
      screen.map.setFeatureState(["color": .color(.blue)], of: id, source: "data")
      rest(screen, queue)
      #expect(center(screen) == 0x0000ff)
      screen.map.removeFeatureState("color", of: id, source: "data")
      rest(screen, queue)
      #expect(center(screen) == 0xff0000)
      screen.map.setFeatureState(["on": true], of: id, source: "data")
      screen.map.removeFeatureState(of: nil, source: "data")
      rest(screen, queue)
      #expect(center(screen) == 0xff0000)
    }
  }

  @Test("a state is current at a zoom for which the tile was prepared before the state changed")
  func stateAndZoom() throws {
    let color = ##"["case", ["boolean", ["feature-state", "on"], false], "#00ff00", "#ff0000"]"##
    let fill = PropertyValue.expression(#"["interpolate", ["linear"], ["zoom"], 10, \#(color), 20, \#(color)]"#)
    var options = GeoJSONOptions()
    options.maximumZoom = 13
    let data = GeoJSONSource(.features([square(7)]), options: options)
    for queue in [nil, ShufflingQueue(workerCount: 1)] {
      let screen = TileArrivalTests.screen([], style(.geoJSON(data), fill), queue)
      for zoom: Scalar in [14.5, 15.5] {
        screen.map.camera.zoom = zoom
        rest(screen, queue)
        #expect(center(screen) == 0xff0000)
      }
      screen.map.setFeatureState(["on": true], of: .number(7), source: "data")
      for zoom: Scalar in [15.5, 14.5, 15.2] {
        screen.map.camera.zoom = zoom
        rest(screen, queue)
        #expect(center(screen) == 0x00ff00, "at \(zoom)")
      }
    }
  }
}
