import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Gradients")
struct GradientTests {
  static let seeds: [UInt64] = Array(1...16)

  /// Returns 2 to 7 random stops in any order, some at the same location.
  private func stops(_ generator: inout SplitMix64, opaque: Bool, within: ClosedRange<Double> = 0...1) -> [GradientStop] {
    var stops = (0..<Int.random(in: 2...6, using: &generator)).map { _ in
      GradientStop(location: generator.scalar(within), color: generator.color(opaque: opaque))
    }
    if Bool.random(using: &generator) {
      stops.append(GradientStop(location: stops[0].location, color: generator.color(opaque: opaque)))
    }
    return stops
  }

  private func transform(_ generator: inout SplitMix64, size: Double) -> AffineTransform {
    let identity = AffineTransform.identity.translated(x: WideFixed<32>(rounding: generator.scalar(-9...9)), y: 3)
    return identity.rotated(
      by: .degrees(Int.random(in: 0...359, using: &generator) == 0 ? 0 : 1) * Int.random(in: 0...359, using: &generator)
    )
    .scaled(x: WideFixed<32>(rounding: generator.scalar(0.6...1.7)), y: WideFixed<32>(rounding: generator.scalar(0.6...1.7)))
  }

  /// Fills a transparent canvas with `paint` and compares each pixel with `oracle`.
  ///
  /// - Parameter slack: The position error allowed, in pixels, in addition to a color error of 1 of 255.
  private func expect(
    _ paint: Paint, is oracle: FloatGradient, size: Int, rows: Int? = nil, own: AffineTransform = .identity,
    transform: Homography = .identity, slack: Double, skipping center: FloatPoint? = nil, _ comment: Comment
  ) throws {
    let rows = rows ?? size
    let inverse = try #require(Homography(own).concatenating(transform).inverse)
    // A shape larger than the screen under every transform, or the whole screen without one.
    var path = Path()
    let extent: Scalar = transform.isIdentity ? Scalar(size) : 4000
    path.addRect(
      Rect(x: transform.isIdentity ? 0 : -extent, y: transform.isIdentity ? 0 : -extent, width: extent * 2, height: extent * 2))
    var list = DisplayList()
    list.fill(path, with: paint, transform: transform)
    let canvas = Canvas(width: size, height: rows, format: .argb8888)
    Renderer().draw(
      list, over: .clear, into: canvas.buffer, damage: [PixelRect(PixelSize(width: size, height: rows))],
      workers: SerialWorkerPool())
    var worst = 0.0
    for y in 0..<rows {
      for x in 0..<size {
        func own(_ dx: Double, _ dy: Double) throws -> FloatPoint {
          FloatPoint(try #require(inverse.project(Point(FloatPoint(Double(x) + 0.5 + dx, Double(y) + 0.5 + dy)))))
        }
        let p = try own(0, 0)
        let step = max(try own(1, 0).distance(to: p), try own(0, 1).distance(to: p))
        if let center, p.distance(to: center) < 1.5 * step { continue }
        // Where a pixel spans more than an eighth of a period, nearly every color would pass.
        if oracle.spread != .pad {
          let rates = try [own(1, 0), own(0, 1)].map { abs(oracle.parameter($0) - oracle.parameter(p)) }
          if rates.max() ?? 0 > oracle.period / 8 { continue }
        }
        let pixel = canvas[x, y]
        let values = [UInt32(24), 16, 8, 0].map { Double(pixel >> $0 & 255) }
        if zip(values, oracle.color(at: oracle.parameter(p))).allSatisfy({ abs($0 - $1) <= 1 }) { continue }
        for (value, range) in zip(values, oracle.range(around: p, by: slack * step)) {
          worst = max(worst, range.lowerBound - value, value - range.upperBound)
        }
      }
    }
    #expect(worst <= 1, comment)
  }

  @Test("a linear gradient is within 1 of 255 of the oracle for all stops, spreads and transforms", arguments: seeds)
  func linear(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for spread in GradientSpread.allCases {
      let own = transform(&generator, size: 60)
      let gradient = LinearGradient(
        stops: stops(&generator, opaque: seed % 2 == 0, within: seed % 3 == 0 ? -0.5...1.5 : 0...1),
        start: generator.point(width: 60, height: 60), end: generator.point(width: 60, height: 60), spread: spread, transform: own)
      try expect(.linearGradient(gradient), is: FloatGradient(gradient), size: 60, own: own, slack: 0.15, "\(spread)")
    }
  }

  @Test(
    "a linear gradient over a large shape, drawn as shifted ramps, is within 1 of 255 of the oracle",
    arguments: [0, 1, 17, 45, 80, 89, 90, 135, 180, 260, 300])
  func ramps(angle: Int) throws {
    var generator = SplitMix64(seed: UInt64(angle))
    for spread in GradientSpread.allCases {
      let (sine, cosine) = (Angle.degrees(1) * angle).sineAndCosine
      let along = Point(x: Scalar(rounding: cosine) * 140, y: Scalar(rounding: sine) * 140)
      let stops = (0..<4).map { GradientStop(location: Scalar($0) / 3, color: generator.color()) }
      let gradient = LinearGradient(
        stops: stops, start: Point(x: 70, y: 90), end: Point(x: 70 + along.x, y: 90 + along.y), spread: spread)
      try expect(.linearGradient(gradient), is: FloatGradient(gradient), size: 200, slack: 0.15, "\(spread)")
    }
  }

  @Test("a radial gradient is within 1 of 255 of the oracle, wherever its focal point is", arguments: seeds)
  func radial(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for spread in GradientSpread.allCases {
      let own = transform(&generator, size: 60)
      let center = generator.point(width: 60, height: 60, beyond: 0)
      let gradient = RadialGradient(
        stops: stops(&generator, opaque: seed % 2 == 0), center: center, radius: generator.scalar(10...60),
        focalPoint: seed % 3 == 0 ? nil : generator.point(width: 60, height: 60, beyond: 0), spread: spread, transform: own)
      try expect(.radialGradient(gradient), is: FloatGradient(gradient), size: 60, own: own, slack: 0.3, "\(spread)")
    }
  }

  @Test(
    "a padded radial gradient over a large shape, found by squared distance, is within 1 of 255 of the oracle",
    arguments: [UInt64(1), 2, 3, 4])
  func squares(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let gradient = RadialGradient(
      stops: (0..<3).map { GradientStop(location: Scalar($0) / 2, color: generator.color()) },
      center: generator.point(width: 200, height: 200, beyond: 0), radius: generator.scalar(20...200))
    try expect(.radialGradient(gradient), is: FloatGradient(gradient), size: 200, slack: 0.15, "seed \(seed)")
  }

  @Test(
    "a radial gradient whose center is in the middle of a column, or between two, is symmetric, and has the same bits in every part of the screen",
    arguments: [200, 201, 80, 341, 0], [60, 333])
  func mirrored(center: Int, radius: Int) throws {
    var generator = SplitMix64(seed: 9)
    let gradient = RadialGradient(
      stops: (0..<3).map { GradientStop(location: Scalar($0) / 2, color: generator.color()) },
      center: Point(x: Scalar(center) / 2, y: 83.3), radius: Scalar(radius))
    try expect(.radialGradient(gradient), is: FloatGradient(gradient), size: 200, slack: 0.15, "at \(center)")
    let size = PixelSize(width: 200, height: 200)
    let whole = drawn(gradient, size, in: PixelRect(size))
    for y in 0..<200 {
      for x in 0..<200 where (0..<200).contains(center - 1 - x) { #expect(whole[x, y] == whole[center - 1 - x, y]) }
    }
    for part in [PixelRect(minX: 110, minY: 3, maxX: 187, maxY: 160), PixelRect(minX: 61, minY: 3, maxX: 129, maxY: 160)] {
      let canvas = drawn(gradient, size, in: part)
      for y in part.minY..<part.maxY {
        for x in part.minX..<part.maxX { #expect(canvas[x, y] == whole[x, y], "\(x), \(y) of \(part)") }
      }
    }
  }

  @Test(
    "the right half of a radial gradient can be drawn alone, also where rounding moves its center to the right",
    arguments: [(640, 1480, 1000), (960, 1223, 1000), (320, 874, 8192)])
  func rightHalf(center: Int, radius: Int, last: Int) {
    let gradient = RadialGradient(
      stops: [
        GradientStop(location: 0, color: Color(hex: 0x2040a0)),
        GradientStop(location: Scalar(rawValue: Int64(last)), color: Color(hex: 0xf0c020)),
      ], center: Point(x: Scalar(center), y: 30), radius: Scalar(radius))
    let size = PixelSize(width: 1300, height: 60)
    let whole = drawn(gradient, size, in: PixelRect(size))
    for first in center...(center + 3) {
      let part = drawn(gradient, size, in: PixelRect(minX: first, minY: 0, maxX: 1300, maxY: 60))
      let areEqual = (0..<60).allSatisfy { y in (first..<1300).allSatisfy { part[$0, y] == whole[$0, y] } }
      #expect(areEqual, "from column \(first)")
    }
  }

  /// Returns a canvas of which one part is filled with a gradient.
  private func drawn(_ gradient: RadialGradient, _ size: PixelSize, in damage: PixelRect) -> Canvas {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height)))
    var list = DisplayList()
    list.fill(path, with: .radialGradient(gradient))
    let canvas = Canvas(width: size.width, height: size.height, format: .argb8888)
    Renderer().draw(list, over: .clear, into: canvas.buffer, damage: [damage], workers: SerialWorkerPool())
    return canvas
  }

