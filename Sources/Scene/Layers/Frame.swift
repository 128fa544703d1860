public import CartoucheRaster

extension Layer {
  /// The smallest rectangle of the superlayer's space that holds the layer as it is transformed there.
  ///
  /// Setting it sets ``bounds``' size and ``position`` as if there were no transform.
  public final var frame: Rect {
    get {
      let size = bounds.size
      let origin = Point(x: position.x - size.width * anchorPoint.x, y: position.y - size.height * anchorPoint.y)
      return Rect(origin: origin, size: size)
    }
    set {
      bounds.size = newValue.size
      position = Point(x: newValue.minX + newValue.width * anchorPoint.x, y: newValue.minY + newValue.height * anchorPoint.y)
    }
  }

  // Geometry through transforms follows as soon as the transforms' products are there.
}
