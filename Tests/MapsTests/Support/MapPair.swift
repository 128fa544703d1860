import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport

/// Two screens with the same map: one uses the scroll cache, the other redraws every frame.
struct MapPair {
  /// The screen whose map moves cached pixels when it is panned.
  let cached: MapScreen
  /// The screen without a scroll cache.
  let redrawn: MapScreen
  var both: [MapScreen] { [cached, redrawn] }

  init(_ camera: MapCamera) throws {
    let archive = try PMTilesArchive(path: SharedData.path("data/tiles/liechtenstein.pmtiles"))
    func screen() -> MapScreen {
      let screen = MapScreen(width: 260, height: 190, fonts: standardFonts(), camera: camera)
      screen.map.sources = [archive]
      (screen.map.flingSpeed, screen.map.showsScale, screen.map.attribution) = (60, true, "somebody")
      return screen
    }
    (cached, redrawn) = (screen(), screen())
    redrawn.stage.usesScrollCache = false
  }

  /// Returns whether the cached map, repainted only where it is damaged, has the pixels of the redrawn one.
  func areEqual() -> Bool {
    guard cached.repaintEqualsRedraw() else { return false }
    return cached.image.pixels == redrawn.image.pixels
  }

  /// Returns a camera above the center of Vaduz, where there are tiles.
  static func camera(_ zoom: Scalar, _ bearing: Int = 0) -> MapCamera {
    MapCamera(
      center: Coordinate(latitude: 47.1412, longitude: 9.5215), zoom: zoom, bearing: .degrees(WideFixed(bearing)))
  }
}

extension Image {
  /// The pixels, row by row.
  var pixels: [UInt32] { Array(UnsafeBufferPointer(start: storage.pixels, count: storage.count)) }
}
