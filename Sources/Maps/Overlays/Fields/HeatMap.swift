/// A point of a heat map: a coordinate with a weight.
public struct HeatPoint: Hashable, Sendable {
  /// The position of the point.
  public var coordinate: Coordinate
  /// The weight of the point. A point of weight 3 adds as much heat as three points of weight 1. A
  /// ``HeatMap`` clamps the weight to 0 … 65,535.
  public var weight: Int

  /// Creates a point of a heat map.
  public init(_ coordinate: Coordinate, weight: Int = 1) {
    (self.coordinate, self.weight) = (coordinate, weight)
  }
}

/// An overlay that shows the density of weighted points as colors. A ``HeatMapRenderer`` draws the overlay.
public final class HeatMap: Overlay {
  /// The smallest rectangle of the map that contains all points of the heat map.
  public let boundingMapRect: MapRect
  /// The points of the heat map that are on the map and have a positive weight.
  let weightedPoints: [(point: MapPoint, weight: Int64)]

  /// Creates a heat map of weighted points.
  ///
  /// - Parameter points: The points. Points that are not on the map are left out. Points with a weight of 0
  ///   or less are left out too.
  public init(_ points: some Collection<HeatPoint>) {
    var weightedPoints: [(point: MapPoint, weight: Int64)] = []
    weightedPoints.reserveCapacity(points.count)
    var box = InclusiveMapRect.null
    for point in points where point.weight > 0 {
      guard let mapPoint = MapPoint(point.coordinate) else { continue }
      weightedPoints.append((mapPoint, Int64(min(point.weight, 65_535))))
      box.add(mapPoint)
    }
    (self.weightedPoints, boundingMapRect) = (weightedPoints, box.rect)
  }

  /// The center of the heat map's bounding rectangle. If the heat map has no points, the coordinate is
  /// latitude 0, longitude 0.
  public var coordinate: Coordinate {
    weightedPoints.isEmpty
      ? Coordinate(latitude: 0, longitude: 0) : Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0)
  }
}
