import Cartouche
import CartoucheInventedTown
import CartoucheOptions

/// Shows an interactive map.
///
/// - Parameters:
///   - isDark: Whether the map and its controls have the colors for the night.
///   - startDate: The date at the start; nil for that of the machine, or for none in a replay.
///   - prepare: Sets the map's style, sources and camera for the size of the screen, and what moves it.
/// - Returns: The map as it was shown last.
@MainActor
@discardableResult
func showMap(
  _ options: KioskOptions, isDark: Bool, startDate: WallTime? = nil, _ prepare: (Kiosk, MapView, PixelSize) throws -> Void
) throws -> MapView {
  let map = MapView(frame: .zero, theme: isDark ? .standard.dark : .standard)
  if isDark { map.style = .standardDark }
  func printProblems() {
    for problem in map.takeErrors() { printToStandardError("\(problem)") }
  }
  try runKiosk(options) { kiosk in
    kiosk.startDate = startDate
    map.frame = kiosk.root.bounds
    map.autoresizingMask = .fill
    try prepare(kiosk, map, kiosk.size)
    kiosk.root.addSublayer(map)
    kiosk.onPresent { _ in printProblems() }
  }
  return map
}

/// Sets the tiles of an invented town, and its default view or that of `view`, on a map of the given size.
@MainActor
func setTown(_ town: TownGenerator, _ view: MapViewOptions, on map: MapView, size: PixelSize) {
  map.sources = [TownTileSource(town)]
  view.allowZoom(on: map)
  let initial = town.defaultView(width: size.width, height: size.height)
  let zoom = Scalar(rawValue: Int64((initial.zoom * 65_536).rounded()))
  // A given center is the center of the town, whose default view is near it; so the center of `view` is not
  // used here.
  map.camera = MapCamera(
    center: Coordinate(latitude: initial.latitude, longitude: initial.longitude), zoom: view.zoom ?? zoom,
    bearing: view.bearing ?? .zero)
}
