public import CartoucheRaster

/// A layer whose sublayers share one three-dimensional space, in which the nearer hide the farther.
///
/// It draws nothing itself: no background, border or content. Its transform and opacity apply to its
/// sublayers. A sublayer that is a transform layer too adds its own sublayers to the same space. Any other
/// sublayer is a plane: its sublayers are drawn on it, whatever their own depth.
public final class TransformLayer: Layer {
  /// The storage of the depth sort; empty between uses, so that it retains no removed layer.
  var depthOrder = DepthOrder()
  /// The pieces in the order in which they were last drawn.
  var lastDrawnOrder: [DepthOrder.Fingerprint] = []

  override var isTransformLayer: Bool { true }

  /// Returns the nearest layer under `point` in the space; never this one.
  public override func hitTest(_ point: Point) -> Layer? {
    guard !isHidden, isUserInteractionEnabled, opacity > 0 else { return nil }
    var space = DepthOrder()
    collect(into: &space, matrix: matrixToPlane, opacity: opacity)
    space.sort()
    for index in space.order.reversed() {
      let piece = space.pieces[index]
      guard piece.region?.contains(x: point.x.rawValue, y: point.y.rawValue) ?? true else { continue }
      if let hit = space.elements[piece.element].layer.hitTest(point) { return hit }
    }
    return nil
  }

  /// Adds the visible planes of this space.
  ///
  /// - Parameter matrix: From this space to the plane on which it is seen.
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
