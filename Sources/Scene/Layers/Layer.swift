public import CartoucheRaster

/// A rectangle in the layer tree that draws content and contains sublayers: Core Animation's `CALayer`.
///
/// The names and rules are those of `CALayer`. A layer draws, from back to front, its shadow, its background,
/// its own content, its sublayers and its border. A point of the layer's coordinate space is converted to the
/// superlayer's coordinate space as follows:
///
///     point in `bounds` − anchor ▶ × transform ▶ + (position, zPosition) ▶ superlayer's `bounds`
///
/// Changes of a layer's properties are animated implicitly only within a ``Transaction``. A layer clips its
/// sublayers to its edge only if ``masksToBounds`` is true. A layer has at most one superlayer at a time.
/// Changes become visible at the next ``Stage/commit(at:)``.
open class Layer {
  // A frame reads each of these properties several times. Checking every access for exclusivity would take a
  // twentieth of a list's frame. They are accessed only on the stage's thread, and code that changes one of
  // them in place must not call code of the application. `shapes` is checked, since subclasses are asked for
  // their paths while it changes.

  // MARK: Geometry

  /// The layer's rectangle in the layer's own coordinate space, in points.
  ///
  /// The positions of the layer's sublayers are in the same coordinate space.
  @exclusivity(unchecked) public var bounds: Rect {
    didSet {
      guard bounds != oldValue else { return }
      invalidateOutline(.bounds, from: .rect(oldValue))
      if dirtyFlags.isPresenting { return }
      if bounds.size != oldValue.size { resizeSublayers(withOldSize: oldValue.size) }
      setNeedsLayout()
    }
  }

  /// The position of the layer's anchor point in the superlayer's coordinate space, in points.
  @exclusivity(unchecked) public var position: Point {
    didSet { if position != oldValue { invalidate(.position, from: .point(oldValue)) } }
  }

  /// The anchor point: the point of the layer that lies at ``position`` in the superlayer.
  ///
  /// ``transform`` rotates and scales the layer about this point. The point is given in the unit square of
  /// ``bounds``: (0, 0) is the top left corner, and (1, 1) is the bottom right corner.
  @exclusivity(unchecked) public var anchorPoint = Point(x: 0.5, y: 0.5) {
    didSet { if anchorPoint != oldValue { invalidate(.anchorPoint, from: .point(oldValue)) } }
  }

  /// The distance from the layer's plane to the layer's anchor point, in points.
  ///
  /// If the distance is positive, the anchor point is nearer to the viewer than the plane. In this case,
  /// ``transform`` rotates the layer about an axis in front of the layer's plane.
  @exclusivity(unchecked) public var anchorPointZ: Scalar = 0 {
    didSet { if anchorPointZ != oldValue { invalidate(.anchorPointZ, from: .scalar(oldValue)) } }
  }

  /// The layer's position on the z axis, in points. The axis points towards the viewer.
  ///
  /// Layers with the same superlayer are drawn in ascending order of this property. Under perspective, a
  /// layer with a greater value also appears larger.
  @exclusivity(unchecked) public var zPosition: Scalar = 0 {
    didSet { if zPosition != oldValue { invalidateOrder(from: oldValue) } }
  }

  /// The transform of the layer and its sublayers. The origin of the transform is the layer's anchor point.
  @exclusivity(unchecked) public var transform = Transform3D.identity {
    didSet { if transform != oldValue { invalidate(.transform, from: .transform(oldValue)) } }
  }

  /// The transform that is applied to every sublayer, such as a perspective that all sublayers share.
  ///
  /// The origin of the transform is the anchor point of this layer, not the anchor point of the sublayer.
  @exclusivity(unchecked) public var sublayerTransform = Transform3D.identity {
    didSet { if sublayerTransform != oldValue { invalidateContent(.sublayerTransform, from: .transform(oldValue)) } }
  }

  // MARK: Appearance

  /// The opacity of the layer and its sublayers, from 0 (invisible) to 1.
  ///
  /// The layer and its sublayers are composited as a group, and the opacity is applied to the group. A
  /// ``TransformLayer`` is an exception: its opacity applies to each sublayer separately.
  @exclusivity(unchecked) public var opacity: Scalar = 1 {
    didSet { if opacity != oldValue { invalidate(.opacity, from: .scalar(oldValue)) } }
  }

