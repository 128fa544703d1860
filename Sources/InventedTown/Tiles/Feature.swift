/// The value of an attribute.
enum AttributeValue: Hashable {
  case text(String)
  case number(Int64)
}

/// The attributes of a feature, in the order in which they are encoded.
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

/// A geographic feature: its shape on the warped plan, in meters, and its attributes.
struct Feature {
  enum Shape: Equatable { case point, line, polygon }

  let layer: TownLayer
  let shape: Shape
  /// Points, lines, or the rings of one polygon: the first is the outline, the others are holes. No ring
  /// repeats its first corner.
  let parts: [[PlanPoint]]
  let attributes: Attributes
  let zooms: ClosedRange<Int>
  /// The bounding box of the first part, which contains the others if the feature is a polygon.
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
