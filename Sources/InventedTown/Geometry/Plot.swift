/// A convex piece of ground: its corners clockwise on the screen, the first not repeated.
///
/// All of a town is cut out of such pieces by straight lines, which keeps every piece convex and every operation short; the
/// curves come afterwards, from ``Warp``.
struct Plot {
  var corners: [PlanPoint]

  init(_ corners: [PlanPoint]) { self.corners = corners }

  /// A rectangle round `center`, `length` along `along` and `width` across.
  init(center: PlanPoint, along: PlanPoint, length: Double, width: Double) {
    let a = along * (length / 2)
    let b = along.right * (width / 2)
    corners = [center - a - b, center + a - b, center + a + b, center - a + b]
  }

  var area: Double {
    var twice = 0.0
    guard var last = corners.last else { return 0 }
    for corner in corners {
      twice += last.cross(corner)
      last = corner
    }
    return twice / 2
  }

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

  /// How far the plot reaches along `axis`, measured from the origin.
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

  /// What lies right of the line through `origin` along `way`.
  func clipped(rightOf origin: PlanPoint, along way: PlanPoint) -> Plot {
    guard var a = corners.last else { return self }
    var da = way.cross(a - origin)
    var kept: [PlanPoint] = []
    kept.reserveCapacity(corners.count + 1)
    for b in corners {
      let db = way.cross(b - origin)
      if (da > 0 && db < 0) || (da < 0 && db > 0) { kept.append(a.toward(b, da / (da - db))) }
      if db >= 0 { kept.append(b) }
      (a, da) = (b, db)
    }
    return Plot(kept)
  }

  /// The plot with a strip of `margin` taken off along each edge; empty where nothing is left.
  func inset(by margin: Double) -> Plot {
    var rest = self
    for (a, b) in edges {
      let way = (b - a).direction
      guard way != .zero else { continue }
      rest = rest.clipped(rightOf: a + way.right * margin, along: way)
      if rest.corners.count < 3 { return Plot([]) }
    }
    return rest.simplified()
  }

  /// Without corners that lie on another or in line with their neighbours.
  func simplified() -> Plot {
    var kept: [PlanPoint] = []
    for corner in corners where kept.last.map({ $0.distance(to: corner) > 0.3 }) ?? true { kept.append(corner) }
    while kept.count > 1, kept[0].distance(to: kept[kept.count - 1]) <= 0.3 { kept.removeLast() }
    return Plot(kept.count < 3 ? [] : kept)
  }

  /// The two sides of the line through `origin` along `way`, and the part of that line inside.
  func split(at origin: PlanPoint, along way: PlanPoint) -> (right: Plot, left: Plot, cut: (PlanPoint, PlanPoint))? {
    var crossings: [PlanPoint] = []
    for (a, b) in edges {
      let da = way.cross(a - origin)
      let db = way.cross(b - origin)
      if (da >= 0) != (db >= 0) { crossings.append(a.toward(b, da / (da - db))) }
    }
    guard crossings.count == 2 else { return nil }
    let right = clipped(rightOf: origin, along: way).simplified()
    let left = self.clipped(rightOf: origin, along: way * -1).simplified()
    guard right.corners.count > 2, left.corners.count > 2 else { return nil }
    return (right, left, (crossings[0], crossings[1]))
  }

  func contains(_ spot: PlanPoint) -> Bool {
    guard var last = corners.last else { return false }
    for corner in corners {
      if (corner - last).cross(spot - last) < 0 { return false }
      last = corner
    }
    return true
  }
}
