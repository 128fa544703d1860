public import CartoucheRaster

extension Layer {
  /// Calls `changes`, and animates the layer changes that this closure makes on this layer's screen: UIKit's
  /// `UIView.animate`.
  ///
  /// Call it where there is no kiosk at hand, for example in the code of a layer:
  ///
  ///     animate(duration: 0.3) { arrow.opacity = 1 }
  ///
  /// If the layer is on no stage, the changes take effect at once, and `completion` is called with
  /// ``AnimationEnd/finished``.
  ///
  /// - Parameters:
  ///   - duration: The duration of each animation, in seconds.
  ///   - delay: The delay before each animation starts, in seconds.
  ///   - timing: The pacing of each animation: a timing curve or a spring.
  ///   - changes: The closure that changes layers.
  ///   - completion: A handler that is called when all of the animations have ended; see
  ///     ``Transaction/completion``.
  public final func animate(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Transaction.Timing = .curve(.default), _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    if let owningStage {
      owningStage.animate(duration: duration, delay: delay, timing: timing, changes, completion: completion)
    } else {
      changes()
      completion?(.finished)
    }
  }

  /// Calls `changes`, and applies the layer changes that this closure makes without animation.
  ///
  /// An open transaction of this layer's screen does not animate these changes either.
  public final func withoutAnimation(_ changes: () -> Void) {
    if let owningStage { owningStage.withoutAnimation(changes) } else { changes() }
  }
}
