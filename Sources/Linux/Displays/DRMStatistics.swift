public import CartoucheScene

/// The numbers of page flips and mode sets of a DRM graphics card since the card was opened.
///
/// A page flip makes the panel show another buffer from the next vertical blank on. A mode set sets the
/// display mode and shows a buffer immediately.
public struct DRMStatistics: Hashable, Sendable {
  /// The number of page flips that the card reported as completed.
  public var flips = 0
  /// The number of page flips that were given up. The card neither accepted nor completed such a flip within
  /// 100 ms.
  public var overdue = 0
  /// The number of times that the card refused a page flip because another page flip was in progress.
  public var busy = 0
  /// The number of mode sets, including mode sets that the card refused.
  public var modeSets = 0
  /// The time at which the last page flip was completed. The card reports this time, on the monotonic clock.
  /// nil if no page flip was completed.
  public var lastFlip: Timestamp?
}
