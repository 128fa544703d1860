extension GeoJSONFeature {
  /// New overlays of the feature's lines and polygons: see ``GeoJSONGeometry/overlays``.
  public var overlays: [any Overlay] { geometry?.overlays ?? [] }

  /// New annotations of the feature's points: see ``GeoJSONGeometry/annotations``.
  public var annotations: [PointAnnotation] { geometry?.annotations ?? [] }
}

extension GeoJSONGeometry {
  /// New overlays of the lines and polygons of the geometry, in its order. Each call creates new ones.
  ///
  /// A line is a ``MapPolyline``, and several lines are a ``MultiPolyline``. A polygon is a ``MapPolygon``,
  /// and several polygons are a ``MultiPolygon``. Points are not overlays, but ``annotations``.
  ///
  /// A line between two longitudes goes the way of the numbers, also if this is the longer way around the
  /// world.
  public var overlays: [any Overlay] {
    switch self {
    case .point, .multiPoint: []
    case .lineString(let line): [MapPolyline(points: Self.points(line))]
    case .multiLineString(let lines): [MultiPolyline(lines.map { MapPolyline(points: Self.points($0)) })]
    case .polygon(let rings): [Self.polygon(rings)]
    case .multiPolygon(let polygons): [MultiPolygon(polygons.map { Self.polygon($0) })]
    case .collection(let geometries): geometries.flatMap(\.overlays)
    }
  }

  /// New annotations of the points of the geometry, in its order. Each call creates new ones.
  ///
  /// They have no titles: an application takes these from the ``GeoJSONFeature/properties``.
  public var annotations: [PointAnnotation] {
    switch self {
    case .point(let coordinate): [PointAnnotation(coordinate: coordinate)]
    case .multiPoint(let coordinates): coordinates.map { PointAnnotation(coordinate: $0) }
    case .lineString, .multiLineString, .polygon, .multiPolygon: []
    case .collection(let geometries): geometries.flatMap(\.annotations)
    }
  }

  private static func polygon(_ rings: [[Coordinate]]) -> MapPolygon {
    let holes = rings.dropFirst().map { MapPolygon(points: points($0), interiorPolygons: []) }
    return MapPolygon(points: points(rings.first ?? []), interiorPolygons: holes)
  }

  private static func points(_ coordinates: [Coordinate]) -> [MapPoint] {
    coordinates.compactMap {
      $0.latitude.isFinite && $0.longitude.isFinite
        ? FeatureDraft.point(longitude: $0.longitude, latitude: $0.latitude) : nil
    }
  }
}
