import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport

/// Makes maps with overlays so crowded that an image stands for them in a motion, and moves these maps.
struct CrowdedMap {
  let queue = ShufflingQueue(workerCount: 1)

  /// Polygons of twelve points in rows of 20 points around a place, at zoom 15.
  static func polygons(_ columns: Int, around center: Coordinate = .beijing) -> MultiPolygon {
    let middle = MapPoint(clamping: center)
    var polygons: [MapPolygon] = []
    for row in 0..<columns {
      for column in 0..<columns {
        // At zoom 15, a point is 2^17 units.
        let x = middle.x + Int64(20 * (2 * column - columns) / 2) << 17
        let y = middle.y + Int64(20 * (2 * row - columns) / 2) << 17
        let corners = (0..<12).compactMap { index in
          let (dx, dy) = [
            (7, 0), (6, 3), (3, 6), (0, 8), (-3, 6), (-6, 3), (-7, 0), (-6, -3), (-3, -6), (0, -8), (3, -6), (6, -3),
          ][index]
          return Coordinate(MapPoint(x: x + Int64(dx + row % 2) << 17, y: y + Int64(dy) << 17))
        }
        polygons.append(MapPolygon(coordinates: corners))
      }
    }
    return MultiPolygon(polygons)
  }

  static func renderer(of overlay: any Overlay) -> OverlayRenderer? {
    guard overlay is MultiPolygon else {
      let renderer = PolylineRenderer(overlay: overlay)
      (renderer.strokeColor, renderer.lineWidth) = (.red, 6)
      return renderer
    }
    let renderer = MultiPolygonRenderer(overlay: overlay)
    (renderer.fillColor, renderer.strokeColor) = (Color(hex: 0x2060c0).withAlpha(0.5), Color(hex: 0x103060))
    return renderer
  }

  func screen(
    _ camera: MapCamera = MapCamera(center: .beijing, zoom: 15), limit: Int? = nil, hasQueue: Bool = true,
    overlays: [any Overlay] = [polygons(60)], level: OverlayLevel = .aboveLabels, configure: (MapView) -> Void = { _ in }
  ) -> MapScreen {
    let screen = MapScreen(camera: camera)
    if hasQueue { screen.stage.backgroundQueue = queue }
    if let limit { screen.stage.rasterCacheLimit = limit }
    (screen.map.showsCompass, screen.map.showsScale) = (false, false)
    screen.map.rendererFor = Self.renderer
    screen.map.addOverlays(overlays, level: level)
    configure(screen.map)
    screen.rest(delivering: queue)
    return screen
  }

  /// The pixels of a map that is set to the camera of a screen directly, with the same overlays.
  func exactPixels(_ screen: MapScreen, _ configure: (MapView) -> Void = { _ in }) -> [UInt32] {
    let other = MapScreen(camera: screen.map.camera)
    (other.map.showsCompass, other.map.showsScale) = (false, false)
    other.map.rendererFor = screen.map.rendererFor
    for level in OverlayLevel.allCases { other.map.addOverlays(screen.map.overlays(in: level), level: level) }
    // Renderers exist after the first frame.
    other.commit()
    configure(other.map)
    return other.image.pixels
  }

  /// Counts the pixels that clearly differ from those of a map that is set to the same camera directly.
  ///
  /// Enlarged pixels are soft at edges, so the limit is 80 of 255.
  func clearDifferences(_ screen: MapScreen) -> (different: Int, all: Int) {
    let (shown, exact) = (screen.image.pixels, exactPixels(screen))
    let different = zip(shown, exact).reduce(0) { $0 + (largestDifference([$1.0], [$1.1]) > 80 ? 1 : 0) }
    return (different, exact.count)
  }

  /// Moves the map in each of some frames, in which the queue finishes its work.
  func move(_ screen: MapScreen, frames: Int, _ body: (_ frame: Int) -> Void) {
    for frame in 0..<frames {
      body(frame)
      screen.step()
      while queue.deliver() {}
    }
  }

  func largestDifference(_ a: [UInt32], _ b: [UInt32]) -> Int {
    guard a.count == b.count else { return .max }
    var largest = 0
    for (a, b) in zip(a, b) where a != b {
      for shift in stride(from: UInt32(0), to: 24, by: 8) {
        largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
      }
    }
    return largest
  }
}
