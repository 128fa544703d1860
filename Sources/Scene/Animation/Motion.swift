/// Whether a layer or another object continues to move without further input.
public enum Motion: Hashable, Sendable, BitwiseCopyable {
  /// The object moves, and is to be called again at the next tick.
  case moving
  /// The object is at rest until another change.
  case still
}
