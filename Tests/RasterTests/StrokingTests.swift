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

@Suite("Stroking")
struct StrokingTests {
  @Test("a straight line has the area of its body and its caps", arguments: [1.0, 3, 6, 40])
  func caps(width: Double) {
    let line = path([(10, 10), (70, 90)])  // 100 long
    func area(_ cap: LineCap) -> Double {
      stroke(line, StrokeStyle(width: Scalar(rawValue: Int64(width * 65536)), cap: cap)).signedArea
    }
    #expect(abs(area(.butt) - 100 * width) < 0.01)
    #expect(abs(area(.square) - (100 + width) * width) < 0.01)
    let round = 100 * width + .pi * width * width / 4
    #expect(area(.round) <= round + 0.01 && area(.round) >= round - .pi * width / 32)
  }

  @Test("a right angle has the area of its join") func joins() {
    let corner = path([(0, 0), (50, 0), (50, 50)])
    func area(_ join: LineJoin, limit: Scalar = 10) -> Double {
      stroke(corner, StrokeStyle(width: 10, join: join, miterLimit: limit)).signedArea
    }
    let bodies = 2.0 * 50 * 10 - 25  // the inner quarter belongs to both segments
    #expect(abs(area(.miter) - (bodies + 25)) < 0.01)
    #expect(abs(area(.miter, limit: 1) - (bodies + 12.5)) < 0.01)
    #expect(abs(area(.miter, limit: 1.4142) - (bodies + 12.5)) < 0.01)
    #expect(abs(area(.miter, limit: 1.4143) - (bodies + 25)) < 0.01)
    #expect(abs(area(.bevel) - (bodies + 12.5)) < 0.01)
    #expect(area(.round) <= bodies + .pi * 25 / 4 + 0.01 && area(.round) > bodies + .pi * 25 / 4 - 0.25)
    // The same corner mirrored, and in the opposite direction.
    for points in [[(0, 0), (50, 0), (50, -50)], [(50, 50), (50, 0), (0, 0)]] {
      #expect(abs(stroke(path(points), StrokeStyle(width: 10)).signedArea - (bodies + 25)) < 0.01)
    }
  }

  @Test("a closed square is a frame of two contours, without caps") func square() {
    for points in [
      [(0, 0), (50, 0), (50, 50), (0, 50)], [(0, 0), (0, 50), (50, 50), (50, 0)], [(0, 0), (50, 0), (50, 50), (0, 50), (0, 0)],
    ] {
      let frame = stroke(path(points, isClosed: true), StrokeStyle(width: 10, cap: .square))
      #expect(frame.ends == [4, 8])
      #expect(abs(frame.signedArea - 2000) < 0.01)
      #expect(frame.winding(25, 25) == 0 && frame.winding(0, 25) == 1 && frame.winding(-4.9, -4.9) == 1)
    }
  }

  @Test("a line of length zero is a dot with round or square caps, and nothing with butt caps") func dots() {
    for dot in [path([(7, 7), (7, 7)]), path([(7, 7)], isClosed: true), path([(7, 7), (7, 7), (7, 7)])] {
      #expect(stroke(dot, StrokeStyle(width: 4)).points.isEmpty)
      #expect(abs(stroke(dot, StrokeStyle(width: 4, cap: .square)).signedArea - 16) < 0.01)
      #expect(abs(stroke(dot, StrokeStyle(width: 4, cap: .round)).signedArea - 4 * .pi) < 0.3)
    }
    var point = Path()
    point.move(to: Point(x: 7, y: 7))
    #expect(stroke(point, StrokeStyle(width: 4, cap: .round)).points.isEmpty)
    #expect(stroke(path([(0, 0), (9, 0)]), StrokeStyle(width: 0)).points.isEmpty)
    #expect(stroke(path([(0, 0), (9, 0)]), StrokeStyle(width: -1)).points.isEmpty)
  }

