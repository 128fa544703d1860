import CartoucheRaster

/// The clearness of the fog at each texel of a fixed grid over the world.
///
/// The texels are stored in tiles, with mip levels for lower zooms. A fully covered tile is not stored, and a
/// fully clear tile has no texels. Memory is therefore used mainly along the edges of cleared areas. A mip
/// level is updated from the changed tiles when the level is needed.
final class FogBitmap {
  /// The zoom of the grid. A texel is as large as a pixel at this zoom, so the world is 512 · 2^zoom texels
  /// wide.
  let zoom: Int
  /// The memory limit of all tiles, in bytes; see ``makeTile(at:)``.
  let memoryLimit: Int
  /// The memory use of the tiles, in bytes.
  private(set) var byteCount = 0
  /// A number that increases with every change of the bitmap.
  private(set) var version: UInt64 = 0
  /// The mip levels, the finest level first. The last level has one tile.
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

  /// Returns log₂ of the number of tiles in each row of a mip level.
  func columnBits(ofLevel level: Int) -> Int { zoom + 9 - FogTile.sideBits - level }

  /// Returns log₂ of the width of a texel of a mip level, in map units.
  func texelBits(ofLevel level: Int) -> Int { 32 - zoom + level }

  /// The tiles of the finest mip level that are not fully covered.
  var tiles: [FogTileIndex: FogTile] { levels[0] }

  /// Returns a tile of a mip level, updated from the finer levels. If the tile is fully covered, the method
  /// returns nil.
  func tile(_ index: FogTileIndex, level: Int) -> FogTile? {
    guard let tile = levels[level][index] else { return nil }
    if tile.stale != 0 { refresh(tile, index, level) }
    return tile
  }

  /// Creates a fully covered tile of the finest mip level. If the tile would exceed the memory limit, the
  /// method returns nil.
  ///
  /// The tiles of higher mip levels that contain the new tile count as well, even if they are not stored yet.
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

  /// Makes a tile fully clear and frees its texels. If texels are allocated for the tile later, they count
  /// towards ``byteCount`` again.
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

  /// Updates a tile of a mip level from the four tiles of the next finer level. Each texel is the mean of
  /// four finer texels.
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

  /// Returns the clearness of a texel of the finest mip level, from 0 (covered) to 255 (clear).
  ///
  /// East and west of the world, the texels repeat. North and south of the world, everything is covered.
  func clearness(x: Int64, y: Int64) -> UInt8 {
    let width: Int64 = 1 << Int64(zoom + 9)
    guard y >= 0, y < width else { return 0 }
    let wrappedX = x & (width - 1)
    let index = FogTileIndex(column: Int32(wrappedX >> Int64(FogTile.sideBits)), row: Int32(y >> Int64(FogTile.sideBits)))
    guard let tile = levels[0][index] else { return 0 }
    guard let texels = tile.texels else { return 255 }
    return texels[Int(y & Int64(FogTile.side - 1)) << FogTile.sideBits + Int(wrappedX & Int64(FogTile.side - 1))]
  }

  /// Covers the whole world.
  func removeAll() {
    version += 1
    for level in levels.indices { levels[level].removeAll() }
    byteCount = 0
  }
}

extension FogTileIndex {
  /// Returns the index of the tile, `levels` mip levels higher, that contains this tile.
  fileprivate func above(_ levels: Int) -> FogTileIndex { FogTileIndex(column: column >> Int32(levels), row: row >> Int32(levels)) }
}
