/// The settings of a replay, which is a run of a kiosk on a virtual clock. A replay plays recorded touches,
/// or has no touches.
///
/// Each turn of the run loop advances the virtual clock by one refresh: that of the board's display mode, or
/// 1/60 s. The real duration of
/// the turn does not matter, so the frames do not depend on the machine's speed.
public struct Replay: Sendable {
  /// The conditions that can end a replay.
  public enum End: Hashable, Sendable {
    /// The replay ends at the first frame at which all recorded touches are played, no posted work waits and
    /// nothing moves.
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
  /// Whether a kiosk with a live display continues to run after the replay has ended.
  ///
  /// The kiosk then runs until ``Kiosk/stop()`` is called or a signal arrives. The kiosk reads live touches
  /// only if ``recording`` is nil. A kiosk with a headless display never continues after the replay.
  public var continuesLive = false

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
