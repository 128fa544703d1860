import CartoucheRaster

/// Parses one command of a benchmark scene.
struct BenchmarkSceneFileDecoder {
  private var words: WordReader
  private let index: Int

  init(payload: WordReader, index: Int) {
    words = payload
    self.index = index
  }

  /// Returns the drawing commands in order; none if the command only defines an image.
  mutating func parse(
    _ operation: UInt32, images: inout [UInt32: Image]
  ) throws(BenchmarkSceneError) -> [BenchmarkScene.Command] {
    switch operation {
    case 1:
      let paint = try paint()
      var path = Path()
      path.addRect(try rect())
      return [.fill(path, .nonZero, paint)]
    case 2:
      let paint = try paint()
      let rule: FillRule = try word() == 0 ? .nonZero : .evenOdd
      return [.fill(try polyline(closed: true), rule, paint)]
    case 3:
      let paint = try paint()
      let width = try scalar()
      return [.stroke(try polyline(closed: false), StrokeStyle(width: width, cap: .round, join: .round), paint)]
    case 4:
      let paint = try paint()
      let (x, y, radius) = (try scalar(), try scalar(), try scalar())
      var path = Path()
      path.addEllipse(in: Rect(x: x - radius, y: y - radius, width: radius * 2, height: radius * 2))
      return [.fill(path, .nonZero, paint)]
    case 7:
      try defineImage(in: &images)
      return []
    case 8:
      let image = try image(from: images)
      let m = try (0..<6).map { _ throws(BenchmarkSceneError) in try double() }
      return [.image(image, Homography(doubles: [m[0], m[2], m[4], m[1], m[3], m[5], 0, 0, 1]))]
    case 9:
      let image = try image(from: images)
      return [.image(image, Homography(doubles: try (0..<9).map { _ throws(BenchmarkSceneError) in try double() }))]
    case 5: return try card()
    case 6: return [try shadow()]
    case 10: return [try text()]
    case 11: return [try turnedText()]
    default: throw .unknown(command: index, operation: operation)
    }
  }

  /// Parses a rounded rectangle and a border inside its edge.
  private mutating func card() throws(BenchmarkSceneError) -> [BenchmarkScene.Command] {
    let paint = try paint()
    let rect = try rect()
    let (radius, width, color) = (try scalar(), try scalar(), Color(argb: try word()))
    var (shape, line) = (Path(), Path())
    shape.addRoundedRect(rect, radius: radius)
    line.addRoundedRect(rect.insetBy(dx: width / 2, dy: width / 2), radius: radius - width / 2)
    let fill = BenchmarkScene.Command.fill(shape, .nonZero, paint)
    return width > 0 ? [fill, .stroke(line, StrokeStyle(width: width), .color(color))] : [fill]
  }

  private mutating func shadow() throws(BenchmarkSceneError) -> BenchmarkScene.Command {
    guard case .color(let color) = try paint() else { throw .unsupported(command: index, what: "a shadow of more than one color") }
    var rect = try rect()
    let (radius, sigma) = (try scalar(), try scalar())
    rect.origin = rect.origin + Point(x: try scalar(), y: try scalar())
    return .shadow(ShadowMask(roundedRect: CornerRadii(radius), sigma: sigma), rect, color)
  }

  private mutating func text() throws(BenchmarkSceneError) -> BenchmarkScene.Command {
    let paint = try paint()
    let size = try scalar()
    let count = Int(try word())
    guard count <= words.wordsLeft / 3 else { throw .truncated(command: index, offset: words.position) }
    guard let font = BenchmarkFont(size: size) else { throw .missingFont(command: index, path: BenchmarkFont.path) }
    var placements: [GlyphRun.Placement] = []
    for _ in 0..<count {
      let shape = font.shape(of: try word())
      placements.append(GlyphRun.Placement(shape: shape, origin: Point(x: try scalar(), y: try scalar())))
    }
    return .text(GlyphRun(shapes: font.shapes, placements: placements), paint)
  }

