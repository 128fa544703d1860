/// When a stage has something new to show by itself.
public enum NextFrame: Hashable, Sendable, Comparable {
  /// At the screen's next refresh.
  case nextRefresh
  /// Not before this time.
  case at(Timestamp)
  /// Only when something else happens.
  case never
}