  @Test("hairpins stay within the pen's radius and miter limit", arguments: [LineJoin.miter, .round, .bevel])
  func hairpins(join: LineJoin) {
    for wiggle in 0...3 {
      var there = Path()
      there.move(to: .zero)
      there.addLine(to: Point(x: 50, y: 0))
      there.addLine(to: Point(x: 0, y: Scalar(rawValue: Int64(wiggle * 20))))
      for limit in [4 as Scalar, 100, 1_000_000] {
        let outline = stroke(there, StrokeStyle(width: 10, join: join, miterLimit: limit))
        for corner in outline.polygons[0] where join != .miter || limit == 4 {
          #expect(corner.x < 55.01 && corner.x > -0.1 && abs(corner.y) < 5.1)
        }
        #expect(outline.signedArea > 990)
      }
    }
  }

  @Test("every outline covers its line, has no negative winding number, and stays within half the width and the miter")
  func bounds() {
    var random = SplitMix64(seed: 51)
    var uncovered = 0
    var turnedOver = 0
    var tooFar = 0
    for round in 0..<600 {
      let span: Int64 = [30, 300, 3000, 10][round % 4] * 65536
      var points: [FloatPoint] = []
      for _ in 0..<Int.random(in: 2...12, using: &random) {
        points.append(
          FloatPoint(
            Double(Int64.random(in: -span...span, using: &random)) / 65536,
            Double(Int64.random(in: -span...span, using: &random)) / 65536))
      }
      var line = Path()
      for point in points { line.addLine(to: Point(point)) }
      let isClosed = round % 3 == 0
      if isClosed { line.closeSubpath() }
      let width = Double.random(in: 0.5...20, using: &random)
      let style = StrokeStyle(
        width: Scalar(rawValue: Int64(width * 65536)), cap: [.butt, .round, .square][round % 3],
        join: [.round, .miter, .bevel][round / 3 % 3],
        miterLimit: 3)
      let outline = stroke(line, style)
      let segments =
        points.indices.dropFirst().map { (points[$0 - 1], points[$0]) } + (isClosed ? [(points[points.count - 1], points[0])] : [])
      let limit = width / 2 * (style.join == .miter ? 3 : style.cap == .square && !isClosed ? 1.4143 : 1) + 1.0 / 32 + 0.001
      for corner in outline.polygons.joined() {
        let distance = segments.reduce(Double.infinity) { min($0, corner.distance(toSegment: $1.0, $1.1)) }
        if distance > limit { tooFar += 1 }
      }
      for _ in 0..<60 {
        let (a, b) = segments.randomElement(using: &random)!
        let t = Double.random(in: 0...1, using: &random)
        let point = FloatPoint(
          a.x + t * (b.x - a.x) + Double.random(in: -1.5...1.5, using: &random) * width,
          a.y + t * (b.y - a.y) + Double.random(in: -1.5...1.5, using: &random) * width)
        // The depth inside the segments' rectangles, which every join and cap covers.
        var depth = -Double.infinity
        for (a, b) in segments {
          let length = a.distance(to: b)
          if length < 0.01 { continue }
          let (ux, uy) = ((b.x - a.x) / length, (b.y - a.y) / length)
          let along = (point.x - a.x) * ux + (point.y - a.y) * uy
          let across = abs((point.x - a.x) * -uy + (point.y - a.y) * ux)
          depth = max(depth, min(min(along, length - along), width / 2 - across))
        }
        let winding = outline.winding(point.x, point.y)
        if depth > 0.01 && winding < 1 { uncovered += 1 }
        if winding < 0 { turnedOver += 1 }
      }
    }
    #expect(uncovered == 0)
    #expect(turnedOver == 0)
    #expect(tooFar == 0)
  }

  @Test("a circle's stroke is a ring, thin or thick, with every join", arguments: [LineJoin.miter, .round, .bevel])
  func rings(join: LineJoin) {
    for (radius, width) in [(20.0, 1.0), (20, 10), (100, 60), (300, 4)] {
      var circle = Path()
      circle.addCircle(center: Point(x: 500, y: 500), radius: Scalar(Int(radius)))
      let ring = stroke(circle, StrokeStyle(width: Scalar(Int(width)), join: join))
      #expect(abs(ring.signedArea - 2 * .pi * radius * width) < 2 * .pi * radius / 48 + 0.4)
      for corner in ring.polygons.joined() {
        let distance = abs(hypot(corner.x - 500, corner.y - 500) - radius)
        #expect(abs(distance - width / 2) < 0.09 + radius * 0.0003)
      }
    }
  }

