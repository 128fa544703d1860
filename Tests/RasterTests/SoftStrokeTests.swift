import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

/// Oracle for soft strokes: MapLibre's line shader at each pixel's center, in floating point.
private struct FloatSoftStroke {
  let line: [FloatPoint]
  let isClosed: Bool
  let style: StrokeStyle
  let blur: Double
  let gap: Double

  private var half: Double { gap > 0 ? gap / 2 + style.width.value : style.width.value / 2 }

  /// Returns the coverage, 0…255, not rounded.
  func coverage(_ point: FloatPoint) -> Double {
    let outer = largest(point, half: half, hasOpenEnds: false)
    return gap > 0 ? min(outer, 1 - largest(point, half: gap / 2, hasOpenEnds: true)) * 255 : outer * 255
  }

  private func ramp(_ distance: Double, _ half: Double) -> Double { min(max((half + 0.5 - distance) / (blur + 1), 0), 1) }

  /// Returns the largest coverage of all segments, corners and caps.
  private func largest(_ point: FloatPoint, half: Double, hasOpenEnds: Bool) -> Double {
    let corners = isClosed ? line + [line[0]] : line
    var best = 0.0
    for index in 0..<corners.count - 1 {
      let (a, b) = (corners[index], corners[index + 1])
      let length = a.distance(to: b)
      let u = (b + a * -1) * (1 / length)
      let p = point + a * -1
      let (along, across) = (p.x * u.x + p.y * u.y, abs(p.y * u.x - p.x * u.y))
      var part = 1.0
      let cap = style.cap == .square ? self.half : 0
      for (isEnd, beyond) in [(index == 0, -along), (index == corners.count - 2, along - length)] {
        if !isEnd || isClosed {
          if beyond > 0 { part = 0 }
        } else if style.cap == .round {
          if beyond > 0 { part = 0 }
        } else {
          part = min(part, hasOpenEnds ? (beyond <= cap + 2 ? 1 : 0) : min(max(cap - beyond + 0.5, 0), 1))
        }
      }
      best = max(best, part * ramp(across, half))
      if style.cap == .round && !isClosed {
        if index == 0 && along < 0 { best = max(best, ramp(point.distance(to: a), half)) }
        if index == corners.count - 2 && along > length { best = max(best, ramp(point.distance(to: b), half)) }
      }
    }
    for index in isClosed ? 0..<line.count : 1..<line.count - 1 {
      let (a, b, c) = (line[(index + line.count - 1) % line.count], line[index], line[(index + 1) % line.count])
      let (u, v) = ((b + a * -1) * (1 / a.distance(to: b)), (c + b * -1) * (1 / b.distance(to: c)))
      let p = point + b * -1
      if p.x * u.x + p.y * u.y < 0 || p.x * v.x + p.y * v.y > 0 { continue }
      let sign: Double = u.x * v.y - u.y * v.x > 0 ? 1 : -1
      let (m, n) = (FloatPoint(u.y, -u.x) * sign, FloatPoint(v.y, -v.x) * sign)
      let opening = 1 + u.x * v.x + u.y * v.y
      if style.join != .round && opening < 1.0 / 1024 { continue }
      let distance: Double
      if style.join == .round {
        distance = hypot(p.x, p.y)
      } else if style.join == .miter && 2 / opening <= style.miterLimit.value * style.miterLimit.value {
        distance = max(p.x * m.x + p.y * m.y, p.x * n.x + p.y * n.y)
      } else {
        distance = (p.x * (m.x + n.x) + p.y * (m.y + n.y)) / opening
      }
      best = max(best, ramp(distance, half))
    }
    return best
  }
}

