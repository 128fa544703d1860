import CartoucheRaster

/// A feature in a tile, and the style layer that draws it.
struct FeatureReference {
  let layer: CompiledLayer
  /// The source among the map's sources.
  let source: MapSources.Entry
  let tile: TileCell
  let tileLayer: VectorLayer
  let feature: VectorFeature
  /// The anchor of the label; nil if the feature is drawn as a shape.
  let anchor: MapPoint?

  /// Creates the reference of a label.
  init?(_ label: PlacedLabel, of style: CompiledStyle) {
    let (content, origin) = (label.content, label.content.origin)
    guard style.sources.list.indices.contains(origin.source), case .vector(let tile) = origin.tile.tile,
      let index = content.group.features.first
    else { return nil }
    (layer, source) = (style.layers[content.layer], style.sources.list[origin.source])
    self.tile = TileCell(id: origin.id, copy: 0)
    tileLayer = tile.layers[origin.layer]
    (feature, anchor) = (tileLayer.features[Int(index)], label.anchor)
  }

  /// Creates the reference of a feature that is drawn as a shape.
  init(_ feature: MapDrawing.Feature, of style: CompiledStyle) {
    (layer, source, tile, tileLayer) = (feature.layer, style.sources.list[feature.source], feature.tile, feature.tileLayer)
    (self.feature, anchor) = (feature.tileLayer.features[Int(feature.index)], nil)
  }

  /// What the feature is, if it can be selected.
  var featureType: MapFeature.FeatureType? {
    MapFeature.FeatureType(sourceLayer: layer.sourceLayer, isLabel: anchor != nil, feature.kind)
  }

  var properties: [String: GeoJSONValue] {
    var properties: [String: GeoJSONValue] = [:]
    for index in feature.tags {
      let tag = tileLayer.tags[Int(index)]
      let key = tileLayer.keys[Int(tag.x)]
      // Of a key that occurs twice, the first counts.
      if properties[key] == nil { properties[key] = GeoJSONValue(tileLayer.values[Int(tag.y)]) }
    }
    return properties
  }

  func id(_ properties: [String: GeoJSONValue]) -> GeoJSONIdentifier? {
    let promoted = source.source.promotedIDs
    if let name = promoted[layer.sourceLayer] ?? promoted[""] {
      switch properties[name] {
      case .number(let number): return .number(number)
      case .text(let text): return .text(text)
      case nil, .null, .boolean, .array, .object: break
      }
    }
    return feature.id.map { .number(Double($0)) }
  }

  /// A point of the feature.
  var point: MapPoint {
    if let anchor { return anchor }
    let vertex: SIMD2<Double>
    switch feature.kind {
    case .point: vertex = vertices(feature.parts.lowerBound).first ?? .zero
    case .line: vertex = middle
    case .polygon: vertex = inside
    }
    let unit = Double(tile.id.size) / Double(1 << tileLayer.extentBits)
    let origin = tile.origin
    return MapPoint(
      x: origin.x &+ ElementaryFunctions.nearest(vertex.x * unit), y: origin.y &+ ElementaryFunctions.nearest(vertex.y * unit))
  }

  private func vertices(_ part: Int32) -> [SIMD2<Double>] {
    tileLayer.vertices[Int(tileLayer.partStart(part))..<Int(tileLayer.partEnds[Int(part)])].map {
      SIMD2(Double($0.x), Double($0.y))
    }
  }

  /// The middle of the longest part.
  private var middle: SIMD2<Double> {
    let lines = feature.parts.map { PixelLine(vertices($0)) }
    guard let line = lines.max(by: { $0.length < $1.length }), let first = line.points.first else { return .zero }
    return line.points.count > 1 ? line.point(at: line.length / 2).point : first
  }

  /// The point inside the polygon with the largest bounds that is farthest from its edges.
  private var inside: SIMD2<Double> {
    var best: (rings: [[SIMD2<Double>]], size: Double)?
    for polygon in tileLayer.polygons(of: feature) {
      let rings = polygon.map(vertices)
      guard let ring = rings.first, let first = ring.first else { continue }
      var (low, high) = (first, first)
      for vertex in ring { (low, high) = (pointwiseMin(low, vertex), pointwiseMax(high, vertex)) }
      let size = (high.x - low.x) * (high.y - low.y)
      if size > best?.size ?? -1 { best = (rings, size) }
    }
    guard let best else { return .zero }
    // A 512th of the tile is a pixel of the style.
    let precision = Double(1 << (tileLayer.extentBits - 9))
    return PolygonLabelPoint.point(in: best.rings, precision: precision) ?? best.rings[0][0]
  }
}
