/// Projects contours and clips the parts that are behind the viewer or too near to the viewer.
///
/// Contours are clipped before the division. A point whose divisor is not positive would be projected to the
/// wrong side of the screen.
///
/// - Source: Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974; here with one clip plane.
struct PerspectiveClipping {
  private struct HomogeneousPoint {
    var x: Int128, y: Int128, w: Int128
  }

  private var corners: [HomogeneousPoint] = []

  /// Adds projected contours to `output`.
  ///
  /// - Parameter closing: Whether the contours are to be filled. If not, an open contour that is clipped
  ///   falls into several pieces.
  mutating func project(_ contours: Contours, by view: PerspectiveProjection, closing: Bool, into output: inout Contours) {
    var begin = 0
    for index in contours.ends.indices {
      let end = contours.ends[index]
      if !view.needsClipping && view.fitsIn64Bits {
        contours.points.withUnsafeBufferPointer { points in
          for corner in begin..<end { output.points.append(view.project(points[corner])) }
        }
        output.endContour(isClosed: contours.isClosed[index])
      } else if !view.needsClipping {
        for corner in begin..<end {
          let (x, y, w) = view.map.homogeneous(contours.points[corner])
          output.points.append(Homography.divided(x, y, max(w, 1)))
        }
        output.endContour(isClosed: contours.isClosed[index])
      } else {
        corners.removeAll(keepingCapacity: true)
        for corner in begin..<end {
          let (x, y, w) = view.map.homogeneous(contours.points[corner])
          corners.append(HomogeneousPoint(x: x, y: y, w: w))
        }
        if closing {
          clipPolygon(nearPlane: view.nearPlane, into: &output)
        } else {
          clipLine(isClosed: contours.isClosed[index], nearPlane: view.nearPlane, into: &output)
        }
      }
      begin = end
    }
  }

  private func clipPolygon(nearPlane: Int128, into output: inout Contours) {
    let first = output.points.count
    guard var previous = corners.last else { return }
    for corner in corners {
      if (previous.w >= nearPlane) != (corner.w >= nearPlane) { output.points.append(crossing(previous, corner, nearPlane)) }
      if corner.w >= nearPlane { output.points.append(Homography.divided(corner.x, corner.y, corner.w)) }
      previous = corner
    }
    if output.points.count - first < 3 {
      output.points.removeLast(output.points.count - first)
    } else {
      output.endContour(isClosed: true)
    }
  }

  private func clipLine(isClosed: Bool, nearPlane: Int128, into output: inout Contours) {
    guard let start = corners.first else { return }
    var first = output.points.count
    func end(_ output: inout Contours) {
      if output.points.count > first { output.endContour(isClosed: false) }
      first = output.points.count
    }
    if start.w >= nearPlane { output.points.append(Homography.divided(start.x, start.y, start.w)) }
    for index in 1..<max(corners.count + (isClosed ? 1 : 0), 1) {
      let (previous, corner) = (corners[index - 1], corners[index == corners.count ? 0 : index])
      let isVisible = corner.w >= nearPlane
      if (previous.w >= nearPlane) != isVisible { output.points.append(crossing(previous, corner, nearPlane)) }
      if isVisible { output.points.append(Homography.divided(corner.x, corner.y, corner.w)) } else { end(&output) }
    }
    end(&output)
  }

  /// Returns the projected point between `a` and `b` whose divisor is `nearPlane`.
  private func crossing(_ a: HomogeneousPoint, _ b: HomogeneousPoint, _ nearPlane: Int128) -> Point {
    // Always from the visible end to the other, so that two shapes are clipped equally along a shared edge.
    let (a, b) = a.w >= nearPlane ? (a, b) : (b, a)
    let largest = max(max(bitWidth(of: a.x), bitWidth(of: a.y)), max(bitWidth(of: b.x), bitWidth(of: b.y)))
    let excess = Int128(max(max(largest, bitWidth(of: a.w), bitWidth(of: b.w)) - 62, 0))
    let (aw, bw, near) = (a.w >> excess, b.w >> excess, max(nearPlane >> excess, 1))
    let part = (((aw - near) << 60) / max(aw - bw, 1)).clamped(from: 0, to: 1 << 60)  // ≤ 2^123
    func between(_ from: Int128, _ to: Int128) -> Int128 {
      let (from, to) = (from >> excess, to >> excess)
      return from + ((to - from) * part) >> 60  // ≤ 2^123
    }
    return Homography.divided(between(a.x, b.x), between(a.y, b.y), near)
  }
}
