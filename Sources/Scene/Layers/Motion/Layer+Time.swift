public import CartoucheRaster

extension Layer {
  /// The speed of time for the animations of the layer and its sublayers; 0 stops them and needs no frames.
  ///
  /// To stop and resume, use ``pauseAnimations()`` and ``resumeAnimations()``, which set all three values of
  /// the layer's clock.
  public final var speed: Scalar {
    get { animations?.clock.speed ?? 1 }
    set { setClock { $0.speed = newValue } }
  }

  /// The offset of the layer's time from its superlayer's, in seconds.
  public final var timeOffset: Seconds {
    get { animations?.clock.timeOffset ?? 0 }
    set { setClock { $0.timeOffset = newValue } }
  }

  /// The time on the superlayer's clock at which the layer's time begins.
  public final var beginTime: Seconds {
    get { animations?.clock.beginTime ?? 0 }
    set { setClock { $0.beginTime = newValue } }
  }

  /// Freezes the animations of the layer and its sublayers at their presented values.
  ///
  /// Has no effect off the stage, or if the animations are paused already.
  public final func pauseAnimations() {
    guard speed != 0, let stage = owningStage else { return }
    let now = time(at: stage.time).seconds
    setClock { $0 = LayerClock(beginTime: 0, timeOffset: now, speed: 0) }
  }

  /// Resumes the animations where ``pauseAnimations()`` froze them, with the next frame; until then ``speed``
  /// stays 0.
  public final func resumeAnimations() {
    guard speed == 0, let layerAnimations = animations else { return }
    layerAnimations.isResuming = true
    setNeedsAnimationUpdate()
  }

  /// Sets the clock so that the layer's time at `now` is the time at which it was paused.
  func resume(at now: Timestamp) {
    guard let layerAnimations = animations, layerAnimations.isResuming else { return }
    layerAnimations.isResuming = false
    let parentTime = superlayer?.time(at: now) ?? now
    layerAnimations.clock = LayerClock(beginTime: 0, timeOffset: layerAnimations.clock.timeOffset - parentTime.seconds, speed: 1)
  }

  /// Returns the layer's time when the stage's time is `now`.
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
