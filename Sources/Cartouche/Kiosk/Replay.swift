/// The settings of a replay, which is a run of a kiosk on a virtual clock. A replay plays recorded touches,
/// or has no touches.
///
/// Each turn of the run loop advances the virtual clock by one refresh: that of the board's display mode, or
/// 1/60 s. The real duration of the turn does not matter, so the frames do not depend on the machine's speed.
/// Work on other threads does take real time. Announce it with ``Kiosk/announce(_:)`` or
/// ``Kiosk/beginWork()``, so that the clock stands still until its result has arrived.
public struct Replay: Sendable {
  /// The conditions that can end a replay.
  public enum End: Hashable, Sendable {
    /// The replay ends at the first frame at which all recorded touches are played, no posted or announced
    /// work waits, and nothing moves.
    ///
    /// A task that sleeps on ``Kiosk/clock`` without being announced does not delay the end.
    case settled
    /// The replay ends at the last tick of the virtual clock that is at or before this time.
    case at(Timestamp)
  }

  /// The recorded touches to play. With nil, the replay has no touches.
  ///
  /// Touch positions are scaled so that the whole recorded touch panel corresponds to the whole screen.
  public var recording: TouchRecording?
  /// The condition that ends the replay.
  public var end: End
  /// Whether a kiosk that runs in real time continues to run after the replay has ended.
  ///
  /// The kiosk then runs until ``Kiosk/stop()`` is called or a signal arrives. The kiosk reads live touches
  /// only if ``recording`` is nil. A kiosk with a headless display continues after the replay only if
  /// ``Kiosk/runsInRealTime`` is true.
  public var continuesLive = false

  /// The real time that a run waits for announced work, in seconds. The default is 60.
  ///
  /// The virtual clock stands still meanwhile. See ``Kiosk/beginWork()``.
  public var workTimeout: Seconds = 60

  /// Creates a replay of recorded touches. If `recording` is nil, the replay has no touches.
  ///
  /// - Parameters:
  ///   - recording: The recorded touches to play.
  ///   - end: The condition that ends the replay.
  public init(recording: TouchRecording? = nil, end: End = .settled) {
    self.recording = recording
    self.end = end
  }
}
