import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport

/// A map whose pixels are moved under a pan, and the same map drawn anew in every frame.
struct MapPair {
  let kept: MapScreen
  let drawn: MapScreen
  var both: [MapScreen] { [kept, drawn] }

  init(_ camera: MapCamera) throws {
    let archive = try PMTilesArchive(path: Shared.path + "/data/tiles/liechtenstein.pmtiles")
    func screen() -> MapScreen {
      let screen = MapScreen(width: 260, height: 190, fonts: standardFonts(), camera: camera)
      screen.map.sources = [archive]
      (screen.map.flingSpeed, screen.map.showsScale, screen.map.attribution) = (60, true, "somebody")
      return screen
    }
    (kept, drawn) = (screen(), screen())
    drawn.stage.usesScrollCache = false
  }

  /// Whether the kept one, painted where it was damaged, over poison, shows what the other draws.
  func areEqual() -> Bool {
    guard kept.paintsAsWhole() else { return false }
    return kept.image.storage.bytes == drawn.image.storage.bytes
  }

  static func camera(_ zoom: Scalar, _ bearing: Int = 0) -> MapCamera {
    MapCamera(
      center: Coordinate(latitude: 47.1412, longitude: 9.5215), zoom: zoom, bearing: .degrees(WideFixed(bearing)))
  }
}

extension Image.Storage {
  var bytes: [UInt32] { Array(UnsafeBufferPointer(start: pixels, count: count)) }
}
