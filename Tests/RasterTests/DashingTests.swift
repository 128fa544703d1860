import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

private func stroke(_ path: Path, _ style: StrokeStyle, _ transform: Homography = .identity) -> Contours {
  var stroking = Stroking()
  var contours = Contours()
  stroking.stroke(path, style: style, transform: transform, into: &contours)
  return contours
}

private func path(_ points: [(Int, Int)], isClosed: Bool = false) -> Path {
  var path = Path()
  for (x, y) in points { path.addLine(to: Point(x: Scalar(x), y: Scalar(y))) }
  if isClosed { path.closeSubpath() }
  return path
}

/// Oracle for `Dashing`: the dashes of a polyline, each as a polyline, in floating point.
///
/// Measures the distance of each corner from the start and cuts the line at the ends of each dash.
private func dashes(_ line: [FloatPoint], isClosed: Bool, _ pattern: [Double], phase: Double) -> [[FloatPoint]] {
  let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
  let period = lengths.reduce(0, +)
  let corners = isClosed ? line + [line[0]] : line
  var starts = [0.0]
  for index in corners.indices.dropFirst() { starts.append(starts[index - 1] + corners[index - 1].distance(to: corners[index])) }
  let total = starts[starts.count - 1]
  func point(atLength length: Double) -> FloatPoint {
    let index = max(1, starts.firstIndex { $0 >= length } ?? corners.count - 1)
    let t = (length - starts[index - 1]) / (starts[index] - starts[index - 1])
    let (a, b) = (corners[index - 1], corners[index])
    return FloatPoint(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y))
  }
  var spans: [(from: Double, to: Double)] = []
  var position = -phase
  while position > 0 { position -= period }
  while position <= -period { position += period }
  while position < total {
    for (index, length) in lengths.enumerated() {
      if index % 2 == 0 && position + length > 0 && position < total {
        spans.append((max(position, 0), min(position + length, total)))
      }
      position += length
    }
  }
  func points(_ dash: (from: Double, to: Double)) -> [FloatPoint] {
    [point(atLength: dash.from)] + corners.indices.filter { starts[$0] > dash.from && starts[$0] < dash.to }.map { corners[$0] }
      + [point(atLength: dash.to)]
  }
  var result = spans.map(points)
  if isClosed, spans.count > 1, spans[0].from == 0, spans[spans.count - 1].to == total {
    result[result.count - 1] += result[0].dropFirst()
    result.removeFirst()
  }
  return result
}

