public import CartoucheRaster
public import CartoucheScene

/// A control with a minus and a plus button that change a value in steps, like UIKit's `UIStepper`.
///
///     let passengers = Stepper(theme: theme)
///     (passengers.minimumValue, passengers.maximumValue, passengers.value) = (1, 8, 2)
///     passengers.addAction(for: .valueChanged) { [unowned passengers] _ in
///       label.string = "\(passengers.value)"
///     }
///
///     resting ──finger down──▶ pressed ──lifted inside──▶ one step ──▶ resting
///                                 └──held for 0.5 s──▶ repeating, 10 steps per second ──lifted──▶ resting
///
/// While the finger is beyond the margin around the stepper, nothing repeats. If it is lifted there, there is
/// no step. Each half of the stepper has its own ``Theme/touchTarget(on:)``.
public final class Stepper: Control, SelfSizingLayer {
  /// The value of the stepper, from ``minimumValue`` to ``maximumValue``. A new value is clamped to this
  /// range.
  public var value: Scalar {
    get { range.value }
    set { changeRange { $0.value = newValue } }
  }

  /// The smallest value, by default 0. If it exceeds ``maximumValue``, the maximum becomes the same value.
  public var minimumValue: Scalar {
    get { range.minimum }
    set { changeRange { $0.minimum = newValue } }
  }

  /// The largest value, by default 100. If it is less than ``minimumValue``, the minimum becomes the same
  /// value.
  public var maximumValue: Scalar {
    get { range.maximum }
    set { changeRange { $0.maximum = newValue } }
  }

  /// The difference that one step makes, by default 1. With 0 or less, steps have no effect.
  public var stepValue: Scalar = 1

  /// Whether the value changes repeatedly while a finger holds one half of the stepper.
  public var autorepeat = true

  /// Whether a step beyond one end of the range continues at the other end.
  public var wraps = false { didSet { if wraps != oldValue { updateAppearance() } } }

  /// Whether ``Control/Event/valueChanged`` is sent at each step of a held stepper. If false, the event is
  /// sent only when the finger is lifted.
  public var isContinuous = true

  private var range = SteppedRange(value: 0, minimum: 0, maximum: 100)
  private var pressed: Direction?
  /// The time of the next repeated step; nil before the first frame of a press.
  private var nextRepeat: Timestamp?
  private var hasRepeated = false
  private var valueBefore: Scalar = 0
  private let plate = Layer()
  private let separator = Layer()
  private let halves = [Layer(), Layer()]
  private let symbols = [ShapeLayer(), ShapeLayer()]

  /// The two halves of the stepper.
  private enum Direction: Int {
    case down, up
  }

  private static var size: Size { Size(width: 108, height: 40) }
  private static var repeatDelay: Seconds { 0.5 }
  private static var repeatInterval: Seconds { 0.1 }

  /// Creates a stepper of 108 × 40 points at the origin of its superlayer, with the range from 0 to 100.
  public init(theme: Theme) {
    super.init(frame: Rect(origin: .zero, size: Self.size), theme: theme)
    plate.masksToBounds = true
    addSublayer(plate)
    for layer in halves + [separator] { plate.addSublayer(layer) }
    for symbol in symbols {
      (symbol.fillColor, symbol.lineWidth, symbol.lineCap) = (nil, 2.25, .round)
      plate.addSublayer(symbol)
    }
    updateAppearance()
  }

  private func changeRange(_ change: (inout SteppedRange) -> Void) {
    change(&range)
    updateAppearance()
  }

  /// Returns the size that the control needs, at most `size`, in points.
  public func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(Self.size.width, max(size.width, 0)), height: min(Self.size.height, max(size.height, 0)))
  }

  // MARK: Touches

  override func pressDidChange(_ event: Event) {
    switch event {
    case .touchDown:
      guard let finger = pressLocation else { return }
      pressed = finger.x < bounds.center.x ? .down : .up
      (nextRepeat, hasRepeated, valueBefore) = (nil, false, value)
      if autorepeat { startTicking() }
    case .touchDragEnter:
      nextRepeat = nil
      if autorepeat { startTicking() }
    case .touchUpInside:
      if !hasRepeated { performStep() }
      finishPress()
    case .touchUpOutside, .touchCancel:
      finishPress()
    default:
      break
    }
    updateAppearance()
  }

  private func finishPress() {
    guard pressed != nil else { return }
    pressed = nil
    if !isContinuous, value != valueBefore { sendActions(for: .valueChanged) }
  }

  public override func tick(at now: Timestamp) -> MotionState {
    guard isTouchInside, pressed != nil, autorepeat else { return .still }
    let due = nextRepeat ?? now.advanced(by: Self.repeatDelay)
    nextRepeat = due
    guard now >= due else { return .moving }
    // A late frame makes one step, not several.
    nextRepeat = now.advanced(by: Self.repeatInterval)
    hasRepeated = true
    performStep()
    // The action may have ended the press.
    return isTouchInside && pressed != nil ? .moving : .still
  }

  /// Returns the value after a step, which is the present value at an end of the range.
  private func value(after direction: Direction) -> Scalar {
    guard stepValue > 0 else { return value }
    let next = direction == .up ? value + stepValue : value - stepValue
    if next > maximumValue { return wraps ? minimumValue : maximumValue }
    if next < minimumValue { return wraps ? maximumValue : minimumValue }
    return next
  }

  private func performStep() {
    guard let pressed else { return }
    let before = value
    value = value(after: pressed)
    if value != before, isContinuous { sendActions(for: .valueChanged) }
  }

  override var minimumTouchSize: Size {
    let size = super.minimumTouchSize
    return Size(width: size.width * 2, height: size.height)
  }

  // MARK: Appearance

  public override func updateAppearance() {
    let plateColor = isEnabled ? theme.trackColor : theme.disabled(theme.trackColor)
    plate.backgroundColor = plateColor
    plate.cornerRadius = theme.cornerRadius * 2 / 3
    separator.backgroundColor = plateColor.mixed(with: theme.textColor, 0.25)
    for direction in [Direction.down, .up] {
      let isPressed = isHighlighted && pressed == direction
      halves[direction.rawValue].backgroundColor = isPressed ? plateColor.mixed(with: theme.textColor, 0.18) : nil
      let hasEffect = isEnabled && value(after: direction) != value
      symbols[direction.rawValue].strokeColor = hasEffect ? theme.textColor : theme.secondaryTextColor.withAlpha(0.45)
    }
  }

  public override func layoutSublayers() {
    plate.frame = Rect(origin: bounds.origin, size: Size(width: max(bounds.width, 0), height: max(bounds.height, 0)))
    let (area, middle) = (plate.bounds, Scalar((plate.bounds.width / 2).rounded))
    halves[0].frame = Rect(x: 0, y: 0, width: middle, height: area.height)
    halves[1].frame = Rect(x: middle, y: 0, width: area.width - middle, height: area.height)
    let margin = Scalar((area.height / 4).rounded)
    separator.frame = Rect(x: middle, y: margin, width: 1, height: area.height - margin * 2)
    // Half the length of a symbol's lines.
    let arm = Scalar((min(area.height, middle) / 5).rounded)
    for (index, symbol) in symbols.enumerated() {
      symbol.frame = halves[index].frame
      let center = symbol.bounds.center
      var path = Path()
      path.move(to: Point(x: center.x - arm, y: center.y))
      path.addLine(to: Point(x: center.x + arm, y: center.y))
      if index == 1 {
        path.move(to: Point(x: center.x, y: center.y - arm))
        path.addLine(to: Point(x: center.x, y: center.y + arm))
      }
      symbol.path = path
    }
  }
}
