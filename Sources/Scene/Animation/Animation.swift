public import CartoucheRaster

/// An animation of one of the four kinds.
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

/// How an animation came to its end.
public enum AnimationEnd: UInt8, Hashable, Sendable {
  /// It played to its end.
  case finished
  /// It was taken off before, replaced under its key, or its layer left the stage.
  case cancelled
}

/// Animates a property from one value to another.
///
/// | given | goes |
/// |---|---|
/// | `from`, `to` | from the one to the other |
/// | `from`, `by` | from `from` to `from` + `by` |
/// | `by`, `to` | from `to` − `by` to `to` |
/// | `from` | from it to what the property is |
/// | `to` | from what was shown when it was added to `to` |
/// | `by` | from what was shown when it was added to that + `by` |
/// | none | from what was shown when it was added to what the property is |
///
/// What the property *is* counts at every moment, the animations added before this one included; to go to a new value, set the property and give `from`.
public struct BasicAnimation: Hashable, TimedAnimation {
  public var property: AnimatableProperty
  public var from: AnimatableValue?
  public var to: AnimatableValue?
  public var by: AnimatableValue?
  /// Whether its value is added to what the property is, rather than taking its place.
  public var isAdditive = false
  /// Whether the value at the end of each round is added to those of the next: 0 to 90°, then 90° to 180°. Numbers, angles, points, sizes and rectangles alone.
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

/// A ``BasicAnimation`` whose pace is that of a spring.
///
/// Without a duration it takes as long as the spring needs to settle; with one it stops there, settled or not.
public struct SpringAnimation: Hashable, TimedAnimation {
  /// What is animated, between which values; its ``BasicAnimation/timing`` is the spring animation's.
  public var basic: BasicAnimation
  public var spring: Spring

  public init(
    _ property: AnimatableProperty, from: AnimatableValue? = nil, to: AnimatableValue? = nil, by: AnimatableValue? = nil,
    spring: Spring = Spring(), duration: Seconds = 0
  ) {
    basic = BasicAnimation(property, from: from, to: to, by: by, duration: duration)
    self.spring = spring
  }

  public var settlingDuration: Seconds { spring.settlingDuration }
  public var timing: MediaTiming {
    get { basic.timing }
    set { basic.timing = newValue }
  }
  public var animation: Animation { .spring(self) }
}

/// Animates a property through several values, or a layer's position along a path.
public struct KeyframeAnimation: Hashable, TimedAnimation {
  /// How it gets from one value to the next.
  public enum CalculationMode: UInt8, Hashable, Sendable {
    /// Straight, each step in its time.
    case linear
    /// It jumps: each value is held until the next one's time.
    case discrete
    /// Straight, at an even speed over all; ``keyTimes`` and ``timingFunctions`` are passed over.
    case paced
    /// On a smooth curve through all values (Catmull and Rom's), each step in its time.
    case cubic
    /// On that curve, at an even speed over all.
    case cubicPaced
  }

  /// Whether the layer turns with the path it is led along.
  public enum RotationMode: UInt8, Hashable, Sendable {
    case none
    /// +x points along the path. The turn is done before the layer's own transform.
    case auto
    /// −x points along the path.
    case autoReverse
  }

  public var property: AnimatableProperty
  public var values: [AnimatableValue] = []
  /// Where the layer's ``Layer/position`` goes; goes before ``values``. Each line and curve of it is one step.
  public var path: Path?
  /// When each value is reached, from 0 to 1, ascending; as many as there are values, for ``CalculationMode/discrete`` one more. Evenly spread if nil or otherwise.
  public var keyTimes: [Progress]?
  /// One for each step; linear where there are too few.
  public var timingFunctions: [TimingFunction]?
  public var calculationMode = CalculationMode.linear
  public var rotationMode = RotationMode.none
  public var isAdditive = false
  /// Whether the value at the end of each round is added to those of the next: 0 to 90°, then 90° to 180°. Numbers, angles, points, sizes and rectangles alone.
  public var isCumulative = false
  public var timing: MediaTiming

  public init(
    _ property: AnimatableProperty, values: [AnimatableValue], keyTimes: [Progress]? = nil, duration: Seconds = 0,
    mode: CalculationMode = .linear
  ) {
    (self.property, self.values, self.keyTimes, calculationMode) = (property, values, keyTimes, mode)
    timing = MediaTiming(duration: duration)
  }

  /// An animation of the layer's position along `path`.
  public init(
    along path: Path, duration: Seconds = 0, mode: CalculationMode = .paced, rotationMode: RotationMode = .none
  ) {
    (property, self.path, calculationMode, self.rotationMode) = (.position, path, mode, rotationMode)
    timing = MediaTiming(duration: duration)
  }

  public var animation: Animation { .keyframe(self) }
}

/// Several animations with one time: theirs begin with the group's, and are cut off where it ends.
///
/// Without a duration it takes as long as the longest of them. Whether they are removed on completion does not matter; they go with the group.
public struct AnimationGroup: Hashable, TimedAnimation {
  public var animations: [Animation]
  public var timing: MediaTiming

  public init(_ animations: [Animation], duration: Seconds = 0) {
    self.animations = animations
    timing = MediaTiming(duration: duration)
  }

  public var animation: Animation { .group(self) }
}
