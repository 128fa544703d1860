public import CartoucheRaster
public import CartoucheScene

/// A layer that can be pressed, like UIKit's `UIControl`. The base class of buttons.
///
///     resting ──touch down──▶ pressed, highlighted ◀──drag exit, drag enter──▶ pressed, not highlighted
///        ▲                       ├─ touch up inside ──┐                            ├─ touch up outside ──┐
///        └───────────────────────┴────────────────────┴────────────────────────────┴─────────────────────┘
///        └── touch cancel: a palm, a scrolling list, or a control that is disabled, hidden or removed
///
/// A touch that presses a control has no other effect. There is an exception: the recognizer of an ancestor
/// may allow simultaneous recognition, as a scrolling list's pan does.
///
/// A control reacts to touches in its ``touchRect``, which may be larger than its bounds. Where the enlarged
/// area overlaps a sibling in front of the control, the sibling gets the touch. Controls inside a
/// `TransformLayer` have no enlarged area: they react to touches in their visible area only.
///
/// A disabled control also keeps touches from the layers behind the control. In UIKit, those layers would get
/// the touches. Actions are closures that receive the control as their argument. An action may remove the
/// control.
open class Control: Layer {
  /// A set of touch events of a control, such as ``touchDown`` and ``touchUpInside``.
  public struct Event: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A finger touched the control.
    public static let touchDown = Event(rawValue: 1)
    /// The pressing finger moved off the control and is still down.
    public static let touchDragExit = Event(rawValue: 2)
    /// The pressing finger moved back onto the control.
    public static let touchDragEnter = Event(rawValue: 4)
    /// The pressing finger was lifted on the control or within its press margin. A button's action belongs to
    /// this event.
    public static let touchUpInside = Event(rawValue: 8)
    /// The pressing finger was lifted away from the control.
    public static let touchUpOutside = Event(rawValue: 16)
    /// The press was cancelled before the finger was lifted, so the control's action must not be performed.
    public static let touchCancel = Event(rawValue: 32)
    public static let allTouchEvents = Event(rawValue: 63)
  }

  public let theme: Theme

  /// Whether the control can be pressed. Setting the property to false cancels the current press.
  public final var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { cancelTracking() }
      updateAppearance()
    }
  }

  /// Whether the control looks pressed.
  ///
  /// The control sets the property to true while a finger presses the control and is on it. An application
  /// may set the property too.
  public final var isHighlighted = false { didSet { if isHighlighted != oldValue { updateAppearance() } } }

  /// Whether the control looks selected. Touches do not change the property: the application sets it.
  public final var isSelected = false { didSet { if isSelected != oldValue { updateAppearance() } } }

  /// Whether a finger presses the control, from touch-down until the finger is lifted or the press is
  /// cancelled. A finger that has moved off the control while down counts too.
  public private(set) final var isTracking = false

  /// Whether the pressing finger is on the control or within the margin of its ``PressGestureRecognizer``.
  /// False while no finger presses the control.
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

  /// Adds a closure that the control calls for each event in `events`.
  ///
  /// Closures are called in the order in which they were added. The control retains the closure. The closure
  /// receives the control as its argument, so the closure need not capture the control.
  public final func addAction(for events: Event, _ perform: @escaping (Control) -> Void) {
    actions.append((events, perform))
  }

  /// Removes all actions for the events in `events`.
  ///
  /// An action that was also added for other events is still called for those events.
  public final func removeActions(for events: Event) {
    for index in actions.indices { actions[index].events.subtract(events) }
    actions.removeAll { $0.events.isEmpty }
  }

  /// Calls the actions for `events` as if the events had occurred. Each action is called at most once.
  public final func sendActions(for events: Event) {
    for action in actions where !action.events.isDisjoint(with: events) { action.perform(self) }
  }

  /// Cancels the current press and sends ``Event/touchCancel``.
  ///
  /// The pressing finger has no further effect on the control. If no finger presses the control, the method
  /// does nothing.
  public final func cancelTracking() {
    guard isTracking else { return }
    // Disabling the recognizer makes it forget its finger.
    isTracking = false
    press.isEnabled = false
    press.isEnabled = true
    finish(.touchCancel)
  }

  /// Updates the colors and other visible properties of the control to its state.
  ///
  /// The control calls the method after each change of ``isEnabled``, ``isHighlighted`` and ``isSelected``.
  /// Override the method in a subclass.
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

  /// The rectangle in which a touch presses the control, in the control's coordinate space.
  ///
  /// The rectangle has the center of the bounds. Each of its sides is at least as long as the theme's
  /// ``Theme/touchTarget(on:)``.
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
  /// Cancels the presses of all controls in this layer's tree, including the layer itself.
  ///
  /// Call the method when another gesture, such as a pan, takes over the touch that pressed a control:
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
