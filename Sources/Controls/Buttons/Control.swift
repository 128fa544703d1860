public import CartoucheRaster
public import CartoucheScene

/// A layer that a finger can press, like UIKit's `UIControl`. This class is the base class of buttons,
/// switches and sliders.
///
///     resting ──────────────touch down──────────────▶ pressed, highlighted
///     pressed, highlighted ──drag exit──────────────▶ pressed, not highlighted
///     pressed, not highlighted ──drag enter─────────▶ pressed, highlighted
///     pressed ──touch up inside or outside, cancel──▶ resting
///
/// An action is a closure that the control calls when an event occurs. The closure receives the control
/// as its argument. An action may remove the control from its superlayer.
///
/// In a ``ScrollView``, a press begins after a short delay, so that a scrolling finger presses nothing.
///
/// A press is cancelled if the touch turns out to be a palm, or if a list that contains the control scrolls.
/// A press is also cancelled if the control is disabled, hidden or removed.
///
/// A touch that presses a control is not recognized by other gesture recognizers. The exception is a
/// recognizer of an ancestor layer that allows simultaneous recognition, such as the pan of a scrolling list.
///
/// A control reacts to touches in its ``touchRect``, which may be larger than its bounds. Outside the bounds,
/// a sibling in front of the control gets the touches first. A control inside a `TransformLayer` reacts only
/// to touches in the control's visible area.
///
/// A disabled control still receives touches, so the layers behind the control do not get these touches. In
/// UIKit, those layers would get the touches.
open class Control: Layer, ThemedLayer {
  /// A set of events of a control, such as ``touchUpInside`` and ``valueChanged``.
  public struct Event: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// The bits of the set, one for each event.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// A finger touched the control and began to press it.
    public static let touchDown = Event(rawValue: 1)
    /// The pressing finger moved off the control and beyond the margin around it. The finger is still down.
    public static let touchDragExit = Event(rawValue: 2)
    /// The pressing finger moved back to the control or to the margin around it, after ``touchDragExit``.
    public static let touchDragEnter = Event(rawValue: 4)
    /// The pressing finger was lifted on the control or in the margin around it. Add the action of a button
    /// for this event.
    public static let touchUpInside = Event(rawValue: 8)
    /// The pressing finger was lifted beyond the margin around the control.
    public static let touchUpOutside = Event(rawValue: 16)
    /// The press was cancelled before the finger was lifted. A button must not perform its action then.
    public static let touchCancel = Event(rawValue: 32)
    /// The set of all touch events.
    public static let allTouchEvents = Event(rawValue: 63)
    /// A touch changed the control's value, for example the position of a ``Slider``.
    ///
    /// If the application sets the value, there is no such event, as in UIKit.
    public static let valueChanged = Event(rawValue: 64)
    /// The set of all events.
    public static let allEvents = Event(rawValue: .max)
  }

  /// The theme that determines the colors, fonts and dimensions of the control.
  ///
  /// A new theme takes effect immediately and does not change the control's size.
  public final var theme: Theme { didSet { themeDidChange() } }

  /// Whether a finger can press the control. If the property is set to false during a press, the press is
  /// cancelled.
  public final var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { cancelTracking() }
      updateAppearance()
    }
  }

  /// Whether the control looks pressed.
  ///
  /// Whenever ``isTouchInside`` changes, the control sets this property to the value of ``isTouchInside``. An
  /// application may set the property too.
  public final var isHighlighted = false { didSet { if isHighlighted != oldValue { updateAppearance() } } }

  /// Whether the control looks selected. The application sets this property. Touches do not change it.
  public final var isSelected = false { didSet { if isSelected != oldValue { updateAppearance() } } }

  /// Whether a finger presses the control. A press begins at touch-down and ends when the finger is lifted or
  /// the press is cancelled. The property stays true while the finger is down but no longer on the control.
  public private(set) final var isTracking = false

  /// Whether a finger presses the control and is on the control or in the margin around it. The width of the
  /// margin is the screen's ``TouchMetrics/pressMargin``. While no finger presses the control, the property
  /// is false.
  public private(set) final var isTouchInside = false

  private var actions: [(events: Event, perform: (Control) -> Void)] = []
  private let press = PressGestureRecognizer { press in
    (press.layer as? Control)?.follow(press)
  }

  /// The recognizer that ``addHorizontalDrag(_:)`` added.
  final var horizontalDrag: PanGestureRecognizer?

  /// Creates an enabled control.
  public init(frame: Rect, theme: Theme) {
    self.theme = theme
    super.init(frame: frame)
    addGestureRecognizer(press)
    press.shouldReceive = { [unowned self] _ in
      press.delay = requiredPressDelay
      return true
    }
  }

  /// Adds an action: a closure that the control calls whenever an event in `events` occurs.
  ///
  /// The control calls the actions for an event in the order in which the actions were added. The control
  /// retains the closure. The closure receives the control as its argument and need not capture the control.
  public final func addAction(for events: Event, _ perform: @escaping (Control) -> Void) {
    actions.append((events, perform))
  }

  /// Removes the actions for `events`.
  ///
  /// An action that was also added for other events is still called for those events.
  public final func removeActions(for events: Event) {
    for index in actions.indices { actions[index].events.subtract(events) }
    actions.removeAll { $0.events.isEmpty }
  }

  /// Calls the actions for `events` as if these events had occurred. An action that was added for several of
  /// these events is called only once.
  public final func sendActions(for events: Event) {
    for action in actions where !action.events.isDisjoint(with: events) { action.perform(self) }
  }

  /// Cancels the current press and sends ``Event/touchCancel``.
  ///
  /// The pressing finger has no further effect on the control. If no finger presses the control, the method
  /// does nothing.
  public final func cancelTracking() {
    let wasTracking = isTracking
    isTracking = false
    // Disabling the recognizer makes it forget its finger, even during the delay before a press.
    press.isEnabled = false
    press.isEnabled = true
    horizontalDrag?.isEnabled = false
    horizontalDrag?.isEnabled = true
    if wasTracking { finish(.touchCancel) }
  }

  /// Changes the control's colors and other visible properties to match the control's state.
  ///
  /// The control calls the method after each change of ``Control/isEnabled``, ``Control/isHighlighted`` or
  /// ``Control/isSelected``. Subclasses override the method. The default implementation does nothing.
  open func updateAppearance() {}

  /// Applies a new ``Control/theme`` to the control.
  ///
  /// The control calls the method after each change of ``Control/theme``. The default implementation calls
  /// ``Control/updateAppearance()`` and requests a layout. A subclass overrides the method to set fonts and
  /// dimensions, and calls `super`.
  open func themeDidChange() {
    updateAppearance()
    setNeedsLayout()
  }

  /// Called at each step of a press, before the actions for `event` are called.
  func pressDidChange(_ event: Event) {}

  /// The position of the pressing finger in the control's coordinate space; nil if no finger has pressed.
  final var pressLocation: Point? { press.location(in: self) }

  /// Begins a press at the begin of a drag, if the press recognizer has not begun one yet.
  final func beginPressOfDrag() {
    guard isEnabled, !isTracking else { return }
    isTracking = true
    enter(.touchDown)
  }

  /// Cancels a press that ``beginPressOfDrag()`` began and that the press recognizer did not continue.
  final func endPressOfDrag() {
    guard isTracking, press.state == .possible || press.state == .failed else { return }
    cancelTracking()
  }

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
    pressDidChange(event)
    sendActions(for: event)
  }

  private func finish(_ event: Event) {
    (isTouchInside, isHighlighted) = (false, false)
    pressDidChange(event)
    sendActions(for: event)
  }

  /// The rectangle in which a touch presses the control, in the control's coordinate space.
  ///
  /// The rectangle has the same center as the bounds and contains the bounds. Its width and its height are at
  /// least ``Theme/touchTarget(on:)``.
  public final var touchRect: Rect {
    let target = minimumTouchSize
    return bounds.insetBy(dx: -max((target.width - bounds.width) / 2, 0), dy: -max((target.height - bounds.height) / 2, 0))
  }

  /// The smallest size of ``touchRect``. A control of several parts has a touch target for each part.
  var minimumTouchSize: Size {
    let target = theme.touchTarget(on: self)
    return Size(width: target, height: target)
  }

  open override func hitTest(_ point: Point) -> Layer? {
    if let hit = super.hitTest(point) { return hit }
    guard !isHidden, opacity > 0, !bounds.isEmpty, let localPosition = localPoint(under: point) else { return nil }
    return touchRect.contains(localPosition) ? self : nil
  }
}

extension Layer {
  /// Cancels the presses of all controls and list rows among this layer and its descendants.
  ///
  /// Call the method when another gesture, such as a pan, takes over the touch that pressed a control:
  ///
  ///     let pan = PanGestureRecognizer { pan in
  ///       if pan.state == .began { pan.layer?.cancelPresses() }
  ///       …
  ///     }
  ///     pan.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
  public final func cancelPresses() {
    (self as? any PressableLayer)?.cancelTracking()
    for layer in sublayers { layer.cancelPresses() }
  }
}
