public import CartoucheRaster

// Where a layer is: from its own space to its superlayer's, and to the plane on which it is seen.

extension Layer {
  /// From the layer's space to its superlayer's, the superlayer's ``sublayerTransform`` included.
  var transformToSuperlayer: Transform3D {
    let placed = Self.about(anchor, depth: anchorPointZ, transform, movedTo: position, z: zPosition)
    guard let parent = superlayer, !parent.sublayerTransform.isIdentity else { return placed }
    return placed.concatenating(
      Self.about(
        parent.anchor, depth: parent.anchorPointZ, parent.sublayerTransform, movedTo: parent.anchor, z: parent.anchorPointZ))
  }

  /// The anchor point in the layer's own space.
  private var anchor: Point {
    Point(x: bounds.minX + bounds.width * anchorPoint.x, y: bounds.minY + bounds.height * anchorPoint.y)
  }

  /// `transform` about the point `depth` before `anchor`, which then stands at `place`.
  private static func about(_ anchor: Point, depth: Scalar, _ transform: Transform3D, movedTo place: Point, z: Scalar)
    -> Transform3D
  {
    typealias Element = Transform3D.Element
    if transform.isIdentity {
      return .translation(
        x: Element(rounding: place.x - anchor.x), y: Element(rounding: place.y - anchor.y), z: Element(rounding: z - depth))
    }
    return transform.translated(x: Element(rounding: -anchor.x), y: Element(rounding: -anchor.y), z: Element(rounding: -depth))
      .concatenating(.translation(x: Element(rounding: place.x), y: Element(rounding: place.y), z: Element(rounding: z)))
  }

  /// The nearest superlayer that is a plane, and the way there; nil at the top.
  private var plane: (layer: Layer, matrix: Transform3D)? {
    guard var layer = superlayer else { return nil }
    var matrix = transformToSuperlayer
    while layer.isTransformLayer, let next = layer.superlayer {
      matrix = matrix.concatenating(layer.transformToSuperlayer)
      layer = next
    }
    return (layer, matrix)
  }

  /// The way to the plane on which the layer is seen: the nearest superlayer that is not a ``TransformLayer``.
  var matrixToPlane: Transform3D { plane?.matrix ?? transformToSuperlayer }

  /// Where in this layer's space `point` of the plane is seen; nil if the layer is seen from behind and must not be, or edge-on, or behind the eye.
  package func localPoint(under point: Point) -> Point? {
    let map = Homography(matrixToPlane)
    guard isDoubleSided || !map.isBackFacing else { return nil }
    return map.inverse?.project(point)
  }

  /// From this layer's space to that of the topmost layer, and that layer.
  private var mapToRoot: (map: Homography, top: Layer) {
    var map = Homography.identity
    var layer = self
    while let (next, matrix) = layer.plane {
      map = map.concatenating(Homography(matrix))
      layer = next
    }
    return (map, layer)
  }

  /// Whether the layer is seen at least an eighth of a pixel wide at `point` of its own space: what is thinner there, and cut off at its own edges, leaves no
  /// trace in the pixel.
  func isWideEnough(at point: Point) -> Bool {
    let map = mapToRoot.map
    guard let seen = map.project(point), let left = map.project(Point(x: bounds.minX, y: point.y)),
      let right = map.project(Point(x: bounds.maxX, y: point.y)), let top = map.project(Point(x: point.x, y: bounds.minY)),
      let bottom = map.project(Point(x: point.x, y: bounds.maxY))
    else { return true }
    let (along, across) = (right - left, bottom - top)
    func length(_ way: Point) -> Scalar { max(way.x.magnitude, way.y.magnitude) }
    let side = length(along) >= length(across) ? along : across
    guard length(side) > 0 else { return false }
    // An eighth of a pixel square to the longer side, and how often it fits into the layer on the line through the point.
    let step = Point(x: -side.y / length(side) / 8, y: side.x / length(side) / 8)
    guard let beside = map.inverse?.project(seen + step) else { return true }
    let way = beside - point
    var (back, forth) = (Scalar.min, Scalar.max)
    func hold(_ low: Scalar, _ high: Scalar, _ way: Scalar) {
      guard way != 0 else { return }
      let (one, other) = (low / way, high / way)
      back = max(back, min(one, other))
      forth = min(forth, max(one, other))
    }
    hold(bounds.minX - point.x, bounds.maxX - point.x, way.x)
    hold(bounds.minY - point.y, bounds.maxY - point.y, way.y)
    return forth - back >= 1
  }

