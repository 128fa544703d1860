import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Oracle for coverage: the area of a polygon inside the pixel (`x`, `y`), 0…1, in floating point.
///
/// Clips the polygon by Sutherland and Hodgman's algorithm and applies the shoelace formula.
private func exactCoverage(_ polygon: [(x: Double, y: Double)], x: Int, y: Int) -> Double {
  var points = polygon
  func clip(
    _ inside: ((x: Double, y: Double)) -> Bool,
    _ intersection: ((x: Double, y: Double), (x: Double, y: Double)) -> (x: Double, y: Double)
  ) {
    var clipped: [(x: Double, y: Double)] = []
    for index in points.indices {
      let previous = points[(index + points.count - 1) % points.count]
      let point = points[index]
      if inside(previous) != inside(point) { clipped.append(intersection(previous, point)) }
      if inside(point) { clipped.append(point) }
    }
    points = clipped
  }
  func atX(_ limit: Double) -> ((x: Double, y: Double), (x: Double, y: Double)) -> (x: Double, y: Double) {
    { (x: limit, y: $0.y + (limit - $0.x) / ($1.x - $0.x) * ($1.y - $0.y)) }
  }
  func atY(_ limit: Double) -> ((x: Double, y: Double), (x: Double, y: Double)) -> (x: Double, y: Double) {
    { (x: $0.x + (limit - $0.y) / ($1.y - $0.y) * ($1.x - $0.x), y: limit) }
  }
  let (left, top) = (Double(x), Double(y))
  clip({ $0.x >= left }, atX(left))
  clip({ $0.x <= left + 1 }, atX(left + 1))
  clip({ $0.y >= top }, atY(top))
  clip({ $0.y <= top + 1 }, atY(top + 1))
  var doubled = 0.0
  for index in points.indices {
    let next = points[(index + 1) % points.count]
    doubled += points[index].x * next.y - next.x * points[index].y
  }
  return abs(doubled) / 2
}

private func path(_ points: [(x: Double, y: Double)]) -> Path {
  var path = Path()
  for (index, point) in points.enumerated() {
    let corner = Point(
      x: Scalar(rawValue: Int64((point.x * 65536).rounded())), y: Scalar(rawValue: Int64((point.y * 65536).rounded())))
    if index == 0 { path.move(to: corner) } else { path.addLine(to: corner) }
  }
  path.closeSubpath()
  return path
}

@Suite("Coverage")
struct CoverageTests {
  @Test("a triangle's coverage is its area in each pixel, within 2 of 255 and 0.5 on average")
  func triangles() {
    var generator = SplitMix64(seed: 42)
    var sum = 0.0
    var worst = 0.0
    var edges = 0
    for _ in 0..<150 {
      let corners = (0..<3).map { _ in
        (x: Double.random(in: 0...40, using: &generator), y: Double.random(in: 0...40, using: &generator))
      }
      var list = DisplayList()
      list.fill(path(corners), with: .color(.black))
      let canvas = Canvas(width: 40, height: 40)
      canvas.draw(list)
      for y in 0..<40 {
        for x in 0..<40 {
          let exact = 255 * (1 - exactCoverage(corners, x: x, y: y))
          let error = abs(Double(canvas[x, y] & 255) - exact)
          worst = max(worst, error)
          if exact > 0.01 && exact < 254.99 {
            sum += error
            edges += 1
          }
        }
      }
    }
    #expect(worst <= 2)
    #expect(sum / Double(edges) <= 0.5)
  }

  @Test("polygons of one path that share edges have the coverage of their union")
  func sharedEdges() {
    var generator = SplitMix64(seed: 4)
    for _ in 0..<50 {
      // A fan of triangles around a center, all in the same direction, compared with its outline.
      let center = Point(x: generator.scalar(15...25), y: generator.scalar(15...25))
      let ring = [
        Point(x: generator.scalar(1...10), y: generator.scalar(1...10)),
        Point(x: generator.scalar(30...39), y: generator.scalar(1...10)),
        Point(x: generator.scalar(30...39), y: generator.scalar(30...39)),
        Point(x: generator.scalar(1...10), y: generator.scalar(30...39)),
      ]
      var fan = Path()
      var outline = Path()
      for index in ring.indices {
        fan.move(to: center)
        fan.addLine(to: ring[index])
        fan.addLine(to: ring[(index + 1) % ring.count])
        fan.closeSubpath()
        if index == 0 { outline.move(to: ring[0]) } else { outline.addLine(to: ring[index]) }
      }
      outline.closeSubpath()
      let pieces = Canvas(width: 40, height: 40)
      let whole = Canvas(width: 40, height: 40)
      var list = DisplayList()
      list.fill(fan, with: .color(.black))
      pieces.draw(list)
      list.removeAll()
      list.fill(outline, with: .color(.black))
      whole.draw(list)
      #expect(pieces.bytes == whole.bytes)
    }
  }

