/// A number of features in flat arrays, which are not changed after the table is built.
///
/// A source has several tables. A large file is divided among tables of limited size, so that its arrays need
/// not be copied as a whole while they grow.
final class GeoJSONTable: Sendable {
  struct Feature {
    /// The number that identifies the feature; NaN if there is none.
    var idNumber: Double
    /// The index of the text that identifies the feature among the values; −1 if there is none.
    var idText: Int32
    var firstTag: Int32
    var tagCount: Int32
    var firstShape: Int32
    var shapeCount: Int32
    /// Whether the feature passes the source's filter.
    var isShown: Bool
    /// The place of the feature in the drawing order.
    var order: Int64

    var tags: Range<Int> { Int(firstTag)..<Int(firstTag) + Int(tagCount) }
    var shapes: Range<Int> { Int(firstShape)..<Int(firstShape) + Int(shapeCount) }
  }

  /// A geometry of a feature that is no collection.
  struct Shape {
    var feature: Int32
    var firstPart: Int32
    var partCount: Int32
    var kind: VectorFeature.Kind

    var parts: Range<Int> { Int(firstPart)..<Int(firstPart) + Int(partCount) }
  }

  /// The arrays of a table.
  struct Storage {
    var features: [Feature] = []
    var shapes: [Shape] = []
    /// The index in `vertices` at which each part ends.
    var partEnds: [Int32] = []
    /// For each part, the lowest zoom at which it is large enough to be seen, and ``holeFlag`` for a hole.
    var partLevels: [UInt8] = []
    /// The vertices, in any copy of the world. A ring does not repeat its first vertex.
    var vertices: [MapPoint] = []
    /// For each vertex, the lowest zoom at which the simplified line or ring has it.
    var vertexLevels: [UInt8] = []
    var keys: [String] = []
    var values: [TagValue] = []
    var tags: [SIMD2<UInt32>] = []
  }

  static let holeFlag: UInt8 = 0x80

  private let storage: Storage
  /// The boxes around the shapes that are shown, of ``boxUnit`` each.
  let index: BoxIndex
  /// The smallest box around the vertices of the features that are shown; nil if there are none.
  let bounds: InclusiveBox?

  init(_ storage: Storage, index: BoxIndex, bounds: InclusiveBox?) {
    (self.storage, self.index, self.bounds) = (storage, index, bounds)
  }

  var features: [Feature] { storage.features }
  var shapes: [Shape] { storage.shapes }
  var partLevels: [UInt8] { storage.partLevels }
  var vertices: [MapPoint] { storage.vertices }
  var vertexLevels: [UInt8] { storage.vertexLevels }
  var keys: [String] { storage.keys }
  var values: [TagValue] { storage.values }
  var tags: [SIMD2<UInt32>] { storage.tags }

  func isHole(_ part: Int) -> Bool { storage.partLevels[part] & Self.holeFlag != 0 }

  func vertexRange(ofPart part: Int) -> Range<Int> {
    (part == 0 ? 0 : Int(storage.partEnds[part - 1]))..<Int(storage.partEnds[part])
  }

  func id(of feature: Int) -> GeoJSONIdentifier? {
    let feature = storage.features[feature]
    if feature.idText >= 0, case .string(let text) = storage.values[Int(feature.idText)] { return .text(text) }
    return feature.idNumber == feature.idNumber ? .number(feature.idNumber) : nil
  }

  /// Returns the value of a property; nil if the feature lacks it.
  func value(named name: String, of feature: Feature) -> TagValue? {
    for tag in storage.tags[feature.tags] where storage.keys[Int(tag.x)].isIdentical(to: name) { return storage.values[Int(tag.y)] }
    return nil
  }

  func properties(of feature: Int) -> [(name: String, value: TagValue)] {
    storage.tags[storage.features[feature].tags].map { (storage.keys[Int($0.x)], storage.values[Int($0.y)]) }
  }

  /// The approximate memory of the table in bytes.
  var byteCount: Int {
    let texts = storage.values.reduce(0) { sum, value in
      switch value {
      case .string(let text), .json(let text): sum + (text.utf8.count > 15 ? text.utf8.count + 32 : 0)
      default: sum
      }
    }
    return texts + storage.features.count * MemoryLayout<Feature>.stride + storage.shapes.count * MemoryLayout<Shape>.stride
      + storage.partEnds.count * 5 + storage.vertices.count * 17 + storage.keys.count * 32
      + storage.values.count * MemoryLayout<TagValue>.stride + storage.tags.count * 8 + index.byteCount
  }
}

/// A box on the map that includes its edges, in any copy of the world.
struct InclusiveBox: Hashable, Sendable {
  var minX: Int64
  var minY: Int64
  var maxX: Int64
  var maxY: Int64

  init(minX: Int64, minY: Int64, maxX: Int64, maxY: Int64) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// Creates the smallest box around points; nil if there are none.
  init?(_ points: ArraySlice<MapPoint>) {
    guard let first = points.first else { return nil }
    self.init(minX: first.x, minY: first.y, maxX: first.x, maxY: first.y)
    for point in points {
      (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
      (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
    }
  }

  mutating func formUnion(_ other: InclusiveBox) {
    (minX, maxX) = (min(minX, other.minX), max(maxX, other.maxX))
    (minY, maxY) = (min(minY, other.minY), max(maxY, other.maxY))
  }
}
