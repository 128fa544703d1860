import CartoucheRaster

/// What has changed on a layer since the stage settled last.
struct DirtyFlags {
  /// The layer's own look or place.
  var isChanged = true
  /// What the layer looks like, wherever it stands.
  var isContentChanged = true
  /// What is shown of the layer and of everything in it: how it is cut off, masked, mixed with what is behind.
  var isSubtreeChanged = true
  /// It may be drawn sooner or later than its siblings.
  var isOrderChanged = true
  /// Something is to be settled in the layer's tree: its own change, or one further in.
  var needsCommit = true
  var needsLayout = true
  /// What animations show is being put in, or taken out again: no change of the layer itself.
  var isPresenting = false
  /// An animation was added or taken off in the layer's tree since the stage looked last.
  var hasNewAnimations = false
  /// The layer wants ``Layer/tick(at:)``; another one in its tree, for ``hasNewTickers``, since the stage looked last.
  var isTicking = false
  var hasNewTickers = false

  /// All but the layout is done.
  mutating func clear() {
    (isChanged, isContentChanged, isSubtreeChanged, isOrderChanged, needsCommit) = (false, false, false, false, false)
  }
}

// A change finds its way to the stage: a layer is marked, and all above it are told that there is one inside.
extension Layer {
  /// The layer stands or looks otherwise.
  func invalidate() {
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isChanged = true
    setNeedsCommit()
  }

  /// The layer's own look is otherwise, and its outline perhaps too.
  func invalidateContent() {
    shapes.needsUpdate = true
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isContentChanged = true
    invalidate()
  }

  /// All in the layer is cut off, masked or mixed otherwise.
  func invalidateSubtree() {
    if !dirtyFlags.isPresenting { dirtyFlags.isSubtreeChanged = true }
    invalidateContent()
  }

  /// The layer may be drawn sooner or later than its siblings.
  func invalidateOrder() {
    dirtyFlags.isOrderChanged = true
    superlayer?.discardSublayerOrder()
    invalidate()
  }

  /// The same of a property that moves to its new value where a transaction says so.
  func invalidate(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    if dirtyFlags.isPresenting { return }
    invalidate()
    animateChange(of: property, from: old())
  }

  func invalidateContent(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    shapes.needsUpdate = true
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isContentChanged = true
    invalidate(property, from: old())
  }

  /// The layer's outline is otherwise, and with it what is cut off at it.
  func invalidateOutline(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    if masksToBounds && !dirtyFlags.isPresenting { dirtyFlags.isSubtreeChanged = true }
    invalidateContent(property, from: old())
  }

  /// What an animation shows of `property` is otherwise than in the last frame.
  func invalidatePresentation(_ property: AnimatableProperty) {
    dirtyFlags.isChanged = true
    switch property.baseProperty {
    case .position, .anchorPoint, .anchorPointZ, .transform, .opacity, .isHidden: break
    case .zPosition: dirtyFlags.isOrderChanged = true
    default:
      dirtyFlags.isContentChanged = true
      if masksToBounds { dirtyFlags.isSubtreeChanged = true }
    }
    setNeedsCommit()
  }

  func invalidateOrder(from old: Scalar) {
    superlayer?.lastDrawn.isOrderKnown = false
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isOrderChanged = true
    invalidate(.zPosition, from: .scalar(old))
  }

  /// Tells this layer and those above that there is something to settle; where that is known already, so it is further up, except below a hidden
  /// layer, which tells when it is shown again.
  func setNeedsCommit() {
    var layer: Layer? = self
    while let current = layer, !current.dirtyFlags.needsCommit {
      current.dirtyFlags.needsCommit = true
      layer = current.superlayer
    }
  }

  /// Lets the layers in this one, which are not shown, tell of their changes again.
  func clearNeedsCommitBelow() {
    for layer in sublayers where layer.dirtyFlags.needsCommit {
      layer.dirtyFlags.needsCommit = false
      // A hidden one tells when it is shown again, and is laid out then.
      if !layer.isHidden { layer.clearNeedsCommitBelow() }
    }
    if let mask = maskLayer {
      mask.dirtyFlags.needsCommit = false
      if !mask.isHidden { mask.clearNeedsCommitBelow() }
    }
  }
}
