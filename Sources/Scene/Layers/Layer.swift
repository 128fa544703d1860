public import CartoucheRaster

/// A rectangle of the scene: what it looks like, where it stands in its superlayer, and what stands in it.
///
/// Core Animation's names and rules. A layer draws its shadow, its background, its own content, its sublayers and over them all its border.
///
///     point in `bounds` − anchor ▶ × transform ▶ + (position, zPosition) ▶ superlayer's `bounds`
///
/// Nothing is animated implicitly outside of a ``Transaction``, sublayers are not cut off at the layer's edge unless ``masksToBounds`` says so, and a
/// layer belongs to one superlayer at a time.
/// Setting a property takes effect when the ``Stage`` settles next.
open class Layer {
  // MARK: Geometry

  /// The layer's rectangle in its own space, in which its sublayers stand too.
  public var bounds: Rect {
    didSet {
      guard bounds != oldValue else { return }
      invalidateOutline(.bounds, from: .rect(oldValue))
      if dirtyFlags.isPresenting { return }
      if bounds.size != oldValue.size { resizeSublayers(withOldSize: oldValue.size) }
      setNeedsLayout()
    }
  }

  /// Where the anchor point stands in the superlayer's space.
  public var position: Point { didSet { if position != oldValue { invalidate(.position, from: .point(oldValue)) } } }

  /// The point of the layer that ``position`` places and ``transform`` turns about; (0, 0) is its top left corner, (1, 1) its
  /// bottom right one.
  public var anchorPoint = Point(x: 0.5, y: 0.5) {
    didSet { if anchorPoint != oldValue { invalidate(.anchorPoint, from: .point(oldValue)) } }
  }

  /// How far the anchor point lies before the layer's plane: a card with a positive one turns about an axis in front of it.
  public var anchorPointZ: Scalar = 0 {
    didSet { if anchorPointZ != oldValue { invalidate(.anchorPointZ, from: .scalar(oldValue)) } }
  }

  /// How near the layer is to the eye: siblings are drawn in its order, and perspective sees it.
  public var zPosition: Scalar = 0 { didSet { if zPosition != oldValue { invalidateOrder(from: oldValue) } } }

  /// Turns, scales or tilts the layer about its anchor point.
  public var transform = Transform3D.identity {
    didSet { if transform != oldValue { invalidate(.transform, from: .transform(oldValue)) } }
  }

  /// A transform for all sublayers, about this layer's anchor point: the place for a perspective that they share.
  public var sublayerTransform = Transform3D.identity {
    didSet { if sublayerTransform != oldValue { invalidateContent(.sublayerTransform, from: .transform(oldValue)) } }
  }

  // MARK: Looks

  /// 0, invisible, to 1: how much of the layer and everything in it, put together, is laid over what is behind.
  public var opacity: Scalar = 1 { didSet { if opacity != oldValue { invalidate(.opacity, from: .scalar(oldValue)) } } }

  /// Whether the layer and everything in it is left out.
  public var isHidden = false { didSet { if isHidden != oldValue { invalidate() } } }

  /// Whether the layer is drawn, mirrored, when it is seen from behind.
  public var isDoubleSided = true { didSet { if isDoubleSided != oldValue { invalidate() } } }

