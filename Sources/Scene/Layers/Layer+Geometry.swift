public import CartoucheRaster

// Maps from a layer's space to its superlayer's, to the plane on which it is seen, and to other layers'.

extension Layer {
  /// The transform from the layer's space to the superlayer's space, including the superlayer's
  /// ``sublayerTransform``.
  var transformToSuperlayer: Transform3D {
    let matrix = Self.transform(transform, about: anchor, depth: anchorPointZ, movedTo: position, z: zPosition)
    guard let parent = superlayer, !parent.sublayerTransform.isIdentity else { return matrix }
    return matrix.concatenating(
      Self.transform(
        parent.sublayerTransform, about: parent.anchor, depth: parent.anchorPointZ, movedTo: parent.anchor,
        z: parent.anchorPointZ))
  }

  /// The map of ``transformToSuperlayer`` if the layer has no ``transform``, and the superlayer no
  /// ``sublayerTransform``; nil if the layer has a transform.
  var translationToSuperlayer: Homography? {
    transform.isIdentity ? .translation(x: position.x - anchor.x, y: position.y - anchor.y) : nil
  }

  /// The anchor point in the layer's own space.
  private var anchor: Point {
    Point(x: bounds.minX + bounds.width * anchorPoint.x, y: bounds.minY + bounds.height * anchorPoint.y)
  }

  /// Returns the matrix that applies `transform` about a point, and then moves this point to `target` and
  /// `z`.
  ///
  /// - Parameter depth: The distance of the point from `anchor`, towards the viewer.
  private static func transform(
    _ transform: Transform3D, about anchor: Point, depth: Scalar, movedTo target: Point, z: Scalar
  ) -> Transform3D {
    typealias Element = Transform3D.Element
    if transform.isIdentity {
      return .translation(
        x: Element(rounding: target.x - anchor.x), y: Element(rounding: target.y - anchor.y), z: Element(rounding: z - depth))
    }
    return transform.translated(x: Element(rounding: -anchor.x), y: Element(rounding: -anchor.y), z: Element(rounding: -depth))
      .followedByTranslation(x: Element(rounding: target.x), y: Element(rounding: target.y), z: Element(rounding: z))
  }

  /// The nearest superlayer that is a plane, and the matrix to its space; nil at the top.
  private var plane: (layer: Layer, matrix: Transform3D)? {
    guard var layer = superlayer else { return nil }
    var matrix = transformToSuperlayer
    while layer.isTransformLayer, let next = layer.superlayer {
      matrix = matrix.concatenating(layer.transformToSuperlayer)
      layer = next
    }
    return (layer, matrix)
  }

  /// The matrix from the layer's space to the space of the plane on which the layer is seen.
  ///
  /// That plane is the nearest superlayer that is not a ``TransformLayer``.
  var matrixToPlane: Transform3D { plane?.matrix ?? transformToSuperlayer }

  /// Converts a point of the plane on which the layer is seen to the layer's space.
  ///
  /// - Returns: nil if the layer is edge-on, behind the viewer, or single-sided and seen from behind.
  package func localPoint(under point: Point) -> Point? {
    let map = Homography(matrixToPlane)
    guard isDoubleSided || !map.isBackFacing else { return nil }
    return map.inverse?.project(point)
  }

  /// The topmost layer, and the map from this layer's space to the topmost layer's.
  private var mapToRoot: (map: Homography, top: Layer) {
    var map = Homography.identity
    var layer = self
    while let (next, matrix) = layer.plane {
      map = map.concatenating(Homography(matrix))
      layer = next
    }
    return (map, layer)
  }

  /// Whether the layer is at least an eighth of a pixel wide on the screen at `point` of its own space.
  ///
  /// A thinner layer leaves no trace in a pixel, and so is not hit.
  func isWideEnough(at point: Point) -> Bool {
    let map = mapToRoot.map
    guard let seen = map.project(point), let left = map.project(Point(x: bounds.minX, y: point.y)),
      let right = map.project(Point(x: bounds.maxX, y: point.y)), let top = map.project(Point(x: point.x, y: bounds.minY)),
      let bottom = map.project(Point(x: point.x, y: bounds.maxY))
    else { return true }
    let (row, column) = (right - left, bottom - top)
    func length(_ vector: Point) -> Scalar { max(vector.x.magnitude, vector.y.magnitude) }
    let side = length(row) >= length(column) ? row : column
    guard length(side) > 0 else { return false }
    // A step of an eighth of a pixel at right angles to the longer side, on the screen and then in the
    // layer's space.
    let step = Point(x: -side.y / length(side) / 8, y: side.x / length(side) / 8)
    guard let stepped = map.inverse?.project(seen + step) else { return true }
    let direction = stepped - point
    // The interval of multiples of the step for which the line through the point stays inside the bounds.
    var (lowest, highest) = (Scalar.min, Scalar.max)
    func limit(_ low: Scalar, _ high: Scalar, _ change: Scalar) {
      guard change != 0 else { return }
      let (one, other) = (low / change, high / change)
      lowest = max(lowest, min(one, other))
      highest = min(highest, max(one, other))
    }
    limit(bounds.minX - point.x, bounds.maxX - point.x, direction.x)
    limit(bounds.minY - point.y, bounds.maxY - point.y, direction.y)
    return highest - lowest >= 1
  }

  /// Converts a point from this layer's coordinate space to the coordinate space of `layer`.
  ///
  /// This layer and `layer` may be any two layers of one layer tree. The conversion applies the transforms of
  /// this layer and its ancestors, and the inverse transforms of `layer` and its ancestors.
  ///
  /// - Returns: The converted point. The result is nil in the following cases:
  ///   * The two layers are not in the same layer tree.
  ///   * `point` is behind the viewer.
  ///   * The corresponding point of `layer` is behind the viewer.
  ///   * `layer` is seen edge-on.
  public final func convert(_ point: Point, to layer: Layer) -> Point? {
    let (map, top) = mapToRoot
    let (otherMap, otherTop) = layer.mapToRoot
    guard top === otherTop, let seen = map.project(point) else { return nil }
    return otherMap.inverse?.project(seen)
  }

  /// Converts a point from the coordinate space of `layer` to this layer's coordinate space.
  ///
  /// This method calls ``convert(_:to:)`` of `layer`. The result is nil in the cases that are listed there.
  public final func convert(_ point: Point, from layer: Layer) -> Point? {
    layer.convert(point, to: self)
  }

  /// The bounding box of the layer's transformed ``bounds``, in the superlayer's coordinate space.
  ///
  /// The box ignores corners that are behind the viewer. Setting the frame sets ``position`` and the size of
  /// ``bounds``. The setter computes both as if ``transform`` were the identity.
  public final var frame: Rect {
    get {
      if transform.isIdentity {
        return Rect(
          origin: Point(x: position.x - bounds.width * anchorPoint.x, y: position.y - bounds.height * anchorPoint.y),
          size: bounds.size)
      }
      let matrix = Self.transform(transform, about: anchor, depth: anchorPointZ, movedTo: position, z: zPosition)
      return Homography(matrix).boundingBox(of: bounds).box ?? Rect(origin: position, size: .zero)
    }
    set {
      // Set as a whole: changing a part of it in place allocates memory.
      bounds = Rect(origin: bounds.origin, size: newValue.size)
      position = Point(x: newValue.minX + newValue.width * anchorPoint.x, y: newValue.minY + newValue.height * anchorPoint.y)
    }
  }
}
