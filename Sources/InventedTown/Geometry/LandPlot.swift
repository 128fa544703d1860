/// A convex polygon of land: its corners in clockwise order on the screen, the first not repeated.
///
/// A town is cut into plots by straight lines, which keeps every plot convex and every operation short.
/// ``Warp`` adds the curves afterward.
struct LandPlot {
  var corners: [PlanPoint]

  init(_ corners: [PlanPoint]) { self.corners = corners }

  /// Creates a rectangle around `center` that measures `length` along the unit vector `along` and `width`
  /// across.
  init(center: PlanPoint, along: PlanPoint, length: Double, width: Double) {
    let a = along * (length / 2)
    let b = along.right * (width / 2)
    corners = [center - a - b, center + a - b, center + a + b, center - a + b]
  }

  /// In square meters; positive for clockwise corners.
  var area: Double {
    var twice = 0.0
    guard var last = corners.last else { return 0 }
    for corner in corners {
      twice += last.cross(corner)
      last = corner
    }
    return twice / 2
  }

  /// The mean of the corners.
  var middle: PlanPoint {
    var sum = PlanPoint.zero
    for corner in corners { sum = sum + corner }
    return corners.isEmpty ? sum : sum * (1 / Double(corners.count))
  }

  var edges: [(PlanPoint, PlanPoint)] {
    corners.indices.map { (corners[$0], corners[$0 + 1 == corners.count ? 0 : $0 + 1]) }
  }

  var longestEdge: (PlanPoint, PlanPoint) {
    edges.max { ($0.1 - $0.0).dot($0.1 - $0.0) < ($1.1 - $1.0).dot($1.1 - $1.0) } ?? (.zero, .zero)
  }

  /// Returns the plot's extent along the unit vector `axis`, measured from the origin.
  func span(along axis: PlanPoint) -> (low: Double, high: Double) {
    var low = Double.infinity
    var high = -Double.infinity
    for corner in corners {
      let d = corner.dot(axis)
      low = min(low, d)
      high = max(high, d)
    }
    return (low, high)
  }

  /// Returns the part of the plot to the right of the line through `origin` along `direction`.
  func clipped(rightOf origin: PlanPoint, along direction: PlanPoint) -> LandPlot {
    guard var a = corners.last else { return self }
    var da = direction.cross(a - origin)
    var remaining: [PlanPoint] = []
    remaining.reserveCapacity(corners.count + 1)
    for b in corners {
      let db = direction.cross(b - origin)
      if (da > 0 && db < 0) || (da < 0 && db > 0) { remaining.append(a.toward(b, da / (da - db))) }
      if db >= 0 { remaining.append(b) }
      (a, da) = (b, db)
    }
    return LandPlot(remaining)
  }

  /// Returns the plot without a strip of `margin` along each edge; empty if nothing is left.
  func inset(by margin: Double) -> LandPlot {
    var rest = self
    for (a, b) in edges {
      let direction = (b - a).normalized
      guard direction != .zero else { continue }
      rest = rest.clipped(rightOf: a + direction.right * margin, along: direction)
      if rest.corners.count < 3 { return LandPlot([]) }
    }
    return rest.simplified()
  }

  /// Returns the plot without corners that lie within 0.3 m of another; empty if fewer than three are left.
  func simplified() -> LandPlot {
    var distinct: [PlanPoint] = []
    for corner in corners where distinct.last.map({ $0.distance(to: corner) > 0.3 }) ?? true { distinct.append(corner) }
    while distinct.count > 1, distinct[0].distance(to: distinct[distinct.count - 1]) <= 0.3 { distinct.removeLast() }
    return LandPlot(distinct.count < 3 ? [] : distinct)
  }

  /// Splits the plot at the line through `origin` along `direction`.
  ///
  /// - Returns: Both sides and the part of the line inside the plot; nil if the line does not divide it.
  func split(at origin: PlanPoint, along direction: PlanPoint) -> (right: LandPlot, left: LandPlot, cut: (PlanPoint, PlanPoint))? {
    var crossings: [PlanPoint] = []
    for (a, b) in edges {
      let da = direction.cross(a - origin)
      let db = direction.cross(b - origin)
      if (da >= 0) != (db >= 0) { crossings.append(a.toward(b, da / (da - db))) }
    }
    guard crossings.count == 2 else { return nil }
    let right = clipped(rightOf: origin, along: direction).simplified()
    let left = self.clipped(rightOf: origin, along: direction * -1).simplified()
    guard right.corners.count > 2, left.corners.count > 2 else { return nil }
    return (right, left, (crossings[0], crossings[1]))
  }

  func contains(_ point: PlanPoint) -> Bool {
    guard var last = corners.last else { return false }
    for corner in corners {
      if (corner - last).cross(point - last) < 0 { return false }
      last = corner
    }
    return true
  }
}
