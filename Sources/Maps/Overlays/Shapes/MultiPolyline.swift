/// Several lines as one overlay with one renderer: MapKit's `MKMultiPolyline`.
///
/// The lines of a network, for example, share a color and a width. As one overlay, they are drawn as one
/// stroke, so that a translucent color does not add up where lines cross. A ``MultiPolylineRenderer`` draws
/// the overlay.
public final class MultiPolyline: Overlay {
  /// The lines, in the order in which they were passed.
  public let polylines: [MapPolyline]
  /// The smallest rectangle of the map that contains all lines.
  ///
  /// Each line is in the copy of the world in which the rectangle is narrowest.
  public let boundingMapRect: MapRect
  /// The lines prepared for drawing, in their copies of the world.
  let lines: [LineLevelsOfDetail]

  /// Creates an overlay of several lines.
  public init(_ polylines: [MapPolyline]) {
    self.polylines = polylines
    (boundingMapRect, lines) = MapRect.gathering(polylines) { line, shift in [line.geometry.translated(x: shift)] }
  }

  /// The center of the bounding rectangle. Without any point, the coordinate is latitude 0, longitude 0.
  public var coordinate: Coordinate { Coordinate(centerOf: boundingMapRect) }
}

extension MapRect {
  /// Returns the union of the overlays' rectangles, and what `body` makes of each overlay and its offset to
  /// its copy of the world in the union.
  static func gathering<Shape: Overlay, Result>(_ shapes: [Shape], _ body: (Shape, _ shift: Int64) -> [Result]) -> (
    MapRect, [Result]
  ) {
    var union = MapRect.null
    var results: [Result] = []
    for shape in shapes where !shape.boundingMapRect.isNull {
      let shift = union.unionShift(of: shape.boundingMapRect)
      results += body(shape, shift)
      union = union.union(shape.boundingMapRect)
    }
    return (union, results)
  }
}

extension Coordinate {
  /// Creates the coordinate of a rectangle's center. If the rectangle is null, or if its center is not on the
  /// map, the coordinate is latitude 0, longitude 0.
  init(centerOf rect: MapRect) {
    self = (rect.isNull ? nil : Coordinate(rect.center)) ?? Coordinate(latitude: 0, longitude: 0)
  }
}
