import Cartouche
import CartoucheInventedTown
import Foundation

/// Polygons on a map, as an application shows districts or building plots.
@MainActor
enum OverlayCrowd {
  /// The number of points of each polygon.
  private static let pointCount = 16

  /// Adds translucent polygons with outlines, as one overlay, in 10 km × 10 km around the center of a map.
  static func add(_ count: Int, to map: MapView, level: OverlayLevel) {
    map.rendererFor = { overlay in
      let renderer = MultiPolygonRenderer(overlay: overlay)
      (renderer.fillColor, renderer.strokeColor) = (Color(hex: 0xc02020).withAlpha(0.35), Color(hex: 0x801010))
      return renderer
    }
    map.addOverlay(MultiPolygon(polygons(count, around: map.camera.center)), level: level)
  }

  private static func polygons(_ count: Int, around center: Coordinate) -> [MapPolygon] {
    var random = SeededGenerator(8, count)
    let kilometer = 1 / 111.2
    let narrowing = max(cos(center.latitude * .pi / 180), 0.01)
    // In all, the polygons cover less than the area.
    let spacing = 10 / Double(count).squareRoot()
    return (0..<count).map { _ in
      let (x, y, size) = (random.between(-5, 5), random.between(-5, 5), spacing * random.between(0.25, 0.5))
      let corners = (0..<pointCount).map { index in
        let (angle, radius) = (Double(index) / Double(pointCount) * 2 * .pi, size * random.between(0.8, 1))
        return Coordinate(
          latitude: center.latitude + (y + radius * sin(angle)) * kilometer,
          longitude: center.longitude + (x + radius * cos(angle)) * kilometer / narrowing)
      }
      return MapPolygon(coordinates: corners)
    }
  }
}