  @Test("a conic gradient is within 1 of 255 of the oracle, except close to its center", arguments: seeds)
  func conic(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let own = transform(&generator, size: 60)
    let gradient = ConicGradient(
      stops: stops(&generator, opaque: seed % 2 == 0), center: generator.point(width: 60, height: 60, beyond: 0),
      startAngle: .degrees(1) * Int.random(in: -400...400, using: &generator),
      spread: GradientSpread.allCases[Int(seed) % 3], transform: own)
    try expect(
      .conicGradient(gradient), is: FloatGradient(gradient), size: 60, own: own, slack: 0.3, skipping: FloatPoint(gradient.center),
      "seed \(seed)")
  }

  @Test("gradients in perspective are within 1 of 255 of the oracle", arguments: [UInt64(1), 2, 3])
  func perspective(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 400
    transform = transform.translated(x: 60, y: 60, z: 0).rotated(by: .degrees(40), axis: .y).rotated(by: .degrees(15), axis: .x)
      .translated(x: -50, y: -40, z: 0)
    let map = Homography(transform)
    let stops = (0..<3).map { GradientStop(location: Scalar($0) / 2, color: generator.color()) }
    let linear = LinearGradient(stops: stops, start: Point(x: 10, y: 0), end: Point(x: 110, y: 40), spread: .reflect)
    try expect(.linearGradient(linear), is: FloatGradient(linear), size: 120, transform: map, slack: 0.3, "linear")
    let radial = RadialGradient(stops: stops, center: Point(x: 50, y: 50), radius: 60, focalPoint: Point(x: 30, y: 60))
    try expect(.radialGradient(radial), is: FloatGradient(radial), size: 120, transform: map, slack: 0.3, "radial")
    let conic = ConicGradient(stops: stops, center: Point(x: 50, y: 50), startAngle: .degrees(70))
    try expect(
      .conicGradient(conic), is: FloatGradient(conic), size: 120, transform: map, slack: 0.3, skipping: FloatPoint(50, 50), "conic")
  }

