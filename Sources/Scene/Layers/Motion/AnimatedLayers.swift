import CartoucheRaster

/// The layers of a stage that are animated: those alone are looked at in a frame, and held while they are.
struct AnimatedLayers {
  /// How often in one frame completions may add animations whose own completions are called in that frame.
  static let maximumRounds = 8

  private var layers: [Layer] = []
  private var ended: [(entry: LayerAnimations.Entry, end: AnimationEnd)] = []
  private var reported: [AnimationDiagnostic] = []
  private var unreported: [AnimationDiagnostic] = []
  /// When the next frame is due.
  private(set) var next = NextFrame.never

  var isEmpty: Bool { layers.isEmpty }

  func isDue(at now: Timestamp) -> Bool {
    switch next {
    case .nextRefresh: true
    case .at(let time): now >= time
    case .never: false
    }
  }

  /// Each thing once.
  mutating func takeDiagnostics() -> [AnimationDiagnostic] {
    defer { unreported.removeAll() }
    return unreported
  }

  /// Takes in the layers under `root` that have new animations, and lets these begin.
  mutating func begin(under root: Layer, at now: Timestamp) {
    guard root.dirtyFlags.hasNewAnimations else { return }
    var found = layers
    collect(root, at: now, into: &found)
    layers = found
    for layer in layers {
      layer.animations?.begin(at: layer.time(at: now), of: layer) { remark in
        guard !reported.contains(remark) else { return }
        reported.append(remark)
        unreported.append(remark)
      }
    }
  }

  private func collect(_ layer: Layer, at now: Timestamp, into found: inout [Layer]) {
    guard layer.dirtyFlags.hasNewAnimations else { return }
    layer.dirtyFlags.hasNewAnimations = false
    layer.resume(at: now)
    if let own = layer.animations, !own.isListed, !own.isIdle {
      own.isListed = true
      found.append(layer)
    }
    if let mask = layer.mask { collect(mask, at: now, into: &found) }
    for child in layer.sublayers { collect(child, at: now, into: &found) }
  }

  /// Ends what has ended at `now`, or is no longer under `root`.
  ///
  /// - Returns: what is to be told, in order.
  mutating func end(under root: Layer, at now: Timestamp) -> [(entry: LayerAnimations.Entry, end: AnimationEnd)] {
    ended.removeAll(keepingCapacity: true)
    for layer in layers {
      guard let own = layer.animations else { continue }
      if layer.isOn(root) {
        own.removeEnded(at: layer.time(at: now)) { ended.append(($0, .finished)) }
      } else {
        own.removeAll { ended.append(($0, .cancelled)) }
      }
    }
    return ended
  }

  /// Works out what is shown at `now`.
  ///
  /// - Returns: whether it differs from what the screen shows.
  mutating func update(under root: Layer, at now: Timestamp) -> Bool {
    var isChanged = false
    next = .never
    var kept = 0
    for index in layers.indices {
      let layer = layers[index]
      guard let own = layer.animations else { continue }
      guard layer.isOn(root) else {
        own.clearPresentation()
        if own.hasBegun {
          // It left while this frame's ends were told; its own is told in the next.
          next = .nextRefresh
          layers.swapAt(kept, index)
          kept += 1
          continue
        }
        // What was added after it left waits until a stage shows it again.
        own.isListed = false
        continue
      }
      let time = layer.time(at: now)
      if own.update(at: time, of: layer) { isChanged = true }
      if own.isIdle {
        own.isListed = false
        if own.clock.isIdentity { layer.animations = nil }
        continue
      }
      if !layer.isPaused {
        next = min(next, own.nextFrame(after: time, isSeen: layer.isSeen, hasOwnTime: layer.hasOwnTime))
      }
      layers.swapAt(kept, index)
      kept += 1
    }
    if kept < layers.count { layers.removeLast(layers.count - kept) }
    return isChanged
  }

  /// Puts what is shown into the layers.
  func enter() {
    for layer in layers { layer.animations?.enter(layer) }
  }

  /// Puts back what the layers are.
  func leave() {
    for layer in layers { layer.animations?.leave(layer) }
  }
}

extension Layer {
  fileprivate func isOn(_ root: Layer) -> Bool {
    var layer = self
    while let next = layer.superlayer { layer = next }
    return layer === root
  }

  /// Whether anything of the layer may be on the screen: neither it nor one above it is hidden, but for those whose hiding is animated.
  fileprivate var isSeen: Bool {
    var layer: Layer? = self
    while let current = layer {
      if current.isHidden && current.animations?.shown.shown(.isHidden) == nil { return false }
      layer = current.superlayer
    }
    return true
  }

  /// Whether the layer's time stands still.
  fileprivate var isPaused: Bool {
    var layer: Layer? = self
    while let current = layer {
      if current.animations?.clock.speed == 0 { return true }
      layer = current.superlayer
    }
    return false
  }

  /// Whether the layer's time runs otherwise than the stage's.
  fileprivate var hasOwnTime: Bool {
    var layer: Layer? = self
    while let current = layer {
      if let own = current.animations, !own.clock.isIdentity { return true }
      layer = current.superlayer
    }
    return false
  }
}
