/// The time at which a stage next needs a frame, if no layer and no animation is changed before.
public enum NextFrame: Hashable, Sendable, Comparable {
  /// A frame is needed at the next refresh of the screen.
  case nextRefresh
  /// A frame is needed at the given time, and no frame is needed before that time.
  case at(Timestamp)
  /// No frame is needed until a layer or an animation is changed.
  case never
}
