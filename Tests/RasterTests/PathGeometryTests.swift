import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

@Suite("Geometry of paths")
struct PathGeometryTests {
  @Test("bounds are the curves' extremes, rounded outward to 1/65536") func bounds() throws {
    var random = SplitMix64(seed: 61)
    for round in 0..<300 {
      let path = Path.random(size: [0.01, 1, 100, 40_000][round % 4], using: &random)
      let samples = FloatOutline(path, steps: 4000).lines.joined()
      let box = try #require(path.bounds)
      let size = max(box.width.value, box.height.value)
      // Between two of 4000 samples a curve rises by less than 2^-21 of its hull's size.
      let slack = 2.0 / 65536 + size * 4 / 2_097_152
      let (low, high) = (samples.map(\.x).min()!, samples.map(\.x).max()!)
      let (top, bottom) = (samples.map(\.y).min()!, samples.map(\.y).max()!)
      for (found, expected) in [(low, box.minX.value), (top, box.minY.value)] {
        #expect(expected <= found + 1e-9 && expected >= found - slack)
      }
      for (found, expected) in [(high, box.maxX.value), (bottom, box.maxY.value)] {
        #expect(expected >= found - 1e-9 && expected <= found + slack)
      }
      let controls = try #require(path.controlBounds)
      #expect(controls.minX <= box.minX && controls.maxY >= box.maxY)
    }
    #expect(Path().bounds == nil)
    var arch = Path()
    arch.move(to: .zero)
    arch.addQuadCurve(to: Point(x: 10, y: 0), control: Point(x: 5, y: 8))
    #expect(arch.bounds == Rect(x: 0, y: 0, width: 10, height: 4))
    arch.move(to: Point(x: .max, y: .min))
    #expect(arch.bounds?.minY == .min)
  }

  @Test("a transformed path has the transformed points, and continues from its transformed current point") func transforms() {
    var path = Path()
    path.addCircle(center: Point(x: 5, y: 6), radius: 3)
    path.closeSubpath()
    path.addLine(to: Point(x: 1, y: 1))
    path.closeSubpath()
    let transform = AffineTransform.rotation(by: .degrees(30)).scaled(x: 2, y: 3).translated(x: 7, y: -9)
    var moved = path.transformed(by: transform)
    #expect(moved.verbs == path.verbs && moved.points == path.points.map(transform.apply))
    #expect(moved.currentPoint == transform.apply(path.currentPoint!))
    moved.addLine(to: .zero)
    #expect(moved.points.suffix(2) == [transform.apply(Point(x: 8, y: 6)), .zero])
    let far = path.transformed(by: .scale(x: .max, y: .max)).transformed(by: .scale(x: .max, y: -.max))
    #expect(far.points.allSatisfy { $0.x == .max || $0.x == .zero })
  }

