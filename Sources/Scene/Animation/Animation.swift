public import CartoucheRaster

/// An animation of a layer: a basic, a spring or a keyframe animation, or a group of animations.
public enum Animation: Hashable, TimedAnimation {
  case basic(BasicAnimation)
  case spring(SpringAnimation)
  case keyframe(KeyframeAnimation)
  case group(AnimationGroup)

  public var animation: Animation { self }

  public var timing: MediaTiming {
    get {
      switch self {
      case .basic(let animation): animation.timing
      case .spring(let animation): animation.timing
      case .keyframe(let animation): animation.timing
      case .group(let animation): animation.timing
      }
    }
    set {
      switch self {
      case .basic(var animation):
        animation.timing = newValue
        self = .basic(animation)
      case .spring(var animation):
        animation.timing = newValue
        self = .spring(animation)
      case .keyframe(var animation):
        animation.timing = newValue
        self = .keyframe(animation)
      case .group(var animation):
        animation.timing = newValue
        self = .group(animation)
      }
    }
  }
}

/// The way in which an animation ended.
///
/// This value is passed to the completion handler of the animation.
public enum AnimationEnd: UInt8, Hashable, Sendable {
  /// The animation played to its end.
  case finished
  /// The animation was removed or replaced before its end, or its layer left the stage.
  case cancelled
}

/// Animates a property of a layer from one value to another.
///
/// | given | animates |
/// |---|---|
/// | `from`, `to` | from `from` to `to` |
/// | `from`, `by` | from `from` to `from` + `by` |
/// | `by`, `to` | from `to` − `by` to `to` |
/// | `from` | from `from` to the property's current value |
/// | `to` | from the value shown when the animation was added to `to` |
/// | `by` | from the value shown when the animation was added to that value + `by` |
/// | none of the three | from the value shown when the animation was added to the property's current value |
///
/// The property's current value is read in every frame. This value includes the effect of animations that
/// were added before this animation. To move a layer to a new value, set the property to that value, and give
/// only `from`.
public struct BasicAnimation: Hashable, TimedAnimation {
  /// The property of the layer that the animation changes.
  public var property: AnimatableProperty
  /// The value at the start of the animation; nil if other values determine the start.
  ///
  /// The table in the description of ``BasicAnimation`` says how the start, the end and the difference
  /// combine.
  public var from: AnimatableValue?
  /// The value at the end of the animation; nil if other values determine the end.
  public var to: AnimatableValue?
  /// The difference between the end value and the start value of the animation; nil if it is not given.
  public var by: AnimatableValue?
  /// Whether the animated value is added to the property's current value instead of replacing the current
  /// value.
  public var isAdditive = false
  /// Whether each repetition continues from the end value of the previous repetition: 0 to 90°, then 90° to
  /// 180°.
  ///
  /// A cumulative animation works for numbers, angles, points, sizes and rectangles.
  public var isCumulative = false
  public var timing: MediaTiming

  public init(
    _ property: AnimatableProperty, from: AnimatableValue? = nil, to: AnimatableValue? = nil, by: AnimatableValue? = nil,
    duration: Seconds = 0, timingFunction: TimingFunction? = nil
  ) {
    (self.property, self.from, self.to, self.by) = (property, from, to, by)
    timing = MediaTiming(duration: duration, timingFunction: timingFunction)
  }

  public var animation: Animation { .basic(self) }
}

/// An animation from one value to another whose progress follows a spring.
///
/// Without a duration, the animation lasts as long as the spring takes to settle. With a duration, the
/// animation stops at its end, even if the spring has not settled.
public struct SpringAnimation: Hashable, TimedAnimation {
  /// The animated property and its values.
  ///
  /// The ``BasicAnimation/timing`` of the basic animation is the timing of the spring animation.
  public var basic: BasicAnimation
  /// The spring that determines the animation's progress over time.
  public var spring: Spring

  public init(
    _ property: AnimatableProperty, from: AnimatableValue? = nil, to: AnimatableValue? = nil, by: AnimatableValue? = nil,
    spring: Spring = Spring(), duration: Seconds = 0
  ) {
    basic = BasicAnimation(property, from: from, to: to, by: by, duration: duration)
    self.spring = spring
  }

  /// The time that the spring takes to settle; infinite for a spring without damping.
  public var settlingDuration: Seconds { spring.settlingDuration }
  public var timing: MediaTiming {
    get { basic.timing }
    set { basic.timing = newValue }
  }
  public var animation: Animation { .spring(self) }
}

