extension Kiosk {
  /// The current time of animations, as `CACurrentMediaTime`; ``MediaTiming/beginTime`` uses this clock.
  ///
  /// On a live display it advances between frames; in a replay it is the time of the current tick.
  public var currentTime: Seconds { max(conductor.liveTime?() ?? conductor.time, conductor.stage.time).seconds }

  /// Animates the changes that `changes` makes to layers, from their presentation values to the new values.
  ///
  ///     let spring = Spring(perceptualDuration: 0.4, bounce: 0.2)
  ///     kiosk.animate(timing: .spring(spring)) { card.position = target }
  ///
  /// - Parameters:
  ///   - duration: The duration of the animations; with 0 the changes are immediate.
  ///   - delay: The time before the animations start.
  ///   - timing: A curve, or a spring.
  ///   - changes: Sets properties of layers.
  ///   - completion: Called once, when all animations have ended; see ``Transaction/completion``.
  public func animate(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Transaction.Timing = .curve(.default), _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    conductor.stage.animate(duration: duration, delay: delay, timing: timing, changes, completion: completion)
  }

  /// Makes the changes of `changes` without animation, even within
  /// ``animate(duration:delay:timing:_:completion:)``.
  public func withoutAnimation(_ changes: () -> Void) {
    conductor.stage.withoutAnimation(changes)
  }

  /// Begins a transaction for all layers of this screen.
  public func beginTransaction(_ transaction: Transaction) {
    conductor.stage.beginTransaction(transaction)
  }

  /// Commits the transaction that was begun last.
  public func commitTransaction() {
    conductor.stage.commitTransaction()
  }
}
