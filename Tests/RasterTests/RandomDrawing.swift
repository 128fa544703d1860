import CartoucheRaster
import CartoucheTestSupport

extension DisplayList {
  /// Returns random items and paints of every kind, nested, blended and clipped, to test recordings.
  ///
  /// Some of its values make little sense. The fuzzer's corpus is made from it, so it must not change.
  static func randomOfEverything(seed: UInt64, width: Int, height: Int, count: Int = 40) -> DisplayList {
    var items = ItemGenerator(seed: seed, width: width, height: height)
    var list = DisplayList()
    items.add(count, to: &list, depth: 0)
    return list
  }
}

/// Makes random items, the same for the same seed.
private struct ItemGenerator {
  var generator: SplitMix64
  let width: Int
  let height: Int
  var images: [Image] = []
  var glyphs: [GlyphShape] = []

  init(seed: UInt64, width: Int, height: Int) {
    generator = SplitMix64(seed: seed)
    (self.width, self.height) = (width, height)
    for side in 1...3 {
      let opaque = side == 2
      images.append(
        Image(size: PixelSize(width: side * 3, height: 7 - side)) { pixels in
          for index in pixels.indices { pixels[index] = generator.color(opaque: opaque).premultiplied }
        })
    }
    images.append(images[2].withMipmaps())
    images.append(Image(size: PixelSize(width: 0, height: 5)) { _ in })
  }

  mutating func any<Kind: CaseIterable>(_ kinds: Kind.Type = Kind.self) -> Kind { Kind.allCases.randomElement(using: &generator)! }

  mutating func point() -> Point { generator.point(width: width, height: height) }

