/// A surface with a line round it, and holes.
///
/// Holes may have islands: a hole is a polygon too, and its holes are filled again. A ring of fewer than three places has no surface. Rings go the short way from
/// place to place, as ``MapPolyline`` does; one that goes round a pole is none that a flat map can fill.
public final class MapPolygon: Overlay {
  /// The outer ring's corners, each in the copy of the world that is nearest to the one before.
  public let points: [MapPoint]
  /// What is cut out.
  public let interiorPolygons: [MapPolygon]
  public let boundingMapRect: MapRect
  /// The rings kept for drawing, the outermost first.
  let rings: [LineGeometry]

  public init(coordinates: some Collection<Coordinate>, interiorPolygons: [MapPolygon] = []) {
    points = UnwrappedLine(coordinates).points
    self.interiorPolygons = interiorPolygons
    boundingMapRect = MapRect(bounding: points)
    let anchor = boundingMapRect.center
    var rings = points.count > 2 ? [LineGeometry(points, isRing: true)] : []
    for inner in interiorPolygons {
      // A hole that was written down in another copy of the world.
      let shift = inner.boundingMapRect.center.nearestCopy(to: anchor).x &- inner.boundingMapRect.center.x
      rings += inner.rings.map { $0.translated(x: shift) }
    }
    self.rings = rings
  }

  /// The middle of the rectangle that the polygon takes; without any place, 0, 0.
  public var coordinate: Coordinate {
    points.isEmpty
      ? Coordinate(latitude: 0, longitude: 0) : Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0)
  }
}
