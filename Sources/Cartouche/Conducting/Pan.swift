/// One step of a finger that pans anywhere on the screen, for ``Kiosk/onPan(_:)``.
public struct Pan: Hashable, Sendable {
  public enum Phase: UInt8, Hashable, Sendable {
    /// The finger has moved farther than the slop from where it touched.
    case began
    /// The finger has moved on.
    case changed
    /// The finger was lifted.
    case ended
    /// The touch was cancelled; its effect so far may be undone.
    case cancelled
  }

  public var phase: Phase
  /// The finger's ``Contact/id``.
  public var contact: Int
  /// The finger's position in points of the screen.
  public var location: Point
  /// The offset in points from where the finger touched to its position; it includes the slop.
  public var translation: Point
  /// The offset in points since the previous step; the deltas of a pan add up to its translation.
  public var delta: Point
  /// The finger's velocity in points per second; zero if it stopped before it was lifted.
  public var velocity: Point
  /// The time of the step, on the kiosk's clock.
  public var time: Timestamp
}
