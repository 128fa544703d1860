/// When a stage has something new to show without further input.
public enum NextFrame: Hashable, Sendable, Comparable {
  /// At the next refresh of the screen.
  case nextRefresh
  /// Not before this time.
  case at(Timestamp)
  /// Only after another change.
  case never
}