  /// Where `point` of this layer is in the space of `layer`, seen through all transforms between.
  ///
  /// - Returns: nil where `point` lies behind the eye, where `layer` is seen edge-on or its plane lies behind the eye there, and where the two are
  ///   not in one tree.
  public final func convert(_ point: Point, to layer: Layer) -> Point? {
    let (map, top) = mapToRoot
    let (otherMap, otherTop) = layer.mapToRoot
    guard top === otherTop, let seen = map.project(point) else { return nil }
    return otherMap.inverse?.project(seen)
  }

  /// Where `point` of `layer` is in this layer's space: the other way round from ``convert(_:to:)``.
  public final func convert(_ point: Point, from layer: Layer) -> Point? {
    layer.convert(point, to: self)
  }

  /// The smallest rectangle of the superlayer's space that holds the layer as it is transformed there.
  ///
  /// Corners behind the eye do not count. Setting it sets ``bounds``' size and ``position`` as if there were no transform.
  public final var frame: Rect {
    get {
      if transform.isIdentity {
        return Rect(
          origin: Point(x: position.x - bounds.width * anchorPoint.x, y: position.y - bounds.height * anchorPoint.y),
          size: bounds.size)
      }
      let placed = Self.about(anchor, depth: anchorPointZ, transform, movedTo: position, z: zPosition)
      guard let box = Homography(placed).boundingBox(of: bounds).box else { return Rect(origin: position, size: .zero) }
      return box
    }
    set {
      bounds.size = newValue.size
      position = Point(x: newValue.minX + newValue.width * anchorPoint.x, y: newValue.minY + newValue.height * anchorPoint.y)
    }
  }
}

extension Homography {
  /// What of `rect` lies before the eye, in the space of `rect`; nil if all of it does.
  func visiblePart(of rect: Rect) -> Path? {
    let h = shortened(to: 60)
    let corners = [
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ]
    let divisors = corners.map { h.homogeneous($0).w }  // ≤ 2^109
    guard divisors.contains(where: { $0 <= 0 }) else { return nil }
    // As long as a product with a coordinate allows, and no shorter: what is seen at its own size has 48 bits.
    let down = Int128(max(66 - (divisors.map { $0.magnitude }.max() ?? 0).leadingZeroBitCount, 0))
    var path = Path()
    func add(_ point: Point) {
      if path.isEmpty { path.move(to: point) } else { path.addLine(to: point) }
    }
    for index in 0..<4 {
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      let (wa, wb) = (divisors[index] >> down, divisors[(index + 1) % 4] >> down)  // ≤ 2^62
      if wa > 0 { add(a) }
      guard (wa > 0) != (wb > 0), wa != wb else { continue }
      func cut(_ from: Scalar, _ to: Scalar) -> Scalar {
        Scalar(rawValue: from.rawValue + Int64((Int128(to.rawValue) - Int128(from.rawValue)) * wa / (wa - wb)))  // ≤ 2^126
      }
      add(Point(x: cut(a.x, b.x), y: cut(a.y, b.y)))
    }
    path.closeSubpath()
    return path
  }

  /// Whether the plane shows its back: a clockwise turn on it is seen as one against the clock.
  var isBackFacing: Bool {
    let h = shortened(to: 40)
    func product(_ a: Int64, _ b: Int64, _ c: Int64) -> Int128 { Int128(a) &* Int128(b) &* Int128(c) }  // ≤ 2^120
    return product(h.xx, h.yy, h.w0) &+ product(h.xy, h.y0, h.wx) &+ product(h.x0, h.yx, h.wy)
      &- product(h.x0, h.yy, h.wx) &- product(h.xy, h.yx, h.w0) &- product(h.xx, h.y0, h.wy) < 0
  }

  /// The smallest upright rectangle round `rect` where it is seen, and whether all four corners are before the eye; nil if none is.
  func boundingBox(of rect: Rect) -> (box: Rect?, isComplete: Bool) {
    let corners = (
      project(rect.origin), project(Point(x: rect.maxX, y: rect.minY)), project(Point(x: rect.minX, y: rect.maxY)),
      project(Point(x: rect.maxX, y: rect.maxY))
    )
    var low = Point(x: .max, y: .max)
    var high = Point(x: .min, y: .min)
    var count = 0
    func add(_ corner: Point?) {
      guard let corner else { return }
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
      count += 1
    }
    add(corners.0)
    add(corners.1)
    add(corners.2)
    add(corners.3)
    guard count > 0 else { return (nil, false) }
    return (Rect(origin: low, size: Size(width: high.x - low.x, height: high.y - low.y)), count == 4)
  }
}
