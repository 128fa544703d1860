public import CartoucheRaster

/// A rectangle of the scene with an appearance, a position in its superlayer, and sublayers.
///
/// Names and rules are Core Animation's. A layer draws, from back to front, its shadow, its background, its
/// own content, its sublayers and its border. A point goes from the layer's space to its superlayer's as
/// follows:
///
///     point in `bounds` − anchor ▶ × transform ▶ + (position, zPosition) ▶ superlayer's `bounds`
///
/// Changes are animated implicitly only within a ``Transaction``. Sublayers are clipped to the layer's edge
/// only if ``masksToBounds`` is set. A layer has one superlayer at a time. Changes show at the next
/// ``Stage/commit(at:)``.
open class Layer {
  // MARK: Geometry

  /// The layer's rectangle in its own space, in points; its sublayers' positions are in that space too.
  public var bounds: Rect {
    didSet {
      guard bounds != oldValue else { return }
      invalidateOutline(.bounds, from: .rect(oldValue))
      if dirtyFlags.isPresenting { return }
      if bounds.size != oldValue.size { resizeSublayers(withOldSize: oldValue.size) }
      setNeedsLayout()
    }
  }

  /// The position of the anchor point in the superlayer's space, in points.
  public var position: Point { didSet { if position != oldValue { invalidate(.position, from: .point(oldValue)) } } }

  /// The point of the layer that lies at ``position`` and that ``transform`` turns about.
  ///
  /// In the unit square of ``bounds``: (0, 0) is the top left corner, (1, 1) the bottom right one.
  public var anchorPoint = Point(x: 0.5, y: 0.5) {
    didSet { if anchorPoint != oldValue { invalidate(.anchorPoint, from: .point(oldValue)) } }
  }

  /// The distance of the anchor point before the layer's plane, in points.
  ///
  /// With a positive one, a card turns about an axis in front of it.
  public var anchorPointZ: Scalar = 0 {
    didSet { if anchorPointZ != oldValue { invalidate(.anchorPointZ, from: .scalar(oldValue)) } }
  }

  /// The layer's position on the axis towards the eye, in points.
  ///
  /// Siblings are drawn in ascending order; under perspective it also changes the size.
  public var zPosition: Scalar = 0 { didSet { if zPosition != oldValue { invalidateOrder(from: oldValue) } } }

  /// The transform applied to the layer about its anchor point.
  public var transform = Transform3D.identity {
    didSet { if transform != oldValue { invalidate(.transform, from: .transform(oldValue)) } }
  }

  /// The transform applied to all sublayers about this layer's anchor point, such as a shared perspective.
  public var sublayerTransform = Transform3D.identity {
    didSet { if sublayerTransform != oldValue { invalidateContent(.sublayerTransform, from: .transform(oldValue)) } }
  }

  // MARK: Appearance

  /// The opacity of the layer and its sublayers, composited as a group, from 0 (invisible) to 1.
  public var opacity: Scalar = 1 { didSet { if opacity != oldValue { invalidate(.opacity, from: .scalar(oldValue)) } } }

  /// Whether the layer and its sublayers are hidden.
  public var isHidden = false { didSet { if isHidden != oldValue { invalidate() } } }

  /// Whether the layer is drawn, mirrored, when seen from behind.
  public var isDoubleSided = true { didSet { if isDoubleSided != oldValue { invalidate() } } }

