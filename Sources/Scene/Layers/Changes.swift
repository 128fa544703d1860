import CartoucheRaster

/// What has changed on a layer since the stage settled last.
struct Changes {
  /// The layer's own look or place.
  var isChanged = true
  /// What the layer looks like, wherever it stands.
  var isLookChanged = true
  /// What is shown of the layer and of everything in it: how it is cut off, masked, mixed with what is behind.
  var isChangedThroughout = true
  /// It may be drawn sooner or later than its siblings.
  var isReordered = true
  /// Something is to be settled in the layer's tree: its own change, or one further in.
  var isUnsettled = true
  var needsLayout = true
  /// What animations show is being put in, or taken out again: no change of the layer itself.
  var isPresenting = false
  /// An animation was added or taken off in the layer's tree since the stage looked last.
  var hasNewAnimations = false
  /// The layer wants ``Layer/tick(at:)``; another one in its tree, for ``hasNewTickers``, since the stage looked last.
  var isTicking = false
  var hasNewTickers = false

  /// All but the layout is done.
  mutating func settle() {
    (isChanged, isLookChanged, isChangedThroughout, isReordered, isUnsettled) = (false, false, false, false, false)
  }
}

// A change finds its way to the stage: a layer is marked, and all above it are told that there is one inside.
extension Layer {
  /// The layer stands or looks otherwise.
  func markChanged() {
    if changes.isPresenting { return }
    changes.isChanged = true
    markInside()
  }

  /// The layer's own look is otherwise, and its outline perhaps too.
  func markContentChanged() {
    shapes.areStale = true
    if changes.isPresenting { return }
    changes.isLookChanged = true
    markChanged()
  }

  /// All in the layer is cut off, masked or mixed otherwise.
  func markChangedThroughout() {
    if !changes.isPresenting { changes.isChangedThroughout = true }
    markContentChanged()
  }

  /// The layer may be drawn sooner or later than its siblings.
  func markReordered() {
    changes.isReordered = true
    superlayer?.forgetOrder()
    markChanged()
  }

  /// The same of a property that moves to its new value where a transaction says so.
  func markChanged(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    if changes.isPresenting { return }
    markChanged()
    animateChange(of: property, from: old())
  }

  func markContentChanged(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    shapes.areStale = true
    if changes.isPresenting { return }
    changes.isLookChanged = true
    markChanged(property, from: old())
  }

  /// The layer's outline is otherwise, and with it what is cut off at it.
  func markOutlineChanged(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    if masksToBounds && !changes.isPresenting { changes.isChangedThroughout = true }
    markContentChanged(property, from: old())
  }

  /// What an animation shows of `property` is otherwise than in the last frame.
  func markPresented(_ property: AnimatableProperty) {
    changes.isChanged = true
    switch property.whole {
    case .position, .anchorPoint, .anchorPointZ, .transform, .opacity, .isHidden: break
    case .zPosition: changes.isReordered = true
    default:
      changes.isLookChanged = true
      if masksToBounds { changes.isChangedThroughout = true }
    }
    markInside()
  }

  func markReordered(from old: Scalar) {
    superlayer?.appearance.isOrderKnown = false
    if changes.isPresenting { return }
    changes.isReordered = true
    markChanged(.zPosition, from: .scalar(old))
  }

  /// Tells this layer and those above that there is something to settle; where that is known already, so it is further up, except below a hidden
  /// layer, which tells when it is shown again.
  func markInside() {
    var layer: Layer? = self
    while let current = layer, !current.changes.isUnsettled {
      current.changes.isUnsettled = true
      layer = current.superlayer
    }
  }

  /// Lets the layers in this one, which are not shown, tell of their changes again.
  func markSettledInside() {
    for layer in sublayers where layer.changes.isUnsettled {
      layer.changes.isUnsettled = false
      // A hidden one tells when it is shown again, and is laid out then.
      if !layer.isHidden { layer.markSettledInside() }
    }
    if let mask = maskLayer {
      mask.changes.isUnsettled = false
      if !mask.isHidden { mask.markSettledInside() }
    }
  }
}