/// Animates a property of a layer through a list of values, or the layer's position along a path.
public struct KeyframeAnimation: Hashable, TimedAnimation {
  /// How a keyframe animation computes the values between two keyframes.
  public enum CalculationMode: UInt8, Hashable, Sendable {
    /// The value changes linearly between two keyframes. Each step takes the time given by ``keyTimes``.
    case linear
    /// The value jumps: each keyframe's value is shown until the time of the next keyframe.
    case discrete
    /// The value changes linearly between two keyframes, at constant speed through the whole animation.
    ///
    /// ``keyTimes`` and ``timingFunctions`` are ignored.
    case paced
    /// The value follows a Catmull–Rom curve through all keyframes. Each step takes the time given by
    /// ``keyTimes``.
    case cubic
    /// The value follows a Catmull–Rom curve through all keyframes, at constant speed through the whole
    /// animation.
    ///
    /// ``keyTimes`` and ``timingFunctions`` are ignored.
    case cubicPaced
  }

  /// Whether a layer that moves along a path rotates to follow the path's direction.
  public enum RotationMode: UInt8, Hashable, Sendable {
    case none
    /// The layer's +x axis points along the path. The rotation is applied before the layer's own transform.
    case auto
    /// The layer's −x axis points along the path. The rotation is applied before the layer's own transform.
    case autoReverse
  }

  /// The property of the layer that the animation changes.
  public var property: AnimatableProperty
  /// The values of the keyframes, all of the same kind.
  public var values: [AnimatableValue] = []
  /// The path that the layer's ``Layer/position`` follows; nil for an animation through ``values``.
  ///
  /// If the path is not nil, ``values`` are ignored. Each line or curve of the path is one step of the
  /// animation.
  public var path: Path?
  /// The times of the keyframes as fractions of the duration, ascending from 0 to 1.
  ///
  /// There must be one time for each keyframe. Of a ``path``, the keyframes are the start point and the end
  /// point of each step. For ``CalculationMode/discrete``, there must be one more time, which is the end of
  /// the last keyframe. If the times are nil or invalid, the keyframes are evenly spaced.
  public var keyTimes: [Progress]?
  /// The timing function of each step between two keyframes; a step without a timing function is linear.
  public var timingFunctions: [TimingFunction]?
  /// How the values between two keyframes are computed.
  public var calculationMode = CalculationMode.linear
  /// Whether the layer rotates to follow the direction of ``path``.
  public var rotationMode = RotationMode.none
  /// Whether the animated value is added to the property's current value instead of replacing the current
  /// value.
  public var isAdditive = false
  /// Whether each repetition continues from the end value of the previous repetition: 0 to 90°, then 90° to
  /// 180°.
  ///
  /// A cumulative animation works for numbers, angles, points, sizes and rectangles.
  public var isCumulative = false
  public var timing: MediaTiming

  public init(
    _ property: AnimatableProperty, values: [AnimatableValue], keyTimes: [Progress]? = nil, duration: Seconds = 0,
    mode: CalculationMode = .linear
  ) {
    (self.property, self.values, self.keyTimes, calculationMode) = (property, values, keyTimes, mode)
    timing = MediaTiming(duration: duration)
  }

  /// Creates an animation that moves the layer's position along `path`.
  public init(
    along path: Path, duration: Seconds = 0, mode: CalculationMode = .paced, rotationMode: RotationMode = .none
  ) {
    (property, self.path, calculationMode, self.rotationMode) = (.position, path, mode, rotationMode)
    timing = MediaTiming(duration: duration)
  }

  public var animation: Animation { .keyframe(self) }
}

/// Several animations of one layer that share one timing.
///
/// The times of the group's animations are relative to the begin of the group. The animations are cut off at
/// the end of the group. Without a duration, the group lasts as long as its longest animation. When the group
/// is removed, its animations are removed too, whatever their ``MediaTiming/isRemovedOnCompletion``.
public struct AnimationGroup: Hashable, TimedAnimation {
  /// The animations of the group, whose times are relative to the begin of the group.
  public var animations: [Animation]
  public var timing: MediaTiming

  public init(_ animations: [Animation], duration: Seconds = 0) {
    self.animations = animations
    timing = MediaTiming(duration: duration)
  }

  public var animation: Animation { .group(self) }
}
