extension Path {
  /// The outline of what a pen leaves along the path: straight lines only, to be filled by the nonzero rule.
  ///
  /// What is filled with it is what the stroke covers at the path's own size; enlarged, the chords of its curves can be seen. Empty where the pen leaves
  /// nothing.
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