@Suite("Dashing")
struct DashingTests {
  @Test("a dashed stroke covers the same area as the strokes of the oracle's dashes", arguments: [false, true])
  func pieces(isClosed: Bool) {
    var random = SplitMix64(seed: 71)
    for round in 0..<200 {
      let corners = (0..<Int.random(in: 2...6, using: &random)).map { _ in
        FloatPoint(Point(x: Scalar(Int.random(in: 0...300, using: &random)), y: Scalar(Int.random(in: 0...300, using: &random))))
      }
      if corners.count < 3 && isClosed { continue }
      let pattern = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Double(Int.random(in: 100...6000, using: &random)) / 128
      }
      let phase = Double(Int.random(in: -20_000...20_000, using: &random)) / 128
      let style = StrokeStyle(
        width: Scalar(nearest: Double.random(in: 1...8, using: &random)), cap: [.butt, .round, .square][round % 3], join: .round)
      var dashed = style
      dashed.dashes = pattern.map { Scalar(nearest: $0) }
      dashed.dashPhase = Scalar(nearest: phase)
      var line = Path()
      for corner in corners { line.addLine(to: Point(corner)) }
      if isClosed { line.closeSubpath() }
      let found = stroke(line, dashed)
      let pieces = dashes(corners, isClosed: isClosed, pattern, phase: phase)
      var cut = Path()
      for piece in pieces {
        // Dashes too short to be visible may get another direction; the tolerances below allow for it.
        for (index, point) in piece.enumerated() { index == 0 ? cut.move(to: Point(point)) : cut.addLine(to: Point(point)) }
      }
      let expected = stroke(cut, style)
      #expect(abs(found.signedArea - expected.signedArea) < 0.05 + 0.0005 * expected.signedArea)
      for _ in 0..<40 {
        let (a, b) = (corners.randomElement(using: &random)!, corners.randomElement(using: &random)!)
        let t = Double.random(in: 0...1, using: &random)
        let point = FloatPoint(
          a.x + t * (b.x - a.x) + Double.random(in: -3...3, using: &random),
          a.y + t * (b.y - a.y) + Double.random(in: -3...3, using: &random))
        let outline = expected.polygons.joined().count == 0 ? Double.infinity : expected.distance(to: point)
        if outline < 0.01 { continue }
        #expect((found.winding(point.x, point.y) != 0) == (expected.winding(point.x, point.y) != 0), "\(round)")
      }
    }
  }

  @Test("a pattern with an odd number of lengths is doubled, and the phase shifts it forward or back") func patterns() {
    func starts(_ dashes: [Scalar], _ phase: Scalar = 0) -> [[Double]] {
      stroke(path([(0, 0), (30, 0)]), StrokeStyle(width: 2, dashes: dashes, dashPhase: phase)).polygons.map { polygon in
        [polygon.map(\.x).min()!.rounded(), polygon.map(\.x).max()!.rounded()]
      }
    }
    #expect(starts([10, 5]) == [[0, 10], [15, 25]])
    #expect(starts([10]) == [[0, 10], [20, 30]])
    #expect(starts([4, 2, 8]) == [[0, 4], [6, 14], [18, 20], [28, 30]])
    #expect(starts([10, 5], 3) == [[0, 7], [12, 22], [27, 30]])
    #expect(starts([10, 5], -3) == [[3, 13], [18, 28]])
    #expect(starts([10, 5], 12) == [[3, 13], [18, 28]])
    #expect(starts([10, 5], 150_012) == [[3, 13], [18, 28]])
    #expect(starts([0, 5, 10, 5]) == [[5, 15], [25, 30]])
    // None of these is a valid pattern, so the line is solid.
    for solid in [[], [0], [0, 0], [5, -1], [7, 0]] as [[Scalar]] { #expect(starts(solid) == [[0, 30]]) }
    #expect(starts([100, 5]) == [[0, 30]])
    #expect(starts([100, 5], 102).isEmpty == false)
  }

  @Test("a dash of length zero is a dot with round or square caps, and nothing with butt caps") func dots() {
    let line = path([(0, 0), (30, 40)])
    #expect(stroke(line, StrokeStyle(width: 4, dashes: [0, 10])).points.isEmpty)
    let round = stroke(line, StrokeStyle(width: 4, cap: .round, dashes: [0, 10]))
    #expect(round.ends.count == 5)
    let circles: Double = 5 * 4 * .pi
    #expect(abs(round.signedArea - circles) < circles / 48 + 0.1)
    #expect(round.winding(6, 8) == 1 && round.winding(3, 4) == 0)
    // Square dots are aligned with the line, not with the axes.
    let square = stroke(line, StrokeStyle(width: 4, cap: .square, dashes: [0, 10], dashPhase: 5))
    #expect(square.ends.count == 5 && abs(square.signedArea - 80) < 0.2)
    #expect(square.winding(3 + 2.6, 4 + 0.2) == 1 && square.winding(3 + 1.8, 4 + 1.8) == 0)
  }

  @Test("the pattern restarts in each subpath, and a closed subpath has no seam where it closes") func subpaths() {
    var two = path([(0, 0), (12, 0)])
    two.addPath(path([(0, 20), (12, 20)]))
    #expect(stroke(two, StrokeStyle(width: 2, dashes: [10, 5])).ends == [4, 8])
    // The perimeter is 40: the first and the last dash are joined around the corner.
    let square = path([(0, 0), (10, 0), (10, 10), (0, 10)], isClosed: true)
    let joined = stroke(square, StrokeStyle(width: 2, dashes: [6, 4], dashPhase: 3))
    #expect(joined.ends.count == 4)
    #expect(joined.winding(-0.9, -0.9) == 1)
    // The line starts in a gap, so no dashes are joined.
    #expect(stroke(square, StrokeStyle(width: 2, dashes: [6, 4], dashPhase: 7)).ends.count == 4)
    // A dash longer than the perimeter is a closed line; a shorter one is open.
    #expect(stroke(square, StrokeStyle(width: 2, dashes: [50, 1])).ends == [4, 8])
    #expect(abs(stroke(square, StrokeStyle(width: 2, dashes: [39, 1])).signedArea - 78) < 0.01)
  }

  @Test("dashes scale with the transform, uniform or not, and follow curves") func views() {
    let line = path([(0, 0), (100, 0)])
    let style = StrokeStyle(width: 4, dashes: [10, 10])
    func area(_ transform: Homography) -> Double { abs(stroke(line, style, transform).signedArea) }
    #expect(abs(area(Homography(AffineTransform.scale(x: 3, y: 3).rotated(by: .degrees(70)))) - 1800) < 0.1)
    #expect(abs(area(Homography(AffineTransform.scale(x: 2, y: 5))) - 2000) < 0.05)
    var t = Transform3D.identity
    t.m34 = -1.0 / 1000
    #expect(abs(area(Homography(t.translated(z: 500))) - 800) < 0.05)
    var circle = Path()
    circle.addCircle(center: Point(x: 50, y: 50), radius: 40)
    let ring = stroke(circle, StrokeStyle(width: 2, dashes: [5, 5]))
    #expect(ring.ends.count == 25)  // 251.3 ÷ 10; the remainder is joined to the first dash
    for corner in ring.polygons.joined() {
      // Where a corner of the curve is close to a dash's end, the outline touches the center line.
      let distance = abs(hypot(corner.x - 50, corner.y - 50) - 40)
      #expect(abs(distance - 1) < 0.1 || distance < 0.02)
    }
  }

  @Test("a line of more than 65 536 dashes is solid, and extreme patterns stay within that limit") func limits() {
    let line = path([(0, 0), (1_000_000, 0)])
    #expect(stroke(line, StrokeStyle(width: 2, dashes: [10, 10])).ends.count == 50_000)
    #expect(stroke(line, StrokeStyle(width: 2, dashes: [1, 1])).ends == [4])
    let enormous = path([(-100_000_000_000, 3), (100_000_000_000, 5)])
    var stroking = Stroking()
    var contours = Contours()
    var random = SplitMix64(seed: 72)
    let ends: [Int64] = [-1, 0, 1, 2, 64, 65536, 1 << 31, 1 << 47, 1 << 61, .max]
    for _ in 0..<60 {
      let style = StrokeStyle(
        width: 3, cap: [.butt, .round, .square].randomElement(using: &random)!,
        dashes: (0..<Int.random(in: 1...5, using: &random)).map { _ in
          Scalar(rawValue: ends.dropFirst().randomElement(using: &random)!)
        },
        dashPhase: Scalar(rawValue: ends.randomElement(using: &random)! &* (Bool.random(using: &random) ? 1 : -1)))
      for transform in [.identity, Homography(AffineTransform.scale(x: 0.000001, y: 1)), Homography(.scale(x: 1000, y: 1000))] {
        contours.removeAll()
        stroking.stroke(enormous, style: style, transform: transform, into: &contours)
        #expect(contours.ends.last ?? 0 == contours.points.count && contours.ends.count <= 65_537)
      }
    }
  }
}

