/// The state of a layer or another object that can move by itself: moving or still.
///
/// For example, ``Layer/tick(at:)`` returns this state.
public enum MotionState: Hashable, Sendable, BitwiseCopyable {
  /// The object is still moving and must be called again in the next frame.
  case moving
  /// The object is at rest, and stays at rest until something changes the object.
  case still
}
