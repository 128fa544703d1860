public import CartoucheRaster
public import CartoucheScene
import CartoucheText

/// A bubble with a title and an arrow that points at an object, like MapKit's callout of a selected
/// annotation.
///
///     let callout = Callout("Harbor", theme: theme)
///     callout.rightAccessory = DetailButton(theme: theme)
///     map.addSublayer(callout)
///     callout.place(pointingAt: pin.frame, within: map.bounds)
///     callout.present(animated: true)
///
///     hidden ──present──▶ presented ──dismiss──▶ leaving ──▶ hidden, and removed from its superlayer
///                            ▲──────present─────────┘
///
/// A callout is a shape layer. Its `fillColor`, `strokeColor` and `shadow` define the appearance of the
/// bubble. A title or subtitle of more than three lines is truncated with a `…`. Touches on a presented
/// callout do not reach the layers behind the callout. During the animation that hides the callout, those
/// layers receive the touches.
public final class Callout: ShapeLayer, ThemedLayer {
  /// The theme that determines the colors, fonts, font sizes and corner radius of the callout.
  ///
  /// A new theme takes effect immediately. A `fillColor` or `strokeColor` that the application has set stays.
  public var theme: Theme { didSet { applyTheme(replacing: oldValue) } }

  /// The title of the callout, which is shown in bold on at most three lines. If the string is empty, no
  /// title is shown.
  public var title: String {
    get { content.title.string }
    set {
      guard newValue != title else { return }
      content.title.string = newValue
      contentDidChange()
    }
  }

  /// The subtitle of the callout, which is shown in a smaller font below the title on at most three lines. If
  /// the string is empty, no subtitle is shown.
  ///
  /// If ``detailAccessory`` is not nil, that layer is shown in place of the subtitle.
  public var subtitle: String {
    get { content.subtitle.string }
    set {
      guard newValue != subtitle else { return }
      content.subtitle.string = newValue
      contentDidChange()
    }
  }

  /// A layer that the callout shows in place of its subtitle, like MapKit's `detailCalloutAccessoryView`.
  ///
  /// The callout positions the layer but does not resize the layer. If nil, the callout shows the subtitle.
  public var detailAccessory: Layer? {
    get { content.detail }
    set {
      content.detail = newValue
      content.subtitle.isHidden = newValue != nil
      contentDidChange()
    }
  }

  /// The layer at the left side of the callout's bubble, inside the bubble. If nil, there is no such layer.
  /// The callout positions the layer but does not resize the layer.
  public var leftAccessory: Layer? {
    get { content.left }
    set {
      content.left = newValue
      contentDidChange()
    }
  }

  /// The layer at the right side of the callout's bubble, inside the bubble, for example a ``DetailButton``.
  /// If nil, there is no such layer. The callout positions the layer but does not resize the layer.
  public var rightAccessory: Layer? {
    get { content.right }
    set {
      content.right = newValue
      contentDidChange()
    }
  }

  /// The largest width of the callout's bubble, in points. The bubble is also never wider than the area given
  /// to ``place(pointingAt:within:)``.
  public var maximumWidth: Scalar = 320 { didSet { if maximumWidth != oldValue { contentDidChange() } } }

  /// The closure that is called when a finger taps the bubble outside of the accessory layers.
  public var onTap: ((Callout) -> Void)?

  private enum Phase {
    case hidden, presented, leaving
  }

  private var phase = Phase.hidden
  private let content: CalloutContent
  private var target: (anchor: Rect, area: Rect)?
  private var placement: CalloutPlacement?
  private var completionHandler: (() -> Void)?
  private static let key = "callout"

  /// Creates a hidden callout. Call ``place(pointingAt:within:)`` and ``present(animated:)`` to show the
  /// callout.
  public init(_ title: String = "", subtitle: String = "", theme: Theme) {
    self.theme = theme
    content = CalloutContent(theme: theme)
    super.init(frame: .zero)
    (content.title.string, content.subtitle.string) = (title, subtitle)
    (fillColor, strokeColor) = (theme.surfaceColor, Self.strokeColor(in: theme))
    shadow = Shadow(color: .black, opacity: 0.3, offset: Size(width: 0, height: 2), radius: 7)
    content.cornerRadius = theme.cornerRadius
    addSublayer(content)
    isHidden = true
    addGestureRecognizer(Self.pressRecognizer())
  }