  @Test("a reversed path has the same outline in the opposite direction, and reversed twice the same points") func reversal() {
    var random = SplitMix64(seed: 62)
    for _ in 0..<200 {
      let path = Path.random(size: 50, using: &random)
      let (original, reversal) = (FloatOutline(path, steps: 10), FloatOutline(path.reversed, steps: 10))
      #expect(original.isClosed == reversal.isClosed)
      for (index, (line, reversed)) in zip(original.lines, reversal.lines).enumerated() {
        let closed = original.isClosed[index]
        var expected = closed ? [line[0]] + line.dropFirst().reversed() : line.reversed()
        // A closed subpath that now ends with a curve repeats its first point; a line is left to the closing.
        if closed && reversed.count == line.count + 1 { expected.append(line[0]) }
        #expect(reversed.count == expected.count)
        for (a, b) in zip(expected, reversed) { #expect(a.distance(to: b) < 1e-9) }
      }
      for _ in 0..<10 {
        let point = FloatPoint(Double.random(in: 0...50, using: &random), Double.random(in: 0...50, using: &random))
        #expect(original.winding(point) == -reversal.winding(point))
      }
      #expect(path.reversed.reversed.points == path.points)
    }
    var ring = Path()
    ring.addCircle(center: .zero, radius: 5)
    #expect(ring.reversed.verbs == ring.verbs && ring.reversed.points == ring.points.reversed())
    #expect(Path().reversed.isEmpty)
  }

  @Test("a point is inside where the curve winds around it") func contains() {
    var random = SplitMix64(seed: 63)
    var seen = [0, 0]
    for round in 0..<100 {
      let path = Path.random(size: 60, hasCurves: round % 4 != 0, using: &random)
      let outline = FloatOutline(path)
      for _ in 0..<40 {
        let point = FloatPoint(Double.random(in: 5...55, using: &random), Double.random(in: 5...55, using: &random))
        // The sampled outline deviates from the curve by up to 0.002.
        if outline.distance(to: point, filling: true) < 0.002 { continue }
        let winding = outline.winding(point)
        #expect(path.contains(Point(point)) == (winding != 0))
        #expect(path.contains(Point(point), rule: .evenOdd) == (winding % 2 != 0))
        seen[winding == 0 ? 0 : 1] += 1
      }
    }
    #expect(seen[0] > 500 && seen[1] > 500)
  }

  @Test("a point on an edge that two shapes share is inside exactly one of them, as with rectangles") func shared() {
    var left = Path()
    left.addRect(Rect(x: 0, y: 0, width: 4, height: 4))
    var right = Path()
    right.addRect(Rect(x: 4, y: 0, width: 4, height: 4))
    for (x, y) in [(0, 0), (4, 0), (8, 0), (0, 4), (4, 2), (2, 4), (3, 3), (8, 3)] {
      let point = Point(x: Scalar(x), y: Scalar(y))
      #expect(left.contains(point) == Rect(x: 0, y: 0, width: 4, height: 4).contains(point))
      #expect(right.contains(point) == Rect(x: 4, y: 0, width: 4, height: 4).contains(point))
    }
    // A square divided by a curve: every grid point is in one of the two parts.
    var (upper, lower) = (Path(), Path())
    upper.move(to: .zero)
    upper.addCurve(to: Point(x: 10, y: 10), control1: Point(x: 9, y: 1), control2: Point(x: -2, y: 7))
    upper.addLine(to: Point(x: 10, y: 0))
    lower.move(to: Point(x: 10, y: 10))
    lower.addCurve(to: .zero, control1: Point(x: -2, y: 7), control2: Point(x: 9, y: 1))
    lower.addLine(to: Point(x: 0, y: 10))
    for y in 0..<40 {
      for x in 0..<40 {
        let point = Point(x: Scalar(x) / 4, y: Scalar(y) / 4)
        #expect(upper.contains(point) != lower.contains(point))
      }
    }
  }

  @Test("a stroke contains the points within half its width, and its joins and caps") func strokeContains() {
    var random = SplitMix64(seed: 64)
    var seen = [0, 0]
    for round in 0..<120 {
      let path = Path.random(size: 60, using: &random)
      let outline = FloatOutline(path, steps: 200)
      let width = Double.random(in: 0.2...9, using: &random)
      let style = StrokeStyle(width: Scalar(nearest: width), cap: .round, join: .round)
      for _ in 0..<20 {
        let point = FloatPoint(Double.random(in: -5...65, using: &random), Double.random(in: -5...65, using: &random))
        let distance = outline.distance(to: point)
        if abs(distance - width / 2) < 0.005 { continue }
        #expect(path.strokeContains(Point(point), style: style) == (distance < width / 2), "\(round)")
        seen[distance < width / 2 ? 1 : 0] += 1
      }
    }
    #expect(seen[0] > 300 && seen[1] > 300)
    var corner = Path()
    for (x, y) in [(0, 0), (10, 0), (10, 10)] { corner.addLine(to: Point(x: Scalar(x), y: Scalar(y))) }
    let tip = Point(x: 11.9, y: -1.9)
    #expect(corner.strokeContains(tip, style: StrokeStyle(width: 4)))
    #expect(!corner.strokeContains(tip, style: StrokeStyle(width: 4, miterLimit: 1.4)))
    #expect(!corner.strokeContains(Point(x: -1, y: 0), style: StrokeStyle(width: 4)))
    #expect(corner.strokeContains(Point(x: -1.9, y: 1.9), style: StrokeStyle(width: 4, cap: .square)))
    #expect(!corner.strokeContains(Point(x: 5, y: 0), style: StrokeStyle(width: 0)))
    // Thinner than a screen can show, and wider than the widest pen on screen.
    #expect(corner.strokeContains(Point(x: 5, y: 0.0005), style: StrokeStyle(width: 0.002)))
    #expect(!corner.strokeContains(Point(x: 5, y: 0.002), style: StrokeStyle(width: 0.002)))
    #expect(corner.strokeContains(Point(x: 5, y: 90_000), style: StrokeStyle(width: 200_000)))
  }

  @Test("an elliptical arc lies on the rotated ellipse, from its start angle to its end angle") func ellipticalArcs() {
    var random = SplitMix64(seed: 65)
    for _ in 0..<100 {
      let (rx, ry) = (Double.random(in: 1...100, using: &random), Double.random(in: 1...100, using: &random))
      let rotation = Int.random(in: -360...360, using: &random)
      var arc = Path()
      arc.addArc(
        center: Point(x: 50, y: 60), radii: Size(width: Scalar(nearest: rx), height: Scalar(nearest: ry)),
        rotation: .degrees(WideFixed(rotation)), startAngle: .degrees(10), endAngle: .degrees(230), direction: .clockwise)
      let radians = Double(rotation) / 180 * .pi
      let samples = FloatOutline(arc, steps: 20).lines[0]
      func unitCircle(_ point: FloatPoint) -> FloatPoint {
        let (x, y) = (point.x - 50, point.y - 60)
        return FloatPoint((x * cos(radians) + y * sin(radians)) / rx, (y * cos(radians) - x * sin(radians)) / ry)
      }
      for sample in samples {
        let unit = unitCircle(sample)
        #expect(abs(hypot(unit.x, unit.y) - 1) < 0.0004)
      }
      for (point, degrees) in [(samples[0], 10.0), (samples[samples.count - 1], 230)] {
        let expected = FloatPoint(cos(degrees / 180 * .pi), sin(degrees / 180 * .pi))
        #expect(unitCircle(point).distance(to: expected) < 0.0001)
      }
    }
  }
}

@Suite("Measuring paths")
struct PathMeasureTests {
  @Test("the length is that of the curves, for small and large paths") func lengths() {
    var random = SplitMix64(seed: 66)
    for round in 0..<120 {
      let path = Path.random(size: [0.02, 1, 300, 1_000_000][round % 4], using: &random)
      let expected = FloatOutline(path, steps: 20_000).length
      #expect(abs(path.length.value - expected) <= expected / 65536 + 2.0 / 65536)
    }
    var circle = Path()
    circle.addCircle(center: .zero, radius: 100)
    #expect(abs(circle.length.value - 200 * .pi) < 200 * .pi * 0.00028)  // the error of the curves themselves
    #expect(Path().length == 0 && Path().sample(atLength: 1) == nil)
    var dot = Path()
    dot.move(to: Point(x: 3, y: 4))
    dot.addLine(to: Point(x: 3, y: 4))
    #expect(dot.length == 0 && dot.sample(atLength: 9)?.point == Point(x: 3, y: 4))
  }

