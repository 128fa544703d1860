public import CartoucheRaster

/// What changed on a layer since the last commit.
struct DirtyFlags {
  /// The layer's own appearance, or its position, transform or opacity.
  var isChanged = true
  /// The layer's appearance, regardless of its position.
  var isContentChanged = true
  /// How the layer and everything in it is clipped, masked or blended.
  var isSubtreeChanged = true
  /// The order in which the layer is drawn among its siblings.
  var isOrderChanged = true
  /// The layer itself or something in it has a change for the next commit.
  var needsCommit = true
  var needsLayout = true
  /// Animations are setting properties to what they show, or back: that is no change of the layer itself.
  var isPresenting = false
  /// An animation was added or removed in the layer's tree since the stage last collected animated layers.
  var hasNewAnimations = false
  /// The layer wants ``Layer/tick(at:)``.
  var isTicking = false
  /// A layer in the layer's tree started ticking since the stage last collected ticking layers.
  var hasNewTickers = false

  /// Clears what a commit deals with: everything but the layout, animations and ticks.
  mutating func clear() {
    (isChanged, isContentChanged, isSubtreeChanged, isOrderChanged, needsCommit) = (false, false, false, false, false)
  }
}

// A setter marks its layer and, by `setNeedsCommit()`, all layers above it.
extension Layer {
  /// Says that the layer's position or appearance changed.
  func invalidate() {
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isChanged = true
    setNeedsCommit()
  }

  /// Says that the layer's own appearance changed, and perhaps its outline.
  func invalidateContent() {
    shapes.needsUpdate = true
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isContentChanged = true
    invalidate()
  }

  /// Says that the layer and everything in it is clipped, masked or blended differently.
  func invalidateSubtree() {
    if !dirtyFlags.isPresenting { dirtyFlags.isSubtreeChanged = true }
    invalidateContent()
  }

  /// Says that the layer's position among its siblings changed.
  func invalidateOrder() {
    dirtyFlags.isOrderChanged = true
    superlayer?.discardSublayerOrder()
    invalidate()
  }

  /// Says that an animatable property changed that moves the layer or changes its opacity.
  ///
  /// In a transaction with a duration the change is animated from `old`.
  func invalidate(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    if dirtyFlags.isPresenting { return }
    invalidate()
    animateChange(of: property, from: old())
  }

  /// Says that an animatable property changed that affects the layer's own appearance.
  func invalidateContent(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    shapes.needsUpdate = true
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isContentChanged = true
    invalidate(property, from: old())
  }

  /// Says that an animatable property changed that affects the layer's outline, and so what is clipped to it.
  func invalidateOutline(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    if masksToBounds && !dirtyFlags.isPresenting { dirtyFlags.isSubtreeChanged = true }
    invalidateContent(property, from: old())
  }

  /// Says that the value that an animation shows of `property` differs from the last frame.
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

  /// Says that ``zPosition`` changed.
  func invalidateOrder(from old: Scalar) {
    superlayer?.lastDrawn.isOrderKnown = false
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isOrderChanged = true
    invalidate(.zPosition, from: .scalar(old))
  }

  /// Marks a part of the layer's own content as changed, so that only the pixels of this part are drawn
  /// again.
  ///
  /// If the layer also moves or has another change before the next commit, the whole layer is drawn again.
  ///
  /// - Parameter rect: The changed part, in the layer's space.
  public final func setNeedsDisplay(in rect: Rect) {
    guard lastDrawn.isShown else { return setNeedsDisplay() }
    let pixels = lastDrawn.map.pixels(of: rect, on: lastDrawn.clip)
    guard !pixels.isEmpty else { return }
    lastDrawn.pendingDamage.append(pixels)
    setNeedsCommit()
  }

  /// Marks this layer and those above it as having a change for the next commit.
  ///
  /// Stops at the first layer that is already marked, because those above it are marked too. The exception is
  /// a hidden layer, which marks those above it when it is shown again.
  func setNeedsCommit() {
    var layer: Layer? = self
    while let current = layer, !current.dirtyFlags.needsCommit {
      current.dirtyFlags.needsCommit = true
      layer = current.superlayer
    }
  }

  /// Unmarks the layers below this one, which the walk does not visit, so that they report their next change.
  func clearNeedsCommitBelow() {
    for layer in sublayers where layer.dirtyFlags.needsCommit {
      layer.dirtyFlags.needsCommit = false
      // A hidden layer reports when it is shown again, and is laid out then.
      if !layer.isHidden { layer.clearNeedsCommitBelow() }
    }
    if let mask = maskLayer {
      mask.dirtyFlags.needsCommit = false
      if !mask.isHidden { mask.clearNeedsCommitBelow() }
    }
  }
}
