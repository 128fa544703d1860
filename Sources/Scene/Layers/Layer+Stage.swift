extension Layer {
  /// Whether the layer is on a stage. Animations play and layers tick only there.
  public final var isOnStage: Bool { owningStage != nil }

  /// The touch sizes of the layer's stage; ``TouchMetrics/standard`` without a stage.
  public final var touchMetrics: TouchMetrics { owningStage?.touchMetrics ?? .standard }

  /// The stage that the layer is on.
  package var owningStage: Stage? { topmostLayer.ownStage }

  /// The root of the tree that contains the layer.
  var topmostLayer: Layer {
    var layer = self
    while let next = layer.superlayer { layer = next }
    return layer
  }
}
