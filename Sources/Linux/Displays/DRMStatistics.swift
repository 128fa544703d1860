public import CartoucheScene

/// Counts of how a DRM card has answered page flips and mode sets since it was opened.
public struct DRMStatistics: Hashable, Sendable {
  /// Flips that the card reported as done.
  public var flips = 0
  /// Flips that were not reported or not accepted in time, and were given up on.
  public var overdue = 0
  /// Flips that the card refused because another was in progress.
  public var busy = 0
  /// Mode sets, successful or not.
  public var modeSets = 0
  /// The time of the last completed flip, on the monotonic clock.
  public var lastFlip: Timestamp?
}
