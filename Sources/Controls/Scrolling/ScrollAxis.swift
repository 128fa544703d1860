import CartoucheRaster
import CartoucheScene

/// The offset of a scroll view along one axis: its limits, its pages and its motion.
struct ScrollAxis {
  /// The motion of the offset. Its value is not rounded to whole points.
  private(set) var scroller = Scroller(minimum: 0, maximum: 0)
  /// The offset at the beginning of the content, including its inset.
  private(set) var minimum: Scalar = 0
  /// The offset at the end of the content, including its inset; never less than ``minimum``.
  private(set) var maximum: Scalar = 0
  /// The length of the scroll view's bounds.
  private(set) var length: Scalar = 0
  /// Whether a finger can scroll along the axis.
  private(set) var isScrollable = false
  /// Whether the offset comes to rest at multiples of ``length`` only.
  private var isPaging = false
  private var bounces = true
  /// The page at which the current drag began.
  private var firstPage = 0

  // MARK: Limits

  /// Changes the limits. An offset at rest stays where it is: see ``clamp()``.
  mutating func setLimits(
    contentLength: Scalar, length: Scalar, near: Scalar, far: Scalar, bounces: Bool, alwaysBounces: Bool, isPaging: Bool
  ) {
    (self.length, self.bounces, self.isPaging) = (max(length, 0), bounces, isPaging && length > 0)
    minimum = -near
    maximum = max(contentLength + far - length, minimum)
    isScrollable = maximum > minimum || (bounces && alwaysBounces)
    (scroller.minimum, scroller.maximum) = (minimum, maximum)
    scroller.rubberBand = RubberBand(length: max(length, 1), coefficient: bounces ? 0.55 : 0)
    scroller.snapping = self.isPaging ? .every(length, from: minimum) : nil
  }

  /// Sets how a released offset moves.
  mutating func setMotion(rate: Deceleration.Rate, flingSpeed: Scalar) {
    (scroller.rate, scroller.flingSpeed) = (rate, flingSpeed)
  }

  func clamped(_ offset: Scalar) -> Scalar { offset.clamped(from: minimum, to: maximum) }

  /// Returns whether the offset at `time` can move within the limits in the direction of `change`.
  func canMove(by change: Scalar, at time: Timestamp) -> Bool {
    let offset = scroller.value(at: time)
    return isScrollable && maximum > minimum && (change < 0 ? offset > minimum : offset < maximum)
  }

  // MARK: Motion

  /// Returns the offset at `time`.
  func offset(at time: Timestamp) -> Scalar {
    let value = scroller.value(at: time)
    return bounces || !scroller.isMoving(at: time) ? value : clamped(value)
  }

  func isMoving(at time: Timestamp) -> Bool { scroller.isMoving(at: time) }

  mutating func set(_ offset: Scalar) { scroller.set(offset) }

  mutating func move(to offset: Scalar, at time: Timestamp) { scroller.move(to: offset, at: time) }

  mutating func touchDown(at time: Timestamp) { scroller.touchDown(at: time) }

  mutating func touchUp(at time: Timestamp) { scroller.touchUp(at: time) }

  /// Moves the offset with a finger.
  ///
  /// - Parameters:
  ///   - translation: The movement of the content since the drag began, which is against the offset.
  ///   - velocity: The velocity of the content, in points per second.
  mutating func follow(_ state: GestureRecognizer.State, translation: Scalar, velocity: Scalar, at time: Timestamp) {
    if state == .began { firstPage = page(at: scroller.value(at: time)) }
    let snapping = scroller.snapping
    if isPaging, state == .ended { scroller.snapping = .values([nextPage(velocity: -velocity, at: time)]) }
    scroller.follow(state, translation: -translation, velocity: -velocity, at: time)
    scroller.snapping = snapping
  }

  private func page(at offset: Scalar) -> Int { ((offset - minimum) / length).rounded }

  /// Returns the offset of the page to which a drag leads: at most one page from where the drag began.
  private func nextPage(velocity: Scalar, at time: Timestamp) -> Scalar {
    let offset = scroller.value(at: time)
    var next = page(at: offset)
    if velocity.magnitude >= scroller.flingSpeed * 2 {
      let position = (offset - minimum) / length
      next = velocity > 0 ? position.floor + 1 : position.ceiling - 1
    }
    return minimum + length * min(max(next, firstPage - 1), firstPage + 1)
  }
}
