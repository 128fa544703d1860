extension Layer {
  /// Whether the layer belongs to the layer tree of a ``Stage``.
  ///
  /// While the layer is on no stage, its animations do not play, and ``tick(at:)`` is not called.
  public final var isOnStage: Bool { owningStage != nil }

  /// The sizes of touch targets and the distances of gestures, on the screen of the layer's stage.
  ///
  /// If the layer is on no stage, this property is ``TouchMetrics/standard``.
  public final var touchMetrics: TouchMetrics { owningStage?.touchMetrics ?? .standard }

  /// The stage to whose layer tree the layer belongs; nil if the layer is on no stage.
  package var owningStage: Stage? { topmostLayer.ownStage }

  /// The root of the tree that contains the layer; the layer itself if it has no superlayer.
  var topmostLayer: Layer {
    var layer = self
    while let next = layer.superlayer { layer = next }
    return layer
  }
}
