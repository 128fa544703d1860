/// How clear each place of the world is: texels of a fixed grid, in tiles, and these halved again and again for zooms that are farther away.
///
/// A tile that is covered is not there, and one that is clear has no texels; so what is kept is what lies along the edges of what was cleared.
/// Halvings are made when they are asked for, of what has changed since.
final class FogBitmap {
  /// The grid is that of the map's pixels at this zoom: the world is 512 · 2^zoom texels wide.
  let zoom: Int
  /// What all tiles may take; see ``makeTile(at:)``.
  let memoryLimit: Int
  /// What the tiles take.
  private(set) var byteCount = 0
  /// Grows with every change.
  private(set) var version: UInt64 = 0
  /// The finest first; the last has one tile.
  private var levels: [[FogTileIndex: FogTile]]

  static let zoomRange = 0...17
  /// A tile's texels and what stands round them.
  static let tileBytes = FogTile.area + 128

  init(zoom: Int, memoryLimit: Int) {
    self.zoom = min(max(zoom, Self.zoomRange.lowerBound), Self.zoomRange.upperBound)
    self.memoryLimit = max(memoryLimit, 0)
    levels = Array(repeating: [:], count: self.zoom + 9 - FogTile.sideBits + 1)
  }

  var levelCount: Int { levels.count }

  /// How many tiles a level has side by side, as a power of two.
  func columnBits(ofLevel level: Int) -> Int { zoom + 9 - FogTile.sideBits - level }

  /// A texel's side in map units, as a power of two.
  func texelBits(ofLevel level: Int) -> Int { 32 - zoom + level }

  /// The tiles of the finest level.
  var tiles: [FogTileIndex: FogTile] { levels[0] }

  /// The tile as it is now; nil where all is covered.
  func tile(_ place: FogTileIndex, level: Int) -> FogTile? {
    guard let tile = levels[level][place] else { return nil }
    if tile.stale != 0 { refresh(tile, place, level) }
    return tile
  }

  /// A new, covered tile of the finest level; nil when that would take more memory than is allowed.
  ///
  /// Its halvings count with it, whether they are made already or not.
  func makeTile(at place: FogTileIndex) -> FogTile? {
    var needed = Self.tileBytes
    for level in 1..<max(levels.count, 1) where levels[level][place.above(level)] == nil { needed += Self.tileBytes }
    guard byteCount + needed <= memoryLimit else { return nil }
    let tile = FogTile(version: version)
    levels[0][place] = tile
    byteCount += Self.tileBytes
    return tile
  }

  /// Notes that a tile of the finest level has changed.
  func changed(_ tile: FogTile, at place: FogTileIndex) {
    version += 1
    tile.version = version
    if !tile.isClear, tile.areAllTexelsClear {
      tile.setClear()
      byteCount -= FogTile.area
    }
    for level in 1..<max(levels.count, 1) {
      let below = place.above(level - 1)
      let quadrant = UInt8(1) << UInt8((below.row & 1) * 2 + (below.column & 1))
      let above = place.above(level)
      let parent = levels[level][above] ?? makeMipTile(at: above, level)
      // Where that is known, so it is further up.
      if parent.stale & quadrant != 0 { break }
      parent.stale |= quadrant
    }
  }

  /// A tile whose texels were taken away; those that come back count again.
  func setClear(_ tile: FogTile) {
    if !tile.isClear { byteCount -= FogTile.area }
    tile.setClear()
  }

  private func makeMipTile(at place: FogTileIndex, _ level: Int) -> FogTile {
    let tile = FogTile(version: version)
    levels[level][place] = tile
    byteCount += Self.tileBytes
    return tile
  }

  /// Brings a tile up to date with the four below it: each texel is the mean of four.
  private func refresh(_ tile: FogTile, _ place: FogTileIndex, _ level: Int) {
    let half = FogTile.side / 2
    if tile.isClear { byteCount += FogTile.area }
    let target = tile.allocatedTexels()
    for quadrant in 0..<4 where tile.stale & (1 << UInt8(quadrant)) != 0 {
      let (right, lower) = (quadrant & 1, quadrant >> 1)
      let child = self.tile(
        FogTileIndex(column: place.column << 1 + Int32(right), row: place.row << 1 + Int32(lower)), level: level - 1)
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

  /// How clear a texel of the finest level is; the world goes on east and west, and is covered north and south.
  func clearness(x: Int64, y: Int64) -> UInt8 {
    let width: Int64 = 1 << Int64(zoom + 9)
    guard y >= 0, y < width else { return 0 }
    let held = x & (width - 1)
    let place = FogTileIndex(column: Int32(held >> Int64(FogTile.sideBits)), row: Int32(y >> Int64(FogTile.sideBits)))
    guard let tile = levels[0][place] else { return 0 }
    guard let texels = tile.texels else { return 255 }
    return texels[Int(y & Int64(FogTile.side - 1)) << FogTile.sideBits + Int(held & Int64(FogTile.side - 1))]
  }

  /// Covers everything again.
  func removeAll() {
    version += 1
    for level in levels.indices { levels[level].removeAll() }
    byteCount = 0
  }
}

extension FogTileIndex {
  /// The tile so many levels up that holds this one.
  fileprivate func above(_ levels: Int) -> FogTileIndex { FogTileIndex(column: column >> Int32(levels), row: row >> Int32(levels)) }
}
