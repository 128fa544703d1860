/// A river, railway or motorway: a long strip through the plan that everything else keeps clear of.
///
/// Its center line is the graph of a function: y for each x of a river or railway, x for each y of a
/// motorway. So the distance to it needs no search.
struct Corridor {
  enum Kind { case river, railway, motorway }

  let kind: Kind
  let offset: Double
  let sineTerms: [SineTerm]
  /// Half of its width in meters, without banks and before widenings.
  let halfWidth: Double
  let widenings: [Widening]

  /// One sine wave of the center line: amplitude and wavelength in meters, phase in turns.
  struct SineTerm {
    let amplitude: Double
    let length: Double
    let phase: Double
  }

  /// A section that is wider: the basin around an island, the tracks of a station.
  struct Widening {
    let position: Double
    let halfLength: Double
    let extra: Double
  }

  /// The upper limit of every half width with its margin: the river at its basins, 36 × 1.16 + 52, and its
  /// banks.
  static let maximumHalfWidth = 140.0

  var runsNorthSouth: Bool { kind == .motorway }

  /// The function whose graph is the center line.
  private func lateralPosition(_ t: Double) -> Double {
    var sum = offset
    for term in sineTerms { sum += term.amplitude * sineOfTurns(t / term.length + term.phase) }
    return sum
  }

  private func slope(_ t: Double) -> Double { (lateralPosition(t + 1) - lateralPosition(t - 1)) / 2 }

  func point(at t: Double) -> PlanPoint {
    runsNorthSouth ? PlanPoint(lateralPosition(t), t) : PlanPoint(t, lateralPosition(t))
  }

  func direction(at t: Double) -> PlanPoint { (runsNorthSouth ? PlanPoint(slope(t), 1) : PlanPoint(1, slope(t))).normalized }

  /// The position of a point along the corridor, as `t` of the other methods.
  func position(of point: PlanPoint) -> Double { runsNorthSouth ? point.y : point.x }

  func halfWidth(at t: Double) -> Double {
    var width = halfWidth
    if kind == .river { width *= 1 + 0.16 * sineOfTurns(t / 1370 + 0.2) }
    for widening in widenings {
      let fraction = (t - widening.position) / widening.halfLength
      if fraction > -1, fraction < 1 {
        let bulge = 1 - fraction * fraction
        width += widening.extra * bulge * bulge
      }
    }
    return width
  }

  /// Returns the distance in meters to the right of the center line, negative to the left.
  ///
  /// It is exact on the center line and an approximation that is good enough near the corridor.
  func distance(to point: PlanPoint) -> Double {
    let t = position(of: point)
    return direction(at: t).cross(point - self.point(at: t))
  }

  /// Returns the line `lateralOffset` meters to the right of the center line, from one position to another.
  func line(from start: Double, to end: Double, step: Double, lateralOffset: (Double) -> Double = { _ in 0 }) -> [PlanPoint] {
    let count = max(1, Int(((end - start) / step).rounded(.up)))
    return (0...count).map { i in
      let t = start + (end - start) * Double(i) / Double(count)
      return point(at: t) + direction(at: t).right * lateralOffset(t)
    }
  }

  /// The strip that other features leave free on either side, beyond the corridor's own width, in meters.
  var margin: Double {
    switch kind {
    case .river: 24
    case .railway: 9
    case .motorway: 22
    }
  }

  /// Returns the parts of a plot outside the corridor and its margin: at most one on each side.
  ///
  /// The corridor counts as straight within the plot, so plots must be small compared with its bends.
  func subtracted(from plot: LandPlot) -> [LandPlot] {
    let middle = plot.middle
    let t = position(of: middle)
    let clearance = halfWidth(at: t) + margin
    let extent = Extent(of: plot.corners)
    let size = (extent.high - extent.low).length
    guard abs(distance(to: middle)) < clearance + size else { return [plot] }
    let (center, direction) = (point(at: t), direction(at: t))
    let right = plot.clipped(rightOf: center + direction.right * clearance, along: direction).simplified()
    let left = plot.clipped(rightOf: center - direction.right * clearance, along: direction * -1).simplified()
    return [right, left].filter { $0.corners.count > 2 }
  }
}
