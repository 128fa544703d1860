import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

private func flatten(_ path: Path, _ transform: Homography = .identity, closing: Bool = true) -> Contours {
  var flattening = Flattening()
  var contours = Contours()
  flattening.flatten(path, transform: transform, closing: closing, into: &contours)
  return contours
}

private func carousel(_ degrees: Int, z: WideFixed<32> = 250) -> Homography {
  var t = Transform3D.identity
  t.m34 = -1.0 / 1000
  return Homography(t.rotated(by: .degrees(WideFixed(degrees)), axis: .y).translated(z: z))
}

@Suite("Shapes")
struct ShapeTests {
  @Test("an arc's curves deviate from the circle by at most 0.00028 of the radius") func arcs() {
    var random = SplitMix64(seed: 31)
    for _ in 0..<200 {
      var path = Path()
      let start = Angle.degrees(WideFixed(Int.random(in: -720...720, using: &random)))
      let end = Angle.degrees(WideFixed(Int.random(in: -720...720, using: &random)))
      let direction = Bool.random(using: &random) ? ArcDirection.clockwise : .counterclockwise
      path.addArc(center: Point(x: 10, y: 20), radius: 1000, startAngle: start, endAngle: end, direction: direction)
      var pen = FloatPoint(path.points[0])
      for piece in 0..<(path.points.count - 1) / 3 {
        let p = path.points[(piece * 3 + 1)...(piece * 3 + 3)].map { FloatPoint($0) }
        for step in 0...20 {
          let t = Double(step) / 20
          let (a, b, c, d) = ((1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t)
          let x = a * pen.x + b * p[0].x + c * p[1].x + d * p[2].x
          let y = a * pen.y + b * p[0].y + c * p[1].y + d * p[2].y
          #expect(abs(hypot(x - 10, y - 20) - 1000) < 0.28)
        }
        pen = p[2]
      }
      // A whole turn ends where it began.
      let sweep = direction == .clockwise ? end - start : start - end
      let radians = Double((sweep >= .degrees(360) ? start : end).degrees.rawValue) / 4_294_967_296 / 180 * .pi
      #expect(pen.distance(to: FloatPoint(10 + 1000 * cos(radians), 20 + 1000 * sin(radians))) < 0.0001)
    }
  }

  @Test("an arc runs in the given direction for at most one turn") func arcDirections() {
    var quarter = Path()
    quarter.addArc(center: .zero, radius: 10, startAngle: .zero, endAngle: .degrees(90), direction: .clockwise)
    #expect(quarter.points.count == 4)  // one curve
    var rest = Path()
    rest.addArc(center: .zero, radius: 10, startAngle: .zero, endAngle: .degrees(90), direction: .counterclockwise)
    #expect(rest.points.count == 10)  // three
    #expect(rest.points.last == quarter.points.last)
    var whole = Path()
    whole.addArc(center: .zero, radius: 10, startAngle: .degrees(-90), endAngle: .degrees(630), direction: .clockwise)
    #expect(whole.points.count == 13 && whole.points.first == whole.points.last)
    var joined = Path()
    joined.move(to: .zero)
    joined.addArc(center: .zero, radius: 10, startAngle: .zero, endAngle: .degrees(90), direction: .clockwise)
    #expect(joined.verbs == [.move, .line, .cubic])
  }

  @Test("circles and rounded rectangles have the areas that formulas give") func areas() {
    for radius in [0.5, 1, 3.3, 10, 100, 900] {
      var path = Path()
      path.addCircle(center: Point(x: 7, y: 9), radius: Scalar(rawValue: Int64(radius * 65536)))
      let area = flatten(path).signedArea
      // Chords lie outside as much as inside. Curves and grid deviate by less than 0.0003 of the radius.
      let slack: Double = 2 * .pi * radius * (0.0003 * radius + 0.0005)
      #expect(abs(area - .pi * radius * radius) <= slack)
    }
    var card = Path()
    card.addRoundedRect(Rect(x: 10, y: 10, width: 250, height: 150), radius: 10)
    #expect(abs(flatten(card).signedArea - (250 * 150 - (4 - .pi) * 100)) < 0.2)
    var uneven = Path()
    uneven.addRoundedRect(
      Rect(x: 0, y: 0, width: 100, height: 50), radii: CornerRadii(topLeft: 0, topRight: 10, bottomRight: 20, bottomLeft: 30))
    #expect(abs(flatten(uneven).signedArea - (5000 - (1 - .pi / 4) * (100 + 400 + 900))) < 0.3)
    var tight = Path()
    tight.addRoundedRect(Rect(x: 0, y: 0, width: 40, height: 20), radius: 1000)
    #expect(abs(flatten(tight).signedArea - (20 * 20 + .pi * 100)) < 0.2)
    var none = Path()
    none.addRoundedRect(Rect(x: 0, y: 0, width: 0, height: 20), radius: 3)
    #expect(none.isEmpty && none.controlBounds == nil)
    #expect(card.controlBounds == Rect(x: 10, y: 10, width: 250, height: 150))
  }
}

@Suite("Flattening")
struct FlatteningTests {
  @Test("polygons are passed through unchanged, closed, each with the index of its end") func polygons() {
    var path = Path()
    path.addRect(Rect(x: 1, y: 2, width: 3, height: 4))
    path.move(to: .zero)  // draws nothing
    path.move(to: Point(x: 5, y: 5))
    path.addLine(to: Point(x: 6, y: 6))  // no area
    path.addRect(Rect(x: 10, y: 20, width: 3, height: 4))
    for _ in 0..<20 { path.addLine(to: Point(x: 9, y: 9)) }
    let filled = flatten(path)
    #expect(filled.ends == [4, 8, 29])
    #expect(filled.isClosed == [true, true, true])
    #expect(filled.points[0] == Point(x: 1, y: 2) && filled.points[4] == Point(x: 10, y: 20))
    let lines = flatten(path, closing: false)
    #expect(lines.ends == [4, 6, 10, 31])
    #expect(lines.isClosed == [true, false, true, false])
    let moved = flatten(path, .translation(x: 100, y: 0.5))
    #expect(moved.points[4] == Point(x: 110, y: 20.5))
    var curved = path
    curved.addQuadCurve(to: Point(x: 9, y: 9), control: Point(x: 9, y: 9))
    #expect(flatten(curved, closing: false).ends == [4, 6, 10, 32])
  }