  /// What fills the layer below its content.
  public var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { invalidateContent(.backgroundColor, from: AnimatableValue(oldValue)) } }
  }

  /// The radii of the corners of the background, the border and the shadow, and with ``masksToBounds`` of all that is shown; in points.
  public var cornerRadii = CornerRadii(0) {
    didSet { if cornerRadii != oldValue { invalidateOutline(.cornerRadius, from: .scalar(oldValue.topLeft)) } }
  }

  /// The radius of all corners: that of the top left one where they differ.
  public final var cornerRadius: Scalar {
    get { cornerRadii.topLeft }
    set { cornerRadii = CornerRadii(newValue) }
  }

  /// A line along the inside of the layer's edge, over its content and its sublayers.
  public var border: Border? { didSet { if border != oldValue { invalidateContent(.border, from: AnimatableValue(oldValue)) } } }

  /// What the layer's rounded rectangle, or another path, casts on what is behind.
  ///
  /// It does not show through ``masksToBounds`` and ``mask``, as in Core Animation; put what is cut off into a sublayer of what casts the shadow.
  public var shadow: Shadow? { didSet { if shadow != oldValue { invalidateContent() } } }

  /// Whether what the layer shows and its sublayers are cut off at its rounded rectangle, its own shadow too.
  public var masksToBounds = false { didSet { if masksToBounds != oldValue { invalidateSubtree() } } }

  /// A layer of whose alpha as much of this layer and of everything in it stays as covers it; it stands in this layer's ``bounds``, and
  /// what it does not reach is not shown.
  ///
  /// A layer that is another's sublayer or mask is taken out of there. A layer cannot mask what it stands in: then nothing happens.
  public final var mask: Layer? {
    get { maskLayer }
    set { changeMask(to: newValue) }
  }

  /// How the layer, put together, is mixed with what is behind it.
  ///
  /// Modes that also change what the layer does not cover do so within the layer's own bounds, its shadow's and what sticks out of it left out.
  public var blendMode = BlendMode.normal { didSet { if blendMode != oldValue { invalidateSubtree() } } }

  /// Whether the layer is drawn once into a picture, and that drawn until something in it changes.
  ///
  /// Worth its memory where much is drawn that rarely changes. In perspective, layers with sublayers are kept as pictures anyway: see
  /// ``rasterizesInPerspective``.
  public var shouldRasterize = false { didSet { if shouldRasterize != oldValue { invalidateSubtree() } } }

  /// Whether fingers find the layer and what is in it; where not, they reach what is behind.
  public final var isUserInteractionEnabled = true

  // MARK: Tree

  /// The layers in this one, back to front where their ``zPosition`` is the same.
  public internal(set) var sublayers: [Layer] = []

  /// The layer that this one stands in.
  ///
  /// Not counted as a reference, and never dangling: it is cleared when the layer is removed and when its superlayer goes.
  public internal(set) unowned(unsafe) var superlayer: Layer?

  /// How the layer follows when its superlayer is resized.
  public var autoresizingMask: AutoresizingMask = []

  // MARK: What the stage keeps

  final var maskLayer: Layer?
  /// What the layer looks like as a picture, while it is shown as one.
  final var cacheEntry: RasterCacheEntry?

  var attachedRecognizers: AttachedRecognizers?
  var dirtyFlags = DirtyFlags()
  var lastDrawn = LastDrawnState()
  var shapes = LayerShapes()
  /// nil where there have been none.
  final var animations: LayerAnimations?

  /// A layer whose ``frame`` is `frame`.
  public init(frame: Rect) {
    bounds = Rect(origin: .zero, size: frame.size)
    position = frame.center
  }

  /// A layer of no size at its superlayer's origin.
  public convenience init() {
    self.init(frame: .zero)
  }

  deinit {
    for layer in sublayers { layer.superlayer = nil }
    maskLayer?.superlayer = nil
    // Whoever waits for the end of one need not wait for ever.
    animations?.removeAll { $0.notify(.cancelled) }
  }

  // MARK: For subclasses

  /// Adds the layer's own content to `list`; there is none unless a subclass has some.
  ///
  /// Called while the stage settles, whenever anything on it has changed: it must be quick, and must not change layers.
  ///
  /// - Parameters:
  ///   - transform: from this layer's space, that of ``bounds``, to the screen.
  ///   - opacity: how much of it is to be seen, of 255. A stage asks for all: a translucent layer is put together first, with the layers in it.
  open func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {}

  /// What ``draw(into:transform:opacity:)`` and the rest of the layer's look may touch, in its own space: ``bounds``, unless a subclass
  /// draws beyond them.
  open var drawnBounds: Rect { bounds }

  /// Whether the shadow is that of the layer's rounded rectangle if it has no path of its own; otherwise there is none without one.
  open var castsShadowOfBounds: Bool { true }

  /// The path that casts the shadow if that has none of its own, in place of the rounded rectangle; nil unless a subclass has one.
  open var shadowPath: Path? { nil }

  /// Whether the layer, seen in perspective, is drawn once into a picture as large as it is seen and that is drawn until something in it dirtyFlags: so it is, unless
  /// a subclass says more, where it has sublayers or a mask. Shapes of a layer's own are drawn in perspective themselves, which is sharper.
  open var rasterizesInPerspective: Bool { !sublayers.isEmpty || maskLayer != nil }

  /// Places the sublayers; called before drawing when the layer's bounds have changed or ``setNeedsLayout()`` was called.
  open func layoutSublayers() {}

  /// Takes the layer to where it is at `now`; called once in each frame, before the layout, from the frame after ``startTicking()`` until it answers
  /// ``Motion/still``: for what moves by a rule of its own, such as a map that was thrown.
  ///
  /// - Parameter now: the time that animations count in; the layer's own ``speed`` does not bend it.
  open func tick(at now: Timestamp) -> Motion { .still }

  /// What `property` is, for animations; override it, together with ``setValue(_:for:)``, for properties of a subclass's own, and leave the rest to `super`.
  ///
  /// - Returns: nil if the layer has no such property.
  open func value(for property: AnimatableProperty) -> AnimatableValue? { ownValue(for: property) }

  /// Sets `property`; where the layer has no such property, or `value` is of another kind, nothing happens.
  ///
  /// Animations call it twice in every frame in which they show something: with what is shown, and then with what the property is.
  open func setValue(_ value: AnimatableValue, for property: AnimatableProperty) { setOwnValue(value, for: property) }

  /// The nearest layer under `point` in this one's tree, as seen on the screen: this layer if none of its sublayers is there.
  ///
  /// Hidden and invisible layers are passed over, those without ``isUserInteractionEnabled``, those seen from behind that are not double-sided or so much from the side that nothing is seen, and with ``masksToBounds`` what is cut off. Override it to let touches fall through.
  ///
  /// - Parameter point: in the superlayer's space; where that is a ``TransformLayer``, in the space of the nearest one above that is not.
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

  /// Asks for ``layoutSublayers()`` before the next frame.
  public final func setNeedsLayout() {
    dirtyFlags.needsLayout = true
    setNeedsCommit()
  }

  /// Whether the layer is only a space for its sublayers and no plane of its own.
  var isTransformLayer: Bool { false }

  /// Whether it is a ``CachedScrollLayer``.
  var isScrollingContent: Bool { false }

  /// The stage whose root the layer is.
  var ownStage: Stage? { nil }
}
