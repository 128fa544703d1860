public import CartoucheRaster

/// A value that a finger drags and flings, such as the offset of a list or the angle of a carousel.
///
///     resting ──touchDown──▶ tracking ──began──▶ dragging ──ended──▶ moving ──at its target──▶ resting
///        ▲                    │ ▲                  └──ended, slow, within the limits──▶ resting │
///        │                    │ └─────────────────────────touchDown─────────────────────────────┘
///        └──touchUp, at rest──┘    (touchUp elsewhere, as between two cards: moving)
///
/// While a finger drags the value beyond ``minimum`` or ``maximum``, a ``RubberBand`` resists the finger. If
/// the finger throws the value within the limits, the value coasts (``Deceleration``). If the finger
/// releases the value beyond a limit, the value returns to the limit (``CriticallyDampedSpring``).
///
/// If ``snapping`` is not nil, the scroller computes where the coasting would end. The value then moves to
/// the resting value that is nearest to this end. The scroller has no clock: ask for its ``value(at:)`` in
/// each frame.
///
///     var angle = Scroller(value: 0, snapping: .every(72))
///     ring.addGestureRecognizer(PanGestureRecognizer { pan in
///       let (translation, velocity) = (pan.translation.x / 2, pan.velocity.x / 2)
///       angle.follow(pan.state, translation: translation, velocity: velocity, at: pan.time)
///     })
///     kiosk.onContact { event in
///       switch event {
///       case .began(let finger): angle.touchDown(at: finger.time)
///       case .ended(let finger), .cancelled(let finger): angle.touchUp(at: finger.time)
///       case .moved: break
///       }
///     }
///     kiosk.onTick { now in
///       layOut(.degrees(1) * angle.value(at: now))
///       return angle.isMoving(at: now) ? .moving : .still
///     }
public struct Scroller: Hashable, Sendable {
  /// The lower limit of the value at rest; nil for no lower limit.
  ///
  /// A drag or a fling may take the value below this limit. The value then returns to the limit.
  public var minimum: Scalar?
  /// The upper limit of the value at rest; nil for no upper limit.
  ///
  /// A drag or a fling may take the value above this limit. The value then returns to the limit.
  public var maximum: Scalar?
  /// The resting values to which the scroller snaps when a finger releases the value; nil for no snapping.
  ///
  /// Without snapping, the scroller may come to rest at every value within the limits.
  public var snapping: Snapping?
  /// The rate at which a flung value slows down.
  public var rate: Deceleration.Rate
  /// The rubber-band effect of a drag beyond ``minimum`` or ``maximum``.
  public var rubberBand: RubberBand
  /// The minimum speed of a fling, in the value's unit per second.
  ///
  /// A value that is released within the limits at a lower speed does not coast.
  public var flingSpeed: Scalar
  /// The distance between value and target at which a movement counts as finished, in the value's unit.
  ///
  /// When a movement is finished, the value becomes the target.
  public var tolerance: Scalar

  private enum Trajectory: Hashable {
    case coasting(Deceleration, until: Timestamp)
    case returning(CriticallyDampedSpring, until: Timestamp)
    /// The value moves beyond a limit, and back.
    case bouncing(Deceleration, at: Timestamp, CriticallyDampedSpring, until: Timestamp)
  }

  private enum State: Hashable {
    case resting(Scalar)
    case tracking(Scalar)
    /// The sum of `from` and `translation` is the value without the rubber band.
    case dragging(from: Scalar, translation: Scalar)
    case moving(Trajectory)
  }

  private var state: State

  /// Creates a scroller at rest.
  ///
  /// - Parameters:
  ///   - value: The value at which the scroller rests.
  ///   - minimum: The lower limit of the value at rest; nil for no lower limit.
  ///   - maximum: The upper limit of the value at rest; nil for no upper limit.
  ///   - snapping: The resting values to which the scroller snaps; nil for no snapping.
  ///   - length: The visible length of the scrolled content, in the value's unit. The ``rubberBand`` uses
  ///     this length.
  ///   - rate: The rate at which a flung value slows down.
  ///   - flingSpeed: The minimum speed of a fling, in the value's unit per second.
  ///   - tolerance: The distance between value and target at which a movement counts as finished, in the
  ///     value's unit.
  public init(
    value: Scalar = 0, minimum: Scalar? = nil, maximum: Scalar? = nil, snapping: Snapping? = nil, length: Scalar = 320,
    rate: Deceleration.Rate = .normal, flingSpeed: Scalar = TouchMetrics.standard.flingSpeed, tolerance: Scalar = 0.25
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.snapping = snapping
    self.rate = rate
    self.flingSpeed = flingSpeed
    self.tolerance = tolerance
    rubberBand = RubberBand(length: length)
    state = .resting(value)
  }

