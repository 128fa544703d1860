public import CartoucheRaster

/// An animation of a layer: a basic, a spring or a keyframe animation, or a group of animations.
public enum Animation: Hashable, TimedAnimation {
  /// An animation from one value to another.
  case basic(BasicAnimation)
  /// An animation from one value to another whose progress follows a spring.
  case spring(SpringAnimation)
  /// An animation through a list of values or along a path.
  case keyframe(KeyframeAnimation)
  /// Several animations of one layer that share one timing.
  case group(AnimationGroup)

  /// This animation itself, as ``TimedAnimation`` requires.
  public var animation: Animation { self }

  /// The timing of the wrapped animation.
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

/// The way in which an animation ended: finished or cancelled.
///
/// A completion handler of an animation receives this value.
public enum AnimationEnd: UInt8, Hashable, Sendable {
  /// The animation played to its end.
  case finished
  /// The animation was removed or replaced before its end, or the animated layer left the stage.
  case cancelled
}

/// An animation of a layer property from one value to another.
///
/// The table shows the start value and the end value for each combination of ``from``, ``to`` and ``by``:
///
/// | given | start value | end value |
/// |---|---|---|
/// | `from`, `to` | `from` | `to` |
/// | `from`, `by` | `from` | `from` + `by` |
/// | `by`, `to` | `to` − `by` | `to` |
/// | `from` | `from` | the current value |
/// | `to` | the initial value | `to` |
/// | `by` | the initial value | the initial value + `by` |
/// | none of the three | the initial value | the current value |
///
/// If all three are given, `by` is ignored. The *initial value* is the value that the screen showed when the
/// animation was added. The *current value* is the layer's own value, changed by the animations that were
/// added before this animation. The current value is read in every frame.
///
/// To move a layer to a new value, set the property to the new value. Then add an animation that has the old
/// value as `from`, and no `to` and no `by`.
public struct BasicAnimation: Hashable, TimedAnimation {
  /// The layer property that is animated.
  public var property: AnimatableProperty
  /// The value at the start of the animation; nil if the start value is computed from other values.
  ///
  /// The table in the description of ``BasicAnimation`` shows how ``from``, ``to`` and ``by`` combine.
  public var from: AnimatableValue?
  /// The value at the end of the animation; nil if the end value is computed from other values.
  ///
  /// The table in the description of ``BasicAnimation`` shows how ``from``, ``to`` and ``by`` combine.
  public var to: AnimatableValue?
  /// The difference between the end value and the start value; nil if the difference is computed from other
  /// values.
  ///
  /// The table in the description of ``BasicAnimation`` shows how ``from``, ``to`` and ``by`` combine.
  public var by: AnimatableValue?
  /// Whether the animated value is added to the property's current value. If false, the animated value
  /// replaces the current value.
  ///
  /// The current value is the layer's own value, changed by the animations that were added before this
  /// animation. If only ``from`` is given, the end value is zero. If only ``to`` or only ``by`` is given, the
  /// start value is zero. Without any of the three, an additive animation has no effect.
  public var isAdditive = false
  /// Whether the values of each repetition are added to the end value of the previous repetition.
  ///
  /// For example, an animation from 0° to 90° goes from 90° to 180° in its second repetition. Only numbers,
  /// angles, points, sizes and rectangles accumulate. For values of other kinds, every repetition is the
  /// same.
  public var isCumulative = false
  /// Whether points are rounded to whole coordinates, before they are added if ``isAdditive`` is true.
  package var roundsToWholePoints = false
  /// The timing of the animation, such as its start, duration, speed and repetitions.
  public var timing: MediaTiming

  /// Creates an animation of `property`.
  ///
  /// The table in the description of ``BasicAnimation`` shows the effect of `from`, `to` and `by`. If
  /// `duration` is 0, the animation has the default duration; see ``MediaTiming/duration``.
  public init(
    _ property: AnimatableProperty, from: AnimatableValue? = nil, to: AnimatableValue? = nil, by: AnimatableValue? = nil,
    duration: Seconds = 0, timingFunction: TimingFunction? = nil
  ) {
    (self.property, self.from, self.to, self.by) = (property, from, to, by)
    timing = MediaTiming(duration: duration, timingFunction: timingFunction)
  }