  @Test("subpaths without area are left out, however many there are") func degenerate() {
    var (mixed, alone) = (Path(), Path())
    for index in 0..<1000 {
      let offset = Scalar(index)
      for other in 0..<200 {
        mixed.move(to: Point(x: offset, y: Scalar(other)))
        mixed.addLine(to: Point(x: 0, y: offset))
      }
      mixed.addRect(Rect(x: offset, y: 1, width: 2, height: 3))
      alone.addRect(Rect(x: offset, y: 1, width: 2, height: 3))
    }
    let (some, all) = (flatten(mixed), flatten(alone))
    #expect(some.points == all.points && some.ends == all.ends && some.isClosed == all.isClosed)
    #expect(flatten(mixed, closing: false).ends.count == 201_000)
  }

  @Test("chords stay within 3/64 px of their curves under every kind of transform") func tolerance() {
    var random = SplitMix64(seed: 41)
    var worst = 0.0
    for round in 0..<300 {
      let transform: Homography
      switch round % 4 {
      case 0: transform = .identity
      case 1: transform = Homography(AffineTransform.scale(x: 3, y: 0.7).rotated(by: .degrees(30)))
      case 2: transform = carousel(round, z: 250)
      default: transform = Homography(AffineTransform.scale(x: 300, y: 300)).concatenating(carousel(20, z: 100))
      }
      let size: Int64 = round % 4 == 3 ? 32_768 : 8_192_000
      func any() -> Point {
        Point(
          x: Scalar(rawValue: Int64.random(in: -size...size, using: &random)),
          y: Scalar(rawValue: Int64.random(in: -size...size, using: &random)))
      }
      let p = [any(), any(), any(), any()]
      var path = Path()
      path.move(to: p[0])
      if round % 8 < 4 {
        path.addCurve(to: p[3], control1: p[1], control2: p[2])
      } else {
        path.addQuadCurve(to: p[3], control: p[1])
      }
      let chords = flatten(path, transform, closing: false).polygons[0]
      let f = p.map { FloatPoint($0) }
      for step in 0...400 {
        let t = Double(step) / 400
        let s = 1 - t
        let weights = round % 8 < 4 ? [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] : [s * s, 2 * s * t, 0, t * t]
        let x = zip(weights, f).reduce(0) { $0 + $1.0 * $1.1.x }
        let y = zip(weights, f).reduce(0) { $0 + $1.0 * $1.1.y }
        // In floating point: scaled by 300, the fixed-point grid of unit-sized shapes exceeds 3/64 px.
        func value(_ a: Int64, _ b: Int64, _ c: Int64) -> Double { Double(a) * x + Double(b) * y + Double(c) }
        let w = value(transform.wx, transform.wy, transform.w0)
        let projected = FloatPoint(
          value(transform.xx, transform.xy, transform.x0) / w, value(transform.yx, transform.yy, transform.y0) / w)
        let distance = chords.indices.dropFirst().reduce(Double.infinity) {
          min($0, projected.distance(toSegment: chords[$1 - 1], chords[$1]))
        }
        worst = max(worst, distance)
      }
    }
    #expect(worst <= 3.0 / 64 + 0.001)
    #expect(worst > 1.0 / 64)  // nor much finer than the tolerance
  }

