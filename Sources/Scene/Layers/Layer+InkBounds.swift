import CartoucheRaster

extension Layer {
  /// The bounds of the layer's content and of all its sublayers, without the layer's own shadow, in the
  /// layer's space.
  ///
  /// nil if the layer or one of its sublayers reaches behind the viewer, and so has no bounds.
  final var inkBounds: Rect? {
    if masksToBounds { return bounds }
    var inkBounds = drawnBounds
    for layer in sublayers where !layer.isHidden {
      guard let inner = layer.inkBounds(through: layer.transformToSuperlayer) else { return nil }
      inkBounds = inkBounds.union(inner)
    }
    return inkBounds
  }

  /// Returns the bounds of the layer, its shadow and all its sublayers, in the space to which `matrix` leads.
  private func inkBounds(through matrix: Transform3D) -> Rect? {
    if isTransformLayer {
      var inkBounds = Rect.zero
      for layer in sublayers where !layer.isHidden {
        guard let inner = layer.inkBounds(through: layer.transformToSuperlayer.concatenating(matrix)) else { return nil }
        inkBounds = inkBounds.union(inner)
      }
      return inkBounds
    }
    guard let own = inkBounds?.union(visualBounds) else { return nil }
    if own.isEmpty { return .zero }
    let (box, isComplete) = Homography(matrix).boundingBox(of: own)
    return isComplete ? box : nil
  }
}
