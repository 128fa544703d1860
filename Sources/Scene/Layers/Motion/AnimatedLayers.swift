import CartoucheRaster

/// The layers of a stage that have animations.
///
/// A frame visits only these layers. The layers are retained while they are animated.
struct AnimatedLayers {
  /// The maximum number of rounds in a frame in which completion handlers may add animations that end in the
  /// same frame.
  static let maximumRounds = 8

  private var layers: [Layer] = []
  private var ended: [(entry: LayerAnimations.Entry, end: AnimationEnd)] = []
  private var reported: [AnimationDiagnostic] = []
  private var unreported: [AnimationDiagnostic] = []
  /// When the next frame is due.
  private(set) var next = NextFrameTime.never

  var isEmpty: Bool { layers.isEmpty }

  func isDue(at now: Timestamp) -> Bool {
    switch next {
    case .nextRefresh: true
    case .at(let time): now >= time
    case .never: false
    }
  }

  /// Returns the diagnostics found since the last call; each is returned once.
  mutating func takeDiagnostics() -> [AnimationDiagnostic] {
    defer { unreported.removeAll() }
    return unreported
  }

  /// Adds the layers under `root` that have new animations, and begins these animations.
  mutating func begin(under root: Layer, at now: Timestamp) {
    guard root.dirtyFlags.hasNewAnimations else { return }
    var found = layers
    collect(root, at: now, into: &found)
    layers = found
    for layer in layers {
      layer.animations?.begin(at: layer.time(at: now), of: layer) { diagnostic in
        guard !reported.contains(diagnostic) else { return }
        reported.append(diagnostic)
        unreported.append(diagnostic)
      }
    }
  }

  private func collect(_ layer: Layer, at now: Timestamp, into found: inout [Layer]) {
    guard layer.dirtyFlags.hasNewAnimations else { return }
    layer.dirtyFlags.hasNewAnimations = false
    layer.resume(at: now)
    if let layerAnimations = layer.animations, !layerAnimations.isListed, !layerAnimations.isIdle {
      layerAnimations.isListed = true
      found.append(layer)
    }
    if let mask = layer.mask { collect(mask, at: now, into: &found) }
    for child in layer.sublayers { collect(child, at: now, into: &found) }
  }

  /// Ends the animations that are over at `now` or whose layer is no longer under `root`.
  ///
  /// - Returns: The ended animations, in the order in which their completion handlers are to be called.
  mutating func end(under root: Layer, at now: Timestamp) -> [(entry: LayerAnimations.Entry, end: AnimationEnd)] {
    ended.removeAll(keepingCapacity: true)
    for layer in layers {
      guard let layerAnimations = layer.animations else { continue }
      let timing = layer.inheritedTiming
      if timing.top === root {
        layerAnimations.removeEnded(at: timing.hasOwnTime ? layer.time(at: now) : now) { ended.append(($0, .finished)) }
      } else {
        layerAnimations.removeAll { ended.append(($0, .cancelled)) }
      }
    }
    return ended
  }

  /// Computes the values that the animations show at `now`.
  ///
  /// - Returns: Whether the values differ from those of the last frame.
  mutating func update(under root: Layer, at now: Timestamp) -> Bool {
    var isChanged = false
    next = .never
    var remaining = 0
    for index in layers.indices {
      let layer = layers[index]
      guard let layerAnimations = layer.animations else { continue }
      let timing = layer.inheritedTiming
      guard timing.top === root else {
        layerAnimations.clearPresentation()
        if layerAnimations.hasBegun {
          // A completion handler of this frame removed the layer; its own animations end in the next frame.
          next = .nextRefresh
          layers.swapAt(remaining, index)
          remaining += 1
          continue
        }
        // Animations added after the layer was removed wait until a stage shows it again.
        layerAnimations.isListed = false
        continue
      }
      let time = timing.hasOwnTime ? layer.time(at: now) : now
      if layerAnimations.update(at: time, of: layer) { isChanged = true }
      if layerAnimations.isIdle {
        layerAnimations.isListed = false
        if layerAnimations.clock.isIdentity { layer.animations = nil }
        continue
      }
      // No frame is due earlier than the next one.
      if !timing.isPaused && next != .nextRefresh {
        next = min(
          next, layerAnimations.nextFrame(after: time, isVisible: layer.isVisible, hasOwnTime: timing.hasOwnTime))
      }
      layers.swapAt(remaining, index)
      remaining += 1
    }
    if remaining < layers.count { layers.removeLast(layers.count - remaining) }
    return isChanged
  }

  /// Sets the layers' properties to the presented values.
  func enter() {
    for layer in layers { layer.animations?.enter(layer) }
  }

  /// Restores the layers' model values.
  func leave() {
    for layer in layers { layer.animations?.leave(layer) }
  }
}
extension Layer {

  /// Whether the layer may be visible.
  ///
  /// A layer is not visible if it or a superlayer is hidden, unless ``isHidden`` of the hidden layer is
  /// animated.
  fileprivate var isVisible: Bool {
    var layer: Layer? = self
    while let current = layer {
      if current.isHidden && current.animations?.shown.shown(.isHidden) == nil { return false }
      layer = current.superlayer
    }
    return true
  }

  /// The root of the layer's tree, and whether the layer's clock is stopped or differs from the stage's.
  fileprivate var inheritedTiming: (top: Layer, isPaused: Bool, hasOwnTime: Bool) {
    var (top, isPaused, hasOwnTime) = (self, false, false)
    while true {
      if let clock = top.animations?.clock {
        isPaused = isPaused || clock.speed == 0
        hasOwnTime = hasOwnTime || !clock.isIdentity
      }
      guard let next = top.superlayer else { return (top, isPaused, hasOwnTime) }
      top = next
    }
  }
}