  /// Returns a recognizer that takes the bubble's touches, so that the layers behind the bubble do not get
  /// them.
  private static func pressRecognizer() -> PressGestureRecognizer {
    let press = PressGestureRecognizer { press in
      guard press.state == .ended, press.isInside, let callout = press.layer as? Callout, callout.isPresented else { return }
      callout.onTap?(callout)
    }
    press.margin = 0
    return press
  }

  /// Returns the color of the bubble's outline. A shadow does not set the bubble off from a dark background.
  private static func strokeColor(in theme: Theme) -> Color? { theme.isDark ? theme.separatorColor : nil }

  private func applyTheme(replacing old: Theme) {
    if fillColor == old.surfaceColor { fillColor = theme.surfaceColor }
    if strokeColor == Self.strokeColor(in: old) { strokeColor = Self.strokeColor(in: theme) }
    content.apply(theme)
    content.cornerRadius = theme.cornerRadius
    // The outline has the theme's corner radius.
    placement = nil
    contentDidChange()
  }

  // MARK: Placement

  /// Moves and sizes the callout's bubble within `area` so that its arrow points at `anchor`.
  ///
  /// If the bubble fits above the anchor, the bubble is placed there. If it fits only below the anchor, the
  /// bubble is placed below. If it fits on neither side, the bubble is placed on the side with more space.
  /// The bubble is shifted sideways to stay in `area`. Content that is larger than `area` is clipped.
  ///
  /// Call the method again whenever `anchor` or `area` has changed. The text is laid out again only if the
  /// width of `area` has changed. When the callout's content changes, the callout itself calls the method
  /// with the last anchor and area.
  ///
  /// - Parameters:
  ///   - anchor: The frame of the object to point at, in the superlayer's coordinate space. A rectangle of
  ///     size zero stands for a point.
  ///   - area: The rectangle that contains the bubble, in the superlayer's coordinate space. The bubble keeps
  ///     a distance of 8 points from each edge of the area. If the area is less than 64 points wide or high,
  ///     the distance is smaller: 1/8 of the width or height.
  public func place(pointingAt anchor: Rect, within area: Rect) {
    target = (anchor, area)
    let available = CalloutPlacement.availableArea(in: area)
    let size = content.size(within: min(maximumWidth, available.width))
    let radius = theme.cornerRadius
    let placement = CalloutPlacement(size: size, pointingAt: anchor, area: available, radius: radius)
    frame = placement.frame
    let isReshaped =
      self.placement.map { $0.frame.size != placement.frame.size || $0.tip != placement.tip || $0.side != placement.side } ?? true
    if isReshaped { path = placement.outline(radius: radius) }
    self.placement = placement
    content.frame = bounds
  }

  /// Measures the callout's content again and updates the size and position of the bubble.
  ///
  /// Call the method after the size of an accessory layer has changed. The callout itself calls the method
  /// after changes of its properties.
  public func contentDidChange() {
    content.invalidateMeasurement()
    if let target { place(pointingAt: target.anchor, within: target.area) }
  }

  /// The position of the tip of the callout's arrow, in the superlayer's coordinate space. Before the first
  /// call of ``place(pointingAt:within:)``, the property is nil.
  public var tip: Point? { placement.map { $0.frame.origin + $0.tipPoint } }

  // MARK: Presenting and dismissing

  /// Whether the callout is presented.
  ///
  /// When ``dismiss(animated:completion:)`` is called, the property becomes false at once. The bubble may
  /// then still be visible while it disappears.
  public var isPresented: Bool { phase == .presented }