  @Test("a gradient of 401 stops shows each of them")
  func manyStops() throws {
    var generator = SplitMix64(seed: 5)
    let stops = (0...400).map { GradientStop(location: Scalar($0) / 400, color: generator.color()) }
    let gradient = LinearGradient(stops: stops, start: .zero, end: Point(x: 1600, y: 0))
    try expect(.linearGradient(gradient), is: FloatGradient(gradient), size: 200, rows: 5, slack: 0.3, "401 stops")
  }

  @Test(
    "no stops draw nothing and one stop its color; a gradient without extent shows its last color"
  )
  func degenerate() {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 4, height: 4))
    let canvas = Canvas(width: 4, height: 4)
    func drawn(_ paint: Paint, transform: Homography = .identity) -> UInt32 {
      var list = DisplayList()
      list.fill(path, with: paint, transform: transform)
      canvas.draw(list)
      return canvas[2, 2]
    }
    let two = [GradientStop(location: 0, color: .red), GradientStop(location: 1, color: .blue)]
    let jump = [GradientStop(location: 0.5, color: .red), GradientStop(location: 0.5, color: .blue)]
    let (center, flat) = (Point(x: 1, y: 1), AffineTransform.scale(x: 0, y: 1))
    for spread in GradientSpread.allCases {
      func radial(_ stops: [GradientStop], radius: Scalar = 9, transform: AffineTransform = .identity) -> UInt32 {
        drawn(.radialGradient(RadialGradient(stops: stops, center: center, radius: radius, spread: spread, transform: transform)))
      }
      func linear(_ stops: [GradientStop], end: Point = Point(x: 9, y: 0), transform: AffineTransform = .identity) -> UInt32 {
        drawn(.linearGradient(LinearGradient(stops: stops, start: .zero, end: end, spread: spread, transform: transform)))
      }
      func conic(_ stops: [GradientStop], transform: AffineTransform = .identity) -> UInt32 {
        drawn(.conicGradient(ConicGradient(stops: stops, center: center, spread: spread, transform: transform)))
      }
      for nothing in [
        radial([]), linear([]), conic([]), radial(two, transform: flat), linear(two, transform: flat), conic(two, transform: flat),
      ] {
        #expect(nothing == 0xffff_ffff)
      }
      for one in [radial([two[0]]), linear([two[0]]), conic([two[0]])] { #expect(one == 0xffff_0000) }
      for behind in [
        radial(two, radius: 0), radial(two, radius: -3), linear(two, end: .zero), radial(jump, radius: 2),
        linear(jump, end: Point(x: 2, y: 0)),
      ] {
        #expect(behind == 0xff00_00ff)
      }
      #expect(radial(jump) == 0xffff_0000)
      #expect(linear(jump) == 0xffff_0000)
      #expect(conic(jump) == 0xffff_0000)
    }
  }

  @Test("gradients with numbers at the ends of the range are the same drawn whole and in parts")
  func extremes() {
    let ends: [Scalar] = [.init(rawValue: .max), .init(rawValue: .min), 0, .init(rawValue: 1), 100_000]
    let wild = AffineTransform(
      a: .init(rawValue: .max), b: .init(rawValue: .min), c: .init(rawValue: 1), d: .init(rawValue: .max),
      tx: .init(rawValue: .min), ty: 7)
    let (canvas, parts, renderer) = (Canvas(width: 40, height: 20), Canvas(width: 40, height: 20), Renderer())
    let left = PixelRect(minX: 0, minY: 0, maxX: 13, maxY: 20)
    let right = PixelRect(minX: 13, minY: 0, maxX: 40, maxY: 20)
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 40, height: 20))
    for a in ends {
      for b in ends {
        let stops = [
          GradientStop(location: a, color: .red), GradientStop(location: b, color: .blue), GradientStop(location: 0, color: .green),
        ]
        let (start, end) = (Point(x: a, y: b), Point(x: b, y: a))
        for spread in GradientSpread.allCases {
          for transform in [.identity, wild] {
            var list = DisplayList()
            list.fill(
              path,
              with: .linearGradient(LinearGradient(stops: stops, start: start, end: end, spread: spread, transform: transform)))
            list.fill(
              path,
              with: .radialGradient(
                RadialGradient(stops: stops, center: start, radius: b, focalPoint: end, spread: spread, transform: transform)))
            list.fill(
              path,
              with: .conicGradient(
                ConicGradient(
                  stops: stops, center: start, startAngle: Angle(degrees: .init(rawValue: a.rawValue)), spread: spread,
                  transform: transform)))
            canvas.draw(list)
            parts.draw(list, damage: [left], renderer: renderer)
            parts.draw(list, damage: [right], renderer: renderer)
            #expect(parts.bytes == canvas.bytes, "\(a), \(b), \(spread)")
          }
        }
      }
    }
    #expect((0..<800).allSatisfy { canvas[$0 % 40, $0 / 40] >> 24 == 255 })
  }
}
