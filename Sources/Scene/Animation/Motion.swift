/// Whether a layer or another object continues to move without further input.
///
/// For example, ``Layer/tick(at:)`` returns this value.
public enum Motion: Hashable, Sendable, BitwiseCopyable {
  /// The object is still moving and must be called again in the next frame.
  case moving
  /// The object is at rest, and stays at rest until something changes the object.
  case still
}
