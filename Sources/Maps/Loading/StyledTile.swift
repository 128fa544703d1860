/// A tile with the features that each layer of a style draws, in groups of equal paint.
final class StyledTile: Sendable {
  /// The features of the tile that one style layer draws.
  struct Match: Sendable {
    /// The index of the layer in ``CompiledStyle/layers``.
    var style: Int
    /// The index of the tile's layer that contains the features.
    var layer: Int
    var groups: [FeatureGroup]
  }

  let tile: DecodedTile
  /// The zoom for which features and their values were chosen.
  let zoom: Int
  /// The matches of all style layers that draw something, in the order of the style's layers.
  let matches: [Match]
  /// The approximate memory use in bytes, without that of the tile.
  let byteCount: Int

  /// Whether the style draws something of the tile.
  var drawsFeatures: Bool { if case .vector = tile { !matches.isEmpty } else { true } }

  init(_ tile: DecodedTile, zoom: Int, matches: [Match]) {
    (self.tile, self.zoom, self.matches) = (tile, zoom, matches)
    byteCount = matches.reduce(64) { $0 + 64 + $1.groups.reduce(0) { $0 + $1.byteCount } }
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
