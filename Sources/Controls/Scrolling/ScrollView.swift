public import CartoucheRaster
public import CartoucheScene

/// A layer that shows a part of larger content, which fingers drag and fling, like UIKit's `UIScrollView`.
///
///     let scrollView = ScrollView(frame: Rect(x: 0, y: 0, width: 480, height: 320), theme: theme)
///     scrollView.contentLayer.addSublayer(plan)
///     scrollView.contentSize = plan.frame.size
///
///     resting ──finger down──▶ tracking ──drag──▶ dragging ──lifted──▶ moving by itself ──▶ resting
///
/// Unlike in UIKit, the content is in a layer of its own, ``contentLayer``. A ``documentLayer`` is content
/// that is resized and measured by the scroll view, such as a ``Stack``.
///
/// A drag belongs to the innermost scroll view that can move in its direction. A drag across the axis of a
/// scroll view, or beyond its end, thus moves a scroll view or a map around it. A drag cancels the presses of
/// the controls under the finger. A finger that touches moving content stops the content, and has no other
/// effect.
///
/// If ``contentBackgroundColor`` is opaque, scrolling moves the pixels of the last frame, and draws only the
/// strip that appears. Offsets on the screen are whole points.
open class ScrollView: Layer, ThemedLayer, PressDelayingLayer {
  /// The theme that determines the color of the scroll indicators. A new value takes effect immediately.
  open var theme: Theme { didSet { themeDidChange() } }

  /// The layer that contains the content. Add sublayers to this layer.
  ///
  /// The scroll view sets the position and the size of the layer.
  public final let contentLayer = Layer()

  /// The size of the content, in points.
  public final var contentSize = Size.zero { didSet { if contentSize != oldValue { setNeedsLayout() } } }

