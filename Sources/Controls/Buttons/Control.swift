public import CartoucheRaster
public import CartoucheScene

/// A layer that can be pressed, like UIKit's `UIControl`.
///
///     resting ──touch down──▶ pressed, highlighted ◀──drag exit, drag enter──▶ pressed, not highlighted
///        ▲                       ├─ touch up inside ──┐                            ├─ touch up outside ──┐
///        └───────────────────────┴────────────────────┴────────────────────────────┴─────────────────────┘
///        └── touch cancel: a palm, a scrolling list, or a control that is disabled, hidden or removed
///
/// A touch that presses a control has no other effect, unless a recognizer of an ancestor allows simultaneous
/// recognition. The touch area is the control's bounds, enlarged to at least a square of the theme's
/// ``Theme/touchTarget(on:)`` around its center. A sibling in front takes precedence there. The enlargement
/// does not apply to sublayers of a `TransformLayer`, which are hit where they are visible.
///
/// Unlike in UIKit, a disabled control also keeps touches from the layers behind it. Actions are closures
/// that receive the control, which they may remove.
open class Control: Layer {
  /// The touch events of a control, combinable as a set.
  public struct Event: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let touchDown = Event(rawValue: 1)
    /// The finger, still down, left the control.
    public static let touchDragExit = Event(rawValue: 2)
    /// The finger came back onto the control.
    public static let touchDragEnter = Event(rawValue: 4)
    /// The finger was lifted on the control or close to it. This is the event for a button's action.
    public static let touchUpInside = Event(rawValue: 8)
    public static let touchUpOutside = Event(rawValue: 16)
    public static let touchCancel = Event(rawValue: 32)
    public static let allTouchEvents = Event(rawValue: 63)
  }

  public let theme: Theme

  /// Whether the control can be pressed. Disabling it cancels a press.
  public final var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { cancelTracking() }
      updateAppearance()
    }
  }

  /// Whether the control looks pressed. Touches set it.
  public final var isHighlighted = false { didSet { if isHighlighted != oldValue { updateAppearance() } } }

  /// Whether the control looks selected. Touches do not change it.
  public final var isSelected = false { didSet { if isSelected != oldValue { updateAppearance() } } }

  /// Whether a finger presses the control.
  public private(set) final var isTracking = false

  /// Whether the pressing finger is on the control, or within the margin of ``PressGestureRecognizer``.
  public private(set) final var isTouchInside = false

  private var actions: [(events: Event, perform: (Control) -> Void)] = []
  private let press = PressGestureRecognizer { press in
    (press.layer as? Control)?.follow(press)
  }

  public init(frame: Rect, theme: Theme) {
    self.theme = theme
    super.init(frame: frame)
    addGestureRecognizer(press)
  }

  /// Adds a closure that is called for each of `events`, after the closures added before.
  ///
  /// The control retains the closure. The closure receives the control as its argument so that it need not
  /// capture it.
  public final func addAction(for events: Event, _ perform: @escaping (Control) -> Void) {
    actions.append((events, perform))
  }

  /// Removes all actions for `events`.
  public final func removeActions(for events: Event) {
    for index in actions.indices { actions[index].events.subtract(events) }
    actions.removeAll { $0.events.isEmpty }
  }

  /// Calls the actions for `events` as if the events had occurred.
  public final func sendActions(for events: Event) {
    for action in actions where !action.events.isDisjoint(with: events) { action.perform(self) }
  }

  /// Cancels the current press, if any, and sends ``Event/touchCancel``. The finger has no further effect.
  public final func cancelTracking() {
    guard isTracking else { return }
    // Disabling the recognizer makes it forget its finger.
    isTracking = false
    press.isEnabled = false
    press.isEnabled = true
    finish(.touchCancel)
  }

  /// Updates the control's appearance to its state. Called after each change of the state.
  open func updateAppearance() {}

  private func follow(_ press: PressGestureRecognizer) {
    switch (press.state, isTracking) {
    case (.began, false) where isEnabled:
      isTracking = true
      enter(.touchDown)
    case (.changed, true) where press.isInside != isTouchInside:
      if press.isInside { enter(.touchDragEnter) } else { finish(.touchDragExit) }
    case (.ended, true):
      isTracking = false
      finish(press.isInside ? .touchUpInside : .touchUpOutside)
    case (.cancelled, true):
      isTracking = false
      finish(.touchCancel)
    case (_, _):
      break
    }
  }

  private func enter(_ event: Event) {
    (isTouchInside, isHighlighted) = (true, true)
    sendActions(for: event)
  }

  private func finish(_ event: Event) {
    (isTouchInside, isHighlighted) = (false, false)
    sendActions(for: event)
  }

  /// The area in which a touch hits the control, in its own coordinate space.
  public final var touchRect: Rect {
    let target = theme.touchTarget(on: self)
    return bounds.insetBy(dx: -max((target - bounds.width) / 2, 0), dy: -max((target - bounds.height) / 2, 0))
  }

  open override func hitTest(_ point: Point) -> Layer? {
    if let hit = super.hitTest(point) { return hit }
    guard !isHidden, opacity > 0, !bounds.isEmpty, let localPosition = localPoint(under: point) else { return nil }
    return touchRect.contains(localPosition) ? self : nil
  }
}

extension Layer {
  /// Cancels the presses of all controls in this layer, including itself, because another gesture takes over
  /// their touch.
  ///
  ///     let pan = PanGestureRecognizer { pan in
  ///       if pan.state == .began { pan.layer?.cancelPresses() }
  ///       …
  ///     }
  ///     pan.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
  public final func cancelPresses() {
    (self as? Control)?.cancelTracking()
    for layer in sublayers { layer.cancelPresses() }
  }
}