@Suite("Hairlines")
struct HairlineTests {
  @Test("a line's ink is proportional to its width, however thin") func ink() {
    var random = SplitMix64(seed: 73)
    for width in [1.0, 0.5, 0.3, 0.25, 0.1, 0.05, 0.02] {
      var sum = 0.0
      var expected = 0.0
      for _ in 0..<40 {
        let canvas = Canvas(width: 64, height: 64)
        var list = DisplayList()
        var line = Path()
        let (a, b) = (random.point(width: 60, height: 60, beyond: -4), random.point(width: 60, height: 60, beyond: -4))
        line.move(to: a)
        line.addLine(to: b)
        list.stroke(line, style: StrokeStyle(width: Scalar(nearest: width)), with: .color(.black))
        canvas.draw(list)
        for y in 0..<64 { for x in 0..<64 { sum += Double(255 - canvas[x, y] & 255) } }
        expected += FloatPoint(a).distance(to: FloatPoint(b)) * Double(Scalar(nearest: width).value) * 255
      }
      // The rest is the rounding of coverage to 1/255, about half a level in each pixel at worst.
      #expect(abs(sum / expected - 1) < 0.01 + 0.002 / width, "\(width)")
    }
  }

  @Test("a thinner line is paler in every column and has no gaps") func unbroken() {
    for slope in [0.0, 0.1, 0.37, 1, 3] {
      var line = Path()
      line.move(to: Point(x: 2, y: 2.3))
      line.addLine(to: Point(x: 62, y: Scalar(nearest: 2.3 + 60 * min(slope, 1))))
      var before: [UInt32]?
      for width in [1.0, 0.4, 0.2, 0.1, 0.06] {
        let canvas = Canvas(width: 66, height: 66)
        var list = DisplayList()
        list.stroke(line, style: StrokeStyle(width: Scalar(nearest: width)), with: .color(.black))
        canvas.draw(list)
        // The ink of each column.
        let columns = (4..<60).map { x in (0..<66).reduce(0) { $0 + 255 - canvas[x, $1] & 255 } }
        #expect(columns.allSatisfy { $0 > 0 })
        if let before { for (a, b) in zip(before, columns) { #expect(b < a) } }
        before = columns
      }
    }
  }

  @Test("a pen at least as wide as the threshold does not fade; a thinner one is widened to it and fades in proportion")
  func fading() {
    let line = path([(0, 0), (100, 0)])
    for (width, expected) in [(0.25, 256), (1, 256), (0.125, 128), (0.0625, 64), (0.0001, 0)] as [(Double, UInt32)] {
      var stroking = Stroking()
      var contours = Contours()
      let fading = stroking.stroke(line, style: StrokeStyle(width: Scalar(nearest: width)), transform: .identity, into: &contours)
      #expect(fading == expected)
      #expect(abs(contours.signedArea - 100 * max(width, 0.25)) < 0.01)
    }
  }

  @Test("tens of thousands of dashes with round caps close to the eye are drawn solid, with less than 2^24 points") func manyCaps()
  {
    var path = Path()
    path.addLine(to: Point(x: 116.20703125, y: 3.0625))
    path.closeSubpath()
    path.addLine(to: Point(x: -116.58984375, y: 16.5078125))
    path.addLine(to: Point(x: 116, y: 0))
    var map = Transform3D.identity
    let small = WideFixed<32>(rawValue: -1 << 20)
    (map.m11, map.m12, map.m21, map.m22) = (small, small, small, small)
    (map.m14, map.m24, map.m44) = (WideFixed(rawValue: -1 << 14), WideFixed(rawValue: -1 << 14), WideFixed(rawValue: 1 << 21))
    (map.m41, map.m42) = (WideFixed(rawValue: 38_797_312), WideFixed(rawValue: -13_862_174_720))
    let style = StrokeStyle(width: 1, cap: .round, join: .bevel, miterLimit: 0, dashes: [Scalar(rawValue: 256)])
    var stroking = Stroking()
    var contours = Contours()
    stroking.stroke(path, style: style, transform: Homography(map), into: &contours)
    #expect(contours.points.count < 1 << 24)
  }
}
