/// Puts contours into perspective and cuts off what is behind the eye or too near to it.
///
/// Cutting is done before the division, by Sutherland and Hodgman's way with one edge: a point whose divisor is not positive would come
/// out on the wrong side of the screen.
struct PerspectiveClipping {
  private struct HomogeneousPoint {
    var x: Int128, y: Int128, w: Int128
  }

  private var places: [HomogeneousPoint] = []

  /// Adds `contours`, seen through `view`, to `output`.
  ///
  /// - Parameter closing: whether they are to be filled. Otherwise one that is cut falls into open pieces.
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
        places.removeAll(keepingCapacity: true)
        for corner in begin..<end {
          let (x, y, w) = view.map.homogeneous(contours.points[corner])
          places.append(HomogeneousPoint(x: x, y: y, w: w))
        }
        if closing {
          cutFilled(nearPlane: view.nearPlane, into: &output)
        } else {
          cutLine(isClosed: contours.isClosed[index], nearPlane: view.nearPlane, into: &output)
        }
      }
      begin = end
    }
  }

  private func cutFilled(nearPlane: Int128, into output: inout Contours) {
    let first = output.points.count
    guard var before = places.last else { return }
    for place in places {
      if (before.w >= nearPlane) != (place.w >= nearPlane) { output.points.append(crossing(before, place, nearPlane)) }
      if place.w >= nearPlane { output.points.append(Homography.divided(place.x, place.y, place.w)) }
      before = place
    }
    if output.points.count - first < 3 {
      output.points.removeLast(output.points.count - first)
    } else {
      output.endContour(isClosed: true)
    }
  }

  private func cutLine(isClosed: Bool, nearPlane: Int128, into output: inout Contours) {
    guard let start = places.first else { return }
    var first = output.points.count
    func end(_ output: inout Contours) {
      if output.points.count > first { output.endContour(isClosed: false) }
      first = output.points.count
    }
    if start.w >= nearPlane { output.points.append(Homography.divided(start.x, start.y, start.w)) }
    for index in 1..<max(places.count + (isClosed ? 1 : 0), 1) {
      let (before, place) = (places[index - 1], places[index == places.count ? 0 : index])
      let isSeen = place.w >= nearPlane
      if (before.w >= nearPlane) != isSeen { output.points.append(crossing(before, place, nearPlane)) }
      if isSeen { output.points.append(Homography.divided(place.x, place.y, place.w)) } else { end(&output) }
    }
    end(&output)
  }

  /// The place between `a` and `b` whose divisor is `nearPlane`.
  private func crossing(_ a: HomogeneousPoint, _ b: HomogeneousPoint, _ nearPlane: Int128) -> Point {
    // Always from the seen end to the other, so that two shapes cut alike along a shared edge.
    let (a, b) = a.w >= nearPlane ? (a, b) : (b, a)
    let largest = max(max(bitWidth(of: a.x), bitWidth(of: a.y)), max(bitWidth(of: b.x), bitWidth(of: b.y)))
    let excess = Int128(max(max(largest, bitWidth(of: a.w), bitWidth(of: b.w)) - 62, 0))
    let (aw, bw, near) = (a.w >> excess, b.w >> excess, max(nearPlane >> excess, 1))
    let part = min(max(((aw - near) << 60) / max(aw - bw, 1), 0), 1 << 60)  // ≤ 2^123
    func between(_ from: Int128, _ to: Int128) -> Int128 {
      let (from, to) = (from >> excess, to >> excess)
      return from + ((to - from) * part) >> 60  // ≤ 2^123
    }
    return Homography.divided(between(a.x, b.x), between(a.y, b.y), near)
  }
}