  /// Whether the layer and its sublayers are hidden.
  @exclusivity(unchecked) public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      invalidate()
      if !dirtyFlags.isPresenting { superlayer?.invalidateIntrinsicContentSize() }
    }
  }

  /// Whether the layer and its sublayers are visible from behind.
  ///
  /// A transform may turn the back of the layer to the viewer. If this property is true, the layer is then
  /// drawn mirrored. If this property is false, the layer and its sublayers are then invisible.
  @exclusivity(unchecked) public var isDoubleSided = true { didSet { if isDoubleSided != oldValue { invalidate() } } }

  /// The color drawn behind the layer's content, within the layer's rounded rectangle; nil for no background.
  @exclusivity(unchecked) public var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { invalidateContent(.backgroundColor, from: AnimatableValue(oldValue)) } }
  }

  /// The radii of the four corners of the layer's background, border and shadow, in points.
  ///
  /// If ``masksToBounds`` is true, the layer's content and sublayers are also clipped to the rectangle with
  /// these corners.
  @exclusivity(unchecked) public var cornerRadii = CornerRadii(0) {
    didSet { if cornerRadii != oldValue { invalidateOutline(.cornerRadius, from: .scalar(oldValue.topLeft)) } }
  }

  /// The radius of all four corners of the layer, in points.
  ///
  /// Setting this property sets all of ``cornerRadii``. Reading this property returns the radius of the top
  /// left corner.
  public final var cornerRadius: Scalar {
    get { cornerRadii.topLeft }
    set { cornerRadii = CornerRadii(newValue) }
  }

  /// The line that is drawn along the inside of the layer's edge; nil for no border.
  ///
  /// The border is drawn over the layer's content and sublayers.
  @exclusivity(unchecked) public var border: Border? {
    didSet { if border != oldValue { invalidateContent(.border, from: AnimatableValue(oldValue)) } }
  }

  /// The shadow that is drawn behind the layer; nil for no shadow.
  ///
  /// The shadow has the shape of the layer's rounded rectangle, or of a path: see ``Shadow/path`` and
  /// ``shadowPath``. As in Core Animation, ``masksToBounds`` and ``mask`` also clip the shadow. To show a
  /// shadow around clipped content, put the content into a sublayer, and set ``masksToBounds`` of that
  /// sublayer only.
  @exclusivity(unchecked) public var shadow: Shadow? { didSet { if shadow != oldValue { invalidateContent() } } }

  /// Whether the layer's content, sublayers and shadow are clipped to the layer's rounded rectangle.
  ///
  /// The rounded rectangle is ``bounds`` with the corners of ``cornerRadii``.
  @exclusivity(unchecked) public var masksToBounds = false { didSet { if masksToBounds != oldValue { invalidateSubtree() } } }

  /// A layer whose alpha channel masks this layer and its sublayers; nil for no mask.
  ///
  /// The frame of the mask is in this layer's coordinate space. This layer is invisible where the mask is
  /// transparent or draws nothing. If a layer with a superlayer is set as the mask, that layer is first
  /// removed from its superlayer. A layer cannot be masked by itself or by an ancestor in the layer tree.
  /// Such an assignment is ignored.
  public final var mask: Layer? {
    get { maskLayer }
    set { changeMask(to: newValue) }
  }

  /// The blend mode that combines the layer with the content behind the layer.
  ///
  /// The layer and its sublayers are composited as a group, and the group is blended. Some blend modes also
  /// change pixels that the layer does not cover. With such a blend mode, only pixels within ``bounds``
  /// change. The layer's shadow and sublayers are then clipped to ``bounds``.
  @exclusivity(unchecked) public var blendMode = BlendMode.normal { didSet { if blendMode != oldValue { invalidateSubtree() } } }

  /// Whether the layer and its sublayers are drawn into a cached image.
  ///
  /// The image is reused in later frames until the layer or one of its sublayers changes. The image is worth
  /// its memory for complex content that rarely changes. A layer that is seen in perspective may be
  /// rasterized even if this property is false: see ``rasterizesInPerspective``.
  @exclusivity(unchecked) public var shouldRasterize = false { didSet { if shouldRasterize != oldValue { invalidateSubtree() } } }

  /// Whether the layer and its sublayers receive touches.
  ///
  /// If false, touches go to the layers behind this layer.
  public final var isUserInteractionEnabled = true

  // MARK: Tree

  /// The sublayers of this layer. The layer's ``mask`` is not one of them.
  ///
  /// Sublayers are drawn in ascending order of ``zPosition``. Sublayers with the same ``zPosition`` are drawn
  /// in the order of this array, so that the last one is in front.
  @exclusivity(unchecked) public internal(set) var sublayers: [Layer] = []

  /// The layer that contains this layer as a sublayer or as its mask; nil if there is no such layer.
  ///
  /// The superlayer is not retained. The property becomes nil when this layer is removed from the superlayer,
  /// and when the superlayer is deallocated.
  @exclusivity(unchecked) public internal(set) unowned(unsafe) var superlayer: Layer?

  /// The parts of this layer's frame that change when the superlayer is resized: margins, width and height.
  public var autoresizingMask: AutoresizingMask = []

  // MARK: State of the stage

  @exclusivity(unchecked) final var maskLayer: Layer?
  /// The layer's cached pixels, while the layer is drawn from a cache.
  @exclusivity(unchecked) final var cacheEntry: LayerPixelCache?

  @exclusivity(unchecked) var attachedRecognizers: AttachedRecognizers?
  @exclusivity(unchecked) var dirtyFlags = DirtyFlags()
  @exclusivity(unchecked) var lastDrawn = LastDrawnState()
  var shapes = LayerShapeCache()
  /// The layer's animations; nil until an animation is added.
  @exclusivity(unchecked) final var animations: LayerAnimations?

  /// Creates a layer with the given ``frame`` in its future superlayer's coordinate space.
  public init(frame: Rect) {
    bounds = Rect(origin: .zero, size: frame.size)
    position = frame.center
  }

  /// Creates a layer of size zero at the point (0, 0) of its future superlayer's coordinate space.
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

  /// Adds the layer's own content to `list`. A plain ``Layer`` has no content.
  ///
  /// Override this method in a subclass with content of its own. The method is called in every commit in
  /// which anything on the stage has changed. The method must be quick, and must not change layers.
  ///
  /// - Parameters:
  ///   - list: The display list to which the content is added.
  ///   - transform: The transform from this layer's coordinate space to the pixels of the list's target. The
  ///     coordinate space is that of ``Layer/bounds``.
  ///   - opacity: The opacity of the content, 0…255. A stage passes 255, because a translucent layer is
  ///     composited as a group.
  open func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {}

  /// The bounds of the layer's own content in the layer's coordinate space.
  ///
  /// These bounds contain neither the shadow nor the sublayers. Override this property in a subclass that
  /// draws beyond ``Layer/bounds``.
  open var drawnBounds: Rect { bounds }

  /// Whether the layer's rounded rectangle casts the shadow if ``Shadow/path`` and ``Layer/shadowPath`` are
  /// nil.
  ///
  /// If this property is false, a layer without these paths has no shadow. Subclasses may override this
  /// property.
  open var castsShadowOfBounds: Bool { true }

  /// The path that casts the layer's ``Layer/shadow`` if ``Shadow/path`` is nil.
  ///
  /// Override this property in a subclass whose shadow has another shape. If this path is also nil,
  /// ``Layer/castsShadowOfBounds`` decides whether the layer's rounded rectangle casts the shadow.
  open var shadowPath: Path? { nil }

  /// Whether the layer is drawn into a cached image while the layer is seen in perspective.
  ///
  /// By default, this property is true for layers with sublayers or a mask. If this property is false, the
  /// layer is drawn in perspective directly, and looks sharper than a cached image.
  open var rasterizesInPerspective: Bool { !sublayers.isEmpty || maskLayer != nil }

  /// Lays out the layer's sublayers. Override this method to set the sublayers' frames.
  ///
  /// The method is called before the layer's first frame. The method is also called before a frame if
  /// ``Layer/bounds`` has changed or ``Layer/setNeedsLayout()`` was called.
  open func layoutSublayers() {}

  /// Announces that the size that the layer's content needs has changed.
  ///
  /// A layer calls this method if its text changes, for instance, or if a sublayer is added, removed, hidden
  /// or shown. Layers that place their sublayers by size, such as stacks, then request a layout. The default
  /// implementation passes the call to the superlayer.
  open func invalidateIntrinsicContentSize() { superlayer?.invalidateIntrinsicContentSize() }

  /// Advances the layer's own motion to `now`, and returns whether the motion continues.
  ///
  /// Override this method in a layer that moves by rules of its own, such as a map that was flung. From the
  /// first frame after ``Layer/startTicking()``, the method is called once in each frame, before the layout.
  /// When the method returns ``MotionState/still``, the calls end.
  ///
  /// - Parameter now: The time of the stage's animations. The layer's own ``Layer/speed`` does not affect
  ///   this time.
  /// - Returns: ``MotionState/moving`` to be called in the next frame too, and ``MotionState/still`` to end
  ///   the calls.
  open func tick(at now: Timestamp) -> MotionState { .still }

  /// Returns the layer's value of an animatable property.
  ///
  /// Animations read the layer's properties with this method. A subclass with animatable properties of its
  /// own overrides this method together with ``Layer/setValue(_:for:)``. For all other properties, the
  /// override calls `super`.
  ///
  /// - Returns: The value; nil if the layer has no such property.
  open func value(for property: AnimatableProperty) -> AnimatableValue? { ownValue(for: property) }

  /// Sets an animatable property of the layer to `value`.
  ///
  /// If the layer has no such property, or if `value` is of another kind than the property's values, the call
  /// is ignored. An animation calls this method twice in a frame. Before the frame is drawn, the first call
  /// sets the animated value. After the frame is drawn, the second call restores the layer's own value.
  open func setValue(_ value: AnimatableValue, for property: AnimatableProperty) { setOwnValue(value, for: property) }

  /// Returns the frontmost layer at `point`, which is this layer or one of its descendants.
  ///
  /// Layers that are not visible at `point` are skipped:
  ///
  /// * hidden or fully transparent layers, with their sublayers
  /// * layers whose ``Layer/masksToBounds`` is true and whose rounded rectangle does not contain `point`,
  ///   with their sublayers
  /// * layers that are seen from behind and whose ``Layer/isDoubleSided`` is false, with their sublayers
  /// * layers that are seen nearly edge-on
  ///
  /// Layers whose ``Layer/isUserInteractionEnabled`` is false are skipped too, with their sublayers. Override
  /// this method to let touches pass to the layers behind.
  ///
  /// - Parameter point: The point, in the superlayer's coordinate space. If the superlayer is a
  ///   ``TransformLayer``, the space is that of the closest ancestor that is not a transform layer.
  /// - Returns: The layer; nil if there is no layer at the point.
  open func hitTest(_ point: Point) -> Layer? {
    guard !isHidden, isUserInteractionEnabled, opacity > 0, let own = localPoint(under: point),
      !masksToBounds || outline.contains(own)
    else { return nil }
    for layer in sublayersInOrder.reversed() {
      if let hit = layer.hitTest(own) { return hit }
    }
    return bounds.contains(own) && isWideEnough(at: own) ? self : nil
  }

  /// Handles a turn of the mouse's wheel over the layer or one of its sublayers, as AppKit's responders do.
  ///
  /// The default implementation returns false, and the superlayer receives the event. Override this method in
  /// a layer that scrolls or zooms.
  ///
  /// - Returns: Whether the layer handled the event.
  open func scrollWheel(with event: ScrollWheelEvent) -> Bool { false }

  /// Marks the layer's own content as changed, so that the next commit draws the layer again.
  open func setNeedsDisplay() {
    invalidateContent()
  }

  /// Discards the drawing that a layer keeps of its own content, because a part of the content has changed.
  func discardDrawing() {}

  /// Requests a call of ``layoutSublayers()`` before the next frame is drawn.
  public final func setNeedsLayout() {
    dirtyFlags.needsLayout = true
    setNeedsCommit()
  }

  /// Whether the layer has no plane of its own and only defines a space for its sublayers.
  var isTransformLayer: Bool { false }

  /// Whether the layer stands in front of its superlayer's content for a while, and takes no room in layouts.
  package var isTransient: Bool { false }

  /// Whether the layer is drawn behind its siblings, whatever its ``zPosition`` and its index in
  /// ``sublayers``.
  var staysBehindSiblings: Bool { false }

  /// The stage whose ``Stage/root`` is this layer; nil for other layers.
  var ownStage: Stage? { nil }
}
