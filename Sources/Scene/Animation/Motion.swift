/// Whether something continues to move without further input.
public enum Motion: Hashable, Sendable, BitwiseCopyable {
  /// It moves; call again at the next tick.
  case moving
  /// It is at rest until another change.
  case still
}
