public import CartoucheRaster

/// Follows the finger that presses something, such as a button: from touch-down on, before it is known what the finger will do.
///
///               ┌─ lifted, or its layer is not shown any more ──────────────────────────┐
///     waiting ──finger down──▶ inside ◀──strays beyond ``margin``, comes back──▶ outside │   began, changed on each crossing
///                                 ├─ lifted ──────────────────────┴─▶ ended             │
///                                 └─ cancelled, its layer is gone ──▶ cancelled ◀────────┘
///
/// It begins at once, so that nothing that the layer stands in takes the finger for a tap or a pan; what is to, such as a list with buttons in it, says so by
/// ``GestureRecognizer/shouldRecognizeSimultaneously`` and ends the press when it begins. It is one finger's: others that come down on the layer are taken, so
/// that they do nothing behind it, and not followed.
///
/// A press whose layer was removed, hidden or made invisible, or stands in one that was, is cancelled at the arena's next event or advance of time.
public final class PressGestureRecognizer: GestureRecognizer {
  /// How far beyond the layer's bounds the finger still counts as on it, in the layer's points; nil, the screen's ``TouchMetrics/pressMargin``.
  public var margin: Scalar?
  /// Is called when the finger comes down, when it leaves the layer and comes back, and when it is lifted or cancelled.
  public var action: ((PressGestureRecognizer) -> Void)?
  /// Whether the finger is on the layer, or no farther from it than ``margin``; where it came down it always is.
  public private(set) var isInside = false

  private enum TrackingState {
    case waiting, inside, outside, done
  }

  private var trackingState = TrackingState.waiting
  private var followed = 0

  public init(action: ((PressGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  override func transition(for input: TouchEvent) -> GestureTransition {
    switch (trackingState, input) {
    case (.waiting, .began(let touch)):
      followed = touch.id
      return enter(.inside, .begin)
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
    case (.waiting, _), (.inside, _), (.outside, _), (.done, _):
      return .nothing
    }
  }

  private func enter(_ next: TrackingState, _ step: GestureTransition) -> GestureTransition {
    trackingState = next
    isInside = next == .inside
    return step
  }

  private func reaches(_ touch: Touch) -> Bool {
    if touch.offset.isWithin(metrics.slop) { return true }
    // One that only looks on has no layer to stray from.
    if isObserver { return true }
    guard let layer, let point = location(ofScreenPoint: touch.now.position, in: layer) else { return false }
    let margin = margin ?? metrics.pressMargin
    return layer.bounds.insetBy(dx: -margin, dy: -margin).contains(point)
  }

  /// A press of what is not there is none.
  override func isDetached(from root: Layer) -> Bool {
    guard trackingState == .inside || trackingState == .outside, !isObserver else { return false }
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
