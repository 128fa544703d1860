/// Divides plots into smaller ones, by streets or by fences.
enum LandPlotSubdivision {
  /// Halves a plot repeatedly across its longer side, as old land was sold off: never quite in the middle
  /// and never quite at a right angle.
  ///
  /// - Parameters:
  ///   - area: The size to reach, in square meters.
  ///   - irregularity: How far cuts deviate from the middle and the right angle; 0 for not at all.
  /// - Returns: The plots, and the cuts in the order in which they were made, so that the first are the
  ///   through streets.
  static func irregular(_ plot: LandPlot, to area: Double, irregularity: Double, random: inout SeededGenerator) -> (
    plots: [LandPlot], cuts: [(PlanPoint, PlanPoint)]
  ) {
    var open = [plot]
    var done: [LandPlot] = []
    var cuts: [(PlanPoint, PlanPoint)] = []
    var next = 0
    while next < open.count {
      let piece = open[next]
      next += 1
      guard piece.area > area * random.between(0.75, 1.35) else {
        done.append(piece)
        continue
      }
      let edge = piece.longestEdge
      var axis = (edge.1 - edge.0).normalized
      let along = piece.span(along: axis)
      let across = piece.span(along: axis.right)
      if across.high - across.low > along.high - along.low { axis = axis.right }
      let span = piece.span(along: axis)
      let middle = piece.middle
      let position = span.low + (span.high - span.low) * (0.5 + 0.16 * irregularity * random.triangular())
      let origin = middle + axis * (position - middle.dot(axis))
      let direction = (axis.right + axis * (0.28 * irregularity * random.triangular())).normalized
      if let parts = piece.split(at: origin, along: direction), parts.right.area > area * 0.25, parts.left.area > area * 0.25 {
        open.append(parts.right)
        open.append(parts.left)
        cuts.append(parts.cut)
      } else {
        done.append(piece)
      }
    }
    return (done, cuts)
  }

  /// Divides a plot by parallel streets along its longest side and by cross streets, as suburbs were planned.
  ///
  /// - Parameters:
  ///   - depth: The depth of a block, in meters.
  ///   - length: The usual length of a block, in meters.
  static func grid(_ plot: LandPlot, depth: Double, length: Double, random: inout SeededGenerator) -> (
    plots: [LandPlot], cuts: [(PlanPoint, PlanPoint)]
  ) {
    let edge = plot.longestEdge
    let axis = (edge.1 - edge.0).normalized
    var cuts: [(PlanPoint, PlanPoint)] = []
    func slices(_ plot: LandPlot, across axis: PlanPoint, every size: Double) -> [LandPlot] {
      let span = plot.span(along: axis)
      let count = Int(((span.high - span.low) / size).rounded())
      guard count > 1 else { return [plot] }
      var rest = plot
      var done: [LandPlot] = []
      for i in 1..<count {
        let position = span.low + (span.high - span.low) * Double(i) / Double(count)
        guard let parts = rest.split(at: axis * position, along: axis.right) else { continue }
        let (near, far) =
          parts.left.middle.dot(axis) < parts.right.middle.dot(axis) ? (parts.left, parts.right) : (parts.right, parts.left)
        done.append(near)
        cuts.append(parts.cut)
        rest = far
      }
      return done + [rest]
    }
    var plots: [LandPlot] = []
    let strips = slices(plot, across: axis.right, every: depth)
    for strip in strips {
      plots += slices(strip, across: axis, every: length * random.between(0.8, 1.25))
    }
    return (plots, cuts)
  }
}
