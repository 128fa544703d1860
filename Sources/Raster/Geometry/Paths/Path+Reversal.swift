extension Path {
  /// The path drawn in the opposite direction.
  ///
  /// The subpaths keep their order. An open subpath starts at its former end. A closed subpath still starts
  /// at the same point.
  ///
  /// Use a reversed path to cut a hole: with ``FillRule/nonZero``, a counterclockwise shape inside a larger
  /// clockwise shape is a hole.
  public var reversed: Path {
    var path = Path()
    path.reserveCapacity(verbs: verbs.count &+ 1, points: points.count)
    var verb = 0
    var point = 0
    while verb < verbs.count {
      // A subpath is a move, then steps, then optionally a close.
      let firstPoint = point
      var end = verb &+ 1
      point &+= 1
      while end < verbs.count, verbs[end] != .move, verbs[end] != .close {
        point &+= verbs[end].pointCount
        end &+= 1
      }
      let isClosed = end < verbs.count && verbs[end] == .close
      let start = points[firstPoint]
      var current = point &- 1
      path.move(to: isClosed ? start : points[current])
      // The closing line now comes first, unless it has no length.
      if isClosed && points[current] != start { path.addLine(to: points[current]) }
      for step in verbs[verb &+ 1..<end].reversed() {
        switch step {
        case .line:
          // The first line of a closed subpath becomes the closing one.
          if !(isClosed && current &- 1 == firstPoint) { path.addLine(to: points[current &- 1]) }
        case .quadratic:
          path.addQuadCurve(to: points[current &- 2], control: points[current &- 1])
        case .cubic:
          path.addCurve(to: points[current &- 3], control1: points[current &- 1], control2: points[current &- 2])
        case .move, .close:
          break
        }
        current &-= step.pointCount
      }
      if isClosed { path.closeSubpath() }
      verb = isClosed ? end &+ 1 : end
    }
    return path
  }
}

extension Path.Verb {
  /// The number of points that the step takes.
  @inline(__always)
  package var pointCount: Int {
    switch self {
    case .move, .line: 1
    case .quadratic: 2
    case .cubic: 3
    case .close: 0
    }
  }
}
