import CartoucheRaster
import CartoucheTestSupport

extension SplitMix64 {
  /// A paint of any kind but one colour, with a transform of its own.
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
  /// Draws `picture` somewhere: as it is, turned, in perspective, or in nine parts, by any filter.
  mutating func draw(_ image: Image, somewhereIn width: Int, _ height: Int, using generator: inout SplitMix64) {
    let place = generator.point(width: width, height: height)
    let opacity = UInt8.random(in: 1...255, using: &generator)
    let filter = ImageFilter.allCases.randomElement(using: &generator) ?? .bilinear
    var transform = Transform3D.identity
    let kind = Int.random(in: 0...4, using: &generator)
    if kind >= 3 { transform.m34 = -1.0 / 150 }
    transform = transform.translated(x: WideFixed<32>(rounding: place.x), y: WideFixed<32>(rounding: place.y), z: 0)
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
