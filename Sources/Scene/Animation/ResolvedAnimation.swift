import CartoucheRaster

/// An animation made ready to play on one layer: what it left open is filled in, what can be known beforehand is.
struct ResolvedAnimation {
  private enum Content {
    case basic(BasicAnimation, Spring?)
    case keyframes(ResolvedKeyframes, KeyframeAnimation)
    case group([ResolvedAnimation])
    /// There is nothing to be seen of it, only its time.
    case nothing
  }

  let timing: MediaTiming
  /// Of once through, > 0.
  let duration: Seconds
  private let content: Content

  /// - Parameters:
  ///   - layer: whose values as shown now it begins with where it names none.
  ///   - defaultDuration: the duration of those that name none.
  init(_ animation: Animation, on layer: Layer, defaultDuration: Seconds) {
    timing = animation.timing
    let named = timing.duration > 0 ? timing.duration : nil
    switch animation {
    case .basic(let basic):
      content = .basic(Self.filled(basic, on: layer), nil)
      duration = named ?? defaultDuration
    case .spring(let animation):
      content = .basic(Self.filled(animation.basic, on: layer), animation.spring)
      duration = named ?? animation.settlingDuration
    case .keyframe(let animation):
      content = ResolvedKeyframes(animation).map { .keyframes($0, animation) } ?? .nothing
      duration = named ?? defaultDuration
    case .group(let group):
      let all = group.animations.map { ResolvedAnimation($0, on: layer, defaultDuration: defaultDuration) }
      content = .group(all)
      let longest = all.reduce(Seconds.zero) { max($0, $1.start + $1.length) }
      duration = named ?? (longest > 0 ? longest : defaultDuration)
    }
  }

  /// When it begins in the time of the group it is in.
  private var start: Seconds { timing.beginTime + timing.delay }
  /// How long it is, from its begin to its end.
  var length: Seconds { timing.length(duration) }

  /// Every property that it sets, with a value to tell its kind by.
  func forEachProperty(_ tell: (AnimatableProperty, AnimatableValue?) -> Void) {
    switch content {
    case .basic(let basic, _):
      tell(basic.property, basic.from)
      tell(basic.property, basic.to)
      tell(basic.property, basic.by)
    case .keyframes(let keyframes, _):
      tell(keyframes.property, keyframes.value(at: 0).value)
      if keyframes.rotationMode != .none { tell(.transform, nil) }
    case .group(let all):
      for animation in all { animation.forEachProperty(tell) }
    case .nothing:
      break
    }
  }

  /// What it begins with where that is not said.
  private static func filled(_ basic: BasicAnimation, on layer: Layer) -> BasicAnimation {
    guard basic.from == nil, basic.to == nil || basic.by == nil, !basic.isAdditive else { return basic }
    var filled = basic
    filled.from = layer.presentationValue(for: basic.property)
    return filled
  }

  /// Puts on top of `values` what it shows `elapsed` after its begin.
  func apply(at elapsed: Seconds, to values: inout PresentationValues, of layer: Layer) {
    let moment = timing.moment(at: elapsed, duration: duration)
    switch moment.phase {
    case .before where !timing.fillMode.fillsBefore, .after where !timing.fillMode.fillsAfter: return
    case .before, .active, .after: break
    }
    switch content {
    case .basic(let basic, let spring):
      apply(basic, spring, at: moment, to: &values, of: layer)
    case .keyframes(let keyframes, let animation):
      apply(keyframes, animation, at: moment, to: &values, of: layer)
    case .group(let all):
      // The group's own pace bends the time of all in it.
      let time = timing.timingFunction == nil ? moment.position : progress(at: moment) * duration
      for animation in all { animation.apply(at: time - animation.start, to: &values, of: layer) }
    case .nothing:
      break
    }
  }

  private func progress(at moment: MediaTiming.Moment) -> Progress {
    let progress = moment.position / duration
    return timing.timingFunction?(progress) ?? progress
  }

  private func apply(
    _ basic: BasicAnimation, _ spring: Spring?, at moment: MediaTiming.Moment, to values: inout PresentationValues, of layer: Layer
  ) {
    var progress = progress(at: moment)
    if let spring { progress = spring.progress(at: timing.timingFunction == nil ? moment.position : progress * duration) }
    func underlying() -> AnimatableValue? { values.value(for: basic.property, of: layer) }
    let ends: (from: AnimatableValue, to: AnimatableValue)
    switch (basic.from, basic.to, basic.by) {
    case (let from?, let to?, _): ends = (from, to)
    case (let from?, nil, let by?): ends = (from, from.adding(by))
    case (nil, let to?, let by?): ends = (to.subtracting(by), to)
    case (let from?, nil, nil):
      guard let to = underlying() else { return }
      ends = (from, basic.isAdditive ? to.subtracting(to) : to)
    case (nil, let to?, nil):
      // Additive: from nothing on top.
      ends = (to.subtracting(to), to)
    case (nil, nil, let by?):
      ends = (by.subtracting(by), by)
    case (nil, nil, nil):
      return
    }
    var value = ends.from.interpolated(to: ends.to, at: progress)
    if basic.isCumulative { value = value.adding(timing.autoreverses ? ends.from : ends.to, times: moment.round) }
    if basic.isAdditive {
      guard let base = underlying() else { return }
      value = base.adding(value)
    }
    values.set(basic.property, to: value, of: layer)
  }

  private func apply(
    _ keyframes: ResolvedKeyframes, _ animation: KeyframeAnimation, at moment: MediaTiming.Moment,
    to values: inout PresentationValues,
    of layer: Layer
  ) {
    let (shown, direction) = keyframes.value(at: progress(at: moment))
    var value = shown
    if animation.isCumulative {
      value = value.adding(keyframes.value(at: timing.autoreverses ? 0 : 1).value, times: moment.round)
    }
    if animation.isAdditive {
      guard let base = values.value(for: keyframes.property, of: layer) else { return }
      value = base.adding(value)
    }
    values.set(keyframes.property, to: value, of: layer)
    guard keyframes.rotationMode != .none, let direction, case .transform(let turned)? = values.value(for: .transform, of: layer)
    else { return }
    let angle = keyframes.rotationMode == .auto ? direction : direction + .degrees(180)
    values.set(.transform, to: .transform(turned.rotated(by: angle, axis: .z)), of: layer)
  }
}
