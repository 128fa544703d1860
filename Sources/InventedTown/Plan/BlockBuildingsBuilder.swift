/// The kind of buildings in a block.
enum BuildingStyle {
  /// Houses that share walls and surround courtyards. Widths, depths and heights are in meters.
  case attached(width: ClosedRange<Double>, depth: ClosedRange<Double>, height: ClosedRange<Double>)
  /// Terraces, detached houses in gardens, long apartment buildings, or warehouses.
  case rows, detached, slabs, sheds
}

/// Adds the buildings of blocks; a block is the land within its pavements.
struct BlockBuildingsBuilder {
  var plan: FeatureCollector
  var random: SeededGenerator
  var names: DistrictNames

  mutating func build(_ block: LandPlot, _ style: BuildingStyle) {
    switch style {
    case .attached(let width, let depth, let height): buildAttached(block, width, depth, height)
    case .rows: buildRows(block)
    case .detached: buildDetached(block)
    case .slabs: buildSlabs(block)
    case .sheds: buildSheds(block)
    }
  }

  /// Cuts strips off the block, edge by edge, and divides them into houses. The remainder is the courtyard.
  private mutating func buildAttached(
    _ block: LandPlot, _ width: ClosedRange<Double>, _ depth: ClosedRange<Double>, _ height: ClosedRange<Double>
  ) {
    let stripDepth = random.between(depth.lowerBound, depth.upperBound)
    let yard = block.inset(by: stripDepth)
    let blockHeight = random.between(height.lowerBound, height.upperBound)
    if block.area > 1500, yard.area > 300, random.chance(0.12) {
      plan.addAttachedBuilding(block.corners, courtyard: yard.corners, height: Int(blockHeight))
      return
    }
    var rest = block
    for (a, b) in block.edges where (b - a).length > 4 {
      let direction = (b - a).normalized
      let strip = rest.clipped(rightOf: b + direction.right * stripDepth, along: direction * -1).simplified()
      rest = rest.clipped(rightOf: a + direction.right * stripDepth, along: direction).simplified()
      if strip.corners.count > 2 { buildFronts(strip, from: a, along: direction, width, depth, blockHeight, yard: yard) }
      if rest.corners.isEmpty { break }
    }
    if rest.area > 900, random.chance(0.45) {
      let middle = rest.middle + PlanPoint(random.between(-4, 4), random.between(-4, 4))
      let edge = block.longestEdge
      let shop = LandPlot(
        center: middle, along: (edge.1 - edge.0).normalized, length: random.between(10, 22), width: random.between(7, 12))
      if shop.corners.allSatisfy(rest.inset(by: 3).contains) { plan.addAttachedBuilding(shop.corners, height: 5) }
    }
  }

  private mutating func buildFronts(
    _ strip: LandPlot, from a: PlanPoint, along direction: PlanPoint, _ width: ClosedRange<Double>, _ depth: ClosedRange<Double>,
    _ blockHeight: Double, yard: LandPlot
  ) {
    let span = strip.span(along: direction)
    var numbers = HouseNumbers(along: direction, in: names.plot, spacing: 9)
    var position = span.low
    while position < span.high - 1 {
      var next = position + random.between(width.lowerBound, width.upperBound)
      if span.high - next < width.lowerBound * 0.7 { next = span.high }
      var house = strip.clipped(rightOf: direction * position, along: direction.right * -1).clipped(
        rightOf: direction * next, along: direction.right)
      let back = random.between(depth.lowerBound * 0.86, depth.upperBound * 1.1)
      house = house.clipped(rightOf: a + direction.right * back, along: direction * -1).simplified()
      if house.area > 25, !random.chance(0.04) {
        let height = Int(max(4, blockHeight + random.between(-3, 3)))
        plan.addAttachedBuilding(house.corners, height: height)
        let front = a + direction * ((position + next) / 2 - a.dot(direction)) + direction.right * 5
        plan.addHouseNumber(numbers.number(at: front), at: front)
        if let shop = names.shop() { plan.addPointOfInterest(shop.kind, shop.name, at: front) }
        let wing = random.between(6, 13)
        if next - position > 9, random.chance(0.35) {
          let inner = (next - position) * random.between(0.35, 0.55)
          let start = a + direction * (position - a.dot(direction)) + direction.right * (back - 0.4)
          let corners = [
            start, start + direction * inner, start + direction * inner + direction.right * wing, start + direction.right * wing,
          ]
          if yard.corners.count > 2, yard.area > 700, yard.contains(corners[2]), yard.contains(corners[3]) {
            plan.addAttachedBuilding(corners, height: max(4, height - 6))
          }
        }
      }
      position = next
    }
  }

