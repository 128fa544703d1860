import CartoucheRaster

/// An animation prepared for playing on one layer, with defaults filled in and constants computed.
///
/// It is a class because each frame passes it on, and copying it would take longer than playing it.
final class ResolvedAnimation {
  private enum Content {
    case basic(Basic)
    case keyframes(ResolvedKeyframes, KeyframeAnimation)
    case group([ResolvedAnimation])
    /// Has timing but no visible effect.
    case nothing
  }

  /// A basic or spring animation.
  private final class Basic {
    let animation: BasicAnimation
    let spring: Spring?
    /// The values between which the property changes; nil if the layer's other animations decide on one.
    let ends: (from: AnimatableValue, to: AnimatableValue)?

    init(_ animation: BasicAnimation, _ spring: Spring?) {
      (self.animation, self.spring) = (animation, spring)
      ends =
        switch (animation.from, animation.to, animation.by) {
        case (let from?, let to?, _): (from, to)
        case (let from?, nil, let by?): (from, from.adding(by))
        case (nil, let to?, let by?): (to.subtracting(by), to)
        // An additive animation starts from no addition, or ends there.
        case (nil, let to?, nil): (to.subtracting(to), to)
        case (nil, nil, let by?): (by.subtracting(by), by)
        case (_?, nil, nil), (nil, nil, nil): nil
        }
    }
  }

  /// The animation as it was added.
  let original: Animation
  let timing: MediaTiming
  /// The length of one repetition, > 0.
  let duration: Seconds
  /// The time from begin to end.
  let length: Seconds
  private let content: Content

  /// Prepares `animation` for playing on `layer`.
  ///
  /// - Parameters:
  ///   - layer: The layer whose presented values replace missing start values.
  ///   - defaultDuration: The duration of animations that have no duration of their own.
  init(_ animation: Animation, on layer: Layer, defaultDuration: Seconds) {
    original = animation
    timing = animation.timing
    let named = timing.duration > 0 ? timing.duration : nil
    switch animation {
    case .basic(let basic):
      content = .basic(Basic(Self.resolved(basic, on: layer), nil))
      duration = named ?? defaultDuration
    case .spring(let animation):
      content = .basic(Basic(Self.resolved(animation.basic, on: layer), animation.spring))
      duration = named ?? animation.settlingDuration
    case .keyframe(let animation):
      content = ResolvedKeyframes(animation).map { .keyframes($0, animation) } ?? .nothing
      duration = named ?? defaultDuration
    case .group(let group):
      let all = group.animations.map { ResolvedAnimation($0, on: layer, defaultDuration: defaultDuration) }
      content = .group(all)
      let maximum = all.reduce(Seconds.zero) { max($0, $1.start + $1.length) }
      duration = named ?? (maximum > 0 ? maximum : defaultDuration)
    }
    length = timing.length(duration)
  }

  /// The start, relative to the start of the enclosing group.
  private var start: Seconds { timing.beginTime + timing.delay }

  /// Calls `body` with each animated property and, if known, a value of the kind that the animation sets.
  func forEachProperty(_ body: (AnimatableProperty, AnimatableValue?) -> Void) {
    switch content {
    case .basic(let basic):
      let animation = basic.animation
      body(animation.property, animation.from)
      body(animation.property, animation.to)
      body(animation.property, animation.by)
    case .keyframes(let keyframes, _):
      body(keyframes.property, keyframes.value(at: 0).value)
      if keyframes.rotationMode != .none { body(.transform, nil) }
    case .group(let all):
      for animation in all { animation.forEachProperty(body) }
    case .nothing:
      break
    }
  }

  /// Returns the animation with a missing start value taken from the layer.
  private static func resolved(_ basic: BasicAnimation, on layer: Layer) -> BasicAnimation {
    guard basic.from == nil, basic.to == nil || basic.by == nil, !basic.isAdditive else { return basic }
    var resolved = basic
    resolved.from = layer.presentationValue(for: basic.property)
    return resolved
  }

  /// Applies this animation, `elapsed` after its start, to `values`.
  func apply(at elapsed: Seconds, to values: inout PresentationValues, of layer: Layer) {
    let moment = timing.moment(at: elapsed, duration: duration)
    switch moment.phase {
    case .before where !timing.fillMode.fillsBefore, .after where !timing.fillMode.fillsAfter: return
    case .before, .active, .after: break
    }
    switch content {
    case .basic(let basic):
      apply(basic, at: moment, to: &values, of: layer)
    case .keyframes(let keyframes, let animation):
      apply(keyframes, animation, at: moment, to: &values, of: layer)
    case .group(let all):
      // The group's timing function applies to the time of all its animations.
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

  private func apply(_ basic: Basic, at moment: MediaTiming.Moment, to values: inout PresentationValues, of layer: Layer) {
    let property = basic.animation.property
    var progress = progress(at: moment)
    if let spring = basic.spring {
      progress = spring.progress(at: timing.timingFunction == nil ? moment.position : progress * duration)
    }
    let ends: (from: AnimatableValue, to: AnimatableValue)
    if let known = basic.ends {
      ends = known
    } else {
      guard let from = basic.animation.from, let to = values.value(for: property, of: layer) else { return }
      ends = (from, basic.animation.isAdditive ? to.subtracting(to) : to)
    }
    var value = ends.from.interpolated(to: ends.to, at: progress)
    if basic.animation.isCumulative { value = value.adding(timing.autoreverses ? ends.from : ends.to, times: moment.round) }
    if basic.animation.roundsToWholePoints, case .point(let point) = value {
      value = .point(x: Scalar(point.x.rounded), y: Scalar(point.y.rounded))
    }
    if basic.animation.isAdditive {
      guard let base = values.value(for: property, of: layer) else { return }
      value = base.adding(value)
    }
    values.set(property, to: value, of: layer)
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
