extension Path {
  /// Returns whether a point is inside the stroke of the path, including the stroke's joins, caps and dashes.
  ///
  /// To make a thin line easy to touch, pass a style whose width is greater than the drawn width.
  ///
  /// Curves and round joins are approximated by straight lines. If the line width is below 512 points, the
  /// error is at most 1/1024 point. For greater widths, the error grows in proportion to the width.
  ///
  /// - Parameters:
  ///   - point: The point, in the path's space.
  ///   - style: The style of the stroke. If the style's width is not positive, no point is inside the stroke.
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
    let target = BezierSegment.WidePoint(transform.apply(point))
    var winding = 0
    var first = 0
    for end in contours.ends {
      var previous = contours.points[end &- 1]
      for corner in contours.points[first..<end] {
        winding &+= BezierSegment(from: previous, to: corner).crossings(rightOf: target)
        previous = corner
      }
      first = end
    }
    return winding != 0
  }
}
