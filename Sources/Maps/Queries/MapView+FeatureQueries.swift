public import CartoucheRaster
import CartoucheScene

extension MapView {
  // MARK: Features

  /// Returns the features that are drawn at a point of the map view, the topmost one first.
  ///
  ///     let streets = map.features(at: tap, layers: ["road-major", "road-minor"])
  ///     print(streets.first?.title ?? "no street")
  ///
  /// A label or an icon takes its whole area, also between its letters, and labels are above everything else.
  /// An area is found everywhere in it, also where its pattern is transparent. Lines and circles are found
  /// where they are drawn, to the pixel, and a dashed line is not found between its dashes.
  ///
  /// Features that are not drawn are not found. They are filtered, or their layer is hidden, transparent or
  /// out of its range of zooms. Labels without room, and those that are disappearing, are not found either.
  /// Backgrounds, images and heatmaps have no features. Overlays and annotations are not features. Tiles that
  /// have not arrived have none yet.
  ///
  /// - Parameters:
  ///   - point: A point in the space of the map's ``Layer/bounds``. The pixel that contains it counts.
  ///   - layers: The names of style layers whose features are wanted; nil for all. A name that the style does
  ///     not have finds nothing, and is among the errors of ``takeErrors()``.
  /// - Returns: The features; none if the point is outside of the map.
  /// - Complexity: Proportional to the number of features in the tiles around the point.
  public func features(at point: Point, layers: Set<String>? = nil) -> [MapFeature] {
    let pixel = Rect(x: Scalar(point.x.floor), y: Scalar(point.y.floor), width: 1, height: 1)
    return features(in: bounds.contains(point) ? pixel : .zero, layers: layers)
  }

  /// Returns the features that are drawn in a rectangle of the map view, the topmost one first.
  ///
  /// A feature is found if it reaches a pixel of the rectangle. See ``features(at:layers:)`` for where
  /// features are drawn. A feature with an ID is returned once for each style layer, however many tiles and
  /// labels it has.
  ///
  /// - Parameters:
  ///   - rect: A rectangle in the space of the map's ``Layer/bounds``. Only its part inside the bounds
  ///     counts.
  ///   - layers: The names of style layers whose features are wanted; nil for all.
  /// - Returns: The features; none if the rectangle is empty.
  public func features(in rect: Rect, layers: Set<String>? = nil) -> [MapFeature] {
    guard !bounds.isEmpty else { return [] }
    if let layers { reportUnknownLayers(layers) }
    let search = FeatureSearch(of: self) { layers?.contains($0.name) ?? true }
    var seen: Set<FeatureIdentity> = []
    return search.features(in: rect).compactMap { reference in
      let feature = MapFeature(reference, in: self)
      return seen.insert(FeatureIdentity(reference, feature)).inserted ? feature : nil
    }
  }

  private func reportUnknownLayers(_ names: Set<String>) {
    let unknown = names.subtracting(style.layers.lazy.map(\.name))
    for name in unknown.sorted() {
      baseMap.report(.style(StyleError(file: style.path, "there is no layer \"\(name)\". No features are found in it.")))
    }
  }
}

/// What makes two parts of a feature in a style layer the same.
private struct FeatureIdentity: Hashable {
  var layer: Int
  var source: Int
  /// The ID and the tags, as some data numbers the features of each tile from 1 on.
  var id: GeoJSONIdentifier?
  var properties: [String: GeoJSONValue] = [:]
  /// The place of a feature without an ID.
  var tile: TileID?
  var parts: Range<Int32>?

  init(_ reference: FeatureReference, _ feature: MapFeature) {
    (layer, source, id) = (reference.layer.index, reference.source.number, feature.id)
    if id == nil {
      (tile, parts) = (reference.tile.id, reference.feature.parts)
    } else {
      properties = feature.properties
    }
  }
}

extension MapFeature {
  init(_ reference: FeatureReference, in map: MapView) {
    layer = reference.layer.name
    (source, sourceLayer) = (reference.source.name, reference.layer.sourceLayer)
    properties = reference.properties
    id = reference.id(properties)
    geometryType =
      switch reference.feature.kind {
      case .point: .point
      case .line: .line
      case .polygon: .polygon
      }
    let point = reference.point.wrapped
    // The parts of a tile beyond the world's edge are nowhere.
    let clamped = MapPoint(x: point.x, y: point.y.clamped(from: 0, to: MapPoint.worldSize))
    coordinate = map.coordinate(for: clamped) ?? Coordinate(latitude: 0, longitude: 0)
    featureType = reference.featureType
  }
}
