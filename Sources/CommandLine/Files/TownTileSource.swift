import Cartouche
import CartoucheInventedTown

/// The tiles of an invented town, all generated at once and kept in memory.
final class TownTileSource: TileSource {
  let name = "the invented town"
  let zoomRange = TownGenerator.zooms
  private let tiles: [TileID: [UInt8]]

  init(_ town: TownGenerator) {
    var generated: [TileID: [UInt8]] = [:]
    town.makeTiles { address, bytes in
      if let id = TileID(zoom: address.zoom, x: address.x, y: address.y) { generated[id] = bytes }
    }
    tiles = generated
  }

  func tile(_ id: TileID) throws(TileError) -> [UInt8]? { tiles[id] }
}