  /// Shows the callout's bubble.
  ///
  /// Before this call, add the callout to a superlayer and call ``place(pointingAt:within:)``.
  ///
  /// - Parameter animated: Whether the bubble grows out of its arrow's tip. If false, the bubble appears at
  ///   once.
  public func present(animated: Bool = true) {
    guard phase != .presented else { return }
    // A leaving callout returns from its current appearance.
    var (from, fromOpacity) = (AnimatableValue.transform(scaledAboutTip(Self.smallest)), AnimatableValue.scalar(0))
    if phase == .leaving {
      from = presentationValue(for: .transform) ?? from
      fromOpacity = presentationValue(for: .opacity) ?? fromOpacity
    }
    phase = .presented
    isHidden = false
    completionHandler = nil
    removeAnimation(forKey: Self.key)
    guard animated, owningStage != nil else { return }
    add(motion(from: (from, fromOpacity), to: (.transform(transform), .scalar(opacity)), timing: .easeOut), forKey: Self.key)
  }

  /// Hides the callout's bubble and then removes the callout from its superlayer.
  ///
  /// - Parameters:
  ///   - animated: Whether the bubble shrinks into its arrow's tip. If false, the bubble disappears at once.
  ///   - completion: A closure that is called after the removal. If the callout is presented again before the
  ///     removal, the closure is not called.
  public func dismiss(animated: Bool = true, completion: (() -> Void)? = nil) {
    guard phase == .presented else { return }
    phase = .leaving
    completionHandler = completion
    guard animated, owningStage != nil else { return finishDismissal() }
    let from = (presentationValue(for: .transform) ?? .transform(transform), presentationValue(for: .opacity) ?? .scalar(opacity))
    let shrinking = motion(from: from, to: (.transform(scaledAboutTip(Self.smallest)), .scalar(0)), timing: .easeIn)
    add(shrinking, forKey: Self.key) { [weak self] _ in self?.finishDismissal() }
  }

  /// Hides the callout, removes it from its superlayer and calls the completion closure.
  private func finishDismissal() {
    guard phase == .leaving else { return }
    phase = .hidden
    isHidden = true
    let handler = completionHandler
    completionHandler = nil
    removeFromSuperlayer()
    handler?()
  }

  /// The scale of the bubble at which its appearing animation begins and its disappearing animation ends.
  private static var smallest: Scalar { 0.4 }

  /// Returns an animation from one pair of transform and opacity to another.
  private func motion(
    from: (AnimatableValue, AnimatableValue), to: (AnimatableValue, AnimatableValue), timing: TimingFunction
  ) -> AnimationGroup {
    let duration: Seconds = 0.18
    return AnimationGroup(
      [
        .basic(BasicAnimation(.transform, from: from.0, to: to.0, duration: duration, timingFunction: timing)),
        .basic(BasicAnimation(.opacity, from: from.1, to: to.1, duration: duration, timingFunction: timing)),
      ], duration: duration)
  }

  private func scaledAboutTip(_ scale: Scalar) -> Transform3D {
    typealias Element = Transform3D.Element
    let tip = (placement?.tipPoint ?? bounds.center) - bounds.center
    let share = 1 - Element(rounding: scale)
    return Transform3D.identity.translated(x: Element(rounding: tip.x) * share, y: Element(rounding: tip.y) * share)
      .scaled(x: Element(rounding: scale), y: Element(rounding: scale))
  }

  public override func hitTest(_ point: Point) -> Layer? {
    guard phase == .presented else { return nil }
    if let hit = super.hitTest(point) { return hit }
    guard !isHidden, opacity > 0, let localPosition = localPoint(under: point), let placement else { return nil }
    // The bounds of the arrow approximate its shape.
    let y = placement.side == .above ? bounds.maxY : bounds.minY - CalloutPlacement.arrowHeight
    let arrow = Rect(
      x: placement.tip - CalloutPlacement.arrowHalfWidth / 2, y: y, width: CalloutPlacement.arrowHalfWidth,
      height: CalloutPlacement.arrowHeight)
    return arrow.contains(localPosition) ? self : nil
  }
}
