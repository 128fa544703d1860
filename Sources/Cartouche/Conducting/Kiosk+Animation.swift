extension Kiosk {
  /// The time as animations count it: `CACurrentMediaTime`, to which the ``MediaTiming/beginTime`` of an animation is compared.
  ///
  /// On a screen it goes on between frames; in a replay it is that of the tick at hand.
  public var currentTime: Seconds { max(conductor.liveTime?() ?? conductor.time, conductor.stage.time).seconds }

  /// Lets the changes that `changes` makes to layers be movements, from what is shown to what they then are.
  ///
  ///     kiosk.animate(duration: 0.3, timing: .spring(Spring(perceptualDuration: 0.4, bounce: 0.2))) { card.position = place }
  ///
  /// - Parameters:
  ///   - duration: 0: nothing moves.
  ///   - completion: called once, when all of them have ended; see ``Transaction/completion``.
  public func animate(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Transaction.Timing = .curve(.default), _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    conductor.stage.animate(duration: duration, delay: delay, timing: timing, changes, completion: completion)
  }

  /// Lets the changes that `changes` makes be none, even within ``animate(duration:delay:timing:_:completion:)``.
  public func withoutAnimation(_ changes: () -> Void) {
    conductor.stage.withoutAnimation(changes)
  }

  /// Opens a transaction on all layers of this screen.
  public func begin(_ transaction: Transaction) {
    conductor.stage.beginTransaction(transaction)
  }

  /// Closes the transaction that was opened last.
  public func commit() {
    conductor.stage.commitTransaction()
  }
}
