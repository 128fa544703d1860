extension Layer {
  /// Whether the layer is on a stage: only there animations play and layers tick.
  public final var isOnStage: Bool { owningStage != nil }

  /// How large a finger's measures are on the layer's stage; ``TouchMetrics/standard`` on none.
  public final var touchMetrics: TouchMetrics { owningStage?.touchMetrics ?? .standard }

  /// The stage on which the layer is.
  package var owningStage: Stage? {
    var layer = self
    while let next = layer.superlayer { layer = next }
    return layer.ownStage
  }
}
