/// A run of a kiosk on a virtual clock, with recorded touches or without touches.
///
/// Each turn advances the virtual clock by one refresh of the display, however long the turn takes in
/// reality. So the frames depend on the input only.
public struct Replay: Sendable {
  /// The condition that ends a replay.
  public enum End: Hashable, Sendable {
    /// The replay ends at the first frame at which the recording is over, no posted work waits and nothing
    /// moves.
    case settled
    /// The replay ends at the last tick that is not later than this time on the virtual clock.
    case at(Timestamp)
  }

  /// The recorded touches to play; nil plays no touches.
  ///
  /// The ranges of the recorded panel's axes are mapped to the entire screen.
  public var recording: TouchRecording?
  /// The condition that ends the replay.
  public var end: End
  /// Whether a live display takes live touches after the replay has ended, until a signal arrives.
  ///
  /// A headless display never continues after the replay.
  public var continuesLive = false

  /// Creates a replay of recorded touches. If `recording` is nil, the replay has no touches.
  public init(recording: TouchRecording? = nil, end: End = .settled) {
    self.recording = recording
    self.end = end
  }
}
