/// 64 × 64 texels of a ``FogBitmap``: their clearness, from 0 (covered) to 255 (clear).
final class FogTile {
  static let sideBits = 6
  static let side = 1 << sideBits
  static let area = side * side

  /// The texels; nil if all are clear, which takes no memory.
  private(set) var texels: UnsafeMutablePointer<UInt8>?
  /// The quadrants that differ from the tiles below, one bit each, the northwest one first. Always 0 at the
  /// finest level.
  var stale: UInt8 = 0
  /// The bitmap's version at the last change.
  var version: UInt64

  /// Creates a covered tile.
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

  /// Whether every texel is clear.
  var areAllTexelsClear: Bool {
    guard let texels else { return true }
    var all: UInt8 = 255
    for index in 0..<Self.area { all &= texels[index] }
    return all == 255
  }

  /// Returns the texels, allocating clear ones if there are none.
  func allocatedTexels() -> UnsafeMutablePointer<UInt8> {
    if let texels { return texels }
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.area)
    new.initialize(repeating: 255, count: Self.area)
    texels = new
    return new
  }
}

/// The position of a tile in its level.
struct FogTileIndex: Hashable, Comparable {
  var column: Int32
  var row: Int32

  static func < (a: FogTileIndex, b: FogTileIndex) -> Bool { (a.row, a.column) < (b.row, b.column) }
}
