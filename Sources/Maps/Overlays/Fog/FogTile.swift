/// A tile of a ``FogBitmap``: 64 × 64 texels with a clearness from 0 (covered) to 255 (clear).
final class FogTile {
  static let sideBits = 6
  static let side = 1 << sideBits
  static let area = side * side

  /// The texels of the tile. If all texels are clear, the pointer is nil and the texels take no memory.
  private(set) var texels: UnsafeMutablePointer<UInt8>?
  /// The quadrants of the tile that must be updated from the next finer mip level, one bit each, the
  /// northwest quadrant first. At the finest level, the value is always 0.
  var stale: UInt8 = 0
  /// The version of the ``FogBitmap`` at the tile's last change.
  var version: UInt64

  /// Creates a fully covered tile.
  init(version: UInt64) {
    self.version = version
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.area)
    new.initialize(repeating: 0, count: Self.area)
    texels = new
  }

  deinit { texels?.deallocate() }

  var isClear: Bool { texels == nil }

  func setClear() {
    texels?.deallocate()
    texels = nil
  }

  /// Whether every texel of the tile is clear.
  var areAllTexelsClear: Bool {
    guard let texels else { return true }
    var all: UInt8 = 255
    for index in 0..<Self.area { all &= texels[index] }
    return all == 255
  }

  /// Returns the tile's texels. If the tile is clear and has no texels, the method allocates clear texels
  /// first.
  func allocatedTexels() -> UnsafeMutablePointer<UInt8> {
    if let texels { return texels }
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.area)
    new.initialize(repeating: 255, count: Self.area)
    texels = new
    return new
  }
}

/// The position of a tile of a ``FogBitmap`` in its mip level.
struct FogTileIndex: Hashable, Comparable {
  var column: Int32
  var row: Int32

  static func < (a: FogTileIndex, b: FogTileIndex) -> Bool { (a.row, a.column) < (b.row, b.column) }
}
