/// The layers of the OpenMapTiles schema that the town fills.
/// - Source: https://openmaptiles.org/schema/
enum TownLayer: String, CaseIterable {
  case water, waterway, landcover, landuse, park, boundary, transportation, building
  case transportationName = "transportation_name"
  case place
}

/// One attribute's value.
enum AttributeValue: Hashable {
  case text(String)
  case number(Int64)
}

/// What is known of a feature besides its shape; the order is the order written.
struct Attributes: Hashable {
  var pairs: [Pair] = []

  struct Pair: Hashable {
    let key: String
    let value: AttributeValue
  }

  init(_ pairs: KeyValuePairs<String, AttributeValue>) {
    self.pairs = pairs.map { Pair(key: $0.key, value: $0.value) }
  }

  init(kind: String, subkind: String? = nil) {
    self.init(["class": .text(kind)])
    if let subkind { pairs.append(Pair(key: "subclass", value: .text(subkind))) }
  }

  func with(_ key: String, _ value: AttributeValue) -> Attributes {
    var copy = self
    copy.pairs.append(Pair(key: key, value: value))
    return copy
  }
}

/// A thing on the map, where it finally lies (bent), in metres.
struct Feature {
  enum Shape: Equatable { case point, line, polygon }

  let layer: TownLayer
  let shape: Shape
  /// A polygon's first ring is its outside, the others are holes; no ring repeats its first corner.
  let parts: [[PlanPoint]]
  let attributes: Attributes
  let zooms: ClosedRange<Int>
  let extent: Extent

  init(_ layer: TownLayer, _ shape: Shape, _ parts: [[PlanPoint]], _ attributes: Attributes, zooms: ClosedRange<Int>) {
    self.layer = layer
    self.shape = shape
    self.parts = parts
    self.attributes = attributes
    self.zooms = zooms
    extent = Extent(of: parts.first ?? [])
  }
}
