import CartoucheRaster
import CartoucheScene

/// A column of layers, for sheets with many actions. If the layers are higher than the column, they scroll.
///
/// A finger that presses an item and then moves up or down scrolls the column and cancels the press. A finger
/// that touches a moving column stops the column and has no other effect.
final class ScrollingColumn: Layer {
  /// The items from top to bottom. Each item keeps its height and gets the column's width.
  private let items: [Layer]
  private let content = Layer()
  private var scroller: Scroller
  private var now = Timestamp.zero

  init(_ items: [Layer]) {
    self.items = items
    scroller = Scroller(minimum: 0, maximum: 0)
    super.init(frame: .zero)
    masksToBounds = true
    addSublayer(content)
    for item in items { content.addSublayer(item) }
    addScrolling()
  }

  /// The total height of the items, in points.
  var contentHeight: Scalar { items.reduce(0) { $0 + $1.frame.height } }

  private var isScrollable: Bool { contentHeight > bounds.height }

  private func addScrolling() {
    let pan = PanGestureRecognizer { pan in (pan.layer as? ScrollingColumn)?.follow(pan) }
    pan.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
    pan.shouldBegin = { ($0.layer as? ScrollingColumn)?.isScrollable ?? false }
    addGestureRecognizer(pan)
    let touch = PressGestureRecognizer { press in (press.layer as? ScrollingColumn)?.follow(press) }
    touch.shouldRecognizeSimultaneously = { _ in true }
    addGestureRecognizer(touch)
  }

  private func follow(_ touch: PressGestureRecognizer) {
    switch touch.state {
    case .began:
      if scroller.isMoving(at: touch.time) { cancelPresses() }
      scroller.touchDown(at: touch.time)
    case .ended, .cancelled:
      scroller.touchUp(at: touch.time)
      startTicking()
    case .changed, .possible, .failed:
      break
    }
  }

  private func follow(_ pan: PanGestureRecognizer) {
    if pan.state == .began { cancelPresses() }
    scroller.follow(pan.state, translation: -pan.translation.y, velocity: -pan.velocity.y, at: pan.time)
    now = max(now, pan.time)
    updateContentPosition()
    if pan.state == .ended || pan.state == .cancelled { startTicking() }
  }

  override func tick(at time: Timestamp) -> MotionState {
    now = time
    updateContentPosition()
    return scroller.isMoving(at: time) ? .moving : .still
  }

  private func updateContentPosition() {
    content.frame.origin = Point(x: 0, y: -Scalar(scroller.value(at: now).rounded))
  }

  override func layoutSublayers() {
    let height = contentHeight
    scroller.maximum = max(height - bounds.height, 0)
    scroller.rubberBand = RubberBand(length: max(bounds.height, 1))
    if !scroller.isMoving(at: now), scroller.value(at: now) > max(height - bounds.height, 0) {
      scroller.set(max(height - bounds.height, 0))
    }
    content.bounds.size = Size(width: bounds.width, height: height)
    updateContentPosition()
    var y: Scalar = 0
    for item in items {
      item.frame = Rect(x: 0, y: y, width: bounds.width, height: item.frame.height)
      y += item.frame.height
    }
  }
}
