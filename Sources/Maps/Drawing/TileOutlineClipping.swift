import CartoucheRaster

/// Clips the corners of a tile to the view, and splits the clipped tile into quadrilaterals.
///
/// A ``PixelClip`` has four corners. A rotated tile that is clipped to a rectangle has up to eight corners.
enum TileOutlineClipping {
  /// Returns quadrilaterals that cover the part of a convex quadrilateral within `bounds` and share no pixel.
  ///
  /// Where the common edge of two tiles is clipped, both tiles have the same clipped point.
  static func quads(of corners: [Point], within bounds: Rect) -> [[Point]] {
    var (ring, scratch): ([SIMD2<Int64>], [SIMD2<Int64>]) = ([], [])
    var quads: [[Point]] = []
    visitQuads(of: CellCorners(corners[0], corners[1], corners[2], corners[3]), within: bounds, &ring, &scratch) {
      quads.append(Array($0))
    }
    return quads
  }

  /// Passes the quadrilaterals to a closure that ``quads(of:within:)`` would return.
  ///
  /// - Parameters:
  ///   - ring: Working memory, whose content is overwritten.
  ///   - scratch: Working memory, whose content is overwritten.
  static func visitQuads(
    of corners: CellCorners, within bounds: Rect, _ ring: inout [SIMD2<Int64>], _ scratch: inout [SIMD2<Int64>],
    _ body: (CellCorners) -> Void
  ) {
    let box = bounds.clipBounds
    ring.removeAll(keepingCapacity: true)
    for corner in corners { ring.append(SIMD2(corner.x.rawValue, corner.y.rawValue)) }
    if ring.allSatisfy({ box.outcode($0) == 0 }) { return body(corners) }
    box.clip(&ring, scratch: &scratch)
    guard ring.count > 2 else { return }
    func point(_ index: Int) -> Point {
      let raw = ring[min(index, ring.count - 1)]
      return Point(x: Scalar(rawValue: raw.x), y: Scalar(rawValue: raw.y))
    }
    // A fan from the first corner, two triangles in each quadrilateral.
    for index in stride(from: 1, to: ring.count - 1, by: 2) {
      body(CellCorners(point(0), point(index), point(index + 1), point(index + 2)))
    }
  }

  /// Returns whether the cells of a view need not be clipped to the view's bounds.
  ///
  /// Then a cell has the same outline after a pan, and moved pixels are the same as redrawn pixels. In
  /// perspective, points beyond the view may be behind the eye.
  static func keepsOutlines(of view: MapTransform, transform: Homography) -> Bool {
    guard !view.isUpright, transform.isTranslation, let from = transform.project(view.bounds.origin) else { return false }
    return [from.x, from.y, view.bounds.width, view.bounds.height].allSatisfy { $0.rawValue & 0xffff == 0 }
  }
}

/// The pixels of each cell of a drawing. The memory is that of the drawings before.
struct CellClips {
  private var clips: [PixelClip] = []
  /// The end of each cell's clips.
  private var ends: [Int] = []
  private var ring: [SIMD2<Int64>] = []
  private var scratch: [SIMD2<Int64>] = []

  /// Finds the clips of cells.
  ///
  /// - Parameters:
  ///   - bounds: The part of the view beyond which nothing is drawn; nil if cells are not clipped to a part.
  ///   - transform: The map from the view to the screen's points.
  mutating func find(of cells: [CellCorners], within bounds: Rect?, transform: Homography) {
    clips.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for corners in cells {
      if let bounds {
        TileOutlineClipping.visitQuads(of: corners, within: bounds, &ring, &scratch) {
          if let clip = Self.clip($0, transform) { clips.append(clip) }
        }
      } else if let clip = Self.clip(corners, transform) {
        clips.append(clip)
      }
      ends.append(clips.count)
    }
  }

  func clips(ofCell index: Int) -> ArraySlice<PixelClip> { clips[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }

  private static func clip(_ corners: CellCorners, _ transform: Homography) -> PixelClip? {
    guard let a = transform.project(corners[0]), let b = transform.project(corners[1]), let c = transform.project(corners[2]),
      let d = transform.project(corners[3])
    else { return nil }
    return PixelClip(a, b, c, d)
  }
}
