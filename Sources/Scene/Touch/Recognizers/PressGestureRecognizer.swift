public import CartoucheRaster

/// A recognizer that follows a finger on a control, such as a button, from touch-down until the finger is
/// lifted.
///
///     waiting ──finger down──▶ inside ──moves beyond ``margin``──▶ outside ──moves back──▶ inside
///                              began                               changed                 changed
///     waiting ──finger down──▶ delayed ──``delay`` has passed──▶ inside, outside     began
///                              delayed ──lifted──▶ ended                             began, then ended
///     inside, outside ──lifted──▶ ended
///     inside, outside ──cancelled, or the layer is gone──▶ cancelled
///
/// The press begins at touch-down, so that the recognizers of superlayers do not recognize the finger's tap
/// or pan. A list may want to pan although the finger touched down on a button in the list. In this case,
/// allow both gestures with ``GestureRecognizer/shouldRecognizeSimultaneously``, and end the press when the
/// pan begins.
///
/// Only one finger presses. The recognizer receives the other fingers on the layer but ignores them. These
/// fingers therefore have no effect on layers behind.
///
/// If the layer or a superlayer is removed, is hidden or gets an opacity of 0, the press is cancelled. This
/// happens when the ``GestureArena`` next receives an event or advances its time.
public final class PressGestureRecognizer: GestureRecognizer {
  /// The margin around the layer's bounds in which the finger still presses the layer, in the layer's points.
  ///
  /// If the property is nil, the margin is the screen's ``TouchMetrics/pressMargin``.
  public var margin: Scalar?
  /// The time from touch-down to the begin of the press, in seconds. The default is 0.
  ///
  /// During the delay, other gestures may take the finger, such as the pan of a scroll view around the layer.
  /// If the finger is lifted during the delay, the press begins and ends immediately. The value at touch-down
  /// counts.
  public var delay: Seconds = 0
  /// A closure that is called for every change of the press.
  ///
  /// The closure is called on touch-down, and when the finger leaves the layer's margin or returns. The
  /// closure is also called when the finger is lifted or cancelled.
  public var action: ((PressGestureRecognizer) -> Void)?
  /// Whether the pressing finger is inside the layer's bounds, extended by ``margin`` on each side.
  ///
  /// A finger within ``TouchMetrics/slop`` of its touch-down position always counts as inside.
  public private(set) var isInside = false

  private enum TrackingState {
    case waiting, delayed, inside, outside, done
  }

  private var trackingState = TrackingState.waiting
  private var followed = 0

  /// Creates a recognizer that calls `action` for every change of the press.
  public init(action: ((PressGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  override func transition(for input: TouchEvent) -> GestureTransition {
    switch (trackingState, input) {
    case (.waiting, .began(let touch)):
      followed = touch.id
      guard delay > 0 else { return enter(.inside, .begin) }
      trackingState = .delayed
      deadline = time.advanced(by: delay)
      return .nothing
    case (.delayed, .deadlineReached):
      guard let touch = touches.first(where: { $0.id == followed }), !isLayerGone else { return fail() }
      return enter(reaches(touch) ? .inside : .outside, .begin)
    case (.delayed, .ended(let touch)) where touch.id == followed:
      guard !isLayerGone else { return fail() }
      isInside = reaches(touch)
      (trackingState, deadline) = (.done, nil)
      return .beginAndEnd
    case (.delayed, .cancelled(let touch)) where touch.id == followed:
      return fail()
    case (.inside, .moved(let touch)) where touch.id == followed && !reaches(touch):
      return enter(.outside, .change)
    case (.outside, .moved(let touch)) where touch.id == followed && reaches(touch):
      return enter(.inside, .change)
    case (.inside, .ended(let touch)) where touch.id == followed, (.outside, .ended(let touch)) where touch.id == followed:
      isInside = reaches(touch)
      trackingState = .done
      return .end
    case (.inside, .cancelled(let touch)) where touch.id == followed, (.outside, .cancelled(let touch)) where touch.id == followed:
      trackingState = .done
      return .cancel
    case (.waiting, _), (.delayed, _), (.inside, _), (.outside, _), (.done, _):
      return .nothing
    }
  }

  private func enter(_ next: TrackingState, _ step: GestureTransition) -> GestureTransition {
    trackingState = next
    isInside = next == .inside
    return step
  }

  private func fail() -> GestureTransition {
    (trackingState, deadline) = (.done, nil)
    return .fail
  }

  private func reaches(_ touch: Touch) -> Bool {
    if touch.offset.isWithin(metrics.slop) { return true }
    // An observer has no layer to leave.
    if isObserver { return true }
    guard let layer, let point = location(ofScreenPoint: touch.now.position, in: layer) else { return false }
    let margin = margin ?? metrics.pressMargin
    return layer.bounds.insetBy(dx: -margin, dy: -margin).contains(point)
  }

  /// Returns whether the pressed layer is no longer shown, which cancels the press.
  override func isDetached(from root: Layer) -> Bool {
    guard trackingState == .inside || trackingState == .outside, !isObserver else { return false }
    return isLayerHidden(below: root)
  }

  /// Whether the layer is no longer shown when a delayed press would begin.
  private var isLayerGone: Bool {
    guard !isObserver, let arena else { return false }
    return isLayerHidden(below: arena.root)
  }

  private func isLayerHidden(below root: Layer) -> Bool {
    var next = layer
    while let current = next {
      if current.isHidden || current.opacity <= 0 { return true }
      if current === root { return false }
      next = current.superlayer
    }
    return true
  }

  override func location(of touches: [Touch]) -> Point? {
    (touches.first { trackingState == .waiting || $0.id == followed })?.now.position
  }

  override func performAction() { action?(self) }

  override func resetTracking() {
    trackingState = .waiting
    isInside = false
  }
}
