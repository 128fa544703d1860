public import CartoucheRaster

extension Layer {
  /// The speed of the layer's time relative to the superlayer's time; 1 is the normal speed.
  ///
  /// The animations of the layer and its sublayers play by the layer's time. A speed of 0 stops the
  /// animations, and stopped animations need no frames. To stop and resume animations, use
  /// ``pauseAnimations()`` and ``resumeAnimations()``. These methods set the speed, ``timeOffset`` and
  /// ``beginTime`` together.
  public final var speed: Scalar {
    get { animations?.clock.speed ?? 1 }
    set { setClock { $0.speed = newValue } }
  }

  /// The offset that is added to the layer's time, in seconds.
  ///
  ///     layer's time = (superlayer's time − beginTime) × speed + timeOffset
  ///
  /// The animations of the layer and its sublayers play by the layer's time.
  public final var timeOffset: Seconds {
    get { animations?.clock.timeOffset ?? 0 }
    set { setClock { $0.timeOffset = newValue } }
  }

  /// The superlayer's time, in seconds, at which the layer's time equals ``timeOffset``.
  ///
  ///     layer's time = (superlayer's time − beginTime) × speed + timeOffset
  public final var beginTime: Seconds {
    get { animations?.clock.beginTime ?? 0 }
    set { setClock { $0.beginTime = newValue } }
  }

  /// Freezes the animations of the layer and its sublayers at the values that these animations show.
  ///
  /// If the layer is on no stage, or if the animations are paused already, the call has no effect.
  public final func pauseAnimations() {
    guard speed != 0, let stage = owningStage else { return }
    let now = time(at: stage.time).seconds
    setClock { $0 = LayerClock(beginTime: 0, timeOffset: now, speed: 0) }
  }

  /// Resumes the animations of the layer and its sublayers at the values at which they were paused.
  ///
  /// The counterpart of this method is ``pauseAnimations()``. The animations resume with the next frame.
  /// Until that frame, ``speed`` stays 0.
  public final func resumeAnimations() {
    guard speed == 0, let layerAnimations = animations else { return }
    layerAnimations.isResuming = true
    setNeedsAnimationUpdate()
  }

  /// Restarts the layer's clock at `now` with the time at which the clock was paused.
  func resume(at now: Timestamp) {
    guard let layerAnimations = animations, layerAnimations.isResuming else { return }
    layerAnimations.isResuming = false
    let parentTime = superlayer?.time(at: now) ?? now
    layerAnimations.clock = LayerClock(beginTime: 0, timeOffset: layerAnimations.clock.timeOffset - parentTime.seconds, speed: 1)
  }

  /// Converts a time of the stage to the layer's time, by which the layer's animations play.
  ///
  /// - Parameter now: A time of the layer's stage, such as ``Stage/time``.
  /// - Returns: The layer's time at the same instant. See ``timeOffset`` for the formula.
  public final func time(at now: Timestamp) -> Timestamp {
    let parentTime = superlayer?.time(at: now) ?? now
    return animations?.clock.time(at: parentTime) ?? parentTime
  }

  private func setClock(_ change: (inout LayerClock) -> Void) {
    let layerAnimations = animations ?? LayerAnimations()
    animations = layerAnimations
    change(&layerAnimations.clock)
    setNeedsAnimationUpdate()
  }
}
