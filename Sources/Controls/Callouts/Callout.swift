public import CartoucheRaster
public import CartoucheScene
import CartoucheText

/// A bubble that tells of something, its arrow pointing at that: what MapKit shows over a selected annotation.
///
///     let callout = Callout("Harbour", theme: theme)
///     callout.rightAccessory = DetailButton(theme: theme)
///     map.addSublayer(callout)
///     callout.place(pointingAt: pin.frame, within: map.bounds)
///     callout.present(animated: true)
///
///     hidden ──present──▶ presented ──dismiss──▶ leaving ──▶ hidden, and out of its superlayer
///                            ▲──────present─────────┘
///
/// It is a shape: `fillColor`, `strokeColor` and `shadow` are those of the bubble. A text of any length fits: title and subtitle have three lines, then a `…`.
/// Fingers on the bubble do nothing behind it; while it is leaving they do.
public final class Callout: ShapeLayer {
  public let theme: Theme

  /// In bold, up to three lines; empty, there is none.
  public var title: String {
    get { content.title.string }
    set {
      guard newValue != title else { return }
      content.title.string = newValue
      contentDidChange()
    }
  }

  /// Under the title, smaller, up to three lines; not shown where there is a ``detailAccessory``.
  public var subtitle: String {
    get { content.subtitle.string }
    set {
      guard newValue != subtitle else { return }
      content.subtitle.string = newValue
      contentDidChange()
    }
  }

  /// A text, a picture or any other layer in the subtitle's place, in its own size: MapKit's `detailCalloutAccessoryView`.
  public var detailAccessory: Layer? {
    get { content.detail }
    set {
      content.detail = newValue
      content.subtitle.isHidden = newValue != nil
      contentDidChange()
    }
  }

  /// At the left, in its own size.
  public var leftAccessory: Layer? {
    get { content.left }
    set {
      content.left = newValue
      contentDidChange()
    }
  }

  /// At the right, in its own size: a ``DetailButton``, for one.
  public var rightAccessory: Layer? {
    get { content.right }
    set {
      content.right = newValue
      contentDidChange()
    }
  }

  /// As wide as a bubble becomes for its text, in points; on a narrow area less.
  public var maximumWidth: Scalar = 320 { didSet { if maximumWidth != oldValue { contentDidChange() } } }

  /// Is called when the bubble is tapped beside its accessories.
  public var onTap: ((Callout) -> Void)?

  private enum Phase {
    case hidden, presented, leaving
  }

  private var phase = Phase.hidden
  private let content: CalloutContent
  private var target: (anchor: Rect, area: Rect)?
  private var placement: CalloutPlacement?
  private var whenGone: (() -> Void)?
  private static let key = "callout"

  /// A bubble that is hidden until it is presented.
  public init(_ title: String = "", subtitle: String = "", theme: Theme) {
    self.theme = theme
    content = CalloutContent(theme: theme)
    super.init(frame: .zero)
    (content.title.string, content.subtitle.string) = (title, subtitle)
    fillColor = theme.surfaceColor
    // On dark ground a shadow sets nothing off.
    strokeColor = theme.isDark ? theme.separatorColor : nil
    shadow = Shadow(color: .black, opacity: 0.3, offset: Size(width: 0, height: 2), radius: 7)
    content.cornerRadius = theme.cornerRadius
    addSublayer(content)
    isHidden = true
    addGestureRecognizer(Self.pressing())
  }

  /// Takes the finger, so that it does nothing behind the bubble.
  private static func pressing() -> PressGestureRecognizer {
    let press = PressGestureRecognizer { press in
      guard press.state == .ended, press.isInside, let callout = press.layer as? Callout, callout.isPresented else { return }
      callout.onTap?(callout)
    }
    press.margin = 0
    return press
  }

  // MARK: Its place

