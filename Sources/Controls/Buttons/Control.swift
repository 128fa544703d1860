public import CartoucheRaster
public import CartoucheScene

/// What is pressed: UIKit's `UIControl`, as a layer.
///
///     resting ──touch down──▶ pressed, highlighted ◀──drag exit, drag enter──▶ pressed, not highlighted
///        ▲                       ├─ touch up inside ──┐                            ├─ touch up outside ──┐
///        └───────────────────────┴────────────────────┴────────────────────────────┴─────────────────────┘
///        └── touch cancel: a palm, a list that takes the finger, or the control was disabled, hidden or taken away
///
/// A finger that presses a control does nothing else: what the control stands in gets it only where that says so. It hits the control where that is drawn, and
/// at least in a square of the theme's ``Theme/touchTarget(on:)`` about its middle; a sibling in front of it goes first there. (Not among the sublayers of a
/// `TransformLayer`, which are hit where they are seen.)
///
/// Where it differs: a disabled control keeps the fingers on it from what is behind; actions are closures and are given the control, which they may take away.
open class Control: Layer {
  /// What a finger did to a control; several, to be told of any of them.
  public struct Event: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let touchDown = Event(rawValue: 1)
    /// The finger, still down, has left the control.
    public static let touchDragExit = Event(rawValue: 2)
    /// It has come back.
    public static let touchDragEnter = Event(rawValue: 4)
    /// It was lifted on the control, or so near that this was meant: the one that a button is for.
    public static let touchUpInside = Event(rawValue: 8)
    public static let touchUpOutside = Event(rawValue: 16)
    public static let touchCancel = Event(rawValue: 32)
    public static let allTouchEvents = Event(rawValue: 63)
  }

  public let theme: Theme

  /// Whether it can be pressed; disabling it cancels a press.
  public final var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { cancelTracking() }
      updateAppearance()
    }
  }

  /// Whether it looks pressed; set by the finger.
  public final var isHighlighted = false { didSet { if isHighlighted != oldValue { updateAppearance() } } }

  /// Whether it looks chosen; never changed by a finger.
  public final var isSelected = false { didSet { if isSelected != oldValue { updateAppearance() } } }

  /// Whether a finger presses it.
  public private(set) final var isTracking = false

  /// Whether the finger that presses it is on it, or as near as ``PressGestureRecognizer`` says.
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

  /// Calls `perform` whenever one of `events` happens, after what was added before.
  ///
  /// It is held until the control goes; so that it does not hold the control, it is given it.
  public final func addAction(for events: Event, _ perform: @escaping (Control) -> Void) {
    actions.append((events, perform))
  }

  /// Forgets what was to be called for `events`.
  public final func removeActions(for events: Event) {
    for index in actions.indices { actions[index].events.subtract(events) }
    actions.removeAll { $0.events.isEmpty }
  }

  /// Calls what was added for `events`, as if they had happened.
  public final func sendActions(for events: Event) {
    for action in actions where !action.events.isDisjoint(with: events) { action.perform(self) }
  }

  /// Ends a press, with ``Event/touchCancel``; without one, nothing happens. The finger does nothing more.
  public final func cancelTracking() {
    guard isTracking else { return }
    // It forgets its finger.
    isTracking = false
    press.isEnabled = false
    press.isEnabled = true
    finish(.touchCancel)
  }

  /// Makes the control look as its state is; called when that has changed.
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

  /// Where a finger hits the control, in its own space.
  public final var touchRect: Rect {
    let target = theme.touchTarget(on: self)
    return bounds.insetBy(dx: -max((target - bounds.width) / 2, 0), dy: -max((target - bounds.height) / 2, 0))
  }

  open override func hitTest(_ point: Point) -> Layer? {
    if let hit = super.hitTest(point) { return hit }
    guard !isHidden, opacity > 0, !bounds.isEmpty, let own = localPoint(under: point) else { return nil }
    return touchRect.contains(own) ? self : nil
  }
}

extension Layer {
  /// Cancels the presses of all controls in this layer, itself included: another gesture has taken their finger.
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
