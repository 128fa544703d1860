import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Makes random shapes from numbers across the range, at its ends, close to zero and around the screen.
private struct Extremes {
  var random: SplitMix64

  mutating func raw() -> Int64 {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: [.min, .min + 1, -1, 0, 1, .max - 1, .max].randomElement(using: &random)!
    case 1: Int64.random(in: .min ... .max, using: &random)
    case 2: (1 << Int64.random(in: 0...62, using: &random)) * (Bool.random(using: &random) ? 1 : -1)
    case 3: Int64.random(in: -300...300, using: &random)
    // On the screen and around it.
    default: Int64.random(in: -60 * 65536...100 * 65536, using: &random)
    }
  }

  mutating func scalar() -> Scalar { Scalar(rawValue: raw()) }
  mutating func point() -> Point { Point(x: scalar(), y: scalar()) }

  mutating func path() -> Path {
    var path = Path()
    var known: [Point] = [point()]
    for _ in 0..<Int.random(in: 0...9, using: &random) {
      // Repeated points make segments of no length and curves with cusps.
      func next() -> Point {
        let result = Int.random(in: 0...2, using: &random) == 0 ? known.randomElement(using: &random)! : point()
        known.append(result)
        return result
      }
      switch Int.random(in: 0...7, using: &random) {
      case 0: path.move(to: next())
      case 1: path.closeSubpath()
      case 2: path.addQuadCurve(to: next(), control: next())
      case 3: path.addCurve(to: next(), control1: next(), control2: next())
      case 4: path.addRoundedRect(Rect(origin: next(), size: Size(width: scalar(), height: scalar())), radius: scalar())
      case 5:
        path.addArc(
          center: next(), radii: Size(width: scalar(), height: scalar()), rotation: .degrees(WideFixed(rawValue: raw())),
          startAngle: .degrees(WideFixed(rawValue: raw())), endAngle: .degrees(WideFixed(rawValue: raw())), direction: .clockwise)
      default: path.addLine(to: next())
      }
    }
    return path
  }

  mutating func transform() -> Homography {
    func element() -> WideFixed<32> { WideFixed(rawValue: raw()) }
    switch Int.random(in: 0...7, using: &random) {
    case 0: return Homography(AffineTransform(a: element(), b: element(), c: element(), d: element(), tx: element(), ty: element()))
    case 1:
      // A singular transform: every point is mapped onto one line.
      let (a, b) = (element(), element())
      return Homography(AffineTransform(a: a, b: b, c: a, d: b, tx: 5, ty: 5))
    case 2: return Homography(AffineTransform.scale(x: 0, y: 0))
    case 3:
      return Homography(
        xx: raw(), xy: raw(), x0: raw(), yx: raw(), yy: raw(), y0: raw(), wx: raw(), wy: raw(), w0: raw())
    case 4:
      var perspective = Transform3D.identity
      perspective.m34 = -1.0 / 1000
      return Homography(perspective.rotated(by: .degrees(element()), axis: .y))
    default: return .identity
    }
  }

  mutating func style() -> StrokeStyle {
    StrokeStyle(
      width: scalar(), cap: [.butt, .round, .square].randomElement(using: &random)!,
      join: [.miter, .round, .bevel].randomElement(using: &random)!, miterLimit: scalar(),
      dashes: (0..<[0, 0, 1, 2, 5].randomElement(using: &random)!).map { _ in
        Bool.random(using: &random) ? scalar() : scalar().magnitude
      }, dashPhase: scalar())
  }
}

@Suite("Robustness")
struct RobustnessTests {
  @Test("for any numbers, nothing outside the damage is written and a part equals the full frame", arguments: 0..<8)
  func anything(round: Int) {
    var extremes = Extremes(random: SplitMix64(seed: UInt64(9000 + round)))
    let renderer = Renderer()
    for index in 0..<60 {
      var list = DisplayList()
      for _ in 0..<4 {
        let (path, transform) = (extremes.path(), extremes.transform())
        if Bool.random(using: &extremes.random) {
          list.fill(path, rule: index % 2 == 0 ? .nonZero : .evenOdd, with: .color(.blue), transform: transform)
        } else {
          list.stroke(path, style: extremes.style(), with: .color(.red), transform: transform)
        }
      }
      let whole = Canvas(width: 40, height: 30)
      whole.draw(list, renderer: renderer)
      let part = Canvas(width: 40, height: 30, padding: 8, poison: 0x5a)
      let (x, y) = (Int.random(in: 0..<40, using: &extremes.random), Int.random(in: 0..<30, using: &extremes.random))
      let damage = PixelRect(minX: x, minY: y, maxX: min(40, x + 9), maxY: min(30, y + 11))
      part.draw(list, damage: [damage], renderer: renderer)
      var differing = 0
      for row in 0..<30 {
        for column in 0..<40 {
          let isInside = column >= damage.minX && column < damage.maxX && row >= damage.minY && row < damage.maxY
          if part[column, row] != (isInside ? whole[column, row] : 0x5a5a_5a5a) { differing += 1 }
        }
      }
      #expect(differing == 0)
    }
  }

  @Test("paths of 100 000 lines and 20 000 curves are the same drawn whole and in parts") func many() {
    var random = SplitMix64(seed: 91)
    var lines = Path()
    var curves = Path()
    for _ in 0..<100_000 {
      lines.addLine(to: random.point(width: 60, height: 40))
      if curves.points.count < 60_000 {
        curves.addCurve(
          to: random.point(width: 60, height: 40), control1: random.point(width: 60, height: 40),
          control2: random.point(width: 60, height: 40))
      }
    }
    let canvas = Canvas(width: 60, height: 40)
    var list = DisplayList()
    list.fill(lines, rule: .evenOdd, with: .color(.red))
    list.fill(curves, rule: .evenOdd, with: .color(.blue))
    list.stroke(lines, style: StrokeStyle(width: 0.1, cap: .round, join: .round), with: .color(.black), opacity: 9)
    list.stroke(curves, style: StrokeStyle(width: 0.5, cap: .round, dashes: [3, 4, 0]), with: .color(.white), opacity: 9)
    canvas.draw(list)
    let parts = Canvas(width: 60, height: 40)
    parts.draw(list, damage: [PixelRect(minX: 0, minY: 0, maxX: 60, maxY: 17), PixelRect(minX: 0, minY: 17, maxX: 60, maxY: 40)])
    #expect(canvas.bytes == parts.bytes)
    #expect(Set(canvas.bytes).count > 10)
  }

  @Test("huge pens, miter limits and dashes cover every pixel of the screen or none") func huge() {
    var line = Path()
    line.move(to: Point(x: -1_000_000, y: 10))
    line.addLine(to: Point(x: 1_000_000, y: 10))
    func ink(_ style: StrokeStyle) -> Int {
      let canvas = Canvas(width: 20, height: 20)
      var list = DisplayList()
      list.stroke(line, style: style, with: .color(.black))
      canvas.draw(list)
      return (0..<400).count { canvas[$0 % 20, $0 / 20] == 0xff00_0000 }
    }
    #expect(ink(StrokeStyle(width: 1000)) == 400)
    #expect(ink(StrokeStyle(width: .max)) == 400)
    #expect(ink(StrokeStyle(width: .max, cap: .round, join: .round, miterLimit: .max, dashes: [.max, .max])) == 400)
    #expect(ink(StrokeStyle(width: .max, dashes: [100_000_000, .max], dashPhase: 200_000_000)) == 0)
    #expect(ink(StrokeStyle(width: 4, dashes: [0.001, 0.001])) == 80)
    #expect(ink(StrokeStyle(width: .min)) == 0)
  }
}
