import CartoucheRaster

/// The clearness of the world on a fixed grid of texels, in tiles, with mip levels for lower zooms.
///
/// A fully covered tile does not exist, and a fully clear one has no texels; so memory is used mainly along
/// the edges of cleared areas. Mip levels are made when needed, from the tiles that have changed.
final class FogBitmap {
  /// The zoom whose pixels the texels are: the world is 512 · 2^zoom texels wide.
  let zoom: Int
  /// The memory limit of all tiles, in bytes; see ``makeTile(at:)``.
  let memoryLimit: Int
  /// The memory use of the tiles, in bytes.
  private(set) var byteCount = 0
  /// A number that grows with every change.
  private(set) var version: UInt64 = 0
  /// The levels, the finest first; the last has one tile.
  private var levels: [[FogTileIndex: FogTile]]

  static let zoomRange = 0...17
  /// The memory of a tile's texels and overhead, in bytes.
  static let tileBytes = FogTile.area + 128

  init(zoom: Int, memoryLimit: Int) {
    self.zoom = zoom.clamped(from: Self.zoomRange.lowerBound, to: Self.zoomRange.upperBound)
    self.memoryLimit = max(memoryLimit, 0)
    levels = Array(repeating: [:], count: self.zoom + 9 - FogTile.sideBits + 1)
  }

  var levelCount: Int { levels.count }

  /// Returns log₂ of the number of tiles in a row of a level.
  func columnBits(ofLevel level: Int) -> Int { zoom + 9 - FogTile.sideBits - level }

  /// Returns log₂ of the width of a texel in map units.
  func texelBits(ofLevel level: Int) -> Int { 32 - zoom + level }

  /// The tiles of the finest level.
  var tiles: [FogTileIndex: FogTile] { levels[0] }

  /// Returns the tile, brought up to date; nil for a covered one.
  func tile(_ index: FogTileIndex, level: Int) -> FogTile? {
    guard let tile = levels[level][index] else { return nil }
    if tile.stale != 0 { refresh(tile, index, level) }
    return tile
  }

  /// Creates a covered tile of the finest level; returns nil if that would exceed the memory limit.
  ///
  /// Its tiles of higher mip levels count as well, whether they exist or not.
  func makeTile(at index: FogTileIndex) -> FogTile? {
    var needed = Self.tileBytes
    for level in 1..<max(levels.count, 1) where levels[level][index.above(level)] == nil { needed += Self.tileBytes }
    guard byteCount + needed <= memoryLimit else { return nil }
    let tile = FogTile(version: version)
    levels[0][index] = tile
    byteCount += Self.tileBytes
    return tile
  }

  /// Records that a tile of the finest level has changed.
  func changed(_ tile: FogTile, at index: FogTileIndex) {
    version += 1
    tile.version = version
    if !tile.isClear, tile.areAllTexelsClear {
      tile.setClear()
      byteCount -= FogTile.area
    }
    for level in 1..<max(levels.count, 1) {
      let below = index.above(level - 1)
      let quadrant = UInt8(1) << UInt8((below.row & 1) * 2 + (below.column & 1))
      let above = index.above(level)
      let parent = levels[level][above] ?? makeMipTile(at: above, level)
      // If the quadrant is marked already, so are the tiles above.
      if parent.stale & quadrant != 0 { break }
      parent.stale |= quadrant
    }
  }

  /// Makes a tile clear and frees its texels; texels made again count again.
  func setClear(_ tile: FogTile) {
    if !tile.isClear { byteCount -= FogTile.area }
    tile.setClear()
  }

  private func makeMipTile(at index: FogTileIndex, _ level: Int) -> FogTile {
    let tile = FogTile(version: version)
    levels[level][index] = tile
    byteCount += Self.tileBytes
    return tile
  }

  /// Updates a tile from the four below it: each texel is the mean of four.
  private func refresh(_ tile: FogTile, _ index: FogTileIndex, _ level: Int) {
    let half = FogTile.side / 2
    if tile.isClear { byteCount += FogTile.area }
    let target = tile.allocatedTexels()
    for quadrant in 0..<4 where tile.stale & (1 << UInt8(quadrant)) != 0 {
      let (right, lower) = (quadrant & 1, quadrant >> 1)
      let child = self.tile(
        FogTileIndex(column: index.column << 1 + Int32(right), row: index.row << 1 + Int32(lower)), level: level - 1)
      var row = target + lower * half * FogTile.side + right * half
      for y in 0..<half {
        if let texels = child?.texels {
          let (upper, under) = (texels + 2 * y * FogTile.side, texels + (2 * y + 1) * FogTile.side)
          for x in 0..<half {
            // ≤ 1020
            let sum = UInt16(upper[2 * x]) &+ UInt16(upper[2 * x &+ 1]) &+ UInt16(under[2 * x]) &+ UInt16(under[2 * x &+ 1])
            row[x] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
          }
        } else {
          row.update(repeating: child == nil ? 0 : 255, count: half)
        }
        row += FogTile.side
      }
    }
    tile.stale = 0
    version += 1
    tile.version = version
    if tile.areAllTexelsClear { setClear(tile) }
  }

  /// Returns the clearness of a texel of the finest level; the world repeats to the east and west, and is
  /// covered to the north and south.
  func clearness(x: Int64, y: Int64) -> UInt8 {
    let width: Int64 = 1 << Int64(zoom + 9)
    guard y >= 0, y < width else { return 0 }
    let wrappedX = x & (width - 1)
    let index = FogTileIndex(column: Int32(wrappedX >> Int64(FogTile.sideBits)), row: Int32(y >> Int64(FogTile.sideBits)))
    guard let tile = levels[0][index] else { return 0 }
    guard let texels = tile.texels else { return 255 }
    return texels[Int(y & Int64(FogTile.side - 1)) << FogTile.sideBits + Int(wrappedX & Int64(FogTile.side - 1))]
  }

  /// Covers everything.
  func removeAll() {
    version += 1
    for level in levels.indices { levels[level].removeAll() }
    byteCount = 0
  }
}

extension FogTileIndex {
  /// Returns the tile that contains this one, `levels` above.
  fileprivate func above(_ levels: Int) -> FogTileIndex { FogTileIndex(column: column >> Int32(levels), row: row >> Int32(levels)) }
}
