/// A river, railway or motorway: a long way through the plan that everything else gives room to.
///
/// It is a function: for a river or railway the place south of the x axis at each x, for a motorway the place east of the y
/// axis at each y. So the distance to it needs no search.
struct Course {
  enum Kind { case river, railway, motorway }

  let kind: Kind
  let offset: Double
  let swings: [Swing]
  /// Half the ground that it takes without banks, before it widens.
  let halfWidth: Double
  let widenings: [Widening]

  /// One wave of the way: how far it swings out, over what length, where it begins.
  struct Swing {
    let reach: Double
    let length: Double
    let phase: Double
  }

  /// A stretch that takes more ground: the basin round an island, the tracks of a station.
  struct Widening {
    let position: Double
    let halfLength: Double
    let extra: Double
  }

  /// No course takes more than this on either side: the river at its basins, 36 × 1.16 + 52, and its banks.
  static let widest = 140.0

  var runsNorthSouth: Bool { kind == .motorway }

  private func sideways(_ t: Double) -> Double {
    var sum = offset
    for swing in swings { sum += swing.reach * wave(t / swing.length + swing.phase) }
    return sum
  }

  private func slope(_ t: Double) -> Double { (sideways(t + 1) - sideways(t - 1)) / 2 }

  func spot(at t: Double) -> Spot { runsNorthSouth ? Spot(sideways(t), t) : Spot(t, sideways(t)) }

  func way(at t: Double) -> Spot { (runsNorthSouth ? Spot(slope(t), 1) : Spot(1, slope(t))).direction }

  /// Where along the course a spot lies.
  func position(of spot: Spot) -> Double { runsNorthSouth ? spot.y : spot.x }

  func halfWidth(at t: Double) -> Double {
    var width = halfWidth
    if kind == .river { width *= 1 + 0.16 * wave(t / 1370 + 0.2) }
    for widening in widenings {
      let share = (t - widening.position) / widening.halfLength
      if share > -1, share < 1 {
        let bulge = 1 - share * share
        width += widening.extra * bulge * bulge
      }
    }
    return width
  }

  /// Metres to the right of the middle line, negative to the left; good near the course, which is where it is asked.
  func distance(to spot: Spot) -> Double {
    let t = position(of: spot)
    let way = way(at: t)
    return way.cross(spot - self.spot(at: t))
  }

  /// The line `aside` metres right of the middle, from one position to another.
  func line(from start: Double, to end: Double, step: Double, aside: (Double) -> Double = { _ in 0 }) -> [Spot] {
    let count = max(1, Int(((end - start) / step).rounded(.up)))
    return (0...count).map { i in
      let t = start + (end - start) * Double(i) / Double(count)
      return spot(at: t) + way(at: t).right * aside(t)
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

  /// What is left of a plot outside the course's room: at most one piece on each side.
  ///
  /// The course counts as straight within the plot, so plots must be small against its bends.
  func leaving(_ plot: Plot) -> [Plot] {
    let middle = plot.middle
    let t = position(of: middle)
    let room = halfWidth(at: t) + margin
    let reach = Extent(of: plot.corners)
    let size = (reach.high - reach.low).length
    guard abs(distance(to: middle)) < room + size else { return [plot] }
    let way = way(at: t)
    let spot = spot(at: t)
    let right = plot.right(of: spot + way.right * room, along: way).tidied()
    let left = plot.right(of: spot - way.right * room, along: way * -1).tidied()
    return [right, left].filter { $0.corners.count > 2 }
  }
}
