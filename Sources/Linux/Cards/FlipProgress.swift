public import CartoucheScene

/// How far a display is with showing the frames that were presented.
///
/// Frames are counted from 1 since the screen was opened. A frame that a newer frame replaced before it was
/// submitted is never shown, so numbers of shown frames may be left out.
public struct FlipProgress: Hashable, Sendable {
  /// The number of the frame that was presented last; 0 before the first.
  public var presented = 0
  /// The number of the newest frame that is shown; 0 before the first.
  public var shown = 0
  /// The time of the page flip that showed this frame, on the monotonic clock. nil if the card reported none,
  /// for example because the mode was set.
  public var time: Timestamp?
  /// The number of refreshes that the presented frames still need: 1 for a page flip that is not reported
  /// yet, and 1 for a frame that waits for it.
  public var pendingCount = 0

  /// Creates the progress of a display without frames.
  public init() {}
}
