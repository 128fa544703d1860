public import CartoucheRaster

/// A set of timing values of an animation, such as its start and duration: Core Animation's `CAMediaTiming`.
///
/// The diagram shows an animation that plays twice after a delay:
///
///     added      start                                    end
///       │─ delay ─│▓▓▓▓▓▓▓▓ duration ▓▓▓▓▓▓▓▓│▓▓▓▓▓▓▓▓▓▓▓▓▓▓│
///     backwards ◀─┘      repeatCount: 2, or repeatDuration   └─▶ forwards
///
/// The fill modes ``FillMode/backwards`` and ``FillMode/forwards`` determine the values before the start and
/// after the end.
public struct MediaTiming: Hashable, Sendable {
  /// A rule for the values that an animation shows before its start and after its end.
  public enum FillMode: UInt8, Hashable, Sendable {
    /// The animation has no effect before its start or after its end. The layer then shows its own value.
    case removed
    /// After its end, the animation shows its last value until the animation is removed.
    case forwards
    /// Before its start, the animation shows its first value.
    case backwards
    /// Before its start, the animation shows its first value. After its end, the animation shows its last
    /// value.
    case both

    var fillsBefore: Bool { self == .backwards || self == .both }
    var fillsAfter: Bool { self == .forwards || self == .both }
  }

  /// The time on the layer's clock at which the animation starts, in seconds, not counting the ``delay``.
  ///
  /// At 0, the animation starts in the first frame after the animation was added. In a group, the begin time
  /// is relative to the start of the group, and 0 is the start of the group.
  ///
  /// The layer's clock normally shows ``Stage/currentTime``. If ``Layer/speed`` of the layer or of a
  /// superlayer was changed, for example, the layer's clock shows another time.
  public var beginTime: Seconds = 0
  /// The delay of the animation's start after ``beginTime``, in seconds.
  public var delay: Seconds = 0
  /// The duration of one repetition in one direction, in seconds; 0 for the default duration.
  ///
  /// For a spring animation, the default is the time that the spring takes to settle. For a group, the
  /// default is the latest end of the group's animations. For other animations, the default is the duration
  /// of the transaction that is open when the animation is added. If no transaction is open, or if its
  /// duration is 0, the default is 0.25 s.
  public var duration: Seconds = 0
  /// The playback speed of the animation, as a multiple of the normal speed.
  ///
  /// At 2, the animation plays twice as fast. At 0, the animation is frozen at ``timeOffset``. At a negative
  /// speed, the animation plays backward. An animation that repeats endlessly plays forward even then.
  public var speed: Scalar = 1
  /// The offset into the animation at which playback starts, in seconds.
  ///
  /// At a positive speed, playback continues from here to the end of the animation. Then the skipped
  /// beginning plays, up to the offset.
  public var timeOffset: Seconds = 0
  /// The number of times that the animation plays, such as 2 or 1.5.
  ///
  /// At 0, the animation plays once. At `.infinity`, the animation plays until it is removed.
  public var repeatCount: Scalar = 0
  /// The total duration of all repetitions, in seconds; 0 to use ``repeatCount``.
  ///
  /// If the duration is not 0, ``repeatCount`` is ignored. The duration is given for the normal ``speed``, 1.
  /// At the speed 2, the repetitions take half of this duration.
  public var repeatDuration: Seconds = 0
  /// Whether each repetition plays the animation forward and then backward.
  ///
  /// Such a repetition takes twice the ``duration``.
  public var autoreverses = false
  /// The rule for the values that the animation shows before its start and after its end.
  public var fillMode = FillMode.removed
  /// Whether the animation is removed from the layer when the animation ends.
  ///
  /// If false, the animation stays on the layer after its end. ``fillMode`` then determines the values that
  /// the animation shows.
  public var isRemovedOnCompletion = true
  /// The pacing of the animation over each ``duration``; nil for ``TimingFunction/linear``.
  public var timingFunction: TimingFunction?

  /// Creates a timing with the given duration, delay and timing function.
  ///
  /// All other properties have their default values.
  public init(duration: Seconds = 0, delay: Seconds = 0, timingFunction: TimingFunction? = nil) {
    (self.duration, self.delay, self.timingFunction) = (duration, delay, timingFunction)
  }
}

