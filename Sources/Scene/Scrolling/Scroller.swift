public import CartoucheRaster

/// A value that a finger drags and throws: a list's offset, a carousel's angle.
///
///     resting ──touchDown──▶ held ──began──▶ dragging ──ended──▶ moving ──it is there──▶ resting
///        ▲                    │ ▲              └──ended, slow, between the ends──▶ resting │
///        │                    │ └─────────────────────touchDown───────────────────────────┘
///        └──touchUp, in place─┘    (touchUp elsewhere, as between two cards: moving)
///
/// Beyond ``minimum`` and ``maximum`` it follows like a ``RubberBand``. Let go, it coasts (``Deceleration``); over an end, it comes back from there (``CriticallyDampedSpring``); with ``snapping`` it
/// goes to the place nearest to where it would have come to rest. No clock: ask it for its ``value(at:)``.
///
///     var turn = Scroller(value: 0, snapping: .every(72))
///     ring.addGestureRecognizer(PanGestureRecognizer { pan in
///       turn.follow(pan.state, translation: pan.translation.x / 2, velocity: pan.velocity.x / 2, at: pan.time)
///     })
///     kiosk.onContact { event in
///       switch event {
///       case .began(let finger): turn.touchDown(at: finger.time)
///       case .ended(let finger), .cancelled(let finger): turn.touchUp(at: finger.time)
///       case .moved: break
///       }
///     }
///     kiosk.onTick { now in
///       layOut(.degrees(1) * turn.value(at: now))
///       return turn.isMoving(at: now) ? .moving : .still
///     }
public struct Scroller: Hashable, Sendable {
  /// The ends; nil, there is none on that side.
  public var minimum: Scalar?
  public var maximum: Scalar?
  public var snapping: Snapping?
  public var rate: Deceleration.Rate
  /// What it follows like beyond an end.
  public var rubberBand: RubberBand
  /// Slower than this, a second, it is put down and not thrown.
  public var flingSpeed: Scalar
  /// As near to its goal it is there.
  public var tolerance: Scalar

  private enum Trajectory: Hashable {
    case coasting(Deceleration, until: Timestamp)
    case returning(CriticallyDampedSpring, until: Timestamp)
    /// Over an end, and back.
    case bouncing(Deceleration, at: Timestamp, CriticallyDampedSpring, until: Timestamp)
  }

  private enum State: Hashable {
    case resting(Scalar)
    case tracking(Scalar)
    /// `from` and the finger's way are where it would be without the band.
    case dragging(from: Scalar, translation: Scalar)
    case moving(Trajectory)
  }

  private var state: State

  /// - Parameters:
  ///   - length: how long what is seen is, for the band at the ends.
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

  // MARK: Asking

  public func value(at time: Timestamp) -> Scalar {
    switch state {
    case .resting(let value), .tracking(let value): value
    case .dragging(let from, let way): banded(from + way)
    case .moving(.coasting(let coasting, let end)): time < end ? coasting.value(at: time) : coasting.end
    case .moving(.returning(let spring, let end)): time < end ? spring.value(at: time) : spring.target
    case .moving(.bouncing(let coasting, let turn, let spring, let end)):
      time < turn ? coasting.value(at: time) : time < end ? spring.value(at: time) : spring.target
    }
  }

  /// How fast it goes by itself, a second; zero while a finger has it.
  public func velocity(at time: Timestamp) -> Scalar {
    guard isMoving(at: time), case .moving(let course) = state else { return 0 }
    return switch course {
    case .coasting(let coasting, _): coasting.velocity(at: time)
    case .returning(let spring, _): spring.velocity(at: time)
    case .bouncing(let coasting, let turn, let spring, _): time < turn ? coasting.velocity(at: time) : spring.velocity(at: time)
    }
  }

  /// Whether its value will be another a moment later though no finger does anything.
  public func isMoving(at time: Timestamp) -> Bool {
    switch state {
    case .resting, .tracking, .dragging: false
    case .moving(.coasting(_, let end)), .moving(.returning(_, let end)), .moving(.bouncing(_, _, _, let end)): time < end
    }
  }

