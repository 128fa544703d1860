public import CartoucheScene

/// Counts of a DRM graphics card's page flips and mode changes since the card was opened.
///
/// After a page flip, the panel shows another buffer, starting at the next vertical blank. A mode change sets
/// the display mode, and the panel shows a buffer immediately.
public struct DRMStatistics: Hashable, Sendable {
  /// The number of page flips that the card completed before they were given up.
  public var flips = 0
  /// The number of page flips that were given up. A page flip is given up if the card does not accept it
  /// within 100 ms. A page flip is also given up if the card does not complete it within 100 ms.
  public var overdue = 0
  /// The number of times that the card refused a page flip because another page flip was in progress.
  public var busy = 0
  /// The number of attempts to set the display mode, including those that the card refused.
  public var modeSets = 0
  /// The time of the last completed page flip. The card reports it as a time on the monotonic clock. nil if
  /// no page flip was completed.
  public var lastFlip: Timestamp?
}
