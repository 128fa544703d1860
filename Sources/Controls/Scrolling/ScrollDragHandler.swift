import CartoucheRaster
import CartoucheScene

/// A layer that follows drags which a scroll view inside it has no use for, such as a sheet.
protocol ScrollDragHandler: Layer {
  /// Begins to follow a vertical drag of a scroll view inside this layer.
  func beginScrollDrag(at time: Timestamp)

  /// Follows as much of a finger's vertical movement as the layer can use.
  ///
  /// - Parameter movement: The movement in points. If it is positive, the finger has moved down, and the
  ///   content is at its beginning.
  /// - Returns: The movement that the layer has followed.
  func followScrollDrag(by movement: Scalar) -> Scalar

  /// Releases the layer at a velocity, in points per second.
  ///
  /// - Returns: Whether the layer moved during the drag. The scroll view then comes to rest.
  func endScrollDrag(velocity: Scalar, at time: Timestamp) -> Bool
}
