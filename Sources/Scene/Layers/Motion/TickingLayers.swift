/// The layers of a stage that are called in every frame to move by their own rules.
///
/// A frame visits only these layers. The layers are retained while they tick. This type is a class because a
/// layer's ``Layer/tick(at:)`` may reenter the stage.
final class TickingLayers {
  private var layers: [Layer] = []
  /// The layers being called in the current frame.
  private var current: [Layer] = []

  var isEmpty: Bool { layers.isEmpty }

  /// Calls ``Layer/tick(at:)`` of the ticking layers under `root`, in the order in which they started
  /// ticking.
  ///
  /// A layer that starts ticking during these calls is called in the next frame.
  func tick(under root: Layer, at now: Timestamp) {
    collect(root)
    guard !layers.isEmpty else { return }
    swap(&layers, &current)
    for layer in current {
      // A layer that has left the stage ticks again when it returns.
      guard layer.topmostLayer === root else {
        layer.setNeedsTick()
        continue
      }
      if layer.tick(at: now) == .moving { layers.append(layer) } else { layer.dirtyFlags.isTicking = false }
    }
    current.removeAll(keepingCapacity: true)
  }

  private func collect(_ layer: Layer) {
    guard layer.dirtyFlags.hasNewTickers else { return }
    layer.dirtyFlags.hasNewTickers = false
    if layer.dirtyFlags.isTicking, !layers.contains(where: { $0 === layer }) { layers.append(layer) }
    if let mask = layer.mask { collect(mask) }
    for child in layer.sublayers { collect(child) }
  }
}

extension Layer {
  /// Requests a call of the layer's ``tick(at:)`` in each following frame.
  ///
  /// The calls end when ``tick(at:)`` returns ``MotionState/still``. If these calls have already been
  /// requested, this method has no effect. If the layer is on no stage, the calls begin after the layer is
  /// added to a stage.
  public final func startTicking() {
    guard !dirtyFlags.isTicking else { return }
    dirtyFlags.isTicking = true
    setNeedsTick()
  }

  /// Marks this layer and its superlayers as having a layer that starts ticking.
  func setNeedsTick() {
    var layer: Layer? = self
    while let current = layer, !current.dirtyFlags.hasNewTickers {
      current.dirtyFlags.hasNewTickers = true
      layer = current.superlayer
    }
  }
}
