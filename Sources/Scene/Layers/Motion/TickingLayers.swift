import CartoucheRaster

/// Whether something goes on by itself.
public enum Motion: Hashable, Sendable, BitwiseCopyable {
  /// Ask again at the next tick.
  case moving
  /// Nothing changes until something else happens.
  case still
}

/// The layers of a stage that move by rules of their own: those alone are asked in a frame, and held while they are.
///
/// An object, since what a layer does when it is asked may lead back to the stage.
final class TickingLayers {
  private var layers: [Layer] = []
  /// Those that are being asked.
  private var asked: [Layer] = []

  var isEmpty: Bool { layers.isEmpty }

  /// Asks the layers under `root`, those first that began first; one that is started meanwhile is asked in the next frame.
  func tick(under root: Layer, at now: Timestamp) {
    collect(root)
    guard !layers.isEmpty else { return }
    swap(&layers, &asked)
    for layer in asked {
      // One that left the stage goes on when it is put back.
      guard layer.top === root else {
        layer.setNeedsTick()
        continue
      }
      if layer.tick(at: now) == .moving { layers.append(layer) } else { layer.dirtyFlags.isTicking = false }
    }
    asked.removeAll(keepingCapacity: true)
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
  /// Asks for ``tick(at:)`` in the frames to come, until that says that nothing moves; asked for twice, it is called once.
  ///
  /// A layer that stands on no stage ticks when it comes to stand on one.
  public final func startTicking() {
    guard !dirtyFlags.isTicking else { return }
    dirtyFlags.isTicking = true
    setNeedsTick()
  }

  /// Tells this layer and those above that there is one that wants to be asked.
  func setNeedsTick() {
    var layer: Layer? = self
    while let current = layer, !current.dirtyFlags.hasNewTickers {
      current.dirtyFlags.hasNewTickers = true
      layer = current.superlayer
    }
  }

  fileprivate var top: Layer {
    var layer = self
    while let next = layer.superlayer { layer = next }
    return layer
  }
}