  /// Puts the bubble so that it points at `anchor`: above it if it fits there, else below it, moved sideways until it fits.
  ///
  /// The arrow stays off the corners, and what does not fit `area` at all is cut off. Call it again when one of them has moved; that lays out no text anew. A bubble whose
  /// content changes keeps pointing where it does.
  ///
  /// - Parameters:
  ///   - anchor: what it points at, in the superlayer's space; an empty rectangle is a point.
  ///   - area: what it keeps within, there; some points at the edges are left free.
  public func place(pointingAt anchor: Rect, within area: Rect) {
    target = (anchor, area)
    let room = CalloutPlacement.room(in: area)
    let size = content.size(within: min(maximumWidth, room.width))
    let radius = theme.cornerRadius
    let placement = CalloutPlacement(size: size, pointingAt: anchor, room: room, radius: radius)
    frame = placement.frame
    let isReshaped =
      self.placement.map { $0.frame.size != placement.frame.size || $0.tip != placement.tip || $0.side != placement.side } ?? true
    if isReshaped { path = placement.outline(radius: radius) }
    self.placement = placement
    content.frame = bounds
  }

  /// Takes in that an accessory or the detail has another size than before.
  public func contentDidChange() {
    content.invalidateMeasurement()
    if let target { place(pointingAt: target.anchor, within: target.area) }
  }

  /// Where the arrow's tip is, in the superlayer's space; nil before it was placed.
  public var tip: Point? { placement.map { $0.frame.origin + $0.tipPoint } }

  // MARK: Coming and going

  /// Whether it is shown, and not about to go.
  public var isPresented: Bool { phase == .presented }

  /// Shows the bubble, growing out of its arrow's tip if `animated`; it stands in its superlayer and was placed there before.
  public func present(animated: Bool = true) {
    guard phase != .presented else { return }
    // One that was leaving comes back from where it is.
    var (from, seen) = (AnimatableValue.transform(scaledAboutTip(Self.smallest)), AnimatableValue.scalar(0))
    if phase == .leaving {
      from = presentationValue(for: .transform) ?? from
      seen = presentationValue(for: .opacity) ?? seen
    }
    phase = .presented
    isHidden = false
    whenGone = nil
    removeAnimation(forKey: Self.key)
    guard animated, owningStage != nil else { return }
    add(motion(from: (from, seen), to: (.transform(transform), .scalar(opacity)), timing: .easeOut), forKey: Self.key)
  }

  /// Hides the bubble and takes it out of its superlayer, shrinking into its arrow's tip before if `animated`.
  ///
  /// - Parameter completion: called when it is gone; not if it is presented again before.
  public func dismiss(animated: Bool = true, completion: (() -> Void)? = nil) {
    guard phase == .presented else { return }
    phase = .leaving
    whenGone = completion
    guard animated, owningStage != nil else { return leave() }
    let from = (presentationValue(for: .transform) ?? .transform(transform), presentationValue(for: .opacity) ?? .scalar(opacity))
    let way = motion(from: from, to: (.transform(scaledAboutTip(Self.smallest)), .scalar(0)), timing: .easeIn)
    add(way, forKey: Self.key) { [weak self] _ in self?.leave() }
  }

  /// The way out is done, or there is none.
  private func leave() {
    guard phase == .leaving else { return }
    phase = .hidden
    isHidden = true
    let told = whenGone
    whenGone = nil
    removeFromSuperlayer()
    told?()
  }

  /// How small it is where it comes from and goes.
  private static var smallest: Scalar { 0.4 }

  /// From and to a transform and an opacity.
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
    guard !isHidden, opacity > 0, let own = localPoint(under: point), let placement else { return nil }
    // The arrow, roughly.
    let y = placement.side == .above ? bounds.maxY : bounds.minY - CalloutPlacement.arrowHeight
    let arrow = Rect(
      x: placement.tip - CalloutPlacement.arrowHalfWidth / 2, y: y, width: CalloutPlacement.arrowHalfWidth,
      height: CalloutPlacement.arrowHeight)
    return arrow.contains(own) ? self : nil
  }
}
