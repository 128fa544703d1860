/// A time at which a stage needs its next frame: the next refresh of the screen, a given time, or never.
///
/// A change of a layer or of an animation may make a frame necessary earlier.
public enum NextFrameTime: Hashable, Sendable, Comparable {
  /// A frame is needed at the next refresh of the screen.
  case nextRefresh
  /// A frame is needed at the given time, and no frame is needed before that time.
  case at(Timestamp)
  /// No frame is needed until a layer or an animation is changed.
  case never
}
