import CartoucheRaster

/// Builds one path on the view from the visible features of a tile.
///
/// The builder reuses its working memory for each path.
struct TilePathBuilder {
  private var ring: [SIMD2<Int64>] = []
  private var scratch: [SIMD2<Int64>] = []

  /// The part of a tile that is drawn.
  struct Window {
    var placement: TileTransform
    /// The visible area, in the tile's units.
    ///
    /// Features outside this area cannot touch the pixels that the tile owns.
    var visible: TileRect
    /// The area near the view, in the tile's units.
    ///
    /// Features inside this area are drawn whole. Other features are clipped to `box`.
    var near: TileRect
    /// The bounds on the view to which distant geometry is clipped.
    var box: ClipBounds
  }

  /// Adds the visible rings of `features` to an empty path that is to be filled.
  ///
  /// - Parameter isWidened: Whether areas extend half a point beyond their edges.
  /// - Returns: The number of features in the path.
  mutating func fill(
    _ features: ArraySlice<Int32>, of layer: VectorLayer, in window: Window, isWidened: Bool, into path: inout Path
  ) -> Int {
    var count = 0
    layer.vertices.withUnsafeBufferPointer { vertices in
      for index in features {
        let feature = layer.features[Int(index)]
        guard feature.bounds.intersects(window.visible) else { continue }
        count += 1
        let isNear = feature.bounds.isWithin(window.near)
        for part in feature.parts {
          let (start, end) = (Int(layer.partStart(part)), Int(layer.partEnds[Int(part)]))
          if isNear, !isWidened {
            Self.addRing(vertices[start..<end], window.placement, to: &path)
          } else {
            ring.removeAll(keepingCapacity: true)
            for vertex in vertices[start..<end] { ring.append(window.placement.raw(vertex)) }
            if !isNear { window.box.clip(&ring, scratch: &scratch) }
            if isWidened { RingWidening.widen(&ring, scratch: &scratch) }
            Self.addRing(ring, to: &path)
          }
        }
      }
    }
    return count
  }

  /// Adds the visible lines and rings of `features` to an empty path that is to be stroked.
  ///
  /// - Returns: The number of features in the path.
  mutating func stroke(_ features: ArraySlice<Int32>, of layer: VectorLayer, in window: Window, into path: inout Path) -> Int {
    var count = 0
    layer.vertices.withUnsafeBufferPointer { vertices in
      for index in features {
        let feature = layer.features[Int(index)]
        guard feature.bounds.intersects(window.visible) else { continue }
        count += 1
        let isNear = feature.bounds.isWithin(window.near)
        let isRing = feature.kind == .polygon
        for part in feature.parts {
          let (start, end) = (Int(layer.partStart(part)), Int(layer.partEnds[Int(part)]))
          if !isNear {
            addClippedLine(vertices[start..<end], isRing: isRing, window, to: &path)
          } else if isRing {
            Self.addRing(vertices[start..<end], window.placement, to: &path)
          } else {
            path.move(to: Self.point(window.placement.raw(vertices[start])))
            for vertex in vertices[start + 1..<end] { path.addLine(to: Self.point(window.placement.raw(vertex))) }
          }
        }
      }
    }
    return count
  }

  /// Adds the segments of a line that are not wholly beyond one side of the box.
  ///
  /// A segment is added whole, so that it looks the same in every tile. Only a segment that is too long to
  /// draw is clipped.
  private func addClippedLine(
    _ vertices: Slice<UnsafeBufferPointer<SIMD2<Int32>>>, isRing: Bool, _ window: Window, to path: inout Path
  ) {
    let maximumLength: Int64 = 1 << 31  // 32 768 points
    guard let first = vertices.first else { return }
    var from = window.placement.raw(first)
    var isAtFrom = false
    func add(_ to: SIMD2<Int64>) {
      defer { from = to }
      guard window.box.outcode(from) & window.box.outcode(to) == 0 else {
        isAtFrom = false
        return
      }
      let delta = to &- from
      if abs(delta.x) > maximumLength || abs(delta.y) > maximumLength {
        isAtFrom = false
        guard let (a, b) = window.box.clip(from, to) else { return }
        path.move(to: Self.point(a))
        path.addLine(to: Self.point(b))
      } else {
        if !isAtFrom { path.move(to: Self.point(from)) }
        path.addLine(to: Self.point(to))
        isAtFrom = true
      }
    }
    for vertex in vertices.dropFirst() { add(window.placement.raw(vertex)) }
    if isRing { add(window.placement.raw(first)) }
  }

  @inline(__always)
  private static func point(_ raw: SIMD2<Int64>) -> Point {
    Point(x: Scalar(rawValue: raw.x), y: Scalar(rawValue: raw.y))
  }

  private static func addRing(
    _ vertices: Slice<UnsafeBufferPointer<SIMD2<Int32>>>, _ placement: TileTransform, to path: inout Path
  ) {
    guard vertices.count > 2 else { return }
    path.move(to: point(placement.raw(vertices[vertices.startIndex])))
    for vertex in vertices.dropFirst() { path.addLine(to: point(placement.raw(vertex))) }
    path.closeSubpath()
  }

  private static func addRing(_ ring: [SIMD2<Int64>], to path: inout Path) {
    guard ring.count > 2 else { return }
    path.move(to: point(ring[0]))
    for raw in ring.dropFirst() { path.addLine(to: point(raw)) }
    path.closeSubpath()
  }
}
