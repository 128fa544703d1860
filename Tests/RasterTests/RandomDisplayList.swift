import CartoucheRaster
import CartoucheTestSupport

extension SplitMix64 {
  /// Returns a random gradient or image pattern, some with a transform.
  mutating func paint(width: Int, height: Int, image: Image) -> Paint {
    let stops = (0..<Int.random(in: 1...5, using: &self)).map { _ in GradientStop(location: scalar(0...1), color: color()) }
    let a = point(width: width, height: height)
    let b = point(width: width, height: height)
    let spread = GradientSpread.allCases.randomElement(using: &self) ?? .pad
    var own = AffineTransform.identity
    if Bool.random(using: &self) {
      own = own.rotated(by: .degrees(1) * Int.random(in: 0...359, using: &self)).scaled(
        x: WideFixed<32>(rounding: scalar(0.5...2)), y: 1)
    }
    switch Int.random(in: 0...3, using: &self) {
    case 0:
      return .linearGradient(LinearGradient(stops: stops, start: a, end: b, spread: spread, transform: own))
    case 1:
      let focus = Bool.random(using: &self) ? b : nil
      return .radialGradient(
        RadialGradient(stops: stops, center: a, radius: scalar(1...90), focalPoint: focus, spread: spread, transform: own))
    case 2:
      return .image(
        ImagePattern(
          image.withMipmaps(), transform: own.scaled(x: WideFixed<32>(rounding: scalar(0.2...4)), y: 1),
          horizontalTiling: ImageTiling.allCases.randomElement(using: &self) ?? .clamp,
          verticalTiling: ImageTiling.allCases.randomElement(using: &self) ?? .clamp,
          filter: ImageFilter.allCases.randomElement(using: &self) ?? .bilinear))
    default:
      let angle = Angle.degrees(1) * Int.random(in: 0...359, using: &self)
      return .conicGradient(ConicGradient(stops: stops, center: a, startAngle: angle, spread: spread, transform: own))
    }
  }
}

extension DisplayList {
  /// Returns a random list of items of every kind, some partly off-screen, for tests of the renderer.
  static func random(seed: UInt64, width: Int, height: Int, count: Int = 33) -> DisplayList {
    var generator = SplitMix64(seed: seed)
    var list = DisplayList()
    let image = Image(size: PixelSize(width: 9, height: 7)) { pixels in
      for index in pixels.indices { pixels[index] = generator.color().premultiplied }
    }
    for index in 0..<count {
      var path = Path()
      let corners = Int.random(in: 3...9, using: &generator)
      for corner in 0..<corners {
        let point = generator.point(width: width, height: height)
        if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      path.closeSubpath()
      let rule: FillRule = Bool.random(using: &generator) ? .nonZero : .evenOdd
      let a = generator.point(width: width, height: height)
      let b = generator.point(width: width, height: height)
      let gradient = LinearGradient(
        stops: (0..<3).map { GradientStop(location: Scalar($0) / 2, color: generator.color()) }, start: a, end: b)
      let blend = BlendMode.allCases.randomElement(using: &generator) ?? .normal
      switch index % 11 {
      case 0:
        list.fill(path, rule: rule, with: generator.paint(width: width, height: height, image: image))
      case 1:
        list.drawRandomly(image, width: width, height: height, using: &generator)
      case 2:
        let clip = PixelClip(a, Point(x: b.x, y: a.y), b, Point(x: a.x, y: b.y))
        let color = generator.color()
        list.clipped(to: clip) { $0.fill(path, rule: rule, with: .color(color)) }
      case 3:
        list.stroke(path, style: StrokeStyle(width: generator.scalar(0.5...8), join: .round), with: .color(generator.color()))
      case 4:
        let color = generator.color()
        list.group(opacity: .random(in: 0...255, using: &generator), blend: blend) {
          $0.fill(path, rule: rule, with: .linearGradient(gradient))
          $0.stroke(path, style: StrokeStyle(width: 3), with: .color(color), blend: .sourceAtop)
        }
      case 5:
        let color = generator.color()
        list.clipped(to: path, rule: rule) {
          $0.fill(Path(rect: Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height / 2))), with: .color(color), blend: blend)
          $0.draw(image, transform: .translation(x: a.x, y: b.y))
        }
      case 6:
        let color = generator.color()
        list.masked(by: Bool.random(using: &generator) ? .alpha : .luminance) {
          $0.fill(path, rule: rule, with: .linearGradient(gradient))
        } _: {
          $0.fill(Path(rect: Rect(x: a.x, y: a.y, width: 30, height: 30)), with: .color(color))
        }
      case 7:
        let side: ShadowMask.Side = Bool.random(using: &generator) ? .inner : .outer
        let sigma = generator.scalar(0...9)
        let mask =
          Bool.random(using: &generator)
          ? ShadowMask(roundedRect: CornerRadii(generator.scalar(0...9)), sigma: sigma, side: side)
          : ShadowMask(of: path, rule: rule, sigma: sigma, side: side)
        let angle: Angle = index % 2 == 0 ? .zero : .degrees(WideFixed(Int.random(in: -30...30, using: &generator)))
        list.drawShadow(
          mask, of: Rect(x: a.x, y: a.y, width: 50, height: 30), color: generator.color(),
          transform: Homography(.rotation(by: angle)), blend: blend)
      case 8:
        let angle: Angle = index % 2 == 0 ? .zero : .degrees(WideFixed(Int.random(in: -30...30, using: &generator)))
        list.draw(
          GlyphTests.randomRun(&generator), with: index % 4 < 2 ? .color(generator.color()) : .linearGradient(gradient),
          transform: Homography(.rotation(by: angle)), opacity: .random(in: 1...255, using: &generator))
      default:
        list.fill(path, rule: rule, with: .color(generator.color(opaque: index % 2 == 0)), blend: index % 4 == 0 ? blend : .normal)
      }
    }
    return list
  }

  /// Draws `image` at a random position: upright, rotated, in perspective or as a nine-patch.
  mutating func drawRandomly(_ image: Image, width: Int, height: Int, using generator: inout SplitMix64) {
    let position = generator.point(width: width, height: height)
    let opacity = UInt8.random(in: 1...255, using: &generator)
    let filter = ImageFilter.allCases.randomElement(using: &generator) ?? .bilinear
    var transform = Transform3D.identity
    let kind = Int.random(in: 0...4, using: &generator)
    if kind >= 3 { transform.m34 = -1.0 / 150 }
    transform = transform.translated(x: WideFixed<32>(rounding: position.x), y: WideFixed<32>(rounding: position.y), z: 0)
    if kind >= 1 { transform = transform.rotated(by: .degrees(1) * Int.random(in: 0...359, using: &generator), axis: .z) }
    if kind >= 3 { transform = transform.rotated(by: .degrees(1) * Int.random(in: -70...70, using: &generator), axis: .y) }
    let scale = WideFixed<32>(rounding: generator.scalar(kind == 0 ? 1...1 : 0.2...9))
    let map = Homography(transform.scaled(x: scale, y: scale, z: 1))
    if kind == 2 || kind == 4 {
      let insets = EdgeInsets(top: 2, left: 3, bottom: 1, right: 2.5)
      draw(
        image, insets: insets, over: Rect(x: -4, y: -3, width: generator.scalar(1...40), height: 12), transform: map,
        opacity: opacity)
    } else {
      draw(image.withMipmaps(), transform: map, filter: filter, opacity: opacity)
    }
  }
}
