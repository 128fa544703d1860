/// A place with a weight.
public struct HeatPoint: Hashable, Sendable {
  public var coordinate: Coordinate
  /// What the place counts; held to 0 … 65 535.
  public var weight: Int

  public init(_ coordinate: Coordinate, weight: Int = 1) {
    (self.coordinate, self.weight) = (coordinate, weight)
  }
}

/// Places of which it matters how near they lie together.
public final class HeatMap: Overlay {
  public let boundingMapRect: MapRect
  /// Without those that are no place on the map or weigh nothing.
  let places: [(point: MapPoint, weight: Int64)]

  public init(_ points: some Collection<HeatPoint>) {
    var places: [(point: MapPoint, weight: Int64)] = []
    places.reserveCapacity(points.count)
    var box = MapBounds.null
    for point in points where point.weight > 0 {
      guard let place = MapPoint(point.coordinate) else { continue }
      places.append((place, Int64(min(point.weight, 65_535))))
      box.add(place)
    }
    (self.places, boundingMapRect) = (places, box.rect)
  }

  public var coordinate: Coordinate {
    places.isEmpty
      ? Coordinate(latitude: 0, longitude: 0) : Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0)
  }
}