  @Test("the pen is transformed with its line, by uniform and other transforms and in perspective") func views() {
    let line = path([(0, 0), (100, 0)])
    let style = StrokeStyle(width: 4)
    func area(_ transform: AffineTransform) -> Double { abs(stroke(line, style, Homography(transform)).signedArea) }
    #expect(abs(area(.rotation(by: .degrees(33))) - 400) < 0.01)
    #expect(abs(area(AffineTransform.scale(x: 3, y: 3).rotated(by: .degrees(70))) - 3600) < 0.1)
    #expect(abs(area(.scale(x: -2, y: 2)) - 1600) < 0.01)
    #expect(abs(area(.scale(x: 2, y: 5)) - 4000) < 0.01)
    #expect(abs(area(.scale(x: 0.01, y: 5)) - 20) < 0.01)
    var t = Transform3D.identity
    t.m34 = -1.0 / 1000
    #expect(abs(stroke(line, style, Homography(t.translated(z: 500))).signedArea - 1600) < 0.05)
    // A unit-sized path enlarged a thousand times keeps its fine detail in perspective too.
    let small = Homography(t.translated(z: 500).scaled(x: 500, y: 500))
    var round = Path()
    round.addCircle(center: .zero, radius: 0.25)
    let ring = stroke(round, StrokeStyle(width: 0.01), small)
    #expect(abs(ring.signedArea - 2 * .pi * 250 * 10) < 2 * .pi * 250 / 20)
    // Lines behind the eye, and lines that pass it.
    #expect(stroke(line, style, Homography(t.translated(z: 1500))).points.isEmpty)
    let plane = Homography(t.rotated(by: .degrees(90), axis: .x))
    let crossing = stroke(path([(0, -1000), (0, 3000)]), style, plane)
    #expect(crossing.ends.count == 1 && crossing.polygons[0].allSatisfy { abs($0.x) < 40_000 })
  }

  @Test("extreme coordinates and widths give outlines that do not depend on earlier calls, and long paths give one outline")
  func extremes() {
    var random = SplitMix64(seed: 52)
    let ends: [Int64] = [.min, .min + 1, -(1 << 61), -(1 << 31), -1, 0, 1, 64, 1 << 31, 1 << 47, 1 << 61, .max]
    var stroking = Stroking()
    var contours = Contours()
    for _ in 0..<200 {
      func raw() -> Int64 {
        Bool.random(using: &random) ? ends.randomElement(using: &random)! : Int64.random(in: .min ... .max, using: &random)
      }
      func any() -> Point { Point(x: Scalar(rawValue: raw()), y: Scalar(rawValue: raw())) }
      var path = Path()
      path.addLine(to: any())
      path.addLine(to: any())
      path.addLine(to: any())
      path.addQuadCurve(to: any(), control: any())
      if Bool.random(using: &random) { path.closeSubpath() }
      path.addLine(to: any())
      let style = StrokeStyle(
        width: Scalar(rawValue: raw()), cap: [.butt, .round, .square].randomElement(using: &random)!,
        join: [.miter, .round, .bevel].randomElement(using: &random)!, miterLimit: Scalar(rawValue: raw()))
      let transforms = [
        .identity, Homography(AffineTransform.rotation(by: .degrees(30))),
        Homography(xx: raw(), xy: raw(), x0: raw(), yx: raw(), yy: raw(), y0: raw(), wx: raw(), wy: raw(), w0: raw()),
        Homography(xx: 1 << 32, xy: 0, x0: 0, yx: 0, yy: 1 << 32, y0: 0, wx: 1 << 22, wy: 0, w0: 1 << 32),
      ]
      for transform in transforms {
        contours.removeAll()
        stroking.stroke(path, style: style, transform: transform, into: &contours)
        #expect(contours.ends.last ?? 0 == contours.points.count && contours.ends.count == contours.isClosed.count)
        let fresh = stroke(path, style, transform)
        #expect(contours.points == fresh.points && contours.ends == fresh.ends && contours.isClosed == fresh.isClosed)
      }
    }
    var long = Path()
    for index in 0..<100_000 { long.addLine(to: Point(x: Scalar(index % 1000), y: Scalar(index / 1000 + index % 2))) }
    let outline = stroke(long, StrokeStyle(width: 1, cap: .round, join: .round))
    #expect(outline.ends.count == 1 && outline.points.count > 200_000)
  }
}
