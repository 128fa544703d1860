import CartoucheRaster

extension MapDrawing {
  /// A feature that a style layer draws.
  struct Feature {
    /// The style layer.
    var layer: CompiledLayer
    /// The index of the feature's source among the map's sources.
    var source: Int
    /// The number of the feature's group in the order of drawing, over all layers and tiles.
    var group: Int
    /// The tile, and the layer of the tile.
    var tile: TileCell
    var tileLayer: VectorLayer
    /// The index of the feature in the tile's layer.
    var index: Int32
    /// Whether the feature lies in the cell in which its tile is drawn, so that no pixel of it is clipped.
    var isWithinCell: Bool
  }

  /// Draws the features of a part of the view one by one, and passes each that may be visible there to a
  /// closure.
  ///
  /// The order is that of drawing. Backgrounds, images and heatmaps have no features, and symbols are not
  /// drawn here.
  ///
  /// - Parameters:
  ///   - isIncluded: Whether the features of a style layer are wanted.
  ///   - body: A closure that is called while ``shapes`` are those of the feature alone.
  mutating func forEachFeature(
    of tiles: TileStore, layers isIncluded: (CompiledLayer) -> Bool, _ body: (inout MapDrawing, Feature) -> Void
  ) {
    var placements: [[TilePlacement]] = []
    findPlacements(&placements, tiles)
    var group = 0
    for index in style.layers.indices where style.layers[index].zoomRange.shows(frame.zoom) {
      let layer = style.layers[index]
      guard layer.drawsShapes, isIncluded(layer) else { continue }
      if case .fill(let paint) = layer.paint, paint.isOpacityOfLayer, frame.number(paint.opacity) <= 0 { continue }
      for source in layer.sources {
        for position in placements[source].indices {
          var placement = placements[source][position]
          if placement.isBeyond { guard case .circle = layer.paint else { continue } }
          guard case .vector(let tile) = placement.tile.tile, let match = placement.tile.match(ofStyle: index) else { continue }
          frame.tileZoom = placement.tile.zoom
          let (tileLayer, id) = (tile.layers[match.layer], placement.id)
          let cell = placement.cellUnits(extentBits: tileLayer.extentBits, margin: 0)
          for features in match.groups {
            group += 1
            let values = FeatureGroup(values: features.values, features: [])
            forEachFeature(features.features[...], like: values, layer, tileLayer, &placement) { drawing, feature in
              body(
                &drawing,
                Feature(
                  layer: layer, source: source, group: group, tile: id, tileLayer: tileLayer, index: feature,
                  isWithinCell: tileLayer.features[Int(feature)].bounds.isWithin(cell)))
            }
          }
        }
      }
    }
  }

  /// Divides features until each is drawn by itself. Features of which nothing is visible are left out
  /// together.
  private mutating func forEachFeature(
    _ features: ArraySlice<Int32>, like group: FeatureGroup, _ layer: CompiledLayer, _ tileLayer: VectorLayer,
    _ placement: inout TilePlacement, _ body: (inout MapDrawing, Int32) -> Void
  ) {
    var part = group
    part.features = Array(features)
    draw(part, layer, tileLayer, &placement)
    defer { shapes.removeAll(keepingCapacity: true) }
    guard !shapes.isEmpty else { return }
    if features.count == 1 { return body(&self, part.features[0]) }
    shapes.removeAll(keepingCapacity: true)
    let count = (features.count + 7) / 8
    for start in stride(from: features.startIndex, to: features.endIndex, by: count) {
      let slice = features[start..<min(start + count, features.endIndex)]
      forEachFeature(slice, like: group, layer, tileLayer, &placement, body)
    }
  }
}

extension CompiledLayer {
  /// Whether the layer draws shapes of features.
  var drawsShapes: Bool {
    switch paint {
    case .fill, .line, .circle: true
    case .background, .raster, .heatmap, .symbol: false
    }
  }
}
