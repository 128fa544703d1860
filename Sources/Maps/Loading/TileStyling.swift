import CartoucheRaster

/// Chooses the features of a tile that each layer of a style draws, and evaluates what depends on them.
struct TileStyling {
  let style: CompiledStyle
  /// The index of the tile's source among the map's sources.
  let source: Int
  /// The name of the source; nil for one of the map's own.
  let name: String?
  let isGeoJSON: Bool
  /// The names of the properties that replace the features' ids, by source layer.
  let promotedIDs: [String: String]
  let states: FeatureStates

  /// Returns the tile with what the style draws of it.
  ///
  /// - Parameter zoom: The zoom for which features and values are chosen; nil for all zooms, if none of them
  ///   depends on the zoom.
  func styled(_ decoded: DecodedTile, id: TileID, zoom: Int?) -> StyledTile {
    guard case .vector(let tile) = decoded else { return StyledTile(decoded, zoom: zoom ?? 0, matches: []) }
    var matches: [StyledTile.Match] = []
    var context = EvaluationContext(zoom: Double(zoom ?? id.zoom), globalState: style.globalState, images: style.imageNames)
    var features = [LayerFeature?](repeating: nil, count: tile.layers.count)
    for (index, layer) in style.layers.enumerated() where layer.sources.contains(source) {
      if let zoom, !layer.zoomRange.showsTiles(ofZoom: zoom) { continue }
      guard let tileLayer = tileLayer(layer.sourceLayer, tile) else { continue }
      if features[tileLayer] == nil {
        features[tileLayer] = LayerFeature(tile.layers[tileLayer], keys: style.keys, tile: id)
      }
      guard let feature = features[tileLayer] else { continue }
      let groups = groups(layer, tile.layers[tileLayer], feature, &context)
      if !groups.isEmpty { matches.append(StyledTile.Match(style: index, layer: tileLayer, groups: groups)) }
    }
    return StyledTile(decoded, zoom: zoom ?? 0, matches: matches)
  }

  private func tileLayer(_ name: String, _ tile: VectorTile) -> Int? {
    isGeoJSON ? tile.layers.indices.first : tile.layers.firstIndex { $0.name == name }
  }

