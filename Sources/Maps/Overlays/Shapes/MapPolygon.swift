/// A polygon with an outline and holes: MapKit's `MKPolygon`.
///
/// A hole is a polygon too, and its own holes are filled again, as islands. A ring of fewer than three points
/// is not drawn. Rings take the shorter way from point to point, as ``MapPolyline`` does; a ring around a
/// pole cannot be filled on a flat map.
public final class MapPolygon: Overlay {
  /// The vertices of the outer ring, each in the copy of the world nearest to the one before.
  public let points: [MapPoint]
  /// The holes.
  public let interiorPolygons: [MapPolygon]
  public let boundingMapRect: MapRect
  /// The rings prepared for drawing, the outermost first.
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

  /// The center of the bounding rectangle; 0, 0 without any point.
  public var coordinate: Coordinate {
    points.isEmpty
      ? Coordinate(latitude: 0, longitude: 0) : Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0)
  }
}
