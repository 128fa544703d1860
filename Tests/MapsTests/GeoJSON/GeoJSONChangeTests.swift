import CartoucheMaps
import CartoucheTestSupport
import Synchronization
import Testing

@Suite("Changes of GeoJSON")
struct GeoJSONChangeTests {
  private func randomFeature(_ id: Int, _ random: inout SplitMix64) -> GeoJSONFeature {
    let a = Coordinate(latitude: random.double(in: -60...60), longitude: random.double(in: -170...170))
    let b = Coordinate(latitude: a.latitude + 3, longitude: a.longitude + random.double(in: 1...5))
    let geometries: [GeoJSONGeometry?] = [
      .point(a), .lineString([a, b]), .polygon([[a, b, Coordinate(latitude: a.latitude, longitude: b.longitude)]]), nil,
    ]
    return GeoJSONFeature(
      id: id.isMultiple(of: 5) ? .text("f\(id)") : .number(Double(id)), geometry: geometries[random.int(in: 0...3)],
      properties: ["v": .number(Double(random.int(in: 0...9))), "t": .text("x\(id)")])
  }

  @Test("after random changes, the tiles are those of a source that is created with the result", arguments: [false, true])
  func againstModel(isClustered: Bool) {
    var random = SplitMix64(seed: 77)
    var options = GeoJSONOptions()
    options.isClustered = isClustered
    var model = (0..<300).map { randomFeature($0, &random) }
    let source = GeoJSONSource(.features(model), options: options)
    for round in 0..<120 {
      var changes = GeoJSONChanges()
      if round % 50 == 49 {
        changes.removesAll = true
        model = []
      }
      for _ in 0..<random.int(in: 0...6) {
        guard let feature = model.randomElement(using: &random), let id = feature.id else { break }
        changes.removed.append(id)
      }
      model.removeAll { feature in changes.removed.contains { $0 == feature.id } }
      let added = (0..<random.int(in: 0...8)).map { _ in randomFeature(random.int(in: 0...400), &random) }
      changes.added = .features(added)
      for feature in added {
        if let index = model.firstIndex(where: { $0.id == feature.id }) { model[index] = feature } else { model.append(feature) }
      }
      for _ in 0..<random.int(in: 0...6) where !model.isEmpty {
        let index = random.int(in: 0...model.count - 1)
        guard let id = model[index].id else { continue }
        var update = GeoJSONFeatureUpdate(id: id)
        if random.int(in: 0...1) == 0 {
          update.newGeometry = randomFeature(0, &random).geometry
          if let geometry = update.newGeometry { model[index].geometry = geometry }
        }
        if random.int(in: 0...4) == 0 {
          update.removesAllProperties = true
          model[index].properties = [:]
        }
        if random.int(in: 0...2) == 0 {
          update.removedProperties = ["v"]
          model[index].properties["v"] = nil
        }
        let value = GeoJSONValue.number(Double(round))
        update.setProperties = ["u": value]
        model[index].properties["u"] = value
        changes.updated.append(update)
      }
      source.update(changes)
      #expect(source.featureCount == model.count)
      let fresh = GeoJSONSource(.features(model), options: options)
      for (zoom, x, y) in [(0, 0, 0), (2, 1, 1), (3, 6, 3)] { #expect(source.features(zoom, x, y) == fresh.features(zoom, x, y)) }
      #expect(source.errorTexts().filter { !$0.contains("clustered") } == [])
    }
    #expect(source.revision == 121)
  }

  @Test("a change that nothing fits is reported, and the rest is applied")
  func errors() {
    let origin = Coordinate(latitude: 0, longitude: 0)
    let source = GeoJSONSource(.features([GeoJSONFeature(id: .number(1), geometry: .point(origin))]), name: "trams")
    source.update(
      GeoJSONChanges(
        removed: [.number(9)],
        added: .text(
          "{\"type\": \"FeatureCollection\", \"features\": [\n7, {\"type\": \"Feature\", \"id\": \"a\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 1]}}]}"
        ),
        updated: [
          GeoJSONFeatureUpdate(id: .text("x"), setProperties: ["a": .null]),
          GeoJSONFeatureUpdate(id: .number(1), newGeometry: .lineString([origin])),
          GeoJSONFeatureUpdate(id: .text("a"), setProperties: ["b": .array([.number(1)])]),
        ]))
    #expect(
      source.errorTexts() == [
        "trams:2: a feature is left out: an element of \"features\" is not an object",
        "trams: feature 1 is not updated: a line has only one position", "trams: there is no feature \"x\" to update",
      ])
    #expect(source.features(0, 0, 0).map(\.kind) == [.point, .point])
    #expect(source.features(0, 0, 0).last?.properties == ["b": .json("[1]")])
  }

  @Test("a promoted property identifies features in changes")
  func promoted() {
    let features = ["a", "b"].map {
      GeoJSONFeature(geometry: .point(Coordinate(latitude: 0, longitude: 0)), properties: ["name": .text($0)])
    }
    let source = GeoJSONSource(.features(features), options: .with { $0.promoteID = "name" })
    source.update(
      GeoJSONChanges(removed: [.text("a")], updated: [GeoJSONFeatureUpdate(id: .text("b"), setProperties: ["n": .number(1)])]))
    #expect(source.features(0, 0, 0).map(\.properties) == [["name": .string("b"), "n": .number(1)]])
  }

  @Test("bounds, attribution and observers follow the data")
  func observers() throws {
    let calls = Mutex(0)
    let source = GeoJSONSource(.features([]), options: .with { $0.attribution = "© us" })
    #expect(source.bounds == nil && source.attribution == "© us" && source.featureCount == 0)
    let number = source.addObserver { calls.withLock { $0 += 1 } }
    source.setData(
      .features([
        GeoJSONFeature(
          geometry: .lineString([Coordinate(latitude: 10, longitude: 170), Coordinate(latitude: -10, longitude: 190)]))
      ]))
    let bounds = try #require(source.bounds)
    #expect(bounds.contains(try #require(MapPoint(Coordinate(latitude: 0, longitude: -175)))))
    #expect(!bounds.contains(try #require(MapPoint(Coordinate(latitude: 0, longitude: 0)))))
    source.removeObserver(number)
    source.setData(.features([]))
    #expect(calls.withLock { $0 } == 1 && source.revision == 3 && source.bounds == nil)
  }

  @Test("threads cut tiles while the data is replaced, and each tile is of one revision")
  func threads() async {
    func line(_ revision: Int) -> GeoJSONData {
      let coordinates = (0...50).map { Coordinate(latitude: Double(revision % 50), longitude: Double($0)) }
      return .features(
        (0..<5).map { _ in GeoJSONFeature(geometry: .lineString(coordinates), properties: ["r": .number(Double(revision))]) })
    }
    let source = GeoJSONSource(line(1))
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for revision in 2...200 { source.setData(line(revision)) } }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<200 {
            let (tile, revision) = source.tileAndRevision(TileID(at: MapPoint(x: 0, y: 0), zoom: 0))
            #expect(tile?.features.map { $0.properties["r"] } == Array(repeating: .number(Double(revision)), count: 5))
          }
        }
      }
    }
  }
}
