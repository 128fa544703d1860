/// How a block is built over.
enum BuildingStyle {
  /// House by house round courtyards, wall to wall: narrow in the old town, wider round it.
  case attached(width: ClosedRange<Double>, depth: ClosedRange<Double>, height: ClosedRange<Double>)
  case rows, detached, slabs, sheds
}

/// Builds over one block; the block is the ground within its pavements.
struct BlockBuilder {
  var plan: PlanBuilder
  var random: SeededGenerator

  mutating func build(_ block: Plot, _ style: BuildingStyle) {
    switch style {
    case .attached(let width, let depth, let height): buildJoined(block, width, depth, height)
    case .rows: buildRows(block)
    case .detached: buildDetached(block)
    case .slabs: buildSlabs(block)
    case .sheds: buildSheds(block)
    }
  }

  /// The fronts are taken off the block edge by edge and cut into houses; what is left is the courtyard.
  private mutating func buildJoined(
    _ block: Plot, _ width: ClosedRange<Double>, _ depth: ClosedRange<Double>, _ height: ClosedRange<Double>
  ) {
    let usual = random.between(depth.lowerBound, depth.upperBound)
    let yard = block.inset(by: usual)
    let tall = random.between(height.lowerBound, height.upperBound)
    if block.area > 1500, yard.area > 300, random.chance(0.12) {
      plan.addAttachedBuilding(block.corners, courtyard: yard.corners, height: Int(tall))
      return
    }
    var rest = block
    for (a, b) in block.edges where (b - a).length > 4 {
      let way = (b - a).direction
      let strip = rest.clipped(rightOf: b + way.right * usual, along: way * -1).simplified()
      rest = rest.clipped(rightOf: a + way.right * usual, along: way).simplified()
      if strip.corners.count > 2 { buildFronts(strip, from: a, along: way, width, depth, tall, yard: yard) }
      if rest.corners.isEmpty { break }
    }
    if rest.area > 900, random.chance(0.45) {
      let middle = rest.middle + PlanPoint(random.between(-4, 4), random.between(-4, 4))
      let edge = block.longestEdge
      let shop = Plot(
        center: middle, along: (edge.1 - edge.0).direction, length: random.between(10, 22), width: random.between(7, 12))
      if shop.corners.allSatisfy(rest.inset(by: 3).contains) { plan.addAttachedBuilding(shop.corners, height: 5) }
    }
  }

  private mutating func buildFronts(
    _ strip: Plot, from a: PlanPoint, along way: PlanPoint, _ width: ClosedRange<Double>, _ depth: ClosedRange<Double>,
    _ tall: Double,
    yard: Plot
  ) {
    let span = strip.span(along: way)
    var place = span.low
    while place < span.high - 1 {
      var next = place + random.between(width.lowerBound, width.upperBound)
      if span.high - next < width.lowerBound * 0.7 { next = span.high }
      var house = strip.clipped(rightOf: way * place, along: way.right * -1).clipped(rightOf: way * next, along: way.right)
      let back = random.between(depth.lowerBound * 0.86, depth.upperBound * 1.1)
      house = house.clipped(rightOf: a + way.right * back, along: way * -1).simplified()
      if house.area > 25, !random.chance(0.04) {
        let height = Int(max(4, tall + random.between(-3, 3)))
        plan.addAttachedBuilding(house.corners, height: height)
        let wing = random.between(6, 13)
        if next - place > 9, random.chance(0.35) {
          let inner = (next - place) * random.between(0.35, 0.55)
          let start = a + way * (place - a.dot(way)) + way.right * (back - 0.4)
          let corners = [start, start + way * inner, start + way * inner + way.right * wing, start + way.right * wing]
          if yard.corners.count > 2, yard.area > 700, yard.contains(corners[2]), yard.contains(corners[3]) {
            plan.addAttachedBuilding(corners, height: max(4, height - 6))
          }
        }
      }
      place = next
    }
  }

  /// Terraces of equal houses, each a step before or behind the last.
  private mutating func buildRows(_ block: Plot) {
    let edge = block.longestEdge
    let way = (edge.1 - edge.0).direction
    let along = block.span(along: way)
    let across = block.span(along: way.right)
    let deep = across.high - across.low
    guard deep > 22 else { return buildDetached(block) }
    let lines = deep > 88 ? [10.0, deep * 0.5 - 16, deep * 0.5 + 16, deep - 10] : [10.0, deep - 10]
    for line in lines {
      var place = along.low + 5
      while place < along.high - 14 {
        let units = 3 + random.below(5)
        let unit = random.between(6, 7.4)
        var front: [PlanPoint] = []
        var back: [PlanPoint] = []
        var end = place
        for i in 0..<units where end + unit < along.high - 3 {
          let step = i % 2 == 0 ? 0.0 : 1.6
          let rim = way.right * (across.low + line)
          front.append(way * end + rim + way.right * (step - 5))
          front.append(way * (end + unit) + rim + way.right * (step - 5))
          back.append(way * end + rim + way.right * (step + 5))
          back.append(way * (end + unit) + rim + way.right * (step + 5))
          end += unit
        }
        let ring = front + back.reversed()
        if front.count > 3, ring.allSatisfy(block.contains) { plan.addDetachedBuilding(ring, height: 8) }
        place = end + random.between(5, 9)
        if front.isEmpty { break }
      }
    }
  }

