import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

@Suite("Path offsets")
struct PathOffsetTests {
  private func path(_ points: [(Int, Int)], isClosed: Bool = false) -> Path {
    var path = Path()
    for (index, (x, y)) in points.enumerated() {
      let point = Point(x: Scalar(x), y: Scalar(y))
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    if isClosed { path.closeSubpath() }
    return path
  }

  /// Returns whether the path has the same steps and, within 1/16,384, the same points in any order.
  private func isLike(_ path: Path, _ points: [(Int, Int)], isClosed: Bool = false) -> Bool {
    let expected = self.path(points, isClosed: isClosed)
    guard path.verbs == expected.verbs else { return false }
    return expected.points.allSatisfy { a in path.points.contains { FloatPoint($0).distance(to: FloatPoint(a)) < 1.0 / 16384 } }
  }

  /// Returns points at most half a unit apart along the path, with its corners.
  private func samples(_ path: Path) -> [FloatPoint] {
    FloatOutline(path, steps: 1).lines.enumerated().flatMap { index, line -> [FloatPoint] in
      let corners = FloatOutline(path, steps: 1).isClosed[index] ? line + [line[0]] : line
      return corners.indices.dropFirst().flatMap { index -> [FloatPoint] in
        let (a, b) = (corners[index - 1], corners[index])
        let count = max(Int(a.distance(to: b) * 2), 1)
        return (0...count).map { a + (b + a * -1) * (Double($0) / Double(count)) }
      }
    }
  }

  private func distance(_ point: FloatPoint, to line: [FloatPoint]) -> Double {
    line.indices.dropFirst().reduce(.infinity) { min($0, point.distance(toSegment: line[$1 - 1], line[$1])) }
  }

  @Test("a positive distance moves a line to the right of its direction, and zero returns the path") func sides() {
    let line = path([(0, 0), (100, 0)])
    #expect(isLike(line.offset(by: 3), [(0, 3), (100, 3)]))
    #expect(isLike(line.offset(by: -3), [(0, -3), (100, -3)]))
    #expect(isLike(path([(0, 0), (0, 100)]).offset(by: 3), [(-3, 0), (-3, 100)]))
    var curve = line
    curve.addCurve(to: .zero, control1: Point(x: 90, y: 9), control2: Point(x: .max, y: .min))
    #expect(curve.offset(by: 0) == curve)
  }

  @Test("inner corners are cut, and outer corners get miters, bevels or arcs") func corners() {
    let corner = path([(0, 0), (100, 0), (100, 100)])
    #expect(isLike(corner.offset(by: 10), [(0, 10), (90, 10), (90, 100)]))
    #expect(isLike(corner.offset(by: -10), [(0, -10), (110, -10), (110, 100)]))
    #expect(isLike(corner.offset(by: -10, join: .bevel), [(0, -10), (100, -10), (110, 0), (110, 100)]))
    #expect(isLike(corner.offset(by: -10, miterLimit: 1.4), [(0, -10), (100, -10), (110, 0), (110, 100)]))
    let round = corner.offset(by: -10, join: .round)
    #expect(round.points.count > 6)
    for point in round.points.dropFirst().dropLast() {
      #expect(abs(FloatPoint(point).distance(to: FloatPoint(100, 0)) - 10) < 0.01)
    }
  }

  @Test("a closed square grows and shrinks, and disappears without room") func squares() {
    let square = path([(0, 0), (100, 0), (100, 100), (0, 100)], isClosed: true)
    #expect(isLike(square.offset(by: 10), [(10, 10), (90, 10), (90, 90), (10, 90)], isClosed: true))
    #expect(isLike(square.offset(by: -10), [(-10, -10), (110, -10), (110, 110), (-10, 110)], isClosed: true))
    #expect(square.offset(by: 10).verbs.last == .close)
    #expect(square.offset(by: 51).isEmpty)
    var circle = Path()
    circle.addCircle(center: Point(x: 50, y: 50), radius: 20)
    #expect(circle.offset(by: 20.5).isEmpty)
    for distance in [-30, -5, 5, 15] as [Scalar] {
      let ring = circle.offset(by: distance)
      #expect(ring.points.count > 8)
      for point in samples(ring) { #expect(abs(point.distance(to: FloatPoint(50, 50)) + distance.value - 20) < 0.25) }
    }
  }

  @Test("short segments inside a tight bend are left out, without a loop") func tightBends() {
    // A quarter turn of radius 2 in 30 steps, moved by 8 to its inner side.
    var bend = Path()
    bend.addLine(to: .zero)
    for step in 0...30 {
      let angle = Double(step) / 30 * .pi / 2
      bend.addLine(to: Point(FloatPoint(50 + 2 * sin(angle), 2 - 2 * cos(angle))))
    }
    bend.addLine(to: Point(x: 52, y: 52))
    let inside = bend.offset(by: 8).points.map { FloatPoint($0) }
    #expect(inside.count == 3)
    #expect(inside.count == 3 && inside[1].distance(to: FloatPoint(44, 8)) < 0.02)
    // A short step backward does not remove the long segments around it.
    let notch = path([(0, 0), (50, 0), (49, 0), (49, 1), (100, 1)]).offset(by: 6)
    #expect(notch.points.first == Point(x: 0, y: 6) && notch.points.last == Point(x: 100, y: 7))
    #expect(samples(notch).allSatisfy { $0.y > 5.9 && $0.y < 7.1 })
  }

  @Test("no point of the result is farther from the line than the distance, or than the longest miter")
  func bounds() {
    var random = SplitMix64(seed: 81)
    for round in 0..<400 {
      let span = [4.0, 30, 300][round % 3]
      let line = (0..<Int.random(in: 2...14, using: &random)).map { _ in
        FloatPoint(Double.random(in: -span...span, using: &random), Double.random(in: -span...span, using: &random))
      }
      var path = Path()
      for point in line { path.addLine(to: Point(point)) }
      let isClosed = round % 4 == 0
      if isClosed { path.closeSubpath() }
      let distance = Double.random(in: -12...12, using: &random)
      let join: LineJoin = [.miter, .round, .bevel][round / 3 % 3]
      let moved = path.offset(by: Scalar(rawValue: Int64(distance * 65536)), join: join, miterLimit: 2)
      let limit = abs(distance) * (join == .miter ? 2 : 1.25) + 0.05
      let segments = isClosed ? line + [line[0]] : line
      var farthest = 0.0
      for point in samples(moved) { farthest = max(farthest, self.distance(point, to: segments) - limit) }
      #expect(farthest <= 0, "round \(round)")
      if !isClosed { #expect(!moved.isEmpty) }
    }
  }

  @Test("a gently bent line keeps its distance everywhere") func waves() {
    for distance in [-9.0, 9] {
      // The smallest radius of curvature is 400 / 20 = 20.
      var wave = Path()
      var line: [FloatPoint] = []
      for step in 0...400 {
        line.append(FloatPoint(Double(step), 20 * sin(Double(step) / 20)))
        wave.addLine(to: Point(line[step]))
      }
      let moved = wave.offset(by: Scalar(rawValue: Int64(distance * 65536)))
      for point in samples(moved) { #expect(abs(self.distance(point, to: line) - 9) < 0.05) }
    }
  }

  @Test("extreme coordinates, distances and repeated points do not trap") func extremes() {
    var random = SplitMix64(seed: 82)
    let ends: [Int64] = [.min, .min + 1, -(1 << 61), -(1 << 47), -(1 << 31), -1, 0, 1, 63, 64, 1 << 31, 1 << 46, 1 << 61, .max]
    for round in 0..<400 {
      func raw() -> Int64 {
        Bool.random(using: &random) ? ends.randomElement(using: &random)! : Int64.random(in: .min ... .max, using: &random)
      }
      func any() -> Point { Point(x: Scalar(rawValue: raw()), y: Scalar(rawValue: raw())) }
      var path = Path()
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let point = any()
        path.addLine(to: point)
        if Bool.random(using: &random) { path.addLine(to: point) }
      }
      if round % 5 == 0 { path.addQuadCurve(to: any(), control: any()) }
      if round % 3 == 0 { path.closeSubpath() }
      _ = path.offset(
        by: Scalar(rawValue: raw()), join: [.miter, .round, .bevel][round % 3], miterLimit: Scalar(rawValue: raw()))
    }
    #expect(Path().offset(by: 4).isEmpty)
    #expect(path([(7, 7), (7, 7)]).offset(by: 4).isEmpty)
    #expect(path([(7, 7)], isClosed: true).offset(by: 4).isEmpty)
  }
}
