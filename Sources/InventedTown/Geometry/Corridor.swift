/// A river, railway or motorway: a long way through the plan that everything else gives room to.
///
/// It is a function: for a river or railway the place south of the x axis at each x, for a motorway the place east of the y
/// axis at each y. So the distance to it needs no search.
struct Corridor {
  enum Kind { case river, railway, motorway }

  let kind: Kind
  let offset: Double
  let sineTerms: [SineTerm]
  /// Half the ground that it takes without banks, before it widens.
  let halfWidth: Double
  let widenings: [Widening]

  /// One sineOfTurns of the way: how far it sineTerms out, over what length, where it begins.
  struct SineTerm {
    let amplitude: Double
    let length: Double
    let phase: Double
  }

  /// A stretch that takes more ground: the basin round an island, the tracks of a station.
  struct Widening {
    let position: Double
    let halfLength: Double
    let extra: Double
  }

  /// No corridor takes more than this on either side: the river at its basins, 36 × 1.16 + 52, and its banks.
  static let maximumHalfWidth = 140.0

  var runsNorthSouth: Bool { kind == .motorway }

  private func sideways(_ t: Double) -> Double {
    var sum = offset
    for swing in sineTerms { sum += swing.amplitude * sineOfTurns(t / swing.length + swing.phase) }
    return sum
  }

  private func slope(_ t: Double) -> Double { (sideways(t + 1) - sideways(t - 1)) / 2 }

  func point(at t: Double) -> PlanPoint { runsNorthSouth ? PlanPoint(sideways(t), t) : PlanPoint(t, sideways(t)) }

  func direction(at t: Double) -> PlanPoint { (runsNorthSouth ? PlanPoint(slope(t), 1) : PlanPoint(1, slope(t))).direction }

  /// Where along the corridor a spot lies.
  func position(of spot: PlanPoint) -> Double { runsNorthSouth ? spot.y : spot.x }

  func halfWidth(at t: Double) -> Double {
    var width = halfWidth
    if kind == .river { width *= 1 + 0.16 * sineOfTurns(t / 1370 + 0.2) }
    for widening in widenings {
      let share = (t - widening.position) / widening.halfLength
      if share > -1, share < 1 {
        let bulge = 1 - share * share
        width += widening.extra * bulge * bulge
      }
    }
    return width
  }

  /// Metres to the right of the middle line, negative to the left; good near the corridor, which is where it is asked.
  func distance(to spot: PlanPoint) -> Double {
    let t = position(of: spot)
    let way = direction(at: t)
    return way.cross(spot - self.point(at: t))
  }

  /// The line `lateralOffset` metres right of the middle, from one position to another.
  func line(from start: Double, to end: Double, step: Double, lateralOffset: (Double) -> Double = { _ in 0 }) -> [PlanPoint] {
    let count = max(1, Int(((end - start) / step).rounded(.up)))
    return (0...count).map { i in
      let t = start + (end - start) * Double(i) / Double(count)
      return point(at: t) + direction(at: t).right * lateralOffset(t)
    }
  }

  /// The room that others leave it on either side, beyond its own width.
  var margin: Double {
    switch kind {
    case .river: 24
    case .railway: 9
    case .motorway: 22
    }
  }

  /// What is left of a plot outside the corridor's room: at most one piece on each side.
  ///
  /// The corridor counts as straight within the plot, so plots must be small against its bends.
  func subtracted(from plot: Plot) -> [Plot] {
    let middle = plot.middle
    let t = position(of: middle)
    let room = halfWidth(at: t) + margin
    let reach = Extent(of: plot.corners)
    let size = (reach.high - reach.low).length
    guard abs(distance(to: middle)) < room + size else { return [plot] }
    let way = direction(at: t)
    let spot = point(at: t)
    let right = plot.clipped(rightOf: spot + way.right * room, along: way).simplified()
    let left = plot.clipped(rightOf: spot - way.right * room, along: way * -1).simplified()
    return [right, left].filter { $0.corners.count > 2 }
  }
}
