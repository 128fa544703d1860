/// A decoder of GeoJSON (RFC 7946): MapKit's `MKGeoJSONDecoder`.
///
///     for feature in try GeoJSONDecoder().decode(.file(path: "parks.geojson")) {
///       map.addOverlays(feature.overlays)
///       map.addAnnotations(feature.annotations)
///     }
///
/// A ``GeoJSONSource`` draws features as a part of the map, and is faster for many features. The decoder is
/// for features that an application works with: overlays with renderers of their own, and annotations that
/// can be selected.
///
/// Latitudes beyond the map are clamped to its edge. Positions are rounded to 0.02 mm. Heights and members
/// that RFC 7946 does not define are ignored. NaN and Infinity, which some programs write, are reported and
/// count as null.
public struct GeoJSONDecoder: Sendable {
  /// The name of data that is not from a file, for error messages.
  public var name: String

  /// Creates a decoder.
  ///
  /// - Parameter name: The name of data that is not from a file, for error messages.
  public init(name: String = "GeoJSON") { self.name = name }

  /// Decodes features. The data is a feature collection, a feature, or a geometry, which becomes a feature
  /// without properties.
  ///
  /// - Returns: The features in the order of the data. A geometry collection in a geometry collection is a
  ///   part of the outer one. Empty geometries are left out.
  /// - Throws: The first ``GeoJSONError``, with its line. To decode the rest of faulty data, call
  ///   ``decode(_:onError:)``.
  public func decode(_ data: GeoJSONData) throws(GeoJSONError) -> [GeoJSONFeature] {
    var first: GeoJSONError?
    let features = decode(data) { first = first ?? $0 }
    if let first { throw first }
    return features
  }

  /// Decodes the features of data that may have faults. A feature with a fault is left out.
  ///
  /// If the text is not JSON from a point on, the features before this point are returned.
  ///
  /// - Parameter onError: A closure that is called with each error, after all features were read.
  public func decode(_ data: GeoJSONData, onError: (GeoJSONError) -> Void) -> [GeoJSONFeature] {
    var features: [GeoJSONFeature] = []
    let reading = FeatureReading { features.append(GeoJSONFeature($0)) }
    reading.read(data, name: name)
    for error in reading.errors { onError(error) }
    return features
  }
}

extension GeoJSONFeature {
  /// Creates the feature of a draft.
  init(_ draft: FeatureDraft) {
    let geometries = draft.shapes.map { draft.geometry(of: $0) }
    self.init(
      id: draft.id, geometry: geometries.count > 1 ? .collection(geometries) : geometries.first,
      properties: Dictionary(draft.properties.map { ($0.name, GeoJSONValue($0.value)) }) { $1 })
  }
}

extension FeatureDraft {
  fileprivate func geometry(of shape: Shape) -> GeoJSONGeometry {
    let parts: [(coordinates: [Coordinate], isHole: Bool)] = shape.parts.map { part in
      (vertices[vertexRange(ofPart: part)].map { Self.coordinate($0) }, self.parts[part].isHole)
    }
    switch shape.kind {
    case .point: return shape.isMulti ? .multiPoint(parts.flatMap(\.coordinates)) : .point(parts[0].coordinates[0])
    case .line: return shape.isMulti ? .multiLineString(parts.map(\.coordinates)) : .lineString(parts[0].coordinates)
    case .polygon:
      var polygons: [[[Coordinate]]] = []
      for part in parts {
        // As in RFC 7946, a ring ends with its first position.
        let ring = part.coordinates + part.coordinates.prefix(1)
        if part.isHole, !polygons.isEmpty { polygons[polygons.count - 1].append(ring) } else { polygons.append([ring]) }
      }
      return shape.isMulti ? .multiPolygon(polygons) : .polygon(polygons.flatMap { $0 })
    }
  }

  /// Returns the coordinate of a point, whose longitude is beyond ±180° in other copies of the world.
  private static func coordinate(_ point: MapPoint) -> Coordinate {
    Coordinate(
      latitude: Coordinate(MapPoint(x: 0, y: point.y))?.latitude ?? 0,
      longitude: Double(point.x) / Double(MapPoint.worldSize) * 360 - 180)
  }
}
