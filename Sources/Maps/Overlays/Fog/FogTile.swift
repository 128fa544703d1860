/// 64 × 64 texels of a ``FogBitmap``: how clear each is, 0 covered to 255 clear.
final class FogTile {
  static let sideBits = 6
  static let side = 1 << sideBits
  static let area = side * side

  /// nil: all of it is clear, which takes no memory.
  private(set) var texels: UnsafeMutablePointer<UInt8>?
  /// Which quadrants are no longer what the four tiles below have; a bit each, the north-western first. None at the finest level.
  var stale: UInt8 = 0
  /// Grows with every change, over all tiles.
  var version: UInt64

  /// A tile that is covered.
  init(version: UInt64) {
    self.version = version
    let made = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.area)
    made.initialize(repeating: 0, count: Self.area)
    texels = made
  }

  deinit { texels?.deallocate() }

  var isClear: Bool { texels == nil }

  func setClear() {
    texels?.deallocate()
    texels = nil
  }

  /// Whether every texel is clear.
  var areAllTexelsClear: Bool {
    guard let texels else { return true }
    var all: UInt8 = 255
    for index in 0..<Self.area { all &= texels[index] }
    return all == 255
  }

  /// The texels, made if there are none.
  func allocatedTexels() -> UnsafeMutablePointer<UInt8> {
    if let texels { return texels }
    let made = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.area)
    made.initialize(repeating: 255, count: Self.area)
    texels = made
    return made
  }
}

/// A tile's place among those of its level.
struct FogTileIndex: Hashable, Comparable {
  var column: Int32
  var row: Int32

  static func < (a: FogTileIndex, b: FogTileIndex) -> Bool { (a.row, a.column) < (b.row, b.column) }
}