  mutating func path() -> Path {
    var path = Path()
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      if .random(in: 0..<8, using: &generator) > 0 { path.move(to: point()) }
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: path.addQuadCurve(to: point(), control: point())
        case 1: path.addCurve(to: point(), control1: point(), control2: point())
        default: path.addLine(to: point())
        }
      }
      if Bool.random(using: &generator) { path.closeSubpath() }
    }
    return path
  }

  mutating func rect() -> Rect {
    Rect(origin: point(), size: Size(width: generator.scalar(0...30), height: generator.scalar(0...30)))
  }

  mutating func transform() -> AffineTransform {
    AffineTransform.translation(
      x: WideFixed<32>(rounding: generator.scalar(-9...9)), y: WideFixed<32>(rounding: generator.scalar(-9...9))
    )
    .rotated(by: .degrees(WideFixed<32>(Int.random(in: 0..<360, using: &generator))))
    .scaled(x: WideFixed<32>(rounding: generator.scalar(0.3...3)), y: WideFixed<32>(rounding: generator.scalar(0.3...3)))
  }

  mutating func homography() -> Homography {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0, 1: return .identity
    case 2: return Homography(transform())
    default:
      var map = Transform3D.identity
      map.m34 = -1.0 / 500
      return Homography(map.rotated(by: .degrees(WideFixed<32>(Int.random(in: -60...60, using: &generator))), axis: .y))
    }
  }

  mutating func paint() -> Paint {
    let stops = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      GradientStop(location: generator.scalar(-0.2...1.2), color: generator.color())
    }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      return .linearGradient(LinearGradient(stops: stops, start: point(), end: point(), spread: any(), transform: transform()))
    case 1:
      return .radialGradient(
        RadialGradient(
          stops: stops, center: point(), radius: generator.scalar(0...30),
          focalPoint: Bool.random(using: &generator) ? point() : nil,
          spread: any(), transform: transform()))
    case 2: return .conicGradient(ConicGradient(stops: stops, center: point(), startAngle: .degrees(12.5), spread: any()))
    case 3:
      return .image(
        ImagePattern(
          images.randomElement(using: &generator)!, transform: transform(), horizontalTiling: any(), verticalTiling: any(),
          filter: any()))
    default: return .color(generator.color())
    }
  }

  mutating func style() -> StrokeStyle {
    StrokeStyle(
      width: generator.scalar(0...9), cap: [.butt, .round, .square].randomElement(using: &generator)!,
      join: [.miter, .round, .bevel].randomElement(using: &generator)!, miterLimit: generator.scalar(0...12),
      dashes: (0..<Int.random(in: 0...3, using: &generator)).map { _ in generator.scalar(0.5...9) },
      dashPhase: generator.scalar(-9...9))
  }

  mutating func add(_ count: Int, to list: inout DisplayList, depth: Int) {
    for _ in 0..<count {
      let (opacity, blend): (UInt8, BlendMode) = (.random(in: 0...255, using: &generator), any())
      let (transform, rule) = (homography(), [FillRule.nonZero, .evenOdd].randomElement(using: &generator)!)
      let inner = Int.random(in: 0...3, using: &generator)
      switch Int.random(in: 0..<(depth < 4 ? 12 : 7), using: &generator) {
      case 0, 1: list.fill(path(), rule: rule, with: paint(), transform: transform, opacity: opacity, blend: blend)
      case 2: list.stroke(path(), style: style(), with: paint(), transform: transform, opacity: opacity, blend: blend)
      case 3:
        let image = images.randomElement(using: &generator)!
        list.draw(image, transform: transform, filter: any(), opacity: opacity, blend: blend)
      case 4:
        let insets = EdgeInsets(top: 1, left: generator.scalar(0...3), bottom: 1, right: 2)
        list.draw(images[0], insets: insets, over: rect(), transform: transform, opacity: opacity, blend: blend)
      case 5: addShadow(to: &list, rule: rule, opacity: opacity, blend: blend)
      case 6 where inner < 2: addMask(to: &list, opacity: opacity, blend: blend)
      case 6: addGlyphs(to: &list, transform: transform)
      case 7: list.group(opacity: opacity, blend: blend) { add(inner, to: &$0, depth: depth + 1) }
      case 8: list.clipped(to: path(), rule: rule, transform: transform) { add(inner, to: &$0, depth: depth + 1) }
      case 9: list.clipped(to: PixelClip(rect())) { add(inner, to: &$0, depth: depth + 1) }
      default:
        list.masked(by: Bool.random(using: &generator) ? .alpha : .luminance, opacity: opacity, blend: blend) {
          add(1, to: &$0, depth: depth + 1)
        } _: {
          add(inner, to: &$0, depth: depth + 1)
        }
      }
    }
  }

  mutating func addShadow(to list: inout DisplayList, rule: FillRule, opacity: UInt8, blend: BlendMode) {
    let side: ShadowMask.Side = Bool.random(using: &generator) ? .outer : .inner
    let sigma = generator.scalar(0...6)
    let mask =
      Bool.random(using: &generator)
      ? ShadowMask(of: path(), rule: rule, sigma: sigma, side: side)
      : ShadowMask(roundedRect: CornerRadii(generator.scalar(0...5)), sigma: sigma, side: side)
    list.drawShadow(mask, of: rect(), color: generator.color(), transform: homography(), opacity: opacity, blend: blend)
  }

  mutating func addMask(to list: inout DisplayList, opacity: UInt8, blend: BlendMode) {
    let (x, y) = (Int.random(in: -9...30, using: &generator), Int.random(in: -9...30, using: &generator))
    let (width, height) = (Int.random(in: 0...24, using: &generator), Int.random(in: 1...24, using: &generator))
    let mask = CoverageMask(bounds: PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)) { coverages in
      for index in coverages.indices {
        coverages[index] = [0, 255, .random(in: 0...255, using: &generator)].randomElement(using: &generator)!
      }
    }
    let isMoved = Bool.random(using: &generator)
    list.fill(
      mask, with: paint(), transform: isMoved ? .translation(x: Scalar(x), y: 3) : homography(), opacity: opacity, blend: blend)
  }

  mutating func addGlyphs(to list: inout DisplayList, transform: Homography) {
    if glyphs.isEmpty { for _ in 0..<4 { glyphs.append(GlyphShape(outline: path())) } }
    let shapes = Array(glyphs.shuffled(using: &generator).prefix(3))
    // An index of −1 or 3 has no shape.
    let placements = (0..<5).map { _ in
      GlyphRun.Placement(shape: Int32.random(in: -1...3, using: &generator), origin: point())
    }
    list.draw(GlyphRun(shapes: shapes, placements: placements), with: paint(), transform: transform)
  }
}
