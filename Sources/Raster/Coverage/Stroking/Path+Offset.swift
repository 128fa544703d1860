extension Path {
  /// Returns the path moved sideways by a distance, like MapLibre's `line-offset`.
  ///
  /// Every subpath is moved for itself, and open and closed subpaths stay open and closed. Curves become
  /// straight lines that are within 1/32 unit of the curve. So make the path in the size in which it is
  /// drawn.
  ///
  /// On the outer side of a corner, the moved segments are joined as `join` says. On the inner side, they are
  /// cut where they meet. Segments that are too short for that are left out, up to a length of twice the
  /// distance. Longer segments are joined by a straight line. So the path nowhere extends beyond the
  /// distance, except for miters.
  ///
  /// If a closed subpath has no room for a line at this distance, it is left out.
  ///
  /// - Parameters:
  ///   - distance: The distance in the path's units, clamped to ±8192. A positive distance moves the path to
  ///     the right of its direction, with y pointing down. If the distance is zero, the path is returned
  ///     unchanged.
  ///   - join: The shape of outer corners.
  ///   - miterLimit: The maximum ratio of a miter's length to the distance. Beyond it, the corner gets a
  ///     bevel.
  public func offset(by distance: Scalar, join: LineJoin = .miter, miterLimit: Scalar = 2) -> Path {
    if distance == 0 { return self }
    var lines = Contours()
    var flattening = Flattening()
    flattening.flatten(self, transform: .identity, closing: false, into: &lines)
    var offset = ParallelOffset(distance: distance, join: join, miterLimit: miterLimit)
    var result = Path()
    var begin = 0
    for (end, isClosed) in zip(lines.ends, lines.isClosed) {
      offset.move(lines.points[begin..<end], isClosed: isClosed, into: &result)
      begin = end
    }
    return result
  }
}
