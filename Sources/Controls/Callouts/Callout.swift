public import CartoucheRaster
public import CartoucheScene
import CartoucheText

/// A bubble with an arrow that points at an object, as MapKit shows over a selected annotation.
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
/// As a shape layer, it draws its bubble with `fillColor`, `strokeColor` and `shadow`. Title and subtitle are
/// truncated with a `…` after three lines. Touches on the bubble do not reach the layers behind it, except
/// while it is leaving.
public final class Callout: ShapeLayer {
  public let theme: Theme

  /// The title in bold, up to three lines; empty for none.
  public var title: String {
    get { content.title.string }
    set {
      guard newValue != title else { return }
      content.title.string = newValue
      contentDidChange()
    }
  }

  /// The smaller text below the title, up to three lines; hidden while there is a ``detailAccessory``.
  public var subtitle: String {
    get { content.subtitle.string }
    set {
      guard newValue != subtitle else { return }
      content.subtitle.string = newValue
      contentDidChange()
    }
  }

  /// A layer in place of the subtitle, in its own size; like MapKit's `detailCalloutAccessoryView`.
  public var detailAccessory: Layer? {
    get { content.detail }
    set {
      content.detail = newValue
      content.subtitle.isHidden = newValue != nil
      contentDidChange()
    }
  }

  /// The layer on the left side, in its own size.
  public var leftAccessory: Layer? {
    get { content.left }
    set {
      content.left = newValue
      contentDidChange()
    }
  }

  /// The layer on the right side, in its own size; for example a ``DetailButton``.
  public var rightAccessory: Layer? {
    get { content.right }
    set {
      content.right = newValue
      contentDidChange()
    }
  }

  /// The largest width of the bubble, in points. It is less in a narrow area.
  public var maximumWidth: Scalar = 320 { didSet { if maximumWidth != oldValue { contentDidChange() } } }

  /// Called when the bubble is tapped outside of its accessories.
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

  /// Creates a callout that is hidden until it is presented.
  public init(_ title: String = "", subtitle: String = "", theme: Theme) {
    self.theme = theme
    content = CalloutContent(theme: theme)
    super.init(frame: .zero)
    (content.title.string, content.subtitle.string) = (title, subtitle)
    fillColor = theme.surfaceColor
    // A shadow does not set the bubble off from a dark background.
    strokeColor = theme.isDark ? theme.separatorColor : nil
    shadow = Shadow(color: .black, opacity: 0.3, offset: Size(width: 0, height: 2), radius: 7)
    content.cornerRadius = theme.cornerRadius
    addSublayer(content)
    isHidden = true
    addGestureRecognizer(Self.pressRecognizer())
  }

  /// Returns a recognizer that takes touches, so that they do not reach the layers behind the bubble.
  private static func pressRecognizer() -> PressGestureRecognizer {
    let press = PressGestureRecognizer { press in
      guard press.state == .ended, press.isInside, let callout = press.layer as? Callout, callout.isPresented else { return }
      callout.onTap?(callout)
    }
    press.margin = 0
    return press
  }

  // MARK: Placement

  /// Moves the bubble so that its arrow points at `anchor`: above it if it fits there, otherwise below,
  /// shifted sideways to fit.
  ///
  /// The arrow stays clear of the corners. Content that does not fit `area` is clipped. Call this again when
  /// `anchor` or `area` has moved; the text is not laid out again for that. After a change of its content,
  /// the callout keeps pointing at the same anchor.
  ///
  /// - Parameters:
  ///   - anchor: The object to point at, in the superlayer's coordinate space. An empty rectangle is a point.
  ///   - area: The rectangle to stay within, in the same space. A few points at its edges stay free.
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

  /// Lays the callout out again after an accessory or the detail changed its size.
  public func contentDidChange() {
    content.invalidateMeasurement()
    if let target { place(pointingAt: target.anchor, within: target.area) }
  }

  /// The tip of the arrow in the superlayer's coordinate space; nil before the callout was placed.
  public var tip: Point? { placement.map { $0.frame.origin + $0.tipPoint } }

  // MARK: Presenting and dismissing

  /// Whether the callout is shown and not about to leave.
  public var isPresented: Bool { phase == .presented }

  /// Shows the bubble, which grows out of its arrow's tip if `animated`. It must have a superlayer and have
  /// been placed there.
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

  /// Hides the bubble and removes it from its superlayer, after it shrank into its arrow's tip if `animated`.
  ///
  /// - Parameter completion: Called after the removal, unless the callout is presented again before.
  public func dismiss(animated: Bool = true, completion: (() -> Void)? = nil) {
    guard phase == .presented else { return }
    phase = .leaving
    completionHandler = completion
    guard animated, owningStage != nil else { return finishDismissal() }
    let from = (presentationValue(for: .transform) ?? .transform(transform), presentationValue(for: .opacity) ?? .scalar(opacity))
    let shrinking = motion(from: from, to: (.transform(scaledAboutTip(Self.smallest)), .scalar(0)), timing: .easeIn)
    add(shrinking, forKey: Self.key) { [weak self] _ in self?.finishDismissal() }
  }

  /// Ends the dismissal.
  private func finishDismissal() {
    guard phase == .leaving else { return }
    phase = .hidden
    isHidden = true
    let handler = completionHandler
    completionHandler = nil
    removeFromSuperlayer()
    handler?()
  }

  /// The scale at which the bubble appears and disappears.
  private static var smallest: Scalar { 0.4 }

  /// Returns an animation between two pairs of transform and opacity.
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