  @Test("samples lie on the path at the requested length, and have its direction") func samples() throws {
    var random = SplitMix64(seed: 67)
    for _ in 0..<60 {
      let path = Path.random(size: 200, using: &random)
      let measure = PathMeasure(path)
      let segments = FloatOutline(path, steps: 5000).segments()
      let total = measure.length.value
      for part in [0, 0.1, 0.25, 0.5, 0.77, 1] {
        var rest = total * part
        let sample = try #require(measure.sample(atLength: Scalar(nearest: rest)))
        var expected = segments[0].0
        var heading = 0.0
        for (a, b) in segments {
          let length = a.distance(to: b)
          if length == 0 { continue }
          heading = atan2(b.y - a.y, b.x - a.x)
          expected = a + FloatPoint(b.x - a.x, b.y - a.y) * min(rest / length, 1)
          if rest <= length { break }
          rest -= length
        }
        // Near corners, cusps and ends of subpaths, a tiny error of length gives another direction.
        let isNearCorner = path.points.contains { FloatPoint($0).distance(to: expected) < 0.5 }
        if isNearCorner && part > 0 && part < 1 { continue }
        #expect(FloatPoint(sample.point).distance(to: expected) < 0.02)
        if part > 0 && part < 1 {
          let found = Double(sample.direction.degrees.rawValue) / 4_294_967_296 / 180 * .pi
          #expect(abs(remainder(found - heading, 2 * .pi)) < 0.02)
        }
      }
    }
    var line = Path()
    line.move(to: .zero)
    line.addLine(to: Point(x: 30, y: 40))
    let middle = try #require(line.sample(atLength: 25))
    #expect(middle.point == Point(x: 15, y: 20))
    #expect(line.sample(atLength: -5)?.point == .zero && line.sample(atLength: .max)?.point == Point(x: 30, y: 40))
  }