extension MediaTiming {
  /// The state of an animation at one time.
  struct Moment: Hashable {
    enum Phase: UInt8 { case before, active, after }
    var phase: Phase
    /// The position within ``MediaTiming/duration``.
    ///
    /// On the way back of an autoreversing animation, the position decreases.
    var position: Seconds
    /// The number of completed repetitions.
    var round: Int
  }

  /// Returns the playing time of all repetitions on the animation's own clock, before ``speed`` is applied.
  ///
  /// - Parameter duration: The length of one repetition, > 0.
  func activeDuration(_ duration: Seconds) -> Seconds {
    if repeatDuration > 0 { return repeatDuration }
    let cycle = autoreverses ? duration * 2 : duration
    if repeatCount <= 0 { return cycle }
    return repeatCount == .infinity ? .infinity : cycle * Seconds(rounding: repeatCount)
  }

  /// Returns the time from begin to end on the parent's clock; infinite if the animation is frozen or
  /// endless.
  func length(_ duration: Seconds) -> Seconds {
    let active = activeDuration(duration)
    guard speed != 0, active != .infinity else { return .infinity }
    return speed == 1 ? active : active / Seconds(rounding: speed.magnitude)
  }

  /// Returns the state of the animation `elapsed` after its start.
  func moment(at elapsed: Seconds, duration: Seconds) -> Moment {
    let active = activeDuration(duration)
    if speed == 0 { return moment(timeOffset, phase: .active, duration: duration) }
    let pace = Seconds(rounding: speed.magnitude)
    var local = pace == 1 ? elapsed : elapsed * pace
    let phase: Moment.Phase = elapsed < 0 ? .before : active != .infinity && elapsed >= length(duration) ? .after : .active
    if phase == .before { local = 0 }
    if phase == .after { local = active }
    // An endless animation has no end to play backward from.
    if speed < 0 && active != .infinity { local = active - local }
    return moment(local + timeOffset, phase: phase, duration: duration)
  }

  private func moment(_ local: Seconds, phase: Moment.Phase, duration: Seconds) -> Moment {
    guard duration > 0 else { return Moment(phase: phase, position: 0, round: 0) }
    let cycle = autoreverses ? duration * 2 : duration
    let raw = max(local.rawValue, 0)
    var round = raw / cycle.rawValue
    var position = Seconds(rawValue: raw % cycle.rawValue)
    // Where the animation stops, it shows the end of a repetition, not the start of one that is not played.
    let isStop = phase == .after ? speed > 0 : speed <= 0
    if isStop && position == 0 && round > 0 {
      round -= 1
      position = cycle
    }
    if position > duration { position = cycle - position }
    return Moment(phase: phase, position: position, round: Int(clamping: round))
  }
}

/// The protocol of all animations with a ``MediaTiming``: basic, spring and keyframe animations, and groups.
///
/// The properties of the timing, such as its duration, are also properties of the animation itself.
public protocol TimedAnimation: Sendable {
  /// The timing of the animation, such as its start, duration, speed and repetitions.
  var timing: MediaTiming { get set }
  /// The animation wrapped in ``Animation``, the enumeration of all kinds of animation.
  var animation: Animation { get }
}

extension TimedAnimation {
  /// The animation's ``MediaTiming/beginTime``.
  public var beginTime: Seconds {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// The animation's ``MediaTiming/delay``.
  public var delay: Seconds {
    get { timing.delay }
    set { timing.delay = newValue }
  }
  /// The animation's ``MediaTiming/duration``.
  public var duration: Seconds {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// The animation's ``MediaTiming/speed``.
  public var speed: Scalar {
    get { timing.speed }
    set { timing.speed = newValue }
  }
  /// The animation's ``MediaTiming/timeOffset``.
  public var timeOffset: Seconds {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  /// The animation's ``MediaTiming/repeatCount``.
  public var repeatCount: Scalar {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }
  /// The animation's ``MediaTiming/repeatDuration``.
  public var repeatDuration: Seconds {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  /// The animation's ``MediaTiming/autoreverses``.
  public var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// The animation's ``MediaTiming/fillMode``.
  public var fillMode: MediaTiming.FillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
  /// The animation's ``MediaTiming/isRemovedOnCompletion``.
  public var isRemovedOnCompletion: Bool {
    get { timing.isRemovedOnCompletion }
    set { timing.isRemovedOnCompletion = newValue }
  }
  /// The animation's ``MediaTiming/timingFunction``.
  public var timingFunction: TimingFunction? {
    get { timing.timingFunction }
    set { timing.timingFunction = newValue }
  }
}
