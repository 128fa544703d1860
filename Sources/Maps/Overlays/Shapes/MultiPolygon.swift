/// Several polygons as one overlay with one renderer: MapKit's `MKMultiPolygon`. An example is a country with
/// its islands.
///
/// The polygons are filled as one shape, so that two that share an edge meet without a seam. They should not
/// overlap: the area that two of them have in common is not filled. A ``MultiPolygonRenderer`` draws the
/// overlay.
public final class MultiPolygon: Overlay {
  /// The polygons, in the order in which they were passed.
  public let polygons: [MapPolygon]
  /// The smallest rectangle of the map that contains all polygons.
  ///
  /// Each polygon is in the copy of the world in which the rectangle is narrowest.
  public let boundingMapRect: MapRect
  /// The rings of the polygons and of their holes, prepared for drawing, in their copies of the world.
  let rings: [LineLevelsOfDetail]

  /// Creates an overlay of several polygons.
  public init(_ polygons: [MapPolygon]) {
    self.polygons = polygons
    (boundingMapRect, rings) = MapRect.gathering(polygons) { polygon, shift in polygon.rings.map { $0.translated(x: shift) } }
  }

  /// The center of the bounding rectangle. Without any point, the coordinate is latitude 0, longitude 0.
  public var coordinate: Coordinate { Coordinate(centerOf: boundingMapRect) }
}
