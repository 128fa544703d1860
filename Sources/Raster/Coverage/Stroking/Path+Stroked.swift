extension Path {
  /// Returns the outline of the path's stroke, as a path that consists of straight lines.
  ///
  /// Fill the outline by the nonzero rule. At the path's own size, the filled outline covers the same points
  /// as the stroke. If the outline is enlarged, the straight lines that approximate curves become visible.
  ///
  /// - Parameter style: The style of the stroke.
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
