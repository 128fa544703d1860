/// A vector tile with the features that each layer of a map style draws.
final class StyledTile: Sendable {
  /// The features of the tile that one style layer draws.
  struct Match: Sendable {
    /// The index of the style layer in the map style.
    var style: Int
    /// The index of the tile's layer that contains the features.
    var layer: Int
    var features: [Int32]
  }

  let tile: VectorTile
  /// The matches of all style layers that draw something, in the order of the style's layers.
  let matches: [Match]
  let byteCount: Int

  init(_ tile: VectorTile, style: MapStyle) {
    var matches: [Match] = []
    for (styleIndex, styleLayer) in style.layers.enumerated() {
      guard let layerIndex = tile.layers.firstIndex(where: { $0.name == styleLayer.source }) else { continue }
      let layer = tile.layers[layerIndex]
      let filter = CompiledFilter(styleLayer.filter, for: layer)
      var features: [Int32] = []
      for (index, feature) in layer.features.enumerated() {
        guard feature.kind != .point, filter.passes(feature, in: layer) else { continue }
        if case .fill = styleLayer.symbolizer, feature.kind != .polygon { continue }
        features.append(Int32(index))
      }
      if !features.isEmpty { matches.append(Match(style: styleIndex, layer: layerIndex, features: features)) }
    }
    self.tile = tile
    self.matches = matches
    byteCount = tile.byteCount + matches.reduce(0) { $0 + 64 + $1.features.count * 4 }
  }

  /// Returns the match of a style layer. If the layer draws nothing of this tile, the method returns nil.
  func match(ofStyle index: Int) -> Match? {
    var (low, high) = (0, matches.count)
    while low < high {
      let middle = (low + high) / 2
      if matches[middle].style < index { low = middle + 1 } else { high = middle }
    }
    return low < matches.count && matches[low].style == index ? matches[low] : nil
  }
}