  // MARK: Reading

  /// Returns the scroller's value at `time`.
  ///
  /// While a finger drags the value, the result depends on the finger and not on `time`.
  public func value(at time: Timestamp) -> Scalar {
    switch state {
    case .resting(let value), .tracking(let value): value
    case .dragging(let from, let distance): banded(from + distance)
    case .moving(.coasting(let coasting, let end)): time < end ? coasting.value(at: time) : coasting.end
    case .moving(.returning(let spring, let end)): time < end ? spring.value(at: time) : spring.target
    case .moving(.bouncing(let coasting, let limitTime, let spring, let end)):
      time < limitTime ? coasting.value(at: time) : time < end ? spring.value(at: time) : spring.target
    }
  }

  /// Returns the velocity of the scroller's own movement at `time`, in the value's unit per second.
  ///
  /// The scroller moves its value by itself after a fling, for instance. While a finger holds or drags the
  /// value, and while the value is at rest, the velocity is zero.
  public func velocity(at time: Timestamp) -> Scalar {
    guard isMoving(at: time), case .moving(let trajectory) = state else { return 0 }
    return switch trajectory {
    case .coasting(let coasting, _): coasting.velocity(at: time)
    case .returning(let spring, _): spring.velocity(at: time)
    case .bouncing(let coasting, let limitTime, let spring, _):
      time < limitTime ? coasting.velocity(at: time) : spring.velocity(at: time)
    }
  }

  /// Returns whether the scroller moves its value by itself at `time`, for instance after a fling.
  ///
  /// The result is false while a finger holds or drags the value.
  public func isMoving(at time: Timestamp) -> Bool {
    switch state {
    case .resting, .tracking, .dragging: false
    case .moving(.coasting(_, let end)), .moving(.returning(_, let end)), .moving(.bouncing(_, _, _, let end)): time < end
    }
  }

  // MARK: Moving

  /// Sets the scroller's value immediately, and ends every movement and every drag.
  public mutating func set(_ value: Scalar) {
    state = .resting(value)
  }

  /// Starts an animated movement to `target`. The movement starts at `time`, with the value and the velocity
  /// of that time.
  ///
  /// The movement is that of a ``CriticallyDampedSpring``. The target is clamped to ``minimum`` and
  /// ``maximum``.
  public mutating func move(to target: Scalar, at time: Timestamp) {
    start(CriticallyDampedSpring(from: value(at: time), to: clamped(target), velocity: velocity(at: time), at: time))
  }

  /// Stops the value's movement, because a finger has touched down.
  ///
  /// While a finger drags the value, this call has no effect.
  public mutating func touchDown(at time: Timestamp) {
    if case .dragging = state { return }
    state = .tracking(value(at: time))
  }

  /// Releases the value when a finger is lifted without a drag.
  ///
  /// Call this method after ``touchDown(at:)``. If ``snapping`` is not nil, the value moves to the nearest
  /// resting value. If the value is beyond a limit, the value returns to the limit. During a drag, this call
  /// has no effect.
  public mutating func touchUp(at time: Timestamp) {
    if case .tracking = state { release(velocity: 0, at: time) }
  }

