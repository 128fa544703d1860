public import CartoucheScene

/// Counts of a DRM card's answers to page flips and mode sets, since the card was opened.
public struct DRMStatistics: Hashable, Sendable {
  /// The number of page flips that the card reported as done.
  public var flips = 0
  /// The number of page flips that were given up, because the card did not report or accept the flip in time.
  public var overdue = 0
  /// The number of page flips that the card refused because another flip was in progress.
  public var busy = 0
  /// The number of mode sets, successful or not.
  public var modeSets = 0
  /// The time of the last page flip that the card reported as done, on the monotonic clock. nil before the
  /// first.
  public var lastFlip: Timestamp?
}
