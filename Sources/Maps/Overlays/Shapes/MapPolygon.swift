/// A polygon overlay with an outline and holes: MapKit's `MKPolygon`.
///
/// A hole is a polygon too. The holes of a hole are filled again, as islands. A ring of fewer than three
/// points is not drawn. Each edge of a ring takes the shorter way around the world, as in a ``MapPolyline``.
/// A ring around a pole cannot be filled on a flat map.
public final class MapPolygon: Overlay {
  /// The vertices of the polygon's outer ring. Each vertex is in the copy of the world nearest to the
  /// previous vertex.
  public let points: [MapPoint]
  /// The holes of the polygon.
  public let interiorPolygons: [MapPolygon]
  public let boundingMapRect: MapRect
  /// The rings of the polygon and of its holes, prepared for drawing. The outermost ring is first.
  let rings: [LineGeometry]

  /// Creates a polygon with an outer ring and holes.
  public init(coordinates: some Collection<Coordinate>, interiorPolygons: [MapPolygon] = []) {
    points = UnwrappedLine(coordinates).points
    self.interiorPolygons = interiorPolygons
    boundingMapRect = MapRect(bounding: points)
    let anchor = boundingMapRect.center
    var rings = points.count > 2 ? [LineGeometry(points, isRing: true)] : []
    for inner in interiorPolygons {
      // The hole may be in another copy of the world than the outer ring.
      let shift = inner.boundingMapRect.center.nearestCopy(to: anchor).x &- inner.boundingMapRect.center.x
      rings += inner.rings.map { $0.translated(x: shift) }
    }
    self.rings = rings
  }

  /// The center of the polygon's bounding rectangle. If the polygon has no points, the coordinate is latitude
  /// 0, longitude 0.
  public var coordinate: Coordinate {
    points.isEmpty
      ? Coordinate(latitude: 0, longitude: 0) : Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0)
  }
}
