extension Path {
  /// The same outline drawn the other way: each subpath from its end to its start, closed ones from the point they begin at; the subpaths
  /// keep their order.
  ///
  /// What winds clockwise winds counterclockwise afterwards, so with the nonzero rule a reversed shape cuts a hole.
  public var reversed: Path {
    var path = Path()
    path.reserveCapacity(verbs: verbs.count &+ 1, points: points.count)
    var verb = 0
    var point = 0
    while verb < verbs.count {
      // A subpath is a move, steps, and perhaps a close.
      let firstPoint = point
      var end = verb &+ 1
      point &+= 1
      while end < verbs.count, verbs[end] != .move, verbs[end] != .close {
        point &+= verbs[end].pointCount
        end &+= 1
      }
      let isClosed = end < verbs.count && verbs[end] == .close
      let start = points[firstPoint]
      var at = point &- 1
      path.move(to: isClosed ? start : points[at])
      // The closing line comes first now, unless it has no length.
      if isClosed && points[at] != start { path.addLine(to: points[at]) }
      for step in verbs[verb &+ 1..<end].reversed() {
        switch step {
        case .line:
          // The first line of a closed subpath becomes the closing one.
          if !(isClosed && at &- 1 == firstPoint) { path.addLine(to: points[at &- 1]) }
        case .quadratic:
          path.addQuadCurve(to: points[at &- 2], control: points[at &- 1])
        case .cubic:
          path.addCurve(to: points[at &- 3], control1: points[at &- 1], control2: points[at &- 2])
        case .move, .close:
          break
        }
        at &-= step.pointCount
      }
      if isClosed { path.closeSubpath() }
      verb = isClosed ? end &+ 1 : end
    }
    return path
  }
}

extension Path.Verb {
  /// How many points the step takes.
  @inline(__always)
  var pointCount: Int {
    switch self {
    case .move, .line: 1
    case .quadratic: 2
    case .cubic: 3
    case .close: 0
    }
  }
}