  // MARK: Moving it

  /// Puts it somewhere, at rest.
  public mutating func set(_ value: Scalar) {
    state = .resting(value)
  }

  /// Lets it go to `target` by itself, from where and as fast as it is.
  public mutating func move(to target: Scalar, at time: Timestamp) {
    go(CriticallyDampedSpring(from: value(at: time), to: clamped(target), velocity: velocity(at: time), at: time))
  }

  /// A finger is laid on it: it stops.
  public mutating func touchDown(at time: Timestamp) {
    if case .dragging = state { return }
    state = .tracking(value(at: time))
  }

  /// The finger was lifted; if it did not drag, it goes on to its place.
  public mutating func touchUp(at time: Timestamp) {
    if case .tracking = state { release(velocity: 0, at: time) }
  }

  /// Takes in a step of a pan.
  ///
  /// - Parameters:
  ///   - translation: the pan's way from touch-down in this value's unit: half the points, for half a degree a point.
  ///   - velocity: the pan's, in the same unit a second.
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

  /// Lets it go with `velocity`: it coasts, comes back, or goes to its place.
  public mutating func release(velocity: Scalar, at time: Timestamp) {
    let place = value(at: time)
    let held = self.clamped(place)
    if held != place {
      let band = rubberBand.derivative(at: place - held)
      return go(CriticallyDampedSpring(from: place, to: nearest(held), velocity: velocity * band, at: time))
    }
    let speed = velocity.magnitude < flingSpeed ? 0 : velocity
    let coasting = Deceleration(from: place, velocity: speed, rate: rate, at: time)
    if snapping != nil {
      let target = nearest(coasting.end)
      return go(
        CriticallyDampedSpring(
          from: place, to: target, velocity: speed, angularFrequency: pull(from: place, to: target, speed), at: time))
    }
    guard speed != 0 else {
      state = .resting(place)
      return
    }
    let end = self.clamped(coasting.end)
    guard end != coasting.end, let turn = coasting.time(reaching: end) else {
      state = .moving(.coasting(coasting, until: coasting.time(within: tolerance)))
      return
    }
    let spring = CriticallyDampedSpring(from: end, to: end, velocity: coasting.velocity(at: turn), at: turn)
    state = .moving(.bouncing(coasting, at: turn, spring, until: spring.time(within: tolerance)))
  }

  private mutating func go(_ spring: CriticallyDampedSpring) {
    state =
      spring.start == spring.target && spring.velocity == 0
      ? .resting(spring.target) : .moving(.returning(spring, until: spring.time(within: tolerance)))
  }

  /// The pull that brings it there without a change of speed at first, where that is one that looks natural.
  private func pull(from place: Scalar, to target: Scalar, _ speed: Scalar) -> Scalar {
    let way = target - place
    guard way != 0, speed != 0, (way > 0) == (speed > 0) else { return CriticallyDampedSpring.standardAngularFrequency }
    let pull = speed / way
    return pull >= 2 && pull <= CriticallyDampedSpring.standardAngularFrequency
      ? pull : CriticallyDampedSpring.standardAngularFrequency
  }

  /// The place to rest at that is nearest to `value` and between the ends.
  private func nearest(_ value: Scalar) -> Scalar {
    clamped(snapping?.nearest(to: value) ?? value)
  }

  private func clamped(_ value: Scalar) -> Scalar {
    max(min(value, maximum ?? .max), minimum ?? .min)
  }

  private func banded(_ value: Scalar) -> Scalar {
    let held = self.clamped(value)
    return held == value ? value : held + rubberBand.stretch(forPull: value - held)
  }

  private func unbanded(_ value: Scalar) -> Scalar {
    let held = self.clamped(value)
    return held == value ? value : held + rubberBand.pull(forStretch: value - held)
  }
}
