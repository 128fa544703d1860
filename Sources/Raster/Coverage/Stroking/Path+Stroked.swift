extension Path {
  /// Returns the outline of the path's stroke: straight lines only, to be filled by the nonzero rule.
  ///
  /// It covers what the stroke covers at the path's own size; enlarged, the chords of its curves become
  /// visible. It is empty where the pen draws nothing.
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
