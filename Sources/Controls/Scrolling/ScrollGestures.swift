import CartoucheRaster
import CartoucheScene

/// The gesture recognizers of a scroll view: a press that stops the content, and a pan that drags it.
///
///     finger down ──▶ content stops ──beyond the slop──▶ shouldBegin ──yes──▶ drag ──▶ fling, page, return
///                                                             └──no──▶ the pan of a layer behind
///
/// A vertical drag inside a ``ScrollDragHandler``, such as a sheet, is shared with that layer.
final class ScrollGestures {
  private unowned let scrollView: ScrollView
  private let touch = PressGestureRecognizer()
  let pan = PanGestureRecognizer()
  /// The axes that the current drag moves.
  private var axes: Set<Stack.Axis> = []
  /// The layer that shares the current drag.
  private weak var handler: (any ScrollDragHandler)?
  /// The vertical movement that ``handler`` has followed, and the finger's movement at the last event.
  private var (handled, lastMovement): (Scalar, Scalar) = (0, 0)

  init(on scrollView: ScrollView) {
    self.scrollView = scrollView
    // The scroll view is weak because a gesture may outlive it by an event.
    touch.shouldRecognizeSimultaneously = { _ in true }
    touch.action = { [weak scrollView] touch in
      guard let scrollView else { return }
      withExtendedLifetime(scrollView) { scrollView.gestures?.follow(touch) }
    }
    pan.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
    pan.shouldBegin = { [weak scrollView] _ in scrollView?.gestures?.shouldBegin() ?? false }
    pan.action = { [weak scrollView] pan in
      guard let scrollView else { return }
      withExtendedLifetime(scrollView) { scrollView.gestures?.follow(pan) }
    }
    scrollView.addGestureRecognizer(pan)
    scrollView.addGestureRecognizer(touch)
  }

  /// Ends the current drag, if any.
  func cancel() {
    guard scrollView.isTracking else { return }
    for recognizer in [pan, touch] as [GestureRecognizer] {
      recognizer.isEnabled = false
      recognizer.isEnabled = true
    }
  }

  private func follow(_ touch: PressGestureRecognizer) {
    switch touch.state {
    case .began: scrollView.touchDown(at: touch.time)
    case .ended, .cancelled: scrollView.touchUp(at: touch.time)
    case .changed, .possible, .failed: break
    }
  }

  private var translation: Point { pan.translation(in: scrollView) ?? pan.translation }

  // MARK: Beginning

  /// Returns whether the scroll view takes the drag, which may also belong to a layer behind it.
  private func shouldBegin() -> Bool {
    let movement = translation
    guard scrollView.isScrollEnabled else { return false }
    let (width, height) = (movement.x.magnitude, movement.y.magnitude)
    let main: Stack.Axis = height >= width ? .vertical : .horizontal
    guard scrollView.isScrollable(main) else { return false }
    let distance = main == .vertical ? movement.y : movement.x
    // A finger moves the content against the offset.
    if !scrollView.canMove(main, by: -distance), isWanted(main, by: -distance) { return false }
    guard scrollView.mayCancelContentTouches else { return false }
    axes = [main]
    let other: Stack.Axis = main == .vertical ? .horizontal : .vertical
    let isDiagonal = min(width, height) * 2 > max(width, height)
    if scrollView.isScrollable(other), !scrollView.isDirectionalLockEnabled || isDiagonal { axes.insert(other) }
    return true
  }

  /// Returns whether a scroll view around this one can move in a direction in which this one cannot.
  private func isWanted(_ axis: Stack.Axis, by change: Scalar) -> Bool {
    var layer = scrollView.superlayer
    while let current = layer {
      if axis == .vertical, current is any ScrollDragHandler { return false }
      if let outer = current as? ScrollView, outer.isScrollEnabled, outer.canMove(axis, by: change) { return true }
      layer = current.superlayer
    }
    return false
  }

  private func findHandler() -> (any ScrollDragHandler)? {
    guard axes.contains(.vertical) else { return nil }
    var layer = scrollView.superlayer
    while let current = layer {
      if let handler = current as? any ScrollDragHandler { return handler }
      layer = current.superlayer
    }
    return nil
  }

  // MARK: Dragging

  private func follow(_ pan: PanGestureRecognizer) {
    if pan.state == .began {
      handler = findHandler()
      (handled, lastMovement) = (0, 0)
      handler?.beginScrollDrag(at: pan.time)
    }
    var (movement, velocity) = (translation, pan.velocity)
    share(movement.y)
    movement.y -= handled
    if pan.state == .ended || pan.state == .cancelled {
      let released = pan.state == .ended ? velocity.y : 0
      if handler?.endScrollDrag(velocity: released, at: pan.time) == true { velocity.y = 0 }
      handler = nil
    }
    scrollView.follow(pan.state, axes, translation: movement, velocity: velocity, at: pan.time)
  }

  /// Lets the handler follow the part of a movement that is its own.
  ///
  /// Downward, the content moves first, until it is at its beginning. Upward, the handler moves first.
  private func share(_ movement: Scalar) {
    guard let handler else { return }
    let change = movement - lastMovement
    lastMovement = movement
    if change > 0 {
      let rest = change - min(change, scrollView.distanceToTop)
      if rest > 0 { handled += handler.followScrollDrag(by: rest) }
    } else if change < 0 {
      handled += handler.followScrollDrag(by: change)
    }
  }
}