  /// Moves the value with a finger. Call this method in the action of a pan gesture recognizer.
  ///
  /// - Parameters:
  ///   - step: The state of the pan gesture recognizer.
  ///   - translation: The translation of the pan gesture, converted to the value's unit. If the value turns
  ///     by half a degree per point, pass half of the translation.
  ///   - velocity: The velocity of the pan gesture, in the value's unit per second.
  ///   - time: The time of the pan gesture recognizer.
  public mutating func follow(_ step: GestureRecognizer.State, translation: Scalar, velocity: Scalar, at time: Timestamp) {
    switch (step, state) {
    case (.began, _):
      state = .dragging(from: unbanded(value(at: time)), translation: translation)
    case (.changed, .dragging(let from, _)):
      state = .dragging(from: from, translation: translation)
    case (.ended, .dragging(let from, _)):
      state = .dragging(from: from, translation: translation)
      release(velocity: velocity, at: time)
    case (.cancelled, .dragging):
      release(velocity: 0, at: time)
    case (.possible, _), (.failed, _), (.changed, _), (.ended, _), (.cancelled, _):
      break
    }
  }

  /// Releases the value at the given time. After that, the scroller moves the value by itself, or the value
  /// rests.
  ///
  /// If ``snapping`` is not nil, a value within the limits moves to a resting value. If ``snapping`` is nil,
  /// a value within the limits coasts if its speed is at least ``flingSpeed``. A slower value rests. If the
  /// value coasts beyond a limit, the value returns to that limit.
  ///
  /// A value that is released beyond a limit returns to the limit, or to the resting value nearest to the
  /// limit. A resting value beyond a limit is replaced by the limit.
  ///
  /// - Parameters:
  ///   - velocity: The velocity at which the value is released, in the value's unit per second.
  ///   - time: The time of the release.
  public mutating func release(velocity: Scalar, at time: Timestamp) {
    let position = value(at: time)
    let limit = clamped(position)
    if limit != position {
      let band = rubberBand.derivative(at: position - limit)
      return start(CriticallyDampedSpring(from: position, to: nearest(limit), velocity: velocity * band, at: time))
    }
    let speed = velocity.magnitude < flingSpeed ? 0 : velocity
    let coasting = Deceleration(from: position, velocity: speed, rate: rate, at: time)
    if snapping != nil {
      let target = nearest(coasting.end)
      return start(
        CriticallyDampedSpring(
          from: position, to: target, velocity: speed, angularFrequency: angularFrequency(from: position, to: target, speed),
          at: time))
    }
    guard speed != 0 else {
      state = .resting(position)
      return
    }
    let end = clamped(coasting.end)
    guard end != coasting.end, let limitTime = coasting.time(reaching: end) else {
      state = .moving(.coasting(coasting, until: coasting.time(within: tolerance)))
      return
    }
    let spring = CriticallyDampedSpring(from: end, to: end, velocity: coasting.velocity(at: limitTime), at: limitTime)
    state = .moving(.bouncing(coasting, at: limitTime, spring, until: spring.time(within: tolerance)))
  }

  private mutating func start(_ spring: CriticallyDampedSpring) {
    state =
      spring.start == spring.target && spring.velocity == 0
      ? .resting(spring.target) : .moving(.returning(spring, until: spring.time(within: tolerance)))
  }

  /// Returns the angular frequency of a spring that continues at the current velocity, if that looks natural.
  private func angularFrequency(from position: Scalar, to target: Scalar, _ speed: Scalar) -> Scalar {
    let distance = target - position
    guard distance != 0, speed != 0, (distance > 0) == (speed > 0) else { return CriticallyDampedSpring.standardAngularFrequency }
    let angularFrequency = speed / distance
    return angularFrequency >= 2 && angularFrequency <= CriticallyDampedSpring.standardAngularFrequency
      ? angularFrequency : CriticallyDampedSpring.standardAngularFrequency
  }

  /// Returns the resting position nearest to `value` within the limits.
  private func nearest(_ value: Scalar) -> Scalar {
    clamped(snapping?.nearest(to: value) ?? value)
  }

  /// Returns `value` clamped to the limits. Unlike with `clamped(from:to:)`, the minimum wins if the limits
  /// cross.
  private func clamped(_ value: Scalar) -> Scalar {
    max(min(value, maximum ?? .max), minimum ?? .min)
  }

  private func banded(_ value: Scalar) -> Scalar {
    let limit = clamped(value)
    return limit == value ? value : limit + rubberBand.stretch(forPull: value - limit)
  }

  private func unbanded(_ value: Scalar) -> Scalar {
    let limit = clamped(value)
    return limit == value ? value : limit + rubberBand.pull(forStretch: value - limit)
  }
}
