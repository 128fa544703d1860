import Cartouche
import CartoucheInventedTown

/// Shows a map that one finger moves.
///
/// - Parameter camera: from where it is seen at first, on a screen of this size.
@MainActor
func showMap(_ sources: [any TileSource], _ options: CommonOptions, camera: (PixelSize) -> MapCamera) throws {
  let map = MapView(frame: .zero, theme: .standard)
  func printProblems() {
    for problem in map.consumeErrors() { printToStandardError("\(problem)") }
  }
  try show(options) { kiosk in
    map.frame = kiosk.root.bounds
    map.autoresizingMask = .fill
    map.tileCacheLimit = kiosk.board.tileMemory
    map.sources = sources
    map.camera = camera(kiosk.size)
    kiosk.root.addSublayer(map)
    kiosk.onPresent { _ in printProblems() }
  }
}

/// Shows an invented town from where it looks best, or from where `view` says.
@MainActor
func showTown(_ town: TownGenerator, _ view: MapViewOptions, _ options: CommonOptions) throws {
  try showMap([TownTileSource(town)], options) { size in
    let best = town.defaultView(width: size.width, height: size.height)
    let zoom = Scalar(rawValue: Int64((best.zoom * 65_536).rounded()))
    // A centre that was given is where the town is built, and its best view is nearby: that is what is wanted of it.
    return MapCamera(
      center: Coordinate(latitude: best.latitude, longitude: best.longitude), zoom: view.zoom ?? zoom,
      bearing: view.bearing ?? .zero)
  }
}

/// The tiles of an invented town, made once and kept in memory.
final class TownTileSource: TileSource {
  let name = "the invented town"
  let zoomRange = TownGenerator.zooms
  private let tiles: [TileID: [UInt8]]

  init(_ town: TownGenerator) {
    var made: [TileID: [UInt8]] = [:]
    town.makeTiles { address, bytes in
      if let id = TileID(zoom: address.zoom, x: address.x, y: address.y) { made[id] = bytes }
    }
    tiles = made
  }

  func tile(_ id: TileID) throws(TileError) -> [UInt8]? { tiles[id] }
}