  /// This animation wrapped in the enumeration ``Animation``, as the case ``Animation/basic(_:)``.
  public var animation: Animation { .basic(self) }
}

/// An animation from one value to another whose progress follows a spring.
///
/// If ``MediaTiming/duration`` is 0, the animation lasts for ``settlingDuration``. With another duration, the
/// animation ends after that duration, even if the spring is still moving.
public struct SpringAnimation: Hashable, TimedAnimation {
  /// The basic animation that defines the animated property, the start value and the end value.
  ///
  /// The ``BasicAnimation/timing`` of the basic animation is also the timing of the spring animation.
  public var basic: BasicAnimation
  /// The spring that determines the animation's progress over time.
  public var spring: Spring

  /// Creates an animation of `property` that follows `spring`.
  ///
  /// The table in the description of ``BasicAnimation`` shows the effect of `from`, `to` and `by`. If
  /// `duration` is 0, the animation lasts until the spring has settled.
  public init(
    _ property: AnimatableProperty, from: AnimatableValue? = nil, to: AnimatableValue? = nil, by: AnimatableValue? = nil,
    spring: Spring = Spring(), duration: Seconds = 0
  ) {
    basic = BasicAnimation(property, from: from, to: to, by: by, duration: duration)
    self.spring = spring
  }

  /// The time that the spring takes to settle, in seconds; see ``Spring/settlingDuration``.
  ///
  /// The time is infinite for a spring without damping.
  public var settlingDuration: Seconds { spring.settlingDuration }
  /// The timing of the animation, such as its start, duration, speed and repetitions.
  public var timing: MediaTiming {
    get { basic.timing }
    set { basic.timing = newValue }
  }
  /// This animation wrapped in the enumeration ``Animation``, as the case ``Animation/spring(_:)``.
  public var animation: Animation { .spring(self) }
}

/// An animation of a layer property through a list of values, or of a layer's position along a path.
public struct KeyframeAnimation: Hashable, TimedAnimation {
  /// A method for computing the values between two keyframes: linear, discrete, paced or cubic.
  public enum CalculationMode: UInt8, Hashable, Sendable {
    /// The value changes linearly between two keyframes.
    ///
    /// The keyframes are reached at the times in ``KeyframeAnimation/keyTimes``.
    case linear
    /// The value jumps from keyframe to keyframe. Each keyframe's value is shown until the next keyframe's
    /// time.
    case discrete
    /// The value changes linearly between two keyframes. The speed is the same between all keyframes.
    ///
    /// ``KeyframeAnimation/keyTimes`` and ``KeyframeAnimation/timingFunctions`` are ignored.
    case paced
    /// The value follows a Catmull–Rom curve through all keyframes.
    ///
    /// The keyframes are reached at the times in ``KeyframeAnimation/keyTimes``.
    case cubic
    /// The value follows a Catmull–Rom curve through all keyframes. The speed is the same on the whole curve.
    ///
    /// ``KeyframeAnimation/keyTimes`` and ``KeyframeAnimation/timingFunctions`` are ignored.
    case cubicPaced
  }

  /// A choice of rotation for a layer that moves along a path: none, facing forward, or facing backward.
  public enum RotationMode: UInt8, Hashable, Sendable {
    /// The layer does not rotate with the path.
    case none
    /// The layer's +x axis points in the direction of movement along the path.
    ///
    /// This rotation is applied first, and the layer's own ``Layer/transform`` is applied to the result.
    case auto
    /// The layer's −x axis points in the direction of movement along the path.
    ///
    /// This rotation is applied first, and the layer's own ``Layer/transform`` is applied to the result.
    case autoReverse
  }

