/// A decoded vector tile. Features are stored in flat arrays, which can be drawn repeatedly.
package struct VectorTile: Sendable {
  package var layers: [VectorLayer] = []

  /// The approximate memory use of the tile, in bytes.
  package var byteCount: Int {
    layers.reduce(64) { $0 + $1.byteCount }
  }
}

/// A layer of a vector tile, with a name and features.
package struct VectorLayer: Sendable {
  package var name: String
  /// log₂ of the width of the tile in the units of `vertices`: 12 … 16.
  package var extentBits: Int
  package var features: [VectorFeature] = []
  /// The index in `vertices` at which each part ends. A part is a line, a ring or a point, and begins at the
  /// end of the previous part.
  package var partEnds: [Int32] = []
  /// The vertices of all features, within ±64 tile widths. x points east and y points south from the tile's
  /// northwest corner. A ring does not repeat its first vertex. Exterior rings are clockwise on the screen,
  /// and interior rings counterclockwise.
  package var vertices: [SIMD2<Int32>] = []
  package var keys: [String] = []
  package var values: [TagValue] = []
  /// The tags of all features, as pairs of indices into `keys` and `values`.
  package var tags: [SIMD2<UInt32>] = []

  package init(name: String, extentBits: Int) {
    (self.name, self.extentBits) = (name, extentBits)
  }

  /// Returns the index in `vertices` at which part `index` begins.
  package func partStart(_ index: Int32) -> Int32 {
    index == 0 ? 0 : partEnds[Int(index) - 1]
  }

  var byteCount: Int {
    128 + features.count * MemoryLayout<VectorFeature>.stride + partEnds.count * 4 + (vertices.count + tags.count) * 8 + keys.count
      * 24
      + values.count * 32
  }
}

/// A feature of a vector layer, such as a road. The feature has a range of the layer's parts and a range of
/// the layer's tags.
///
/// A tile has thousands of features, so the stored properties are packed into 40 bytes.
package struct VectorFeature: Sendable {
  package enum Kind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case point, line, polygon
  }

  package let parts: Range<Int32>
  /// The smallest rectangle around the feature's vertices. The rectangle includes its far edges.
  package let bounds: TileRect
  /// The feature's ID; 0 if the feature has none.
  private let storedID: UInt64
  private let firstTag: Int32
  private let tagCount: UInt16
  package let kind: Kind
  private let hasID: Bool

  /// The maximum number of a feature's tags. The decoder leaves out features with more.
  package static let maximumTagCount = Int(UInt16.max)

  package init(id: UInt64?, kind: Kind, parts: Range<Int32>, tags: Range<Int32>, bounds: TileRect) {
    (self.kind, self.parts, self.bounds) = (kind, parts, bounds)
    (storedID, hasID) = (id ?? 0, id != nil)
    (firstTag, tagCount) = (tags.lowerBound, UInt16(clamping: tags.count))
  }

  /// The ID that the tile's writer gave the feature; nil if the feature has none.
  package var id: UInt64? { hasID ? storedID : nil }

  package var tags: Range<Int32> { firstTag..<firstTag + Int32(tagCount) }
}

/// A rectangle in the units of a tile's vertices. The rectangle includes its far edges.
package struct TileRect: Hashable, Sendable, BitwiseCopyable {
  package var minX: Int32
  package var minY: Int32
  package var maxX: Int32
  package var maxY: Int32

  package init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package func intersects(_ other: TileRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  package func isWithin(_ other: TileRect) -> Bool {
    minX >= other.minX && minY >= other.minY && maxX <= other.maxX && maxY <= other.maxY
  }
}

/// The value of a feature's tag.
package enum TagValue: Hashable, Sendable {
  case string(String)
  case number(Double)
  case flag(Bool)
  /// A null. Features of GeoJSON may have it, features of vector tiles have not.
  case null
  /// An array or an object, as valid JSON. Only features of GeoJSON have it.
  case json(String)
}
