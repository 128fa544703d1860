/// The time of the next frame in which a stage shows something new without further input.
public enum NextFrame: Hashable, Sendable, Comparable {
  /// The next frame is due at the next refresh of the screen.
  case nextRefresh
  /// The next frame is due at this time, and no frame is due before.
  case at(Timestamp)
  /// No frame is due until a layer or an animation changes.
  case never
}
