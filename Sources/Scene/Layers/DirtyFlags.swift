public import CartoucheRaster

/// The changes of a layer since the last commit.
struct DirtyFlags {
  /// Whether the layer's own appearance, position, transform or opacity has changed.
  var isChanged = true
  /// Whether the layer's own appearance has changed, regardless of its position.
  var isContentChanged = true
  /// Whether the clipping, masking or blending of the layer and its sublayers has changed.
  var isSubtreeChanged = true
  /// Whether the layer's place in the drawing order of its siblings has changed.
  var isOrderChanged = true
  /// Whether the layer or one of its sublayers has a change for the next commit.
  var needsCommit = true
  var needsLayout = true
  /// Whether animations are setting the layer's properties to animated values or back, which is no change of
  /// the layer.
  var isPresenting = false
  /// Whether an animation was added or removed in the layer's tree since the stage last collected animated
  /// layers.
  var hasNewAnimations = false
  /// Whether the layer requests calls of ``Layer/tick(at:)``.
  var isTicking = false
  /// Whether a layer in the layer's tree started ticking since the stage last collected ticking layers.
  var hasNewTickers = false

  /// Clears the flags that a commit deals with: all flags except those of the layout, animations and ticks.
  mutating func clear() {
    (isChanged, isContentChanged, isSubtreeChanged, isOrderChanged, needsCommit) = (false, false, false, false, false)
  }
}

// A setter marks its layer and, by `setNeedsCommit()`, all layers above it.
extension Layer {
  /// Marks the layer's position or appearance as changed.
  func invalidate() {
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isChanged = true
    setNeedsCommit()
  }

  /// Marks the layer's own appearance as changed, and perhaps its outline.
  func invalidateContent() {
    shapes.needsUpdate = true
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isContentChanged = true
    invalidate()
  }

  /// Marks the clipping, masking or blending of the layer and its sublayers as changed.
  func invalidateSubtree() {
    if !dirtyFlags.isPresenting { dirtyFlags.isSubtreeChanged = true }
    invalidateContent()
  }

  /// Marks the layer's place in the drawing order of its siblings as changed.
  func invalidateOrder() {
    dirtyFlags.isOrderChanged = true
    superlayer?.discardSublayerOrder()
    invalidate()
  }

  /// Marks an animatable property as changed that moves the layer or changes its opacity.
  ///
  /// In a transaction with a duration, the change is animated from `old`.
  func invalidate(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    if dirtyFlags.isPresenting { return }
    invalidate()
    animateChange(of: property, from: old())
  }

  /// Marks an animatable property as changed that affects the layer's own appearance.
  func invalidateContent(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    shapes.needsUpdate = true
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isContentChanged = true
    invalidate(property, from: old())
  }

  /// Marks an animatable property as changed that affects the layer's outline, to which sublayers may be
  /// clipped.
  func invalidateOutline(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    if masksToBounds && !dirtyFlags.isPresenting { dirtyFlags.isSubtreeChanged = true }
    invalidateContent(property, from: old())
  }

  /// Marks `property` as changed because its animated value differs from the last frame.
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

  /// Marks ``zPosition`` as changed.
  func invalidateOrder(from old: Scalar) {
    superlayer?.lastDrawn.isOrderKnown = false
    if dirtyFlags.isPresenting { return }
    dirtyFlags.isOrderChanged = true
    invalidate(.zPosition, from: .scalar(old))
  }

  /// Marks a part of the layer's own content as changed.
  ///
  /// The pixels of this part are drawn again at the next commit. If the layer also moves or has another
  /// change before that commit, the whole layer is drawn again.
  ///
  /// - Parameter rect: The changed part, in the layer's coordinate space.
  public final func setNeedsDisplay(in rect: Rect) {
    discardDrawing()
    guard lastDrawn.isShown else { return setNeedsDisplay() }
    let pixels = lastDrawn.map.pixels(of: rect, on: lastDrawn.clip)
    guard !pixels.isEmpty else { return }
    lastDrawn.pendingDamage.append(pixels)
    setNeedsCommit()
  }

  /// Marks this layer and its superlayers as having a change for the next commit.
  ///
  /// The method stops at the first layer that is already marked, because the superlayers of that layer are
  /// marked too. The exception is a hidden layer, which marks its superlayers when the layer is shown again.
  func setNeedsCommit() {
    var layer: Layer? = self
    while let current = layer, !current.dirtyFlags.needsCommit {
      current.dirtyFlags.needsCommit = true
      layer = current.superlayer
    }
  }

  /// Unmarks the layers below this layer, which the walk does not visit, so that these layers report their
  /// next change.
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