  /// The layer property that is animated.
  public var property: AnimatableProperty
  /// The values of the keyframes, all of the same kind, such as numbers or colors.
  public var values: [AnimatableValue] = []
  /// The path that the layer's ``Layer/position`` follows; nil if the animation uses ``values``.
  ///
  /// If the path is not nil, ``values`` are ignored. Each line and each curve of the path is one step of the
  /// animation. The keyframes are the start point of the first step and the end points of all steps.
  public var path: Path?
  /// The times of the keyframes as fractions of the duration.
  ///
  /// The list has one time for each keyframe. The first time is 0, the last time is 1, and no time is less
  /// than the time before it. Along a ``path``, the keyframes are the start point of the first step and the
  /// end points of all steps.
  ///
  /// With ``CalculationMode/discrete``, the list has one more time: the end of the last keyframe. If the
  /// animation uses ``values``, this additional time may be omitted.
  ///
  /// If the list is nil or breaks these rules, the keyframes are evenly spaced in time.
  public var keyTimes: [Progress]?
  /// The timing function of each step from one keyframe to the next, in the order of the steps.
  ///
  /// Steps without a timing function in the list are linear.
  public var timingFunctions: [TimingFunction]?
  /// The method for computing the values between two keyframes.
  public var calculationMode = CalculationMode.linear
  /// The rotation of the layer while it moves along ``path``.
  public var rotationMode = RotationMode.none
  /// Whether the animated value is added to the property's current value. If false, the animated value
  /// replaces the current value.
  ///
  /// The current value is the layer's own value, changed by the animations that were added before this
  /// animation.
  public var isAdditive = false
  /// Whether the values of each repetition are added to the end value of the previous repetition.
  ///
  /// For example, an animation from 0° to 90° goes from 90° to 180° in its second repetition. Only numbers,
  /// angles, points, sizes and rectangles accumulate. For values of other kinds, every repetition is the
  /// same.
  public var isCumulative = false
  /// The timing of the animation, such as its start, duration, speed and repetitions.
  public var timing: MediaTiming

  /// Creates an animation of `property` through `values`.
  ///
  /// If `keyTimes` is nil, the values are evenly spaced in time. If `duration` is 0, the animation has the
  /// default duration; see ``MediaTiming/duration``.
  public init(
    _ property: AnimatableProperty, values: [AnimatableValue], keyTimes: [Progress]? = nil, duration: Seconds = 0,
    mode: CalculationMode = .linear
  ) {
    (self.property, self.values, self.keyTimes, calculationMode) = (property, values, keyTimes, mode)
    timing = MediaTiming(duration: duration)
  }

  /// Creates an animation that moves a layer's ``Layer/position`` along `path`.
  ///
  /// By default, the layer moves at constant speed and does not rotate. If `duration` is 0, the animation has
  /// the default duration; see ``MediaTiming/duration``.
  public init(
    along path: Path, duration: Seconds = 0, mode: CalculationMode = .paced, rotationMode: RotationMode = .none
  ) {
    (property, self.path, calculationMode, self.rotationMode) = (.position, path, mode, rotationMode)
    timing = MediaTiming(duration: duration)
  }

  /// This animation wrapped in the enumeration ``Animation``, as the case ``Animation/keyframe(_:)``.
  public var animation: Animation { .keyframe(self) }
}

/// A group of animations of one layer that share one timing.
///
/// The begin times of the animations in the group are relative to the start of the group. When the group
/// ends, all its animations end, even those with time left. If the group's ``MediaTiming/duration`` is 0, the
/// group lasts until the last of its animations ends. The animations are removed together with the group.
/// Their ``MediaTiming/isRemovedOnCompletion`` has no effect.
public struct AnimationGroup: Hashable, TimedAnimation {
  /// The animations of the group.
  ///
  /// The begin times of these animations are relative to the start of the group.
  public var animations: [Animation]
  /// The timing of the group, such as its start, duration, speed and repetitions.
  public var timing: MediaTiming

  /// Creates a group of `animations`.
  ///
  /// If `duration` is 0, the group lasts until the last of the animations ends.
  public init(_ animations: [Animation], duration: Seconds = 0) {
    self.animations = animations
    timing = MediaTiming(duration: duration)
  }

  /// This group wrapped in the enumeration ``Animation``, as the case ``Animation/group(_:)``.
  public var animation: Animation { .group(self) }
}
