public import CartoucheRaster
import CartoucheScene

/// A control with which a finger chooses a value from a range, like UIKit's `UISlider`.
///
///     let volume = Slider(frame: Rect(x: 20, y: 20, width: 240, height: 32), theme: theme)
///     (volume.minimumValue, volume.maximumValue, volume.step) = (0, 11, 1)
///     volume.addAction(for: .valueChanged) { [unowned volume] _ in setVolume(volume.value) }
///
/// A finger may drag sideways anywhere in the ``Control/touchRect``. If it touched down on the thumb, the
/// thumb keeps its distance to the finger. Elsewhere, the thumb moves under the finger. A tap beside the
/// thumb moves the thumb there too.
///
/// A finger that moves up or down before it drags does not change the value. So a slider can be part of a
/// scrolling list. If the touch is cancelled, the slider returns to the value before the touch.
public final class Slider: Control {
  /// The value of the slider, from ``minimumValue`` to ``maximumValue``.
  ///
  /// A new value is clamped to the range, is rounded to a multiple of ``step``, and is shown without
  /// animation.
  public var value: Scalar {
    get { range.value }
    set { setValue(newValue, animated: false) }
  }

  /// The value at the left end. If it exceeds ``maximumValue``, the maximum becomes the same value.
  public var minimumValue: Scalar {
    get { range.minimum }
    set { changeRange { $0.minimum = newValue } }
  }

  /// The value at the right end. If it is less than ``minimumValue``, the minimum becomes the same value.
  public var maximumValue: Scalar {
    get { range.maximum }
    set { changeRange { $0.maximum = newValue } }
  }

  /// The distance between the values that the slider can have, counted from ``minimumValue``. The maximum is
  /// always possible. With 0 or less, all values are possible.
  public var step: Scalar {
    get { range.step }
    set { changeRange { $0.step = newValue } }
  }

  /// Whether ``Control/Event/valueChanged`` is sent while a finger drags. If false, the event is sent only
  /// when the finger is lifted.
  public var isContinuous = true

  /// The image at the left end; nil for no image. Each pixel is one point wide. A template image has the
  /// theme's secondary text color.
  public var minimumValueImage: Image? { didSet { if minimumValueImage != oldValue { updateContent() } } }
  /// The image at the right end, like ``minimumValueImage``.
  public var maximumValueImage: Image? { didSet { if maximumValueImage != oldValue { updateContent() } } }

  /// The color of the track left of the thumb. If nil, the color is the theme's tint color.
  public var minimumTrackTintColor: Color? { didSet { if minimumTrackTintColor != oldValue { updateAppearance() } } }
  /// The color of the track right of the thumb. If nil, the theme determines the color.
  public var maximumTrackTintColor: Color? { didSet { if maximumTrackTintColor != oldValue { updateAppearance() } } }
  /// The color of the thumb. If nil, the theme determines the color.
  public var thumbTintColor: Color? { didSet { if thumbTintColor != oldValue { updateAppearance() } } }

  private struct Drag {
    /// The distance from the center of the thumb to the finger, in points.
    var grip: Scalar
    /// The value before the touch.
    var valueBefore: Scalar
    var hasMoved = false
  }

  private var range = SteppedRange(value: 0, minimum: 0, maximum: 1)
  private var drag: Drag?
  private let track = Layer()
  private let filled = Layer()
  private let thumb = Layer()
  private let minimumImageLayer = ImageLayer()
  private let maximumImageLayer = ImageLayer()

  private static var trackHeight: Scalar { 6 }
  private static var thumbDiameter: Scalar { 28 }
  private static var gap: Scalar { 10 }

  /// Creates a slider with the range from 0 to 1 and the value 0.
  public override init(frame: Rect = Rect(x: 0, y: 0, width: 200, height: 32), theme: Theme) {
    super.init(frame: frame, theme: theme)
    thumb.shadow = Shadow(color: .black, opacity: 0.3, offset: Size(width: 0, height: 1), radius: 3)
    for layer in [track, filled, thumb, minimumImageLayer, maximumImageLayer] { addSublayer(layer) }
    for layer in [minimumImageLayer, maximumImageLayer] { layer.contentsGravity = .resizeAspect }
    addHorizontalDrag { pan in (pan.layer as? Slider)?.follow(pan) }
    updateAppearance()
  }

  /// Sets the value of the slider. No event is sent.
  ///
  /// - Parameters:
  ///   - value: The new value, which is clamped to the range and rounded to a multiple of ``step``.
  ///   - animated: Whether the thumb slides to its new position.
  public func setValue(_ value: Scalar, animated: Bool) {
    changeRange(animated: animated) { $0.value = value }
  }

  private func changeRange(animated: Bool = false, _ change: (inout SteppedRange) -> Void) {
    let before = range
    change(&range)
    if range != before { performChanges(animated: animated) { layOut() } }
  }

