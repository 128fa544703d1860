public import CartoucheRaster

/// A layer whose sublayers share one three-dimensional space: Core Animation's `CATransformLayer`.
///
/// Sublayers that are nearer to the viewer hide sublayers that are farther away. The transform and the
/// opacity of a transform layer apply to its sublayers. The layer itself draws no background, border or
/// content.
///
/// If a sublayer is a transform layer too, its sublayers are in the same space. Every other sublayer is a
/// plane in the space. The sublayers of a plane are drawn flat on the plane, for every value of their
/// ``Layer/zPosition``.
public final class TransformLayer: Layer {
  /// The storage of the depth sort, which is empty between uses, so that the storage retains no removed
  /// layer.
  var depthOrder = DepthOrder()
  /// The pieces in the order in which they were last drawn.
  var lastDrawnOrder = DrawnOrder()

  override var isTransformLayer: Bool { true }

  /// Returns the frontmost descendant of this layer at `point`: the descendant that is nearest to the viewer.
  ///
  /// This transform layer itself is never the result.
  ///
  /// - Parameter point: The point, in the coordinate space of the closest ancestor that is not a transform
  ///   layer.
  /// - Returns: The layer; nil if there is no such layer.
  public override func hitTest(_ point: Point) -> Layer? {
    guard !isHidden, isUserInteractionEnabled, opacity > 0 else { return nil }
    var space = DepthOrder()
    collect(into: &space, matrix: matrixToPlane, opacity: opacity)
    space.sort()
    for index in space.order.reversed() {
      if let region = space.pieces[index].region,
        !space.regions[region].contains(x: point.x.rawValue, y: point.y.rawValue)
      {
        continue
      }
      if let hit = space.elements[space.pieces[index].element].layer.hitTest(point) { return hit }
    }
    return nil
  }

  /// Adds the visible planes of this space to `space`.
  ///
  /// - Parameter matrix: The matrix from this space to the plane on which this space is seen.
  private func collect(into space: inout DepthOrder, matrix: Transform3D, opacity: Scalar) {
    for layer in sublayers where !layer.isHidden && layer.opacity > 0 {
      let matrixToPlane = layer.transformToSuperlayer.concatenating(matrix)
      if let inner = layer as? TransformLayer {
        inner.collect(into: &space, matrix: matrixToPlane, opacity: opacity)
      } else if layer.isDoubleSided || !Homography(matrixToPlane).isBackFacing {
        space.append(DepthOrder.Element(layer: layer, matrix: matrixToPlane, opacity: opacity))
      }
    }
  }
}
