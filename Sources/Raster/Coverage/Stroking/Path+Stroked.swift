extension Path {
  /// Returns the outline of the path's stroke, as a path of straight lines to be filled by the nonzero rule.
  ///
  /// The filled outline covers the same area as the stroke at the path's own size. If the outline is
  /// enlarged, the chords of its curves become visible. If the stroke draws nothing, the returned path is
  /// empty.
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