  /// The distances by which the content can be scrolled away from the edges of the scroll view, in points.
  ///
  /// For example, a bar that covers the top of the scroll view is as high as the top inset.
  public final var contentInset = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if contentInset != oldValue { setNeedsLayout() } }
  }

  /// A layer that is the whole content; nil if the content has other layers.
  ///
  /// The layer becomes as wide as the scroll view between the insets. It gets the height that it needs if it
  /// is a ``SelfSizingLayer``, such as a ``Stack``. ``contentSize`` follows.
  public final var documentLayer: Layer? { didSet { changeDocument(from: oldValue) } }

  /// The color behind the content; nil if the scroll view is transparent there.
  ///
  /// With an opaque color, scrolling is fast.
  public final var contentBackgroundColor: Color? {
    didSet { if contentBackgroundColor != oldValue { viewport.changeBackground(to: contentBackgroundColor) } }
  }

  // MARK: Behavior

  /// Whether fingers can scroll the content.
  public final var isScrollEnabled = true { didSet { if !isScrollEnabled { gestures?.cancel() } } }
  /// Whether the content comes to rest at multiples of the scroll view's size.
  public final var isPagingEnabled = false { didSet { if isPagingEnabled != oldValue { setNeedsLayout() } } }
  /// Whether a finger can drag the content beyond its limits, from where the content returns.
  public final var bounces = true { didSet { if bounces != oldValue { setNeedsLayout() } } }
  /// Whether content that is not higher than the scroll view can be dragged vertically, and returns.
  public final var alwaysBounceVertical = false { didSet { if alwaysBounceVertical != oldValue { setNeedsLayout() } } }
  /// Whether content that is not wider than the scroll view can be dragged horizontally, and returns.
  public final var alwaysBounceHorizontal = false { didSet { if alwaysBounceHorizontal != oldValue { setNeedsLayout() } } }
  /// Whether a drag moves the content along one axis only, unless the drag begins diagonally.
  public final var isDirectionalLockEnabled = false
  /// The rate at which flung content slows down.
  public final var decelerationRate = Deceleration.Rate.normal {
    didSet { if decelerationRate != oldValue { setNeedsLayout() } }
  }
  /// Whether presses in the content begin after a delay of 0.1 seconds, so that a finger that scrolls at once
  /// presses nothing.
  public final var delaysContentTouches = true
  /// Whether a drag may cancel the press of a control in the content. If false, a press prevents the drag.
  public final var canCancelContentTouches = true
  /// Whether a bar shows the vertical position while the content moves.
  public final var showsVerticalScrollIndicator = true { didSet { if !showsVerticalScrollIndicator { verticalIndicator.hide() } } }
  /// Whether a bar shows the horizontal position while the content moves.
  public final var showsHorizontalScrollIndicator = true {
    didSet { if !showsHorizontalScrollIndicator { horizontalIndicator.hide() } }
  }

  /// A closure that is called after each change of ``contentOffset``.
  public final var onScroll: ((ScrollView) -> Void)?
  /// A closure that is called when a finger begins to drag the content.
  public final var onDragBegin: ((ScrollView) -> Void)?
  /// A closure that is called when the content has come to rest, after a drag or an animated scroll.
  public final var onScrollEnd: ((ScrollView) -> Void)?

  // MARK: State

  /// Whether a finger is on the scroll view.
  public final internal(set) var isTracking = false
  /// Whether a finger drags the content.
  public final internal(set) var isDragging = false
  /// Whether the content moves by itself, after a fling or during an animated scroll.
  public final internal(set) var isDecelerating = false

  var (horizontal, vertical) = (ScrollAxis(), ScrollAxis())
  /// Whether the finger that is on the scroll view has stopped a motion.
  var hasStopped = false
  /// The last time that the scroll view knows.
  var now = Timestamp.zero
  /// The offset before it is rounded to whole points.
  var exactOffset = Point.zero
  let viewport = ScrollViewport()
  let (horizontalIndicator, verticalIndicator) = (ScrollIndicator(.horizontal), ScrollIndicator(.vertical))
  private(set) var gestures: ScrollGestures?

  /// Creates a scroll view without content.
  public init(frame: Rect, theme: Theme) {
    self.theme = theme
    super.init(frame: frame)
    masksToBounds = true
    contentLayer.anchorPoint = .zero
    viewport.layer.addSublayer(contentLayer)
    for layer in [viewport.layer, horizontalIndicator, verticalIndicator] { addSublayer(layer) }
    gestures = ScrollGestures(on: self)
    colorIndicators()
  }

  // MARK: For subclasses

  /// Responds to a change of ``ScrollView/contentOffset``. The default implementation does nothing.
  ///
  /// Override this method to place layers that depend on the offset. The method is called before
  /// ``ScrollView/onScroll``.
  open func didScroll() {}

  /// Responds to a new ``ScrollView/theme``. Overrides call `super`.
  open func themeDidChange() { colorIndicators() }

  /// Returns whether a drag may cancel the press of `control`.
  ///
  /// The default implementation returns true, except for a ``Slider``, which a finger drags.
  /// Override this method for other controls that a finger drags. The method is not called if
  /// ``canCancelContentTouches`` is false.
  open func touchesShouldCancel(in control: Control) -> Bool { !(control is Slider) }

  open override func invalidateIntrinsicContentSize() {
    if documentLayer != nil { setNeedsLayout() }
  }

  open override func layoutSublayers() {
    layOutDocument()
    updateLimits()
    viewport.resize(to: bounds)
    // Set as a whole: changing a part of it in place allocates memory.
    contentLayer.bounds = Rect(origin: contentLayer.bounds.origin, size: contentSize)
    if !isDragging, !isTracking, !isDecelerating {
      horizontal.set(horizontal.clamped(exactOffset.x))
      vertical.set(vertical.clamped(exactOffset.y))
    }
    updateOffset()
    placeIndicators()
  }

  open override func tick(at now: Timestamp) -> MotionState {
    self.now = max(self.now, now)
    return continueScrolling()
  }

  /// The distance by which a detent of a mouse's wheel scrolls, in points.
  public static let wheelDistance: Scalar = 48

  /// Scrolls the content, unless it is at the limit that the wheel is turned towards.
  open override func scrollWheel(with event: ScrollWheelEvent) -> Bool {
    isScrollEnabled && scroll(byWheel: Point(x: event.deltaX, y: -event.deltaY))
  }

  private func colorIndicators() {
    for indicator in [horizontalIndicator, verticalIndicator] {
      indicator.backgroundColor = theme.secondaryTextColor.withAlpha(0.7)
    }
  }

  private func changeDocument(from old: Layer?) {
    guard old !== documentLayer else { return }
    if old?.superlayer === contentLayer { old?.removeFromSuperlayer() }
    if let documentLayer { contentLayer.addSublayer(documentLayer) }
    setNeedsLayout()
  }

  private func layOutDocument() {
    guard let documentLayer else { return }
    let width = max(bounds.width - contentInset.left - contentInset.right, 0)
    let needed = (documentLayer as? any SelfSizingLayer)?.sizeThatFits(Size(width: width, height: .max))
    let size = Size(width: width, height: needed?.height ?? documentLayer.bounds.height)
    documentLayer.frame = Rect(origin: .zero, size: size)
    contentSize = size
  }
}