  @Test("a trimmed path is the part between two lengths") func trimming() {
    var random = SplitMix64(seed: 68)
    for _ in 0..<80 {
      let path = Path.random(size: 200, using: &random)
      let measure = PathMeasure(path)
      let total = measure.length.value
      let (a, b) = (Double.random(in: 0...total, using: &random), Double.random(in: 0...total, using: &random))
      let part = measure.trimmed(from: Scalar(nearest: min(a, b)), to: Scalar(nearest: max(a, b)))
      #expect(abs(part.length.value - abs(a - b)) < total / 10_000)
      let outline = FloatOutline(path)
      for point in FloatOutline(part, steps: 5).lines.joined() { #expect(outline.distance(to: point) < 0.02) }
      #expect(measure.trimmed(from: -1, to: .max).length == measure.length)
    }
    var square = Path()
    square.addRect(Rect(x: 0, y: 0, width: 10, height: 10))
    square.addRect(Rect(x: 20, y: 0, width: 10, height: 10))
    #expect(FloatOutline(square.trimmed(from: 0, to: 80)).isClosed == [true, true])
    #expect(FloatOutline(square.trimmed(from: 0, to: 75)).isClosed == [true, false])
    #expect(FloatOutline(square.trimmed(from: 5, to: 80)).isClosed == [false, true])
    #expect(square.trimmed(from: 5, to: 15).points == [Point(x: 5, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 5)])
    #expect(square.trimmed(from: 5, to: 5).isEmpty && square.trimmed(from: 90, to: 95).isEmpty)
  }

  @Test("paths with extreme coordinates have samples and trimmed parts among their control points") func extremes() throws {
    var random = SplitMix64(seed: 69)
    let ends: [Int64] = [.min, .min + 1, -(1 << 61), -1, 0, 1, 1 << 47, 1 << 61, .max]
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
      path.addArc(
        center: any(), radii: Size(width: Scalar(rawValue: raw()), height: Scalar(rawValue: raw())),
        rotation: .degrees(WideFixed(rawValue: raw())), startAngle: .degrees(WideFixed(rawValue: raw())),
        endAngle: .degrees(WideFixed(rawValue: raw())), direction: .clockwise)
      let measure = PathMeasure(path)
      #expect(measure.length >= 0 && path.bounds != nil)
      // The width of `path.bounds` saturates, so compare with the control points, which enclose the curves.
      let (columns, rows) = (path.points.map(\.x), path.points.map(\.y))
      let (minX, maxX, minY, maxY) = (columns.min()!, columns.max()!, rows.min()!, rows.max()!)
      func isInBounds(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
      }
      let sample = try #require(measure.sample(atLength: Scalar(rawValue: raw())))
      #expect(isInBounds(sample.point))
      let part = measure.trimmed(from: Scalar(rawValue: raw()), to: Scalar(rawValue: raw()))
      #expect(part.isEmpty || isInBounds(part.points[0]))
      #expect(part.length <= measure.length)
      let point = any()
      #expect(!path.contains(point) || isInBounds(point))
      let style = StrokeStyle(width: Scalar(rawValue: raw()), miterLimit: Scalar(rawValue: raw()))
      #expect(!path.strokeContains(any(), style: style) || style.width > 0)
      #expect(path.reversed.points.count >= path.points.count - 1)
    }
  }
}