  /// BlockBuilder in gardens along every side of the block.
  private mutating func buildDetached(_ block: Plot) {
    let garden = block.inset(by: 2.5)
    guard garden.corners.count > 2 else { return }
    var placed: [(PlanPoint, Double)] = []
    for (a, b) in block.edges {
      let way = (b - a).direction
      let length = (b - a).length
      var place = random.between(9, 13)
      let setback = random.between(4, 6.5)
      while place < length - 8 {
        let wide = random.between(9, 14)
        let deep = random.between(8, 11)
        let center = a + way * place + way.right * (setback + deep / 2 + random.between(0, 1.5))
        let radius = (wide + deep) * 0.36
        if !random.chance(0.07), placed.allSatisfy({ $0.0.distance(to: center) > radius + $0.1 + 2 }) {
          let ring = house(center, way, wide, deep)
          if ring.allSatisfy(garden.contains) {
            plan.addDetachedBuilding(ring, height: 5 + random.below(5))
            placed.append((center, radius))
            shed(beside: center, way, wide, garden)
          }
        }
        place += random.between(16, 23)
      }
    }
  }

  private mutating func shed(beside center: PlanPoint, _ way: PlanPoint, _ wide: Double, _ garden: Plot) {
    guard random.chance(0.3) else { return }
    let shed = Plot(center: center + way * (wide / 2 + 2.6) + way.right * 2, along: way, length: 3.6, width: 6)
    if shed.corners.allSatisfy(garden.contains) { plan.addDetachedBuilding(shed.corners, height: 3) }
  }

  /// A rectangle, an L or a T.
  private mutating func house(_ center: PlanPoint, _ way: PlanPoint, _ wide: Double, _ deep: Double) -> [PlanPoint] {
    let (w, d) = (wide / 2, deep / 2)
    func at(_ x: Double, _ y: Double) -> PlanPoint { center + way * x + way.right * y }
    switch random.below(5) {
    case 0:
      let (x, y) = (random.between(-0.2, 0.3) * w, random.between(-0.1, 0.3) * d)
      return [at(-w, -d), at(w, -d), at(w, y), at(x, y), at(x, d), at(-w, d)]
    case 1:
      let (x, y) = (random.between(-0.3, 0.2) * w, random.between(-0.1, 0.3) * d)
      return [at(-w, -d), at(w, -d), at(w, d), at(x, d), at(x, y), at(-w, y)]
    case 2:
      let s = w * 0.4
      return [at(-w, -d), at(w, -d), at(w, d * 0.5), at(s, d * 0.5), at(s, d), at(-s, d), at(-s, d * 0.5), at(-w, d * 0.5)]
    default: return [at(-w, -d), at(w, -d), at(w, d), at(-w, d)]
    }
  }

  /// Long blocks of flats in the green.
  private mutating func buildSlabs(_ block: Plot) {
    let inner = block.inset(by: 5)
    guard inner.corners.count > 2 else { return }
    let edge = block.longestEdge
    let way = random.chance(0.5) ? (edge.1 - edge.0).direction : (edge.1 - edge.0).direction.right
    let along = inner.span(along: way)
    let across = inner.span(along: way.right)
    var row = across.low + 7
    while row < across.high - 6 {
      var place = along.low + random.between(1, 8)
      while place < along.high - 24 {
        let length = min(random.between(32, 66), along.high - place - 1)
        let middle = way * (place + length / 2) + way.right * row
        let slab = Plot(center: middle, along: way, length: length, width: 11.5)
        if slab.corners.allSatisfy(inner.contains) { plan.addDetachedBuilding(slab.corners, height: 15 + 3 * random.below(4)) }
        place += length + random.between(12, 20)
      }
      row += random.between(31, 38)
    }
  }

  /// Works and warehouses, each in its yard.
  private mutating func buildSheds(_ block: Plot) {
    let parcels = PlotSubdivision.irregular(block, to: 5200, irregularity: 0.3, random: &random)
    for parcel in parcels.plots {
      let yard = parcel.inset(by: random.between(6, 10))
      guard yard.area > 250 else { continue }
      if random.chance(0.35) {
        let halves = PlotSubdivision.irregular(yard, to: yard.area * 0.45, irregularity: 0.8, random: &random).plots
        for half in halves where random.chance(0.85) {
          let shed = half.inset(by: random.between(3, 6))
          if shed.area > 120 { plan.addAttachedBuilding(shed.corners, height: 8 + random.below(6)) }
        }
      } else if random.chance(0.9) {
        plan.addAttachedBuilding(yard.corners, height: 8 + random.below(8))
      }
    }
  }
}