  /// Parses text that is turned about a point.
  private mutating func turnedText() throws(BenchmarkSceneError) -> BenchmarkScene.Command {
    guard case .color(let color) = try paint() else {
      throw .unsupported(command: index, what: "turned text of more than one color")
    }
    let size = try scalar()
    let angle = Angle(degrees: WideFixed<32>(rounding: try scalar()))
    let (x, y) = (WideFixed<32>(rounding: try scalar()), WideFixed<32>(rounding: try scalar()))
    let count = Int(try word())
    guard count <= words.wordsLeft / 3 else { throw .truncated(command: index, offset: words.position) }
    guard let font = BenchmarkFont(size: size) else { throw .missingFont(command: index, path: BenchmarkFont.path) }
    var characters: [(codepoint: UInt32, origin: Point)] = []
    for _ in 0..<count { characters.append((try word(), Point(x: try scalar(), y: try scalar()))) }
    let turn = AffineTransform.translation(x: x, y: y).rotated(by: angle).translated(x: -x, y: -y)
    return .turnedText(font.drawing(of: characters, color: color), Homography(turn))
  }

  private mutating func word() throws(BenchmarkSceneError) -> UInt32 {
    guard let word = words.word() else { throw .truncated(command: index, offset: words.position) }
    return word
  }

  private mutating func scalar() throws(BenchmarkSceneError) -> Scalar {
    guard let scalar = words.scalar() else { throw .truncated(command: index, offset: words.position) }
    return scalar
  }

  private mutating func double() throws(BenchmarkSceneError) -> Double {
    guard let double = words.double() else { throw .truncated(command: index, offset: words.position) }
    return double
  }

  private mutating func rect() throws(BenchmarkSceneError) -> Rect {
    Rect(x: try scalar(), y: try scalar(), width: try scalar(), height: try scalar())
  }

  private mutating func polyline(closed: Bool) throws(BenchmarkSceneError) -> Path {
    let count = Int(try word())
    guard count * 2 <= words.wordsLeft else { throw .truncated(command: index, offset: words.position) }
    var path = Path()
    path.reserveCapacity(verbs: count + 1, points: count)
    for point in 0..<count {
      let position = Point(x: try scalar(), y: try scalar())
      if point == 0 { path.move(to: position) } else { path.addLine(to: position) }
    }
    if closed { path.closeSubpath() }
    return path
  }

  private mutating func paint() throws(BenchmarkSceneError) -> Paint {
    let kind = try word()
    let colors = [Color(argb: try word()), Color(argb: try word())]
    let numbers = [try scalar(), try scalar(), try scalar(), try scalar()]
    _ = try word()
    switch kind {
    case 0:
      return .color(colors[0])
    case 1:
      return .linearGradient(
        LinearGradient(
          stops: [GradientStop(location: 0, color: colors[0]), GradientStop(location: 1, color: colors[1])],
          start: Point(x: numbers[0], y: numbers[1]), end: Point(x: numbers[2], y: numbers[3])))
    case 2:
      return .radialGradient(
        RadialGradient(
          stops: [GradientStop(location: 0, color: colors[0]), GradientStop(location: 1, color: colors[1])],
          center: Point(x: numbers[0], y: numbers[1]), radius: numbers[2]))
    default:
      throw .unsupported(command: index, what: "a paint of kind \(kind)")
    }
  }

  private mutating func defineImage(in images: inout [UInt32: Image]) throws(BenchmarkSceneError) {
    let (id, width, height) = (try word(), try word(), try word())
    guard (1...8192).contains(width), (1...8192).contains(height) else { throw .badSize(width: width, height: height) }
    guard Int(width) * Int(height) <= words.wordsLeft else { throw .truncated(command: index, offset: words.position) }
    var source = words
    images[id] = Image(size: PixelSize(width: Int(width), height: Int(height))) { pixels in
      for pixel in pixels.indices { pixels[pixel] = source.word() ?? 0 }
    }
  }

  private mutating func image(from images: [UInt32: Image]) throws(BenchmarkSceneError) -> Image {
    let id = try word()
    guard let image = images[id] else { throw .missingImage(command: index, id: id) }
    return image
  }
}

extension Color {
  /// A color with straight alpha, written as `0xAARRGGBB`.
  fileprivate init(argb: UInt32) {
    self.init(hex: argb)
    alpha = UInt8(truncatingIfNeeded: argb >> 24)
  }
}

extension Homography {
  /// The numbers of the matrix row by row, each clamped to ±2^28.
  fileprivate init(doubles: [Double]) {
    let m = doubles.map { Int64((min(max($0, -0x1p28), 0x1p28) * 0x1p34).rounded()) }
    self.init(xx: m[0], xy: m[1], x0: m[2], yx: m[3], yy: m[4], y0: m[5], wx: m[6], wy: m[7], w0: m[8])
  }
}
