import CartoucheInventedTown
import CartoucheMaps
import Testing

@Suite("The names of the invented town")
struct TownNameTests {
  /// The features of one layer at zoom 14, each of which may be in several tiles.
  private func features(_ layer: String, zoom: Int = 14, seed: UInt64 = 1) throws -> [DecodedTile.Feature] {
    var found: [DecodedTile.Feature] = []
    var result = Result<Void, any Error>.success(())
    try TownGenerator(extent: 5, seed: seed).makeTiles { address, bytes in
      guard address.zoom == zoom, case .success = result else { return }
      result = Result { found += try DecodedTile(bytes).features.filter { $0.layer == layer } }
    }
    try result.get()
    return found
  }

  private func classes(_ features: [DecodedTile.Feature]) -> Set<String> { Set(features.compactMap { $0.attributes["class"] }) }

  @Test("streets of all classes have names, and main roads have numbers")
  func streetsHaveNames() throws {
    let streets = try features("transportation_name")
    #expect(streets.allSatisfy { $0.type == .linestring && ($0.attributes["name"] ?? $0.attributes["ref"]) != nil })
    #expect(classes(streets).isSuperset(of: ["motorway", "primary", "secondary", "tertiary", "minor", "path"]))
    #expect(Set(streets.compactMap { $0.attributes["name"] }).count > 500)
    for numbered in streets.filter({ $0.attributes["ref"] != nil }) {
      #expect(numbered.attributes["ref_length"] == "\(numbered.attributes["ref"]?.count ?? 0)")
      #expect(numbered.attributes["network"] == "road")
    }
    #expect(Set(streets.compactMap { $0.attributes["ref"] }).isSuperset(of: ["M 3", "A 3", "A 4"]))
    #expect(classes(try features("transportation_name", zoom: 12)).isDisjoint(with: ["minor", "path"]))
    #expect(classes(try features("transportation_name", zoom: 9)).isSubset(of: ["motorway", "primary"]))
  }

  @Test("places range from the town to its neighborhoods and the farms around")
  func placesHaveNames() throws {
    let places = try features("place")
    #expect(places.allSatisfy { $0.type == .point && $0.attributes["name"]?.isEmpty == false && $0.attributes["rank"] != nil })
    #expect(
      classes(places).isSuperset(of: ["city", "suburb", "quarter", "neighbourhood", "village", "island", "isolated_dwelling"]))
    #expect(classes(try features("place", zoom: 8)) == ["city"])
  }

  @Test("points of interest have names, classes and ranks, and the important ones appear first")
  func pointsOfInterestHaveNames() throws {
    let points = try features("poi")
    for point in points {
      #expect(point.type == .point)
      #expect(point.attributes["name"]?.isEmpty == false && point.attributes["subclass"] != nil)
      #expect(point.attributes["rank"].flatMap { Int($0) }.map { 1...40 ~= $0 } == true)
    }
    #expect(
      classes(points).isSuperset(of: [
        "railway", "town_hall", "place_of_worship", "park", "school", "cafe", "restaurant", "beer", "shop", "lodging",
      ]))
    let important = try features("poi", zoom: 12)
    #expect(!important.isEmpty && important.count < points.count / 20)
  }

  @Test("houses have numbers at the deepest zoom alone")
  func housesHaveNumbers() throws {
    let numbers = try features("housenumber")
    #expect(numbers.count > 3000)
    #expect(numbers.allSatisfy { $0.type == .point && $0.attributes["housenumber"]?.first?.isNumber == true })
    #expect(numbers.contains { $0.attributes["housenumber"]?.hasSuffix("a") == true })
    #expect(try features("housenumber", zoom: 13).isEmpty)
  }

  @Test("the river, its streams and the lakes have names")
  func watersHaveNames() throws {
    let river = try features("waterway", zoom: 10).filter { $0.attributes["class"] == "river" }
    #expect(!river.isEmpty && river.allSatisfy { $0.attributes["name"] == "Saffer" })
    #expect(try features("water_name").contains { $0.attributes["class"] == "lake" && $0.attributes["name"] != nil })
  }

  @Test("some narrow streets have traffic in one direction")
  func someStreetsAreOneWay() throws {
    let streets = try features("transportation").filter { $0.attributes["class"] == "minor" }
    let oneWay = streets.filter { $0.attributes["oneway"] == "1" }
    #expect(oneWay.count > 20 && oneWay.count < streets.count / 3)
  }

  @Test("names depend on the seed, and a few have letters outside ASCII")
  func namesAreInvented() throws {
    func names(_ seed: UInt64) throws -> Set<String> {
      Set(try features("transportation_name", seed: seed).compactMap { $0.attributes["name"] })
    }
    let first = try names(1)
    #expect(try names(1) == first)
    #expect(try names(2) != first)
    let marked = first.filter { !$0.utf8.allSatisfy { $0 < 128 } }
    #expect(!marked.isEmpty && marked.count < first.count / 5)
  }
}
