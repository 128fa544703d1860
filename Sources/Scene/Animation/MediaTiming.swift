public import CartoucheRaster

/// When an animation plays, how fast and how often: Core Animation's `CAMediaTiming`.
///
///     added      begin                                    end
///       │─ delay ─│▓▓▓▓▓▓▓▓ duration ▓▓▓▓▓▓▓▓│▓▓▓▓▓▓▓▓▓▓▓▓▓▓│
///     backwards ◀─┘      repeatCount: 2, or repeatDuration   └─▶ forwards
public struct MediaTiming: Hashable, Sendable {
  /// What an animation shows before it begins and after it has ended.
  public enum FillMode: UInt8, Hashable, Sendable {
    /// Nothing: the layer as it is.
    case removed
    /// After its end, its last value; only while it is not removed.
    case forwards
    /// Before its begin, its first value.
    case backwards
    case both

    var fillsBefore: Bool { self == .backwards || self == .both }
    var fillsAfter: Bool { self == .forwards || self == .both }
  }

  /// When it begins, in the layer's time (``Stage/currentTime``); 0, in the next frame. In a group, in the group's time, from 0.
  public var beginTime: Seconds = 0
  /// How long after ``beginTime`` it begins.
  public var delay: Seconds = 0
  /// How long once through takes. 0: the spring's or the group's own length, the transaction's duration, or a quarter of a second.
  public var duration: Seconds = 0
  /// 2 plays twice as fast; 0 stands still at ``timeOffset``; negative plays from the end to the begin.
  public var speed: Scalar = 1
  /// Where in its way it begins; what is left out so comes after the rest.
  public var timeOffset: Seconds = 0
  /// How many times it plays, not only whole ones; `.infinity` until it is removed. 0 is once.
  public var repeatCount: Scalar = 0
  /// For how long it plays over and over; goes before ``repeatCount`` where it is not 0.
  public var repeatDuration: Seconds = 0
  /// Whether it goes back the way it came; there and back is one time.
  public var autoreverses = false
  public var fillMode = FillMode.removed
  /// Whether it is taken off the layer when it has ended. Where not, it stays and ``fillMode`` tells what it shows.
  public var isRemovedOnCompletion = true
  /// How its pace changes over ``duration``; nil is ``TimingFunction/linear``.
  public var timingFunction: TimingFunction?

  public init(duration: Seconds = 0, delay: Seconds = 0, timingFunction: TimingFunction? = nil) {
    (self.duration, self.delay, self.timingFunction) = (duration, delay, timingFunction)
  }
}

extension MediaTiming {
  /// Where an animation is at some time.
  struct Moment: Hashable {
    enum Phase: UInt8 { case before, active, after }
    var phase: Phase
    /// How far into ``MediaTiming/duration``, ways back already turned round.
    var position: Seconds
    /// How many times it has been through.
    var round: Int
  }

  /// How long it plays in its own time, before ``speed``.
  ///
  /// - Parameter duration: of once through, > 0.
  func activeDuration(_ duration: Seconds) -> Seconds {
    if repeatDuration > 0 { return repeatDuration }
    let cycle = autoreverses ? duration * 2 : duration
    if repeatCount <= 0 { return cycle }
    return repeatCount == .infinity ? .infinity : cycle * Seconds(rounding: repeatCount)
  }

  /// How long it is from begin to end on the clock of what it is added to; for ever where it stands still.
  func length(_ duration: Seconds) -> Seconds {
    let active = activeDuration(duration)
    guard speed != 0, active != .infinity else { return .infinity }
    return speed == 1 ? active : active / Seconds(rounding: speed.magnitude)
  }

  /// Where the animation is `elapsed` after its begin.
  func moment(at elapsed: Seconds, duration: Seconds) -> Moment {
    let active = activeDuration(duration)
    if speed == 0 { return place(timeOffset, phase: .active, duration: duration) }
    let pace = Seconds(rounding: speed.magnitude)
    var local = pace == 1 ? elapsed : elapsed * pace
    let phase: Moment.Phase = elapsed < 0 ? .before : active != .infinity && elapsed >= length(duration) ? .after : .active
    if phase == .before { local = 0 }
    if phase == .after { local = active }
    // Without an end there is none to come from.
    if speed < 0 && active != .infinity { local = active - local }
    return place(local + timeOffset, phase: phase, duration: duration)
  }

  private func place(_ local: Seconds, phase: Moment.Phase, duration: Seconds) -> Moment {
    guard duration > 0 else { return Moment(phase: phase, position: 0, round: 0) }
    let cycle = autoreverses ? duration * 2 : duration
    let raw = max(local.rawValue, 0)
    var round = raw / cycle.rawValue
    var position = Seconds(rawValue: raw % cycle.rawValue)
    // Where it stops it is at its end, not at the begin of a round that is not played.
    let isStop = phase == .after ? speed > 0 : speed <= 0
    if isStop && position == 0 && round > 0 {
      round -= 1
      position = cycle
    }
    if position > duration { position = cycle - position }
    return Moment(phase: phase, position: position, round: Int(clamping: round))
  }
}

/// What plays by a ``MediaTiming``; its properties are the animation's own.
public protocol TimedAnimation: Sendable {
  var timing: MediaTiming { get set }
  /// The animation as one of the four kinds.
  var animation: Animation { get }
}

extension TimedAnimation {
  public var beginTime: Seconds {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  public var delay: Seconds {
    get { timing.delay }
    set { timing.delay = newValue }
  }
  public var duration: Seconds {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  public var speed: Scalar {
    get { timing.speed }
    set { timing.speed = newValue }
  }
  public var timeOffset: Seconds {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  public var repeatCount: Scalar {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }
  public var repeatDuration: Seconds {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  public var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  public var fillMode: MediaTiming.FillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
  public var isRemovedOnCompletion: Bool {
    get { timing.isRemovedOnCompletion }
    set { timing.isRemovedOnCompletion = newValue }
  }
  public var timingFunction: TimingFunction? {
    get { timing.timingFunction }
    set { timing.timingFunction = newValue }
  }
}