  /// The color drawn behind the layer's content, within its rounded corners.
  public var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { invalidateContent(.backgroundColor, from: AnimatableValue(oldValue)) } }
  }

  /// The radii of the background's, the border's and the shadow's corners, in points.
  ///
  /// With ``masksToBounds`` the content and the sublayers are clipped to the rounded rectangle too.
  public var cornerRadii = CornerRadii(0) {
    didSet { if cornerRadii != oldValue { invalidateOutline(.cornerRadius, from: .scalar(oldValue.topLeft)) } }
  }

  /// The radius of all corners, in points; reading it returns that of the top left one.
  public final var cornerRadius: Scalar {
    get { cornerRadii.topLeft }
    set { cornerRadii = CornerRadii(newValue) }
  }

  /// A line along the inside of the layer's edge, drawn over its content and its sublayers.
  public var border: Border? { didSet { if border != oldValue { invalidateContent(.border, from: AnimatableValue(oldValue)) } } }

  /// The shadow of the layer's rounded rectangle, or of another path.
  ///
  /// As in Core Animation, ``masksToBounds`` and ``mask`` hide it. To clip the content of a layer with a
  /// shadow, put the content into a sublayer that clips.
  public var shadow: Shadow? { didSet { if shadow != oldValue { invalidateContent() } } }

  /// Whether the layer's content, its sublayers and its shadow are clipped to its rounded rectangle.
  public var masksToBounds = false { didSet { if masksToBounds != oldValue { invalidateSubtree() } } }

  /// A layer whose alpha channel masks this layer and its sublayers.
  ///
  /// The mask's frame is in this layer's coordinate space. Where the mask has no pixels, nothing is shown.
  /// Setting a layer that is already a sublayer or a mask moves it here. A layer cannot be masked by itself
  /// or by one of its superlayers; such an assignment is ignored.
  public final var mask: Layer? {
    get { maskLayer }
    set { changeMask(to: newValue) }
  }

  /// How the layer and its sublayers, composited as a group, are blended with the content behind them.
  ///
  /// A mode that also changes pixels that the layer does not cover does so within ``bounds``, and clips the
  /// shadow and the sublayers to them.
  public var blendMode = BlendMode.normal { didSet { if blendMode != oldValue { invalidateSubtree() } } }

  /// Whether the layer and its sublayers are drawn into an image that is reused until something in it
  /// changes.
  ///
  /// Worth its memory for complex content that rarely changes. In perspective, layers with sublayers are
  /// rasterized in any case: see ``rasterizesInPerspective``.
  public var shouldRasterize = false { didSet { if shouldRasterize != oldValue { invalidateSubtree() } } }

  /// Whether the layer and its sublayers receive touches; if not, touches reach the layers behind.
  public final var isUserInteractionEnabled = true

  // MARK: Tree

  /// The layers in this one, back to front among those of the same ``zPosition``.
  public internal(set) var sublayers: [Layer] = []

  /// The layer that this one is a sublayer or the mask of.
  ///
  /// The reference is not strong, and never dangles: it is cleared when the layer is removed and when its
  /// superlayer is deallocated.
  public internal(set) unowned(unsafe) var superlayer: Layer?

  /// How the layer is resized when its superlayer's size changes.
  public var autoresizingMask: AutoresizingMask = []

  // MARK: State of the stage

  final var maskLayer: Layer?
  /// The layer's pixels, while it is drawn from a cache.
  final var cacheEntry: LayerCacheEntry?

  var attachedRecognizers: AttachedRecognizers?
  var dirtyFlags = DirtyFlags()
  var lastDrawn = LastDrawnState()
  var shapes = LayerShapes()
  /// nil until an animation is added.
  final var animations: LayerAnimations?

  /// Creates a layer with the given ``frame``.
  public init(frame: Rect) {
    bounds = Rect(origin: .zero, size: frame.size)
    position = frame.center
  }

  /// Creates a layer of size zero at its superlayer's origin.
  public convenience init() {
    self.init(frame: .zero)
  }

  deinit {
    for layer in sublayers { layer.superlayer = nil }
    maskLayer?.superlayer = nil
    // Completions are called, so that nobody waits for them for ever.
    animations?.removeAll { $0.notify(.cancelled) }
  }

  // MARK: For subclasses

  /// Adds the layer's own content to `list`; a plain layer has none.
  ///
  /// Called during a commit whenever anything on the stage changed. It must be quick and must not change
  /// layers.
  ///
  /// - Parameters:
  ///   - transform: From this layer's space, that of ``Layer/bounds``, to the pixels of the list's target.
  ///   - opacity: The opacity of the content, 0…255. A stage passes 255: a translucent layer is composited as
  ///     a group.
  open func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {}

  /// The bounds of what the layer draws itself, without its shadow, in its own space.
  ///
  /// Override it in a subclass that draws beyond ``Layer/bounds``.
  open var drawnBounds: Rect { bounds }

  /// Whether the layer's rounded rectangle casts the shadow if there is no shadow path.
  open var castsShadowOfBounds: Bool { true }

  /// The path that casts a shadow without a path of its own; nil for the layer's rounded rectangle.
  open var shadowPath: Path? { nil }

  /// Whether the layer, while it is seen in perspective, is drawn into an image that is reused.
  ///
  /// By default, layers with sublayers or a mask are. The shapes of a layer without sublayers are drawn in
  /// perspective directly, which is sharper.
  open var rasterizesInPerspective: Bool { !sublayers.isEmpty || maskLayer != nil }

  /// Lays out the sublayers.
  ///
  /// Called before drawing when the size of ``bounds`` changed or ``setNeedsLayout()`` was called.
  open func layoutSublayers() {}

  /// Advances the layer to `now`, for layers that move by rules of their own, such as a map that was flung.
  ///
  /// Called once in each frame, before the layout, from the frame after ``startTicking()`` until it returns
  /// ``Motion/still``.
  ///
  /// - Parameter now: The time of the stage's animations; the layer's own ``speed`` does not affect it.
  open func tick(at now: Timestamp) -> Motion { .still }

  /// Returns the value of `property`, for animations.
  ///
  /// Override it together with ``setValue(_:for:)`` for a subclass's own properties, and call `super` for
  /// all others.
  ///
  /// - Returns: nil if the layer has no such property.
  open func value(for property: AnimatableProperty) -> AnimatableValue? { ownValue(for: property) }

  /// Sets `property`; ignored if the layer has no such property or `value` is of another kind.
  ///
  /// Animations call it twice in every frame in which they show something: first with the value to show, then
  /// with the property's own value.
  open func setValue(_ value: AnimatableValue, for property: AnimatableProperty) { setOwnValue(value, for: property) }

  /// Returns the nearest layer under `point` in this layer's tree.
  ///
  /// Layers that are not visible are skipped: hidden or fully transparent ones, single-sided ones seen from
  /// behind, those seen nearly edge-on, and what ``masksToBounds`` clips. So are layers without
  /// ``isUserInteractionEnabled``. Override it to let touches fall through.
  ///
  /// - Parameter point: In the superlayer's space; if that is a ``TransformLayer``, in the space of its
  ///   nearest superlayer that is not.
  open func hitTest(_ point: Point) -> Layer? {
    guard !isHidden, isUserInteractionEnabled, opacity > 0, let own = localPoint(under: point),
      !masksToBounds || outline.contains(own)
    else { return nil }
    for layer in sublayersInOrder.reversed() {
      if let hit = layer.hitTest(own) { return hit }
    }
    return bounds.contains(own) && isWideEnough(at: own) ? self : nil
  }

  /// Says that what the layer draws has changed.
  open func setNeedsDisplay() {
    invalidateContent()
  }

  /// Requests ``layoutSublayers()`` before the next frame.
  public final func setNeedsLayout() {
    dirtyFlags.needsLayout = true
    setNeedsCommit()
  }

  /// Whether the layer is only a space for its sublayers and has no plane of its own.
  var isTransformLayer: Bool { false }

  /// Whether the layer is drawn behind its siblings whatever their order and depth.
  var staysBehindSiblings: Bool { false }

  /// The stage whose root the layer is.
  var ownStage: Stage? { nil }
}
