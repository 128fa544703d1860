/// One step of a pan, which is a drag of one finger anywhere on the screen. ``Kiosk/onPan(_:)`` delivers the
/// steps of each pan.
public struct PanEvent: Hashable, Sendable {
  /// The phases of a pan. Each step of a pan belongs to one phase.
  public enum Phase: UInt8, Hashable, Sendable {
    /// The finger has moved farther than the slop. The slop is the distance from the touch-down position
    /// within which a finger counts as not moving.
    case began
    /// The finger has moved since the previous step.
    case changed
    /// The finger was lifted.
    case ended
    /// The touch was cancelled. The application may undo the effect of the pan's earlier steps.
    case cancelled
  }

  /// The phase of the pan at this step.
  public var phase: Phase
  /// The ``Contact/id`` of the finger that pans.
  public var contact: Int
  /// The finger's position on the screen at this step, in points.
  public var location: Point
  /// The offset from the position where the finger touched down to its current position, in points.
  ///
  /// The offset includes the distance that the finger moved before the pan began (the slop).
  public var translation: Point
  /// The offset from the finger's position in the previous step to its current position, in points.
  ///
  /// In the first step of a pan, this offset starts at the touch-down position, like ``translation``. So the
  /// offsets of all steps add up to the translation of the last step.
  public var delta: Point
  /// The finger's velocity at this step, in points per second. If the finger stopped before it was lifted,
  /// the velocity is zero.
  public var velocity: Point
  /// The time of the step on the kiosk's clock.
  public var time: Timestamp
}
