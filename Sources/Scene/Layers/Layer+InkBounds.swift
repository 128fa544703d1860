import CartoucheRaster

extension Layer {
  /// The rectangle of the layer's space that holds what the layer draws, but for its shadow, and all in it; nil where something in it reaches behind the
  /// eye, and so has no bounds.
  final var inkBounds: Rect? {
    if masksToBounds { return bounds }
    var inkBounds = drawnBounds
    for layer in sublayers where !layer.isHidden {
      guard let inner = layer.inkBounds(through: layer.transformToSuperlayer) else { return nil }
      inkBounds = inkBounds.union(inner)
    }
    return inkBounds
  }

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

extension Homography {
  /// How many pixels a point of `rect` takes at most where it is seen; nil if all of it is behind the eye.
  func maximumScale(in rect: Rect) -> Scalar? {
    var finest: Scalar?
    func look(_ x: Scalar, _ y: Scalar) {
      guard let scale = largestScale(at: Point(x: x, y: y)) else { return }
      finest = max(finest ?? scale, scale)
    }
    look(rect.minX, rect.minY)
    look(rect.maxX, rect.minY)
    look(rect.minX, rect.maxY)
    look(rect.maxX, rect.maxY)
    look(rect.center.x, rect.center.y)
    return finest
  }

  /// Whether `rect` is seen so much from the side, or reaches so far into the distance, that a picture of it would blur: where it takes less than an eighth of the pixels
  /// that it would have if it were all as near as its nearest corner and seen from the front.
  func isForeshortened(over rect: Rect) -> Bool {
    guard let finest = maximumScale(in: rect), let a = project(rect.origin), let b = project(Point(x: rect.maxX, y: rect.minY)),
      let c = project(Point(x: rect.maxX, y: rect.maxY)), let d = project(Point(x: rect.minX, y: rect.maxY))
    else { return true }
    func cross(_ p: Point, _ q: Point) -> Int128 {
      Int128(p.x.rawValue) &* Int128(q.y.rawValue) &- Int128(p.y.rawValue) &* Int128(q.x.rawValue)  // ≤ 2^95
    }
    let seen = (cross(c - a, d - b)).magnitude / 2  // the diagonals' product; 32 fraction bits
    let (width, height) = (rect.width * finest, rect.height * finest)
    let whole = (Int128(width.rawValue) * Int128(height.rawValue)).magnitude
    return seen < whole / 8
  }
}
