/// A polygon overlay, which has an outer ring and may have holes: MapKit's `MKPolygon`.
///
/// Each hole is a ``MapPolygon`` too. A hole's own holes are filled, like islands in a lake. A ring of fewer
/// than three points is not drawn. Each edge of a ring takes the shorter of the two ways around the world. A
/// ring that encloses a pole cannot be filled on the flat map.
public final class MapPolygon: Overlay {
  /// The vertices of the polygon's outer ring.
  ///
  /// The map repeats the world to the east and west. Of all copies of a vertex, the array contains the copy
  /// nearest to the previous vertex. The x of a vertex may therefore lie outside the world.
  public let points: [MapPoint]
  /// The holes of the polygon.
  public let interiorPolygons: [MapPolygon]
  /// The smallest rectangle of the map that contains the polygon's outer ring.
  public let boundingMapRect: MapRect
  /// The rings of the polygon and of its holes, prepared for drawing. The outermost ring is first.
  let rings: [LineLevelsOfDetail]

  /// Creates a polygon.
  ///
  /// - Parameters:
  ///   - coordinates: The vertices of the outer ring, in order.
  ///   - interiorPolygons: The holes of the polygon.
  public convenience init(coordinates: some Collection<Coordinate>, interiorPolygons: [MapPolygon] = []) {
    self.init(points: UnwrappedLine(coordinates).points, interiorPolygons: interiorPolygons)
  }

  /// Creates a polygon whose vertices are in the copies of the world in which the outer ring reaches them.
  init(points: [MapPoint], interiorPolygons: [MapPolygon]) {
    self.points = points
    self.interiorPolygons = interiorPolygons
    boundingMapRect = MapRect(bounding: points)
    let anchor = boundingMapRect.center
    var rings = points.count > 2 ? [LineLevelsOfDetail(points, isRing: true)] : []
    for inner in interiorPolygons {
      // The hole may be in another copy of the world than the outer ring.
      let shift = inner.boundingMapRect.center.nearestCopy(to: anchor).x &- inner.boundingMapRect.center.x
      rings += inner.rings.map { $0.translated(x: shift) }
    }
    self.rings = rings
  }

  /// The center of the polygon's bounding rectangle. If the polygon has no points, the coordinate is latitude
  /// 0, longitude 0.
  public var coordinate: Coordinate { Coordinate(centerOf: boundingMapRect) }
}
