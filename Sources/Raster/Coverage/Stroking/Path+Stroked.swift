extension Path {
  /// Returns the outline of the path's stroke, as a path that consists of straight lines.
  ///
  /// To draw the stroke, fill the outline by the nonzero rule. Draw the outline at its original size. If it
  /// is enlarged, the straight lines that replace curves become visible.
  ///
  /// - Parameter style: The style of the stroke. A line width of less than 1/4 point is increased to 1/4
  ///   point.
  /// - Returns: The outline. If the stroke draws nothing, the outline is an empty path.
  public func stroked(style: StrokeStyle) -> Path {
    guard style.width > 0 else { return Path() }
    var contours = Contours()
    var stroking = Stroking()
    stroking.stroke(self, style: style, transform: .identity, into: &contours)
    var outline = Path()
    outline.reserveCapacity(verbs: contours.points.count + contours.ends.count, points: contours.points.count)
    var begin = 0
    for end in contours.ends {
      for index in begin..<end {
        if index == begin { outline.move(to: contours.points[index]) } else { outline.addLine(to: contours.points[index]) }
      }
      outline.closeSubpath()
      begin = end
    }
    return outline
  }
}
