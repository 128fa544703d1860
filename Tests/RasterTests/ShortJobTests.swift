import CartoucheRaster
import Testing

/// A pool of two workers that counts its jobs and performs them alone.
private final class CountingPool: WorkerPool {
  var jobs: [String] = []
  let count = 2

  func perform(parts: Int, of work: any Job) {
    jobs.append("long")
    for index in 0..<parts { work.perform(index, worker: index % 2) }
  }

  func performShort(parts: Int, of work: any Job) {
    jobs.append("short")
    for index in 0..<parts { work.perform(index, worker: 0) }
  }
}

@Suite("Short jobs")
struct ShortJobTests {
  private static let size = PixelSize(width: 640, height: 480)

  /// Draws a part of a list, and returns the kinds of the jobs: preparing and composing.
  private func jobs(_ damage: PixelRect, _ record: (inout DisplayList) -> Void) throws -> [String] {
    var list = DisplayList()
    record(&list)
    var pixels = [UInt32](repeating: 0, count: Self.size.width * Self.size.height)
    let pool = CountingPool()
    try pixels.withUnsafeMutableBufferPointer { pixels in
      let target = try #require(PixelBuffer(pixels, size: Self.size))
      Renderer().draw(list, into: target, damage: [damage], workers: pool)
    }
    return pool.jobs
  }

  /// A small part of the screen, in two bands.
  private static let marker = PixelRect(minX: 300, minY: 212, maxX: 324, maxY: 236)
  private static let screen = PixelRect(size)

  /// Records squares, or their borders.
  private static func squares(_ count: Int, dashes: [Scalar]? = nil, in list: inout DisplayList) {
    for index in 0..<count {
      let square = Path(rect: Rect(x: Scalar(index), y: Scalar(index), width: 300, height: 300))
      if let dashes {
        list.stroke(square, style: StrokeStyle(width: 1, dashes: dashes), with: .color(.red))
      } else {
        list.fill(square, with: .color(.red))
      }
    }
  }

  @Test("a marker that moves over a few shapes wakes no worker")
  func marker() throws {
    #expect(try jobs(Self.marker) { Self.squares(10, in: &$0) } == ["short", "short"])
  }

  @Test("a screen is composed by all workers, even of a few shapes")
  func screen() throws {
    #expect(try jobs(Self.screen) { Self.squares(10, in: &$0) } == ["short", "long"])
  }

  @Test("many shapes are prepared by all workers, and composed by them even in a small part")
  func manyShapes() throws {
    #expect(try jobs(Self.marker) { Self.squares(400, in: &$0) } == ["long", "long"])
  }

  @Test("long paths and dashed lines are prepared by all workers")
  func longPaths() throws {
    let dashed = try jobs(Self.marker) { Self.squares(1, dashes: [2, 2], in: &$0) }
    #expect(dashed == ["long", "short"])
    let long = try jobs(Self.marker) { list in
      var path = Path()
      path.move(to: Point(x: 0, y: 0))
      for index in 0..<1000 { path.addLine(to: Point(x: Scalar(index % 7), y: Scalar(index))) }
      list.fill(path, with: .color(.red))
    }
    #expect(long == ["long", "short"])
  }

  @Test("shapes that are slow to prepare are prepared by all workers")
  func slowShapes() throws {
    let box = Rect(x: 10, y: 20, width: 600, height: 400)
    let stops = [GradientStop(location: 0, color: .red), GradientStop(location: 1, color: .blue)]
    let gradient = Paint.linearGradient(LinearGradient(stops: stops, start: .zero, end: Point(x: 100, y: 0)))
    let (ellipse, rect, dot) = (Path(ellipseIn: box), Path(rect: box), Path(ellipseIn: Rect(x: 300, y: 210, width: 20, height: 20)))
    let shadow = ShadowMask(roundedRect: CornerRadii(4), sigma: 6)
    let inner = ShadowMask(roundedRect: CornerRadii(4), sigma: 6, side: .inner)
    let lists: [(count: Int, isShort: Bool, record: (inout DisplayList) -> Void)] = [
      (5, true, { $0.fill(ellipse, with: .color(.red)) }),
      (6, false, { $0.fill(ellipse, with: .color(.red)) }),
      (10, true, { $0.fill(dot, with: .color(.red)) }),
      (2, true, { $0.stroke(dot, style: StrokeStyle(width: 1), with: .color(.red)) }),
      (2, false, { $0.stroke(ellipse, style: StrokeStyle(width: 1), with: .color(.red)) }),
      (3, false, { $0.fill(dot, with: .color(.red), transform: Homography(AffineTransform.scale(x: 100, y: 100))) }),
      (2, true, { $0.fill(rect, with: gradient) }),
      (3, false, { $0.fill(rect, with: gradient) }),
      (2, true, { $0.drawShadow(shadow, of: box, color: .black) }),
      (3, false, { $0.drawShadow(shadow, of: box, color: .black) }),
      (1, false, { $0.drawShadow(inner, of: box, color: .black) }),
      (1, true, { $0.clipped(to: ellipse) { $0.fill(rect, with: .color(.red)) } }),
    ]
    for (index, (count, isShort, record)) in lists.enumerated() {
      let jobs = try jobs(Self.marker) { list in
        for _ in 0..<count { record(&list) }
      }
      #expect(jobs.first == (isShort ? "short" : "long"), "list \(index)")
    }
  }

  @Test("a small part is composed by all workers if its shapes have many edges, or a slow blend mode")
  func slowBlocks() throws {
    var chart = Path()
    chart.move(to: Point(x: 0, y: 200))
    for index in 0..<20_000 { chart.addLine(to: Point(x: Scalar(index % 640), y: Scalar(210 + index % 29))) }
    // In this mode, the edges outside of the damage are kept.
    let edges = try jobs(Self.marker) { $0.stroke(chart, style: StrokeStyle(width: 1), with: .color(.red), blend: .sourceIn) }
    #expect(edges == ["long", "long"])
    let part = PixelRect(minX: 100, minY: 100, maxX: 200, maxY: 200)
    let box = Path(rect: Rect(x: 0, y: 0, width: 300, height: 300))
    #expect(try jobs(part) { $0.fill(box, with: .color(.red)) } == ["short", "short"])
    #expect(try jobs(part) { $0.fill(box, with: .color(.red), blend: .luminosity) } == ["short", "long"])
  }

  @Test("glyphs are prepared by all workers if they become outlines")
  func glyphs() throws {
    let outline = Path(rect: Rect(x: 0, y: 0, width: 5, height: 9))
    let run = GlyphRun(
      shapes: [GlyphShape(outline: outline)],
      placements: (0..<100).map { GlyphRun.Placement(shape: 0, origin: Point(x: Scalar($0 * 6), y: 20)) })
    func kinds(_ transform: Homography) throws -> [String] {
      try jobs(Self.marker) { $0.draw(run, with: .color(.black), transform: transform) }
    }
    #expect(try kinds(.translation(x: 3, y: 200)) == ["short", "short"])
    #expect(try kinds(Homography(AffineTransform.rotation(by: .degrees(10)))) == ["long", "short"])
  }
}
