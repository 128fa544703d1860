import Cartouche

/// Shows a map that one finger moves.
///
/// - Parameter camera: from where it is seen at first, on a screen of this size.
@MainActor
func showMap(_ sources: [any TileSource], _ options: CommonOptions, camera: (PixelSize) -> MapCamera) throws {
  let map = MapView(frame: .zero, theme: .standard)
  func tellProblems() {
    for problem in map.takeProblems() { printToStandardError("\(problem)") }
  }
  try show(options) { kiosk in
    map.frame = kiosk.root.bounds
    map.autoresizingMask = .fill
    map.tileCacheLimit = kiosk.board.tileMemory
    map.sources = sources
    map.camera = camera(kiosk.size)
    kiosk.root.addSublayer(map)
    kiosk.onPresent { _ in tellProblems() }
  }
}

/// Shows an invented town from where it looks best, or from where `view` says.
@MainActor
func showTown(_ town: InventedTown, _ view: MapViewOptions, _ options: CommonOptions) throws {
  try showMap([TownTiles(town)], options) { size in
    let best = town.bestView(width: size.width, height: size.height)
    let zoom = Scalar(rawValue: Int64((best.zoom * 65_536).rounded()))
    // A centre that was given is where the town is built, and its best view is nearby: that is what is wanted of it.
    return MapCamera(
      center: Coordinate(latitude: best.latitude, longitude: best.longitude), zoom: view.zoom ?? zoom,
      bearing: view.bearing ?? .zero)
  }
}

/// The tiles of an invented town, made once and kept in memory.
final class TownTiles: TileSource {
  let name = "the invented town"
  let zooms = InventedTown.zooms
  private let tiles: [TileID: [UInt8]]

  init(_ town: InventedTown) {
    var made: [TileID: [UInt8]] = [:]
    town.makeTiles { address, bytes in
      if let id = TileID(zoom: address.zoom, x: address.x, y: address.y) { made[id] = bytes }
    }
    tiles = made
  }

  func tile(_ id: TileID) throws(TilesError) -> [UInt8]? { tiles[id] }
}