  // MARK: Touches

  override func pressDidChange(_ event: Event) {
    switch event {
    case .touchDown:
      guard let finger = pressLocation else { return }
      let offset = finger.x - thumbCenter
      let isOnThumb = offset.magnitude <= max(Self.thumbDiameter, theme.touchTarget(on: self)) / 2
      drag = Drag(grip: isOnThumb ? offset : 0, valueBefore: value)
    case .touchUpInside, .touchUpOutside:
      guard let drag else { return }
      if drag.hasMoved {
        moveThumb(animated: false)
      } else if event == .touchUpInside, drag.grip == 0 {
        moveThumb(animated: true)
      }
      self.drag = nil
      if !isContinuous, value != drag.valueBefore { sendActions(for: .valueChanged) }
    case .touchCancel:
      guard let drag else { return }
      self.drag = nil
      let isChanged = value != drag.valueBefore
      setValue(drag.valueBefore, animated: true)
      if isChanged, isContinuous { sendActions(for: .valueChanged) }
    default:
      break
    }
    updateAppearance()
  }

  private func follow(_ pan: PanGestureRecognizer) {
    if drag?.hasMoved == false {
      drag?.hasMoved = true
      for layer in [thumb, filled] { layer.removeAllAnimations() }
      updateAppearance()
    }
    moveThumb(animated: false)
  }

  /// Moves the thumb to the finger.
  private func moveThumb(animated: Bool) {
    guard let drag, let finger = pressLocation else { return }
    let (start, travel) = thumbTravel
    guard travel > 0 else { return }
    let before = value
    changeRange(animated: animated) { $0.setPosition(finger.x - drag.grip - start, on: travel) }
    if value != before, isContinuous { sendActions(for: .valueChanged) }
  }

  // MARK: Appearance

  private func updateContent() {
    updateAppearance()
    setNeedsLayout()
  }

  public override func updateAppearance() {
    let (left, right) = (minimumTrackTintColor ?? theme.tintColor, maximumTrackTintColor ?? theme.trackColor)
    let thumbColor = thumbTintColor ?? theme.thumbColor
    filled.backgroundColor = isEnabled ? left : theme.disabled(left)
    track.backgroundColor = isEnabled ? right : theme.disabled(right)
    let isPressed = isHighlighted || drag?.hasMoved ?? false
    thumb.backgroundColor = isEnabled ? thumbColor : theme.backgroundColor.mixed(with: thumbColor, 0.7)
    thumb.border = isPressed && isEnabled ? Border(width: 3, color: left) : nil
    for (layer, image) in [(minimumImageLayer, minimumValueImage), (maximumImageLayer, maximumValueImage)] {
      layer.contents = image
      layer.tintColor = theme.secondaryTextColor
      layer.opacity = isEnabled ? 1 : 0.4
    }
  }

  /// The x coordinate of the leftmost center of the thumb, and the distance to its rightmost center, in
  /// points.
  private var thumbTravel: (start: Scalar, travel: Scalar) {
    func width(_ image: Image?) -> Scalar { image.map { Scalar($0.size.width) + Self.gap } ?? 0 }
    let (left, right) = (width(minimumValueImage), width(maximumValueImage))
    let radius = min(Self.thumbDiameter, max(bounds.height, 0)) / 2
    return (bounds.minX + left + radius, max(bounds.width - left - right - radius * 2, 0))
  }

  private var thumbCenter: Scalar {
    let (start, travel) = thumbTravel
    return start + range.position(on: travel)
  }

  private func layOut() {
    let (start, travel) = thumbTravel
    let height = max(bounds.height, 0)
    let diameter = min(Self.thumbDiameter, height)
    let bar = min(Self.trackHeight, height)
    let (center, middle) = (Scalar(thumbCenter.rounded), bounds.center.y)
    let y = Scalar((middle - bar / 2).rounded)
    let left = start - diameter / 2
    track.frame = Rect(x: left, y: y, width: travel + diameter, height: bar)
    filled.frame = Rect(x: left, y: y, width: center - left, height: bar)
    for layer in [track, filled] { layer.cornerRadius = bar / 2 }
    thumb.frame = Rect(x: center - diameter / 2, y: middle - diameter / 2, width: diameter, height: diameter)
    thumb.cornerRadius = diameter / 2
    for (layer, image) in [(minimumImageLayer, minimumValueImage), (maximumImageLayer, maximumValueImage)] {
      let size = image.map { Size(width: Scalar($0.size.width), height: min(Scalar($0.size.height), height)) } ?? .zero
      let x = layer === minimumImageLayer ? bounds.minX : bounds.maxX - size.width
      layer.frame = Rect(x: x, y: Scalar((middle - size.height / 2).rounded), width: size.width, height: size.height)
    }
  }

  public override func layoutSublayers() { layOut() }
}