@Suite("Soft strokes")
struct SoftStrokeTests {
  private func path(_ points: [FloatPoint], isClosed: Bool = false) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(to: Point(point)) } else { path.addLine(to: Point(point)) }
    }
    if isClosed { path.closeSubpath() }
    return path
  }

  /// Returns the largest difference of a mask from the oracle, of 255.
  private func worstError(_ mask: CoverageMask, _ oracle: FloatSoftStroke, in rect: PixelRect) -> Double {
    var worst = 0.0
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        worst = max(worst, abs(Double(mask[x, y]) - oracle.coverage(FloatPoint(Double(x) + 0.5, Double(y) + 0.5))))
      }
    }
    return worst
  }

  @Test("a straight line is within 1 of 255 of MapLibre's formula, narrow and wide, with every blur, gap and cap")
  func straightLines() {
    var random = SplitMix64(seed: 91)
    let area = PixelRect(minX: -60, minY: -60, maxX: 160, maxY: 160)
    for round in 0..<60 {
      var ends = [FloatPoint(20.3, 40.7), FloatPoint(20.3, 40.7)]
      if round % 6 > 1 {
        ends = (0..<2).map { _ in
          FloatPoint(Double.random(in: 0...100, using: &random), Double.random(in: 0...100, using: &random))
        }
      }
      if round % 6 == 0 { ends[1].x += 60 }
      if round % 6 == 1 { ends[1].y += 60 }
      ends = ends.map { FloatPoint(Point($0)) }
      let width = Scalar(nearest: [0.5, 1, 3, 8, 20, 40][round % 5])
      let gap = Scalar(nearest: round % 3 == 0 ? [1, 4, 15][round % 9 / 3] : 0)
      let blur = Scalar(nearest: [gap > 0 ? 0 : 0.25, 1, 2, 5, 12, 60][round / 2 % 6])
      let style = StrokeStyle(width: width, cap: [.butt, .round, .square][round / 3 % 3])
      let mask = CoverageMask(stroking: path(ends), style: style, blur: blur, gap: gap)
      let oracle = FloatSoftStroke(line: ends, isClosed: false, style: style, blur: blur.value, gap: gap.value)
      #expect(worstError(mask, oracle, in: area) <= 1, "round \(round)")
    }
  }

  @Test("lines with corners are within 1 of 255 of the formula, with every join and cap") func polylines() {
    var random = SplitMix64(seed: 92)
    let area = PixelRect(minX: -40, minY: -40, maxX: 120, maxY: 120)
    for round in 0..<90 {
      let line = (0..<Int.random(in: 3...8, using: &random)).map { _ in
        FloatPoint(
          Point(FloatPoint(Double.random(in: 0...80, using: &random), Double.random(in: 0...80, using: &random))))
      }
      let isClosed = round % 5 == 0
      let style = StrokeStyle(
        width: random.scalar(0.5...12), cap: [.butt, .round, .square][round % 3], join: [.miter, .round, .bevel][round / 3 % 3],
        miterLimit: 3)
      let blur = random.scalar(0.5...12)
      let gap = round % 4 == 0 ? random.scalar(1...9) : 0
      let mask = CoverageMask(stroking: path(line, isClosed: isClosed), style: style, blur: blur, gap: gap)
      let oracle = FloatSoftStroke(line: line, isClosed: isClosed, style: style, blur: blur.value, gap: gap.value)
      #expect(worstError(mask, oracle, in: area) <= 1, "round \(round)")
    }
  }

  @Test("with round joins and caps, the coverage depends only on the distance from the line") func distances() {
    var random = SplitMix64(seed: 93)
    let line = (0..<30).map { step in
      FloatPoint(Point(FloatPoint(Double(step) * 4, 60 + 30 * sin(Double(step)) + Double.random(in: -9...9, using: &random))))
    }
    let mask = CoverageMask(
      stroking: path(line), style: StrokeStyle(width: 14, cap: .round, join: .round), blur: 5)
    for y in 0..<120 {
      for x in -20..<140 {
        let center = FloatPoint(Double(x) + 0.5, Double(y) + 0.5)
        let distance = line.indices.dropFirst().reduce(Double.infinity) {
          min($0, center.distance(toSegment: line[$1 - 1], line[$1]))
        }
        #expect(abs(Double(mask[x, y]) - min(max((7.5 - distance) / 6, 0), 1) * 255) <= 1)
      }
    }
  }

  @Test("without blur and gap, a stroke is exact, and a gap alone is nearly the difference of two strokes")
  func sharp() {
    var path = Path()
    path.addCircle(center: Point(x: 50, y: 50), radius: 30)
    path.move(to: Point(x: 20, y: 50))
    path.addLine(to: Point(x: 80, y: 51))
    let plain = CoverageMask(stroking: path, style: StrokeStyle(width: 5))
    let same = CoverageMask(stroking: path, style: StrokeStyle(width: 5), blur: 0)
    let wide = CoverageMask(stroking: path, style: StrokeStyle(width: 14))
    let narrow = CoverageMask(stroking: path, style: StrokeStyle(width: 6))
    let gap = CoverageMask(stroking: path, style: StrokeStyle(width: 4), blur: -1, gap: 6)
    for y in 0..<100 {
      for x in 0..<100 {
        #expect(plain[x, y] == same[x, y])
        // Distances know nothing of the corners of pixels, nor of the two edges at the line's flat ends.
        if abs(x - 50) < 24 { #expect(abs(Int(gap[x, y]) - Int(wide[x, y] - min(narrow[x, y], wide[x, y]))) <= 40) }
      }
    }
    // Where the line crosses the circle, nothing of one fills the gap of the other.
    #expect(gap[20, 50] == 0 && gap[50, 50] == 0 && gap[50, 45] == 255)
  }

  @Test("a transform, dashes and a clip do the same as drawing the transformed, cut and clipped line") func variants() {
    let line = [FloatPoint(10, 10), FloatPoint(60, 30), FloatPoint(20, 70)]
    let style = StrokeStyle(width: 6, join: .round, dashes: [20, 10], dashPhase: 3)
    let whole = CoverageMask(stroking: path(line), style: style, blur: 2)
    let half = CoverageMask(
      stroking: path(line.map { $0 * 0.5 }), style: StrokeStyle(width: 3, join: .round, dashes: [10, 5], dashPhase: 1.5), blur: 1,
      transform: .scale(x: 2, y: 2))
    let clip = PixelRect(minX: 30, minY: 12, maxX: 55, maxY: 40)
    let clipped = CoverageMask(stroking: path(line), style: style, blur: 2, clippedTo: clip)
    let dashes = CoverageMask(
      stroking: PathMeasure(path(line)).trimmed(from: 0, to: 17), style: StrokeStyle(width: 6, join: .round), blur: 2)
    #expect(clip.contains(clipped.bounds))
    for y in 0..<90 {
      for x in 0..<90 {
        #expect(abs(Int(whole[x, y]) - Int(half[x, y])) <= 1)
        let isInside = x >= 30 && x < 55 && y >= 12 && y < 40
        #expect(clipped[x, y] == (isInside ? whole[x, y] : 0))
        if x < 24 && y < 24 { #expect(abs(Int(whole[x, y]) - Int(dashes[x, y])) <= 1) }
      }
    }
  }

  @Test("a line far beyond the mask covers it like a near one") func farEnds() {
    let clip = PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 100)
    let style = StrokeStyle(width: 9)
    for (dx, dy) in [(1.0, 0.5), (1, 0), (0, 1), (-0.75, 1)] {
      func line(_ length: Double) -> Path {
        path([FloatPoint(50 - dx * length, 50 - dy * length), FloatPoint(50 + dx * length, 50 + dy * length)])
      }
      let near = CoverageMask(stroking: line(4096), style: style, blur: 3, clippedTo: clip)
      for length in [65_536.0, 1_048_576] {
        let far = CoverageMask(stroking: line(length), style: style, blur: 3, clippedTo: clip)
        for y in 0..<100 {
          for x in 0..<100 { #expect(abs(Int(near[x, y]) - Int(far[x, y])) <= 1) }
        }
      }
    }
  }

  @Test("extreme coordinates, widths, blurs, gaps, transforms and clips do not trap") func extremes() {
    var random = SplitMix64(seed: 94)
    let ends: [Int64] = [.min, .min + 1, -(1 << 61), -(1 << 31), -1, 0, 1, 64, 1 << 22, 1 << 31, 1 << 46, 1 << 61, .max]
    for round in 0..<150 {
      func raw() -> Int64 {
        Bool.random(using: &random) ? ends.randomElement(using: &random)! : Int64.random(in: .min ... .max, using: &random)
      }
      func small() -> Int64 { Bool.random(using: &random) ? raw() : Int64.random(in: -(1 << 24)...1 << 24, using: &random) }
      func any() -> Point { Point(x: Scalar(rawValue: small()), y: Scalar(rawValue: small())) }
      var path = Path()
      for _ in 0..<Int.random(in: 0...4, using: &random) { path.addLine(to: any()) }
      if round % 5 == 0 { path.addQuadCurve(to: any(), control: any()) }
      if round % 3 == 0 { path.closeSubpath() }
      let style = StrokeStyle(
        width: Scalar(rawValue: small()), cap: [.butt, .round, .square][round % 3], join: [.miter, .round, .bevel][round / 3 % 3],
        miterLimit: Scalar(rawValue: raw()), dashes: round % 7 == 0 ? [Scalar(rawValue: raw()), 3] : [])
      func element() -> WideFixed<32> { WideFixed(rawValue: raw()) }
      let transform =
        round % 2 == 0
        ? .identity : AffineTransform(a: element(), b: element(), c: element(), d: element(), tx: element(), ty: element())
      func coordinate() -> Int { Int.random(in: -1500...1500, using: &random) }
      let clip =
        round % 4 == 0
        ? PixelRect(minX: .min, minY: .min, maxX: .max, maxY: .max)
        : PixelRect(minX: coordinate(), minY: coordinate(), maxX: coordinate(), maxY: coordinate())
      let mask = CoverageMask(
        stroking: path, style: style, blur: Scalar(rawValue: small()), gap: Scalar(rawValue: round % 2 == 0 ? 0 : small()),
        transform: transform, clippedTo: clip)
      #expect(max(mask.bounds.width, mask.bounds.height) <= CoverageMask.maximumSide)
    }
  }
}
