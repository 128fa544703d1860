public import CartoucheRaster

extension Layer {
  /// How fast time runs for the animations of the layer and all in it; 0 holds them, and costs no frames. To hold and go on, ``pauseAnimations()`` and
  /// ``resumeAnimations()`` set all three numbers of the layer's clock.
  public final var speed: Scalar {
    get { animations?.clock.speed ?? 1 }
    set { setClock { $0.speed = newValue } }
  }

  /// What the layer's time is ahead of its superlayer's.
  public final var timeOffset: Seconds {
    get { animations?.clock.timeOffset ?? 0 }
    set { setClock { $0.timeOffset = newValue } }
  }

  /// When, in the superlayer's time, the layer's begins.
  public final var beginTime: Seconds {
    get { animations?.clock.beginTime ?? 0 }
    set { setClock { $0.beginTime = newValue } }
  }

  /// Holds the animations of the layer and all in it as they are shown now. Off the stage, or where they are held already, nothing happens.
  public final func pauseAnimations() {
    guard speed != 0, let stage = owningStage else { return }
    let now = time(at: stage.time).seconds
    setClock { $0 = LayerClock(beginTime: 0, timeOffset: now, speed: 0) }
  }

  /// Lets the animations go on from where ``pauseAnimations()`` held them, with the next frame: until then ``speed`` stays 0.
  public final func resumeAnimations() {
    guard speed == 0, let own = animations else { return }
    own.isResuming = true
    setNeedsAnimationUpdate()
  }

  /// Sets the clock so that the layer's time is at `now` what it was held at.
  func resume(at now: Timestamp) {
    guard let own = animations, own.isResuming else { return }
    own.isResuming = false
    let above = superlayer?.time(at: now) ?? now
    own.clock = LayerClock(beginTime: 0, timeOffset: own.clock.timeOffset - above.seconds, speed: 1)
  }

  /// What the layer's time is when the stage's is `now`.
  public final func time(at now: Timestamp) -> Timestamp {
    let above = superlayer?.time(at: now) ?? now
    return animations?.clock.time(at: above) ?? above
  }

  private func setClock(_ change: (inout LayerClock) -> Void) {
    let own = animations ?? LayerAnimations()
    animations = own
    change(&own.clock)
    setNeedsAnimationUpdate()
  }
}