  @Test("affine transforms round each point to nearest, near the origin and far from it") func affine() {
    var random = SplitMix64(seed: 42)
    let transform = AffineTransform(a: 0.75, b: -1.25, c: 2.5, d: 0.125, tx: 100.3, ty: -70_000.7)
    for round in 0..<200 {
      let shift = Int64(round % 48)
      var path = Path()
      for _ in 0..<8 {
        path.addLine(
          to: Point(
            x: Scalar(rawValue: Int64.random(in: .min ... .max, using: &random) >> (shift + 8)),
            y: Scalar(rawValue: Int64.random(in: .min ... .max, using: &random) >> (shift + 8))))
      }
      let mapped = flatten(path, Homography(transform))
      for (from, to) in zip(path.points, mapped.points) { #expect(to == transform.apply(from)) }
    }
  }

  @Test("geometry behind the eye is clipped and does not wrap around") func nearPlane() throws {
    // A plane that passes below the eye: y up to 1000 is in front of the eye, larger y is behind it.
    var t = Transform3D.identity
    t.m34 = -1.0 / 1000
    let plane = Homography(t.rotated(by: .degrees(90), axis: .x))
    var path = Path()
    path.addRect(Rect(x: -10, y: -1000, width: 20, height: 4000))
    let visible = flatten(path, plane)
    #expect(visible.ends.count == 1 && visible.points.count == 4)
    for point in visible.polygons[0] { #expect(abs(point.x) >= 4.9 && abs(point.x) < 400_000) }
    let behind = Homography(t.translated(z: 2000))
    #expect(flatten(path, behind).points.isEmpty)
    // An open line that passes behind the eye and returns is split into its visible parts.
    var line = Path()
    line.move(to: Point(x: 0, y: 0))
    line.addLine(to: Point(x: 5, y: 2000))
    line.addLine(to: Point(x: 10, y: 0))
    let pieces = flatten(line, plane, closing: false)
    #expect(pieces.ends == [2, 4] && pieces.isClosed == [false, false])
    // Nothing is clipped where everything is in front of the eye.
    var near = Path()
    near.addRect(Rect(x: -10, y: -1000, width: 20, height: 1500))
    #expect(abs(flatten(near, plane).polygons[0].map(\.x).max()! - 20) < 0.001)
  }

  @Test(
    "extreme coordinates and transforms give contours that do not depend on earlier calls, and long paths are followed to their end"
  ) func extremes() {
    var random = SplitMix64(seed: 43)
    let ends: [Int64] = [.min, .min + 1, -(1 << 61), -1, 0, 1, 1 << 47, 1 << 61, .max]
    var flattening = Flattening()
    var contours = Contours()
    for _ in 0..<200 {
      func raw() -> Int64 {
        Bool.random(using: &random) ? ends.randomElement(using: &random)! : Int64.random(in: .min ... .max, using: &random)
      }
      func any() -> Point { Point(x: Scalar(rawValue: raw()), y: Scalar(rawValue: raw())) }
      var path = Path()
      path.addCurve(to: any(), control1: any(), control2: any())
      path.addLine(to: any())
      path.addQuadCurve(to: any(), control: any())
      path.closeSubpath()
      path.addLine(to: any())
      let transforms = [
        .identity, Homography(xx: raw(), xy: raw(), x0: raw(), yx: raw(), yy: raw(), y0: raw(), wx: raw(), wy: raw(), w0: raw()),
        Homography(xx: raw(), xy: raw(), x0: raw(), yx: raw(), yy: raw(), y0: raw(), wx: 0, wy: 0, w0: raw()), carousel(30),
      ]
      for transform in transforms {
        contours.removeAll()
        let closing = Bool.random(using: &random)
        flattening.flatten(path, transform: transform, closing: closing, into: &contours)
        #expect(contours.ends.last ?? 0 == contours.points.count && contours.ends.count == contours.isClosed.count)
        let fresh = flatten(path, transform, closing: closing)
        #expect(contours.points == fresh.points && contours.ends == fresh.ends && contours.isClosed == fresh.isClosed)
        #expect(zip([0] + contours.ends, contours.ends).allSatisfy { $1 - $0 >= (closing ? 3 : 1) })
      }
    }
    var long = Path()
    for index in 0..<100_000 { long.addLine(to: Point(x: Scalar(index % 1000), y: Scalar(index / 1000))) }
    #expect(flatten(long).points.count == 100_001)  // the first line began with a move
    #expect(flatten(Path()).points.isEmpty)
  }
}
