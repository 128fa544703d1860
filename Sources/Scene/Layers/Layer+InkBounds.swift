import CartoucheRaster

extension Layer {
  /// The bounds of what the layer draws and of everything in it, without the layer's own shadow, in the
  /// layer's space.
  ///
  /// nil if something in it reaches behind the eye, and so has no bounds.
  final var inkBounds: Rect? {
    if masksToBounds { return bounds }
    var inkBounds = drawnBounds
    for layer in sublayers where !layer.isHidden {
      guard let inner = layer.inkBounds(through: layer.transformToSuperlayer) else { return nil }
      inkBounds = inkBounds.union(inner)
    }
    return inkBounds
  }

  /// The bounds of the layer, its shadow and everything in it, in the space to which `matrix` leads.
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