  @Test("the fill rules differ where a path winds twice")
  func rules() {
    var twice = Path()
    for _ in 0..<2 { twice.addRect(Rect(x: 2, y: 2, width: 4, height: 4)) }
    let canvas = Canvas(width: 8, height: 8)
    var list = DisplayList()
    list.fill(twice, rule: .nonZero, with: .color(.black))
    canvas.draw(list)
    #expect(canvas[3, 3] == 0xff00_0000)
    list.removeAll()
    list.fill(twice, rule: .evenOdd, with: .color(.black))
    canvas.draw(list)
    #expect(canvas[3, 3] == 0xffff_ffff)
  }

  @Test("shapes that extend to the ends of the number range are clipped to the screen and do not wrap around")
  func enormous() {
    let canvas = Canvas(width: 20, height: 20)
    var list = DisplayList()
    list.fill(path([(-1e9, -1e9), (1e9, -1e9), (1e9, 1e9), (-1e9, 1e9)]), with: .color(.red))
    canvas.draw(list)
    #expect((0..<400).allSatisfy { canvas[$0 % 20, $0 / 20] == 0xffff_0000 })
    // Triangles from the segment between (5, 5) and (12, 9) to a corner of the plane, each with one pixel
    // inside it and one outside.
    let corners: [(Scalar, Scalar, inside: (Int, Int), outside: (Int, Int))] = [
      (.max, .max, (15, 13), (2, 2)), (.min, .max, (4, 12), (17, 2)), (.max, .min, (12, 3), (2, 17)),
      (.min, .min, (4, 2), (17, 17)),
    ]
    for (x, y, inside, outside) in corners {
      var triangle = Path()
      triangle.move(to: Point(x: 5, y: 5))
      triangle.addLine(to: Point(x: x, y: y))
      triangle.addLine(to: Point(x: 12, y: 9))
      list.removeAll()
      list.fill(triangle, with: .color(.blue))
      canvas.draw(list)
      #expect(canvas[inside.0, inside.1] == 0xff00_00ff)
      #expect(canvas[outside.0, outside.1] == 0xffff_ffff)
      // The widest possible pen covers every pixel of the screen.
      list.stroke(triangle, style: StrokeStyle(width: .max, cap: .square), with: .color(.green))
      canvas.draw(list)
      for (x, y) in [(0, 0), (19, 0), (0, 19), (19, 19)] { #expect(canvas[x, y] == 0xff00_ff00) }
    }
  }

  @Test("a shape clipped by the screen's sides has the coverage of the unclipped shape, within 2 of 255")
  func clipping() {
    var generator = SplitMix64(seed: 8)
    for _ in 0..<60 {
      let corners = (0..<4).map { _ in
        (x: Double.random(in: -60...100, using: &generator), y: Double.random(in: -60...100, using: &generator))
      }
      var list = DisplayList()
      list.fill(path(corners), with: .color(.black))
      let small = Canvas(width: 40, height: 40)
      let large = Canvas(width: 160, height: 160)
      small.draw(list)
      list.removeAll()
      list.fill(path(corners.map { ($0.x + 60, $0.y + 60) }), with: .color(.black))
      large.draw(list)
      for y in 0..<40 {
        for x in 0..<40 {
          let difference = abs(Int(small[x, y] & 255) - Int(large[x + 60, y + 60] & 255))
          #expect(difference <= 2)
        }
      }
    }
  }

  @Test("a rectangle taller than the screen is drawn when its right side is at the screen's edge or beyond it", arguments: [0, 1])
  func tallerThanTheScreen(overhang: Int) {
    let canvas = Canvas(width: 40, height: 40)
    var list = DisplayList()
    list.fill(Path(rect: Rect(x: 0, y: -10, width: Scalar(40 + overhang), height: 60)), with: .color(.black))
    canvas.draw(list)
    for (x, y) in [(0, 0), (39, 0), (20, 20), (39, 39)] { #expect(canvas[x, y] & 0xff_ffff == 0) }
  }

  @Test("a line without area beside a rectangle of whole pixels draws nothing")
  func lineBesideRectangle() {
    for flat in [
      path([(24, 20), (36, 20), (30, 20)]), path([(2, 32), (6, 32), (4, 32)]), path([(30, 4), (34, 4), (34, 4)]),
      path([(10, 38), (20, 38), (15, 38)]),
    ] {
      let (rectangle, both) = (Canvas(width: 40, height: 40), Canvas(width: 40, height: 40))
      var list = DisplayList()
      list.fill(Path(rect: Rect(x: 10, y: 10, width: 10, height: 20)), with: .color(.black))
      rectangle.draw(list)
      list.removeAll()
      var path = flat
      path.addRect(Rect(x: 10, y: 10, width: 10, height: 20))
      list.fill(path, with: .color(.black))
      both.draw(list)
      let isSame = rectangle.bytes == both.bytes
      #expect(isSame)
    }
  }
}