  /// Terraces of equal houses, alternately a step forward and a step back.
  private mutating func buildRows(_ block: LandPlot) {
    let edge = block.longestEdge
    let direction = (edge.1 - edge.0).normalized
    let along = block.span(along: direction)
    let across = block.span(along: direction.right)
    let depth = across.high - across.low
    guard depth > 22 else { return buildDetached(block) }
    let lines = depth > 88 ? [10.0, depth * 0.5 - 16, depth * 0.5 + 16, depth - 10] : [10.0, depth - 10]
    for (row, line) in lines.enumerated() {
      // The first and the last row stand at streets, which are on opposite sides.
      let isAtStreet = row == 0 || row == lines.count - 1
      var numbers = HouseNumbers(along: row == 0 ? direction : direction * -1, in: names.plot, spacing: 7)
      var position = along.low + 5
      while position < along.high - 14 {
        let units = 3 + random.below(5)
        let unit = random.between(6, 7.4)
        var front: [PlanPoint] = []
        var back: [PlanPoint] = []
        var end = position
        for i in 0..<units where end + unit < along.high - 3 {
          let step = i % 2 == 0 ? 0.0 : 1.6
          let base = direction.right * (across.low + line)
          front.append(direction * end + base + direction.right * (step - 5))
          front.append(direction * (end + unit) + base + direction.right * (step - 5))
          back.append(direction * end + base + direction.right * (step + 5))
          back.append(direction * (end + unit) + base + direction.right * (step + 5))
          end += unit
        }
        let ring = front + back.reversed()
        if front.count > 3, ring.allSatisfy(block.contains) {
          plan.addDetachedBuilding(ring, height: 8)
          if isAtStreet {
            for i in stride(from: 0, to: front.count, by: 2) {
              let house = front[i].toward(back[i + 1], 0.5)
              plan.addHouseNumber(numbers.number(at: house), at: house)
            }
          }
        }
        position = end + random.between(5, 9)
        if front.isEmpty { break }
      }
    }
  }

  /// Detached houses in gardens along every side of the block.
  private mutating func buildDetached(_ block: LandPlot) {
    let garden = block.inset(by: 2.5)
    guard garden.corners.count > 2 else { return }
    var circles: [(PlanPoint, Double)] = []
    for (a, b) in block.edges {
      let direction = (b - a).normalized
      let length = (b - a).length
      var position = random.between(9, 13)
      var numbers = HouseNumbers(along: direction, in: names.plot, spacing: 12)
      let setback = random.between(4, 6.5)
      while position < length - 8 {
        let width = random.between(9, 14)
        let depth = random.between(8, 11)
        let center = a + direction * position + direction.right * (setback + depth / 2 + random.between(0, 1.5))
        let radius = (width + depth) * 0.36
        if !random.chance(0.07), circles.allSatisfy({ $0.0.distance(to: center) > radius + $0.1 + 2 }) {
          let ring = house(center, direction, width, depth)
          if ring.allSatisfy(garden.contains) {
            plan.addDetachedBuilding(ring, height: 5 + random.below(5))
            plan.addHouseNumber(numbers.number(at: center), at: center)
            circles.append((center, radius))
            addShed(beside: center, direction, width, garden)
          }
        }
        position += random.between(16, 23)
      }
    }
  }

  private mutating func addShed(beside center: PlanPoint, _ direction: PlanPoint, _ width: Double, _ garden: LandPlot) {
    guard random.chance(0.3) else { return }
    let shed = LandPlot(
      center: center + direction * (width / 2 + 2.6) + direction.right * 2, along: direction, length: 3.6, width: 6)
    if shed.corners.allSatisfy(garden.contains) { plan.addDetachedBuilding(shed.corners, height: 3) }
  }

  /// Returns the outline of a house: a rectangle, an L or a T.
  private mutating func house(_ center: PlanPoint, _ direction: PlanPoint, _ width: Double, _ depth: Double) -> [PlanPoint] {
    let (w, d) = (width / 2, depth / 2)
    func at(_ x: Double, _ y: Double) -> PlanPoint { center + direction * x + direction.right * y }
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

  /// Long apartment buildings on lawns.
  private mutating func buildSlabs(_ block: LandPlot) {
    let inner = block.inset(by: 5)
    guard inner.corners.count > 2 else { return }
    let edge = block.longestEdge
    let direction = random.chance(0.5) ? (edge.1 - edge.0).normalized : (edge.1 - edge.0).normalized.right
    let along = inner.span(along: direction)
    let across = inner.span(along: direction.right)
    var row = across.low + 7
    while row < across.high - 6 {
      var numbers = HouseNumbers(along: direction, in: names.plot, spacing: 20)
      var position = along.low + random.between(1, 8)
      while position < along.high - 24 {
        let length = min(random.between(32, 66), along.high - position - 1)
        let middle = direction * (position + length / 2) + direction.right * row
        let slab = LandPlot(center: middle, along: direction, length: length, width: 11.5)
        if slab.corners.allSatisfy(inner.contains) {
          plan.addDetachedBuilding(slab.corners, height: 15 + 3 * random.below(4))
          plan.addHouseNumber(numbers.number(at: middle), at: middle)
        }
        position += length + random.between(12, 20)
      }
      row += random.between(31, 38)
    }
  }

  /// Factories and warehouses, each in its yard.
  private mutating func buildSheds(_ block: LandPlot) {
    let parcels = LandPlotSubdivision.irregular(block, to: 5200, irregularity: 0.3, random: &random)
    let edge = block.longestEdge
    var numbers = HouseNumbers(along: (edge.1 - edge.0).normalized, in: names.plot, spacing: 30)
    for parcel in parcels.plots {
      let yard = parcel.inset(by: random.between(6, 10))
      guard yard.area > 250 else { continue }
      plan.addHouseNumber(numbers.number(at: yard.middle), at: yard.middle)
      if random.chance(0.35) {
        let halves = LandPlotSubdivision.irregular(yard, to: yard.area * 0.45, irregularity: 0.8, random: &random).plots
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
