extension Path {
  /// Returns whether a point is inside the stroke of the path, including the stroke's joins, caps and dashes.
  ///
  /// The point is in the path's own space. To make a thin line easy to touch, pass a style with a greater
  /// width.
  ///
  /// Curves and round joins are approximated by chords. If the line width is below 512 points, the chords are
  /// within 1/1024 of a point. For greater widths, the error grows in proportion to the width.
  public func strokeContains(_ point: Point, style: StrokeStyle) -> Bool {
    guard let box = controlBounds, style.width > 0 else { return false }
    // Nothing extends farther than a miter or the corner of a square cap.
    let margin = style.width / 2 * max(style.join == .miter ? max(style.miterLimit, 2) : 2, 2)
    guard box.insetBy(dx: -margin, dy: -margin).contains(point) else { return false }
    var contours = Contours()
    var stroking = Stroking()
    let scale = Stroking.enlargement(for: style.width, within: box)
    let transform = AffineTransform.scale(x: scale, y: scale)
    stroking.stroke(self, style: style, transform: Homography(transform), minimumWidth: 0, into: &contours)
    let target = PathSegment.WidePoint(transform.apply(point))
    var winding = 0
    var first = 0
    for end in contours.ends {
      var previous = contours.points[end &- 1]
      for corner in contours.points[first..<end] {
        winding &+= PathSegment(from: previous, to: corner).crossings(rightOf: target)
        previous = corner
      }
      first = end
    }
    return winding != 0
  }
}
