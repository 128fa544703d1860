public import CartoucheRaster

/// A layer that gives its sublayers one three-dimensional space: the nearer is drawn over the farther.
///
/// It draws nothing itself: no background, no border, no content. Its transform and its opacity reach its sublayers, and where one of them is a transform layer
/// too, that one's sublayers stand in the same space. A sublayer that is not is a plane: what is in it is drawn on it, however it is turned.
public final class TransformLayer: Layer {
  /// Kept for its storage; empty between uses, so that no removed layer is held.
  var depthOrder = DepthOrder()
  /// The layers back to front as they were last drawn.
  var lastDrawnOrder: [DepthOrder.Fingerprint] = []

  override var isTransformLayer: Bool { true }

  /// The nearest layer under `point` in the space; never this one.
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

  /// Adds the planes in this space, `matrix` leading from here to the plane on which it is seen.
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
