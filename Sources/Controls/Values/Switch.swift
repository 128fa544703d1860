public import CartoucheRaster
import CartoucheScene

/// A control with the values on and off, like UIKit's `UISwitch`.
///
///     let night = Switch(theme: theme)
///     night.addAction(for: .valueChanged) { [unowned night] _ in
///       kiosk.setTheme(night.isOn ? theme.dark : theme)
///     }
///
/// A tap changes the value. A finger can also drag the thumb to the other end. If the finger is lifted beyond
/// the margin around the switch, or the touch is cancelled, the value does not change.
public final class Switch: Control, SelfSizingLayer {
  /// Whether the switch is on. A new value is shown without animation: see ``setOn(_:animated:)``.
  public var isOn: Bool {
    get { value }
    set { setOn(newValue, animated: false) }
  }

  /// The color of the switch while it is on. If nil, the color is the theme's tint color.
  public var onTintColor: Color? { didSet { if onTintColor != oldValue { updateAppearance() } } }

  /// The color of the thumb. If nil, the theme determines the color.
  public var thumbTintColor: Color? { didSet { if thumbTintColor != oldValue { updateAppearance() } } }

  private var value: Bool
  /// The distance of a dragged thumb from its leftmost position, in points; nil if it is not dragged.
  private var dragOffset: Scalar?
  /// The offset of the thumb when the drag began.
  private var dragStart: Scalar = 0
  private let track = Layer()
  private let thumb = Layer()

  private static var size: Size { Size(width: 52, height: 32) }
  /// The distance of the thumb from the edge of the track, in points.
  private static var inset: Scalar { 2 }

  /// Creates a switch of 52 × 32 points at the origin of its superlayer.
  public init(isOn: Bool = false, theme: Theme) {
    value = isOn
    super.init(frame: Rect(origin: .zero, size: Self.size), theme: theme)
    thumb.shadow = Shadow(color: .black, opacity: 0.25, offset: Size(width: 0, height: 1), radius: 2)
    addSublayer(track)
    addSublayer(thumb)
    addHorizontalDrag { pan in (pan.layer as? Switch)?.follow(pan) }
    updateAppearance()
  }

  /// Turns the switch on or off. No event is sent.
  ///
  /// - Parameter animated: Whether the thumb slides to its new position.
  public func setOn(_ isOn: Bool, animated: Bool) {
    guard isOn != value else { return }
    value = isOn
    show(animated: animated)
  }

  /// Returns the size that the control needs, at most `size`, in points.
  public func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(Self.size.width, max(size.width, 0)), height: min(Self.size.height, max(size.height, 0)))
  }

  // MARK: Touches

  override func pressDidChange(_ event: Event) {
    switch event {
    case .touchUpInside:
      let newValue = dragOffset.map { $0 * 2 >= travel } ?? !value
      dragOffset = nil
      let isChanged = newValue != value
      value = newValue
      show(animated: true)
      if isChanged { sendActions(for: .valueChanged) }
    case .touchUpOutside, .touchCancel:
      dragOffset = nil
      show(animated: true)
    default:
      show(animated: true)
    }
  }

  private func follow(_ pan: PanGestureRecognizer) {
    guard let translation = pan.translation(in: self) else { return }
    if pan.state == .began { dragStart = value ? travel : 0 }
    let isFirst = dragOffset == nil
    let wasOn = showsOn
    dragOffset = (dragStart + translation.x).clamped(from: 0, to: travel)
    if isFirst { thumb.removeAllAnimations() }
    layOut()
    if showsOn != wasOn { performChanges(animated: true) { updateAppearance() } }
  }

  // MARK: Appearance

  /// Whether the thumb is nearer to the end for on.
  private var showsOn: Bool { dragOffset.map { $0 * 2 >= travel } ?? value }

  private func show(animated: Bool) {
    performChanges(animated: animated) {
      updateAppearance()
      layOut()
    }
  }

  public override func updateAppearance() {
    let on = onTintColor ?? theme.tintColor
    let thumbColor = thumbTintColor ?? theme.thumbColor
    let trackColor = showsOn ? on : theme.trackColor
    track.backgroundColor = isEnabled ? trackColor : theme.disabled(trackColor)
    thumb.backgroundColor = isEnabled ? thumbColor : theme.backgroundColor.mixed(with: thumbColor, 0.7)
  }

  private var thumbSize: Size {
    let height = max(bounds.height - Self.inset * 2, 0)
    // A pressed thumb is longer.
    let width = isTouchInside || dragOffset != nil ? height * 6 / 5 : height
    return Size(width: min(width, max(bounds.width - Self.inset * 2, 0)), height: height)
  }

  /// The distance between the positions of the thumb for off and on, in points.
  private var travel: Scalar { max(bounds.width - Self.inset * 2 - thumbSize.width, 0) }

  private func layOut() {
    let size = thumbSize
    track.frame = Rect(origin: bounds.origin, size: Size(width: max(bounds.width, 0), height: max(bounds.height, 0)))
    track.cornerRadius = track.bounds.height / 2
    thumb.frame = Rect(
      x: bounds.minX + Self.inset + (dragOffset ?? (value ? travel : 0)), y: bounds.minY + Self.inset, width: size.width,
      height: size.height)
    thumb.cornerRadius = size.height / 2
  }

  public override func layoutSublayers() { layOut() }
}
