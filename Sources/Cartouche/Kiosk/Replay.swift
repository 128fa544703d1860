/// The settings for a run of a kiosk on a virtual clock, with recorded touches or without touches.
///
/// Each turn of the run loop advances the virtual clock by one refresh of the display, however long the turn
/// takes. So the frames do not depend on the speed of the machine.
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
  /// The entire recorded touch panel is mapped to the entire screen.
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