  private func groups(
    _ layer: CompiledLayer, _ tileLayer: VectorLayer, _ feature: LayerFeature, _ context: inout EvaluationContext
  ) -> [FeatureGroup] {
    let promoted = promotedIDs[layer.sourceLayer] ?? promotedIDs[""]
    let layerStates = states.states(source: name, sourceLayer: layer.sourceLayer)
    var tagFilter: TagFilter?
    if case .tags(let filter) = layer.filter { tagFilter = TagFilter(filter, for: tileLayer) }
    context.feature = feature
    let classes = style.pointOfInterestFilter.flatMap { PointOfInterestClasses($0, for: tileLayer, drawnBy: layer) }
    var passing: [Int32] = []
    let isDrawn = VectorFeature.Kind.allCases.map { layer.draws($0) }
    for index in tileLayer.features.indices {
      let candidate = tileLayer.features[index]
      guard isDrawn[Int(candidate.kind.rawValue)] else { continue }
      if let tagFilter {
        guard tagFilter.passes(candidate, in: tileLayer) else { continue }
      } else if case .expression(let filter) = layer.filter {
        feature.feature = candidate
        if let promoted { feature.promotedID = feature.property(named: promoted) }
        guard filter.passes(&context) else { continue }
      }
      if let classes, !classes.includes(candidate) { continue }
      passing.append(Int32(truncatingIfNeeded: index))
    }
    guard !passing.isEmpty else { return [] }
    let needsValues = !layer.featureExpressions.isEmpty
    var sortKeys: [Double] = []
    var text: (index: Int, isOnlyName: Bool)?
    var isSymbol = false
    if case .symbol(let paint) = layer.paint {
      isSymbol = true
      if case .feature(let expression, let index) = paint.text.field.source {
        let isOnlyName = if case .one = expression.expression.root.propertyUse { true } else { false }
        text = (index, isOnlyName)
      }
    }
    var grouping = FeatureGrouping(extentBits: tileLayer.extentBits)
    var values: [[FeatureValue]] = []
    if needsValues {
      for index in passing {
        feature.feature = tileLayer.features[Int(index)]
        if let promoted { feature.promotedID = feature.property(named: promoted) }
        context.featureState = layerStates.isEmpty ? [:] : layerStates[feature.id] ?? [:]
        values.append(
          layer.featureExpressions.enumerated().map { position, expression in
            // Only what a label shows is translated, not the conditions of its style.
            feature.language = text.flatMap { $0.index == position ? (style.language, $0.isOnlyName) : nil }
            defer { feature.language = nil }
            return Self.value(expression, &context)
          })
        if case .feature(_, let key) = layer.sortKey.source { sortKeys.append(values[values.count - 1][key].lower.number ?? 0) }
      }
    }
    var order = Array(passing.indices)
    if !sortKeys.isEmpty { order.sort { (sortKeys[$0], $0) < (sortKeys[$1], $1) } }
    if isSymbol {
      // Each symbol is placed by itself. Placement compares the sort keys of all tiles.
      return order.map { FeatureGroup(values: needsValues ? values[$0] : [], features: [passing[$0]]) }
    }
    for position in order {
      let index = passing[position]
      var own = needsValues ? values[position] : []
      // The order is all that the key is for.
      if case .feature(_, let key) = layer.sortKey.source { own[key] = FeatureValue(lower: .null, upper: .null) }
      grouping.add(index, tileLayer.features[Int(index)].bounds, own)
    }
    // Lines that are less than 16 points apart at the tile's own zoom may overlap.
    var margin: Int32 = 0
    if case .line = layer.paint { margin = 1 << Int32(tileLayer.extentBits - 5) }
    return grouping.finish(dividing: layer.mayBeTranslucent ? tileLayer : nil, margin: margin)
  }

  private static func value(_ expression: PropertyExpression, _ context: inout EvaluationContext) -> FeatureValue {
    let lower = expression.value(&context)
    guard case .zoomAndFeature = expression.kind, expression.zoomCurve != nil else {
      return FeatureValue(lower: lower, upper: lower)
    }
    let zoom = context.zoom ?? 0
    context.zoom = zoom + 1
    defer { context.zoom = zoom }
    return FeatureValue(lower: lower, upper: expression.value(&context))
  }
}

extension CompiledLayer {
  /// Whether the layer draws features of a kind.
  func draws(_ kind: VectorFeature.Kind) -> Bool {
    switch paint {
    case .fill: kind == .polygon
    case .line: kind != .point
    case .circle, .symbol: true
    case .heatmap: kind == .point
    case .background, .raster: false
    }
  }
}

/// A filter of points of interest that is prepared for one layer of one tile.
private struct PointOfInterestClasses {
  private let filter: PointOfInterestFilter
  private let layer: VectorLayer
  /// The indices of the keys that have the class.
  private let keys: [UInt32]

  /// Prepares a filter; nil if the style layer does not draw labels of points of interest.
  init?(_ filter: PointOfInterestFilter, for layer: VectorLayer, drawnBy style: CompiledLayer) {
    guard style.symbolPaint != nil, PointOfInterestFilter.sourceLayers.contains(style.sourceLayer) else { return nil }
    (self.filter, self.layer) = (filter, layer)
    keys = PointOfInterestFilter.tags.compactMap { layer.keys.firstIndex(of: $0).map { UInt32($0) } }
  }

  func includes(_ feature: VectorFeature) -> Bool {
    for key in keys {
      for index in feature.tags where layer.tags[Int(index)].x == key {
        if case .string(let name) = layer.values[Int(layer.tags[Int(index)].y)] { return filter.includes(name) }
      }
    }
    return filter.includes("")
  }
}
