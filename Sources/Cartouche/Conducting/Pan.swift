/// One step of a pan, a finger's movement anywhere on the screen. ``Kiosk/onPan(_:)`` delivers these steps.
public struct Pan: Hashable, Sendable {
  /// The phase of a pan to which a step belongs.
  public enum Phase: UInt8, Hashable, Sendable {
    /// The finger has moved farther than the slop from the position where it touched down.
    case began
    /// The finger has moved again.
    case changed
    /// The finger was lifted.
    case ended
    /// The touch was cancelled. The application may undo the effect of the pan's earlier steps.
    case cancelled
  }

  /// The phase of the pan to which this step belongs.
  public var phase: Phase
  /// The finger's ``Contact/id``.
  public var contact: Int
  /// The finger's position on the screen, in points.
  public var location: Point
  /// The offset in points from the position where the finger touched down to its current position.
  ///
  /// The offset includes the slop.
  public var translation: Point
  /// The offset in points from the finger's position in the previous step to its current position.
  ///
  /// The deltas of all steps of a pan add up to the pan's translation.
  public var delta: Point
  /// The finger's velocity in points per second. If the finger stopped before it was lifted, the velocity is
  /// zero.
  public var velocity: Point
  /// The time of the step on the kiosk's clock.
  public var time: Timestamp
}
