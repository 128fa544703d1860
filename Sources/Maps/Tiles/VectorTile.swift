/// A decoded vector tile, its features in flat arrays that can be drawn repeatedly.
package struct VectorTile: Sendable {
  package var layers: [VectorLayer] = []

  /// The approximate memory use, in bytes.
  package var byteCount: Int {
    layers.reduce(64) { $0 + $1.byteCount }
  }
}

/// One named layer of a tile.
package struct VectorLayer: Sendable {
  package var name: String
  /// log₂ of the tile's width in the units of `vertices`: 12 … 16.
  package var extentBits: Int
  package var features: [VectorFeature] = []
  /// The end of each part (a line, a ring or a point) in `vertices`; a part begins at the end of the previous
  /// one.
  package var partEnds: [Int32] = []
  /// Vertices with x to the east and y to the south from the tile's northwest corner, within ±64 extents. A
  /// ring does not repeat its first vertex.
  package var vertices: [SIMD2<Int32>] = []
  package var keys: [String] = []
  package var values: [TagValue] = []
  /// Pairs of indices into `keys` and `values`.
  package var tags: [SIMD2<UInt32>] = []

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

/// A feature of a layer: a range of the layer's parts and a range of its tags.
package struct VectorFeature: Sendable {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    case point, line, polygon
  }

  package var kind: Kind
  package var parts: Range<Int32>
  package var tags: Range<Int32>
  /// The smallest rectangle around the feature's vertices, far edges included.
  package var bounds: TileRect
}

/// A rectangle in a tile's units, its far edges included.
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

/// The value of a tag.
package enum TagValue: Hashable, Sendable {
  case string(String)
  case number(Double)
  case flag(Bool)
}
