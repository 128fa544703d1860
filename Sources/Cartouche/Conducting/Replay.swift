/// A run on a virtual clock, with recorded touches or none.
///
/// Each turn advances the clock by one refresh of the display, however long the turn takes, so that frames
/// depend on the input only.
public struct Replay: Sendable {
  /// When the replay ends.
  public enum End: Hashable, Sendable {
    /// At the first frame where the recording is over, no posted work waits and nothing moves.
    case settled
    /// At the last tick that is not later than this time.
    case at(Timestamp)
  }

  /// The touches to play; nil: none. The panel's axis ranges are mapped to the entire screen.
  public var recording: TouchRecording?
  /// When the replay ends.
  public var end: End
  /// Whether a live display continues with live touches after the end, until a signal; a headless one never
  /// does.
  public var continuesLive = false

  public init(recording: TouchRecording? = nil, end: End = .settled) {
    self.recording = recording
    self.end = end
  }
}
