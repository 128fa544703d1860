public import CartoucheRaster

/// An animation of any of the four kinds.
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

/// How an animation ended.
public enum AnimationEnd: UInt8, Hashable, Sendable {
  /// It played to its end.
  case finished
  /// It was removed or replaced before its end, or its layer left the stage.
  case cancelled
}

/// Animates a property from one value to another.
///
/// | given | animates |
/// |---|---|
/// | `from`, `to` | from `from` to `to` |
/// | `from`, `by` | from `from` to `from` + `by` |
/// | `by`, `to` | from `to` − `by` to `to` |
/// | `from` | from `from` to the property's current value |
/// | `to` | from the value shown when the animation was added to `to` |
/// | `by` | from the value shown when the animation was added to that value + `by` |
/// | none | from the value shown when the animation was added to the property's current value |
///
/// The current value is read in every frame and includes the animations added before this one. To move to a
/// new value, set the property and give only `from`.
public struct BasicAnimation: Hashable, TimedAnimation {
  /// The animated property.
  public var property: AnimatableProperty
  /// The start value, the end value and their difference; see the table above.
  public var from: AnimatableValue?
  public var to: AnimatableValue?
  public var by: AnimatableValue?
  /// Whether the value is added to the property's current value instead of replacing it.
  public var isAdditive = false
  /// Whether each repetition continues from the end of the previous one: 0 to 90°, then 90° to 180°.
  ///
  /// Works for numbers, angles, points, sizes and rectangles.
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

/// A ``BasicAnimation`` whose progress follows a spring.
///
/// Without a duration, it lasts as long as the spring takes to settle. With a duration, it stops then,
/// settled or not.
public struct SpringAnimation: Hashable, TimedAnimation {
  /// The animated property and its values. The basic animation's ``BasicAnimation/timing`` is used as this
  /// animation's.
  public var basic: BasicAnimation
  /// The spring that determines the progress.
  public var spring: Spring

  public init(
    _ property: AnimatableProperty, from: AnimatableValue? = nil, to: AnimatableValue? = nil, by: AnimatableValue? = nil,
    spring: Spring = Spring(), duration: Seconds = 0
  ) {
    basic = BasicAnimation(property, from: from, to: to, by: by, duration: duration)
    self.spring = spring
  }

  /// The time that the spring takes to settle; infinite without damping.
  public var settlingDuration: Seconds { spring.settlingDuration }
  public var timing: MediaTiming {
    get { basic.timing }
    set { basic.timing = newValue }
  }
  public var animation: Animation { .spring(self) }
}

/// Animates a property through a list of values, or a layer's position along a path.
public struct KeyframeAnimation: Hashable, TimedAnimation {
  /// How values between two keyframes are computed.
  public enum CalculationMode: UInt8, Hashable, Sendable {
    /// Interpolates linearly; each step takes its own share of the time.
    case linear
    /// Jumps: each value is shown until the time of the next one.
    case discrete
    /// Interpolates linearly at constant speed; ``keyTimes`` and ``timingFunctions`` are ignored.
    case paced
    /// Follows a Catmull–Rom curve through all values; each step takes its own share of the time.
    case cubic
    /// Follows that curve at constant speed; ``keyTimes`` and ``timingFunctions`` are ignored.
    case cubicPaced
  }

  /// Whether the layer rotates to follow the direction of its path.
  public enum RotationMode: UInt8, Hashable, Sendable {
    case none
    /// The layer's +x axis points along the path. The rotation is applied before the layer's own transform.
    case auto
    /// The layer's −x axis points along the path.
    case autoReverse
  }

  /// The animated property.
  public var property: AnimatableProperty
  /// The keyframes' values, all of the same kind.
  public var values: [AnimatableValue] = []
  /// The path that the layer's ``Layer/position`` follows; takes precedence over ``values``.
  ///
  /// Each line or curve of the path is one step.
  public var path: Path?
  /// The times of the values, ascending from 0 to 1, as fractions of the duration.
  ///
  /// There must be as many as values, and one more for ``CalculationMode/discrete``. If nil or invalid, the
  /// values are evenly spaced.
  public var keyTimes: [Progress]?
  /// The timing function of each step; missing ones are linear.
  public var timingFunctions: [TimingFunction]?
  /// How values between two keyframes are computed.
  public var calculationMode = CalculationMode.linear
  /// Whether the layer rotates along ``path``.
  public var rotationMode = RotationMode.none
  /// Whether the value is added to the property's current value instead of replacing it.
  public var isAdditive = false
  /// Whether each repetition continues from the end of the previous one: 0 to 90°, then 90° to 180°.
  ///
  /// Works for numbers, angles, points, sizes and rectangles.
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

/// Several animations that share one timing.
///
/// Their times are relative to the group's begin, and they are cut off at its end. Without a duration, the
/// group lasts as long as its longest animation. Its animations are removed with it, whatever their
/// ``MediaTiming/isRemovedOnCompletion``.
public struct AnimationGroup: Hashable, TimedAnimation {
  /// The animations, whose times are relative to the group's start.
  public var animations: [Animation]
  public var timing: MediaTiming

  public init(_ animations: [Animation], duration: Seconds = 0) {
    self.animations = animations
    timing = MediaTiming(duration: duration)
  }

  public var animation: Animation { .group(self) }
}
