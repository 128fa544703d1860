extension Kiosk {
  /// The current time on the kiosk's clock, in seconds, like Core Animation's `CACurrentMediaTime`.
  ///
  /// ``MediaTiming/beginTime`` of an animation uses this clock. On a live display the time advances between
  /// frames. In a replay the time is that of the current tick of the virtual clock.
  public var currentTime: Seconds { max(conductor.liveTime?() ?? conductor.time, conductor.stage.time).seconds }

  /// Animates the layer properties that `changes` sets, from their presentation values to their new values.
  ///
  ///     let spring = Spring(perceptualDuration: 0.4, bounce: 0.2)
  ///     kiosk.animate(timing: .spring(spring)) { card.position = target }
  ///
  /// - Parameters:
  ///   - duration: The duration of the animations in seconds. With 0, the properties change immediately.
  ///   - delay: The time in seconds before the animations start.
  ///   - timing: The timing curve or the spring that paces the animations.
  ///   - changes: A closure that sets properties of layers.
  ///   - completion: Called once, when all animations have ended. See ``Transaction/completion``.
  public func animate(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Transaction.Timing = .curve(.default), _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    conductor.stage.animate(duration: duration, delay: delay, timing: timing, changes, completion: completion)
  }

  /// Makes the layer changes of `changes` without animation.
  ///
  /// Inside a closure that is passed to ``animate(duration:delay:timing:_:completion:)``, the changes of
  /// `changes` are not animated either.
  public func withoutAnimation(_ changes: () -> Void) {
    conductor.stage.withoutAnimation(changes)
  }

  /// Begins a transaction that groups changes of any layers of this kiosk's screen.
  public func beginTransaction(_ transaction: Transaction) {
    conductor.stage.beginTransaction(transaction)
  }

  /// Commits the most recently begun transaction.
  public func commitTransaction() {
    conductor.stage.commitTransaction()
  }
}
