extension Kiosk {
  /// The current time on the kiosk's clock, in seconds, like Core Animation's `CACurrentMediaTime`.
  ///
  /// The ``MediaTiming/beginTime`` of an animation is a time on this clock. While a kiosk runs on a live
  /// display, the time also advances within a turn, so that two reads within one frame may differ. After a
  /// frame is committed, the time is at least the time at which that frame becomes visible. In a replay, the
  /// clock is virtual, and the time changes only between turns of the run loop.
  public var currentTime: Seconds { max(pipeline.liveTime?() ?? pipeline.time, pipeline.stage.time).seconds }

  /// Runs a closure that sets layer properties, and animates these properties from the values on the screen
  /// to the new values.
  ///
  ///     let spring = Spring(perceptualDuration: 0.4, bounce: 0.2)
  ///     kiosk.animate(timing: .spring(spring)) { card.position = target }
  ///
  /// - Parameters:
  ///   - duration: The duration of the animations in seconds. With 0, the properties change immediately. A
  ///     spring has its own duration: if `timing` is a spring, values other than 0 are ignored.
  ///   - delay: The time in seconds from this call to the start of the animations.
  ///   - timing: The timing curve or the spring that paces the animations.
  ///   - changes: A closure that sets properties of layers.
  ///   - completion: A closure that is called once, after all of these animations have ended. See
  ///     ``Transaction/completion``.
  public func animate(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Transaction.Timing = .curve(.default), _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    pipeline.stage.animate(duration: duration, delay: delay, timing: timing, changes, completion: completion)
  }

  /// Runs a closure that changes layers, without animating these changes.
  ///
  /// The changes are not animated even if this method is called inside the closure of
  /// ``animate(duration:delay:timing:_:completion:)``.
  public func withoutAnimation(_ changes: () -> Void) {
    pipeline.stage.withoutAnimation(changes)
  }

  /// Begins a transaction. Later changes of layers on this kiosk's screen belong to the transaction, until
  /// ``commitTransaction()``.
  ///
  /// Transactions may be nested. The innermost open transaction determines how a change is animated.
  public func beginTransaction(_ transaction: Transaction) {
    pipeline.stage.beginTransaction(transaction)
  }

  /// Commits the innermost open transaction. Later changes of layers do not belong to that transaction.
  ///
  /// If there is no open transaction, nothing happens.
  public func commitTransaction() {
    pipeline.stage.commitTransaction()
  }
}
