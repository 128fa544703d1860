public import CartoucheRaster

/// A turn of a mouse's wheel over the screen.
///
/// ``Stage/scrollWheel(with:)`` delivers the event to ``Layer/scrollWheel(with:)`` of the layer below the
/// pointer.
public struct ScrollWheelEvent: Hashable, Sendable, BitwiseCopyable {
  /// The position of the pointer, in the screen's points.
  public var location: Point
  /// The horizontal turn in detents of the wheel. Positive values are to the right.
  public var deltaX: Scalar
  /// The vertical turn in detents of the wheel. Positive values are away from the user.
  ///
  /// Wheels of high resolution report parts of a detent.
  public var deltaY: Scalar

  /// Creates an event from the position of the pointer and the turn of the wheel in detents.
  public init(location: Point, deltaX: Scalar = 0, deltaY: Scalar) {
    (self.location, self.deltaX, self.deltaY) = (location, deltaX, deltaY)
  }
}
