/// A run without a person and without a clock: what is played, and when it is over.
///
/// Time is virtual: it goes on by one refresh of the display each turn, however long a turn takes, so that the frames depend on the input alone.
public struct Replay: Sendable {
  public enum End: Hashable, Sendable {
    /// At the first frame at which everything has arrived, the recording is over and nothing moves.
    case settled
    /// At the last tick that is not after this time.
    case at(Timestamp)
  }

  /// The fingers; nil, none. The panel's axis ranges are laid over the whole screen.
  public var recording: TouchRecording?
  public var end: End
  /// Whether a live display goes on after the end, until a signal comes; a headless one never does.
  public var continuesLive = false

  public init(recording: TouchRecording? = nil, end: End = .settled) {
    self.recording = recording
    self.end = end
  }
}
