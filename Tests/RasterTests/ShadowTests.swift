import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Shadows")
struct ShadowTests {
  /// Returns a random shadow on a canvas of 200 × 160, of a size that its corners fit.
  static func randomShadow(_ generator: inout SplitMix64, sigma: ClosedRange<Double>) -> FloatShadow {
    func number(_ range: ClosedRange<Double>) -> Double { Double(generator.scalar(range).rawValue) / 65536 }
    let shape = Int.random(in: 0...3, using: &generator)
    let radii = (0..<4).map { _ in shape == 0 ? 0 : number(0...(shape == 1 ? 50 : 12)) }
    let finalRadii = shape == 2 ? radii.map { _ in radii[0] } : radii
    let width = max(finalRadii[0] + finalRadii[1], finalRadii[2] + finalRadii[3]) + number(0...(shape == 3 ? 8 : 100))
    let height = max(finalRadii[0] + finalRadii[3], finalRadii[1] + finalRadii[2]) + number(0...(shape == 3 ? 8 : 70))
    let spread = number(0...1)
    return FloatShadow(
      left: number(-20...150), top: number(-20...120), width: width, height: height, radii: finalRadii,
      sigma: Double(Int64((sigma.lowerBound + (sigma.upperBound - sigma.lowerBound) * spread * spread * spread) * 65536)) / 65536)
  }

  private func worstDifference(_ canvas: Canvas, _ generator: inout SplitMix64, _ expected: (Double, Double) -> Double) -> Double {
    var worst = 0.0
    for _ in 0..<120 {
      let x = Int.random(in: 0..<canvas.size.width, using: &generator)
      let y = Int.random(in: 0..<canvas.size.height, using: &generator)
      let drawn = 255 - Double(canvas[x, y] & 255)
      worst = max(worst, abs(drawn - 255 * expected(Double(x) + 0.5, Double(y) + 0.5)))
    }
    return worst
  }

  /// A scale too small to change the result, but not a translation, so that the general path is taken.
  private static let hardlyScaled = Homography(AffineTransform.scale(x: WideFixed(rawValue: 1 << 32 + 1), y: 1))

  @Test(
    "a rounded rectangle's shadow is the blurred shape within 2 of 255, for any size, position, radius and sigma", arguments: 0..<60
  )
  func rounded(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed))
    let truth = Self.randomShadow(&generator, sigma: 0.3...45)
    let mask = ShadowMask(roundedRect: truth.cornerRadii, sigma: Scalar(truth.sigma))
    for transform in [Homography.identity, Self.hardlyScaled] {
      let canvas = Canvas(width: 200, height: 160)
      var list = DisplayList()
      list.drawShadow(mask, of: truth.rect, color: .black, transform: transform)
      canvas.draw(list)
      #expect(worstDifference(canvas, &generator) { truth.coverage($0, $1) } <= 2)
    }
  }

  @Test("a shadow between pixels has the bits of one whose far sides lie inside of pixels", arguments: 0..<30)
  func betweenPixels(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed) + 400)
    let radii = (0..<4).map { _ in Bool.random(using: &generator) ? Scalar(4) : generator.scalar(0...9) }
    let corners = CornerRadii(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
    let sigma = generator.scalar(0.1...6)
    let mask = ShadowMask(roundedRect: corners, sigma: sigma)
    let extent = Int((sigma.rawValue * 3 + 65535) >> 16) + 1
    // The distance from a side beyond which a pixel does not depend on it.
    let far = extent + 10
    let size = PixelSize(
      width: 2 * far + Int.random(in: 0...40, using: &generator), height: 2 * far + Int.random(in: 0...30, using: &generator))
    let (x, y) = (Int.random(in: -30...60, using: &generator), Int.random(in: -30...60, using: &generator))
    let canvasSize = PixelSize(width: 150, height: 130)
    let opacity = UInt8.random(in: 1...255, using: &generator)
    let blend = seed % 5 == 0 ? BlendMode.multiply : .normal
    let color = generator.color()

    /// Draws the shadow with each side moved outward by half a pixel or not at all.
    func drawn(left: Scalar, top: Scalar, right: Scalar, bottom: Scalar, damage: [PixelRect]? = nil) -> Canvas {
      var list = DisplayList()
      let rect = Rect(
        x: 3 - left, y: 5 - top, width: Scalar(size.width) + left + right, height: Scalar(size.height) + top + bottom)
      list.fill(Path(ellipseIn: Rect(x: 20, y: 30, width: 100, height: 70)), with: .color(.red))
      list.drawShadow(
        mask, of: rect, color: color, transform: .translation(x: Scalar(x - 3), y: Scalar(y - 5)), opacity: opacity, blend: blend)
      let canvas = Canvas(width: canvasSize.width, height: canvasSize.height)
      canvas.draw(list, damage: damage)
      return canvas
    }
    let whole = drawn(left: 0, top: 0, right: 0, bottom: 0)
    let half: Scalar = 0.5
    // For each corner, a shadow whose two other sides lie inside of pixels.
    for (isLeft, isTop) in [(true, true), (false, true), (true, false), (false, false)] {
      let other = drawn(left: isLeft ? 0 : half, top: isTop ? 0 : half, right: isLeft ? half : 0, bottom: isTop ? half : 0)
      let columns = isLeft ? 0..<max(x + size.width - far, 0) : max(x + far, 0)..<canvasSize.width
      let rows = isTop ? 0..<max(y + size.height - far, 0) : max(y + far, 0)..<canvasSize.height
      for row in rows.clamped(to: 0..<canvasSize.height) {
        for column in columns.clamped(to: 0..<canvasSize.width) where whole[column, row] != other[column, row] {
          Issue.record("\(whole[column, row]) and \(other[column, row]) at \(column), \(row)")
          return
        }
      }
    }
    let (column, row) = (Int.random(in: 1..<150, using: &generator), Int.random(in: 1..<130, using: &generator))
    let parts = [
      PixelRect(minX: 0, minY: 0, maxX: column, maxY: row), PixelRect(minX: column, minY: 0, maxX: 150, maxY: row),
      PixelRect(minX: 0, minY: row, maxX: 150, maxY: 130),
    ]
    #expect(drawn(left: 0, top: 0, right: 0, bottom: 0, damage: parts).bytes == whole.bytes)
  }

  @Test("a path's shadow is the blurred path within 2 of 255", arguments: 0..<40)
  func path(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed) + 100)
    let truth = Self.randomShadow(&generator, sigma: 0.5...(seed < 24 ? 30 : 100))
    var path = Path()
    path.addRoundedRect(Rect(origin: .zero, size: truth.rect.size), radii: truth.cornerRadii)
    let mask = ShadowMask(of: path, sigma: Scalar(truth.sigma))
    let canvas = Canvas(width: 200, height: 160)
    var list = DisplayList()
    list.drawShadow(mask, of: truth.rect, color: .black)
    canvas.draw(list)
    #expect(worstDifference(canvas, &generator) { truth.coverage($0, $1) } <= 2)
  }

  @Test("an inner shadow is the shape's blurred complement inside the shape, within 2 of 255", arguments: 0..<30)
  func inner(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed) + 200)
    let truth = Self.randomShadow(&generator, sigma: 0.5...30)
    var path = Path()
    path.addRoundedRect(truth.rect, radii: truth.cornerRadii)
    let shape = CoverageMask(path)
    let isPath = seed % 3 == 0
    let mask =
      isPath
      ? ShadowMask(of: path, sigma: Scalar(truth.sigma), side: .inner)
      : ShadowMask(roundedRect: truth.cornerRadii, sigma: Scalar(truth.sigma), side: .inner)
    let canvas = Canvas(width: 200, height: 160)
    var list = DisplayList()
    list.drawShadow(mask, of: isPath ? .zero : truth.rect, color: .black)
    canvas.draw(list)
    #expect(
      worstDifference(canvas, &generator) {
        Double(shape[Int($0), Int($1)]) / 255 * (1 - truth.coverage($0, $1))
      } <= 2)
  }

  @Test("a shadow in perspective is the projected shadow, within 2 of 255", arguments: 0..<20)
  func perspective(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed) + 300)
    let truth = Self.randomShadow(&generator, sigma: 2...20)
    var view = Transform3D.identity
    view.m34 = WideFixed(rawValue: -(1 << 32) / 500)
    let turned = Transform3D.identity.translated(x: -90, y: -70)
      .concatenating(view.rotated(by: .degrees(WideFixed(Int.random(in: 20...60, using: &generator))), axis: .y))
      .concatenating(.identity.translated(x: 90, y: 70))
    let map = Homography(turned)
    let back = FloatHomography(map).inverse
    let canvas = Canvas(width: 200, height: 160)
    var list = DisplayList()
    list.drawShadow(
      ShadowMask(roundedRect: truth.cornerRadii, sigma: Scalar(truth.sigma)), of: truth.rect, color: .black, transform: map)
    canvas.draw(list)
    #expect(
      worstDifference(canvas, &generator) { x, y in
        guard let point = back.apply(x, y) else { return 0 }
        return truth.coverage(point.x, point.y)
      } <= 2)
  }

  @Test("a shadow behind the eye is not drawn and does not wrap around")
  func behind() {
    let mask = ShadowMask(roundedRect: CornerRadii(10), sigma: 8)
    var view = Transform3D.identity
    view.m34 = WideFixed(rawValue: -(1 << 32) / 100)
    for degrees in stride(from: 0, through: 350, by: 10) {
      let map = Homography(
        view.rotated(by: .degrees(WideFixed(degrees)), axis: .y).concatenating(.identity.translated(x: 100, y: 80)))
      let back = FloatHomography(map).inverse
      let canvas = Canvas(width: 200, height: 160)
      var list = DisplayList()
      list.drawShadow(mask, of: Rect(x: -150, y: -40, width: 300, height: 80), color: .black, transform: map)
      canvas.draw(list)
      for y in 0..<160 {
        for x in 0..<200 where back.apply(Double(x) + 0.5, Double(y) + 0.5) == nil { #expect(canvas[x, y] & 255 == 255) }
      }
    }
  }

  @Test("a shadow without blur is the shape, within 2 of 255")
  func sharp() {
    var generator = SplitMix64(seed: 77)
    for _ in 0..<20 {
      let truth = Self.randomShadow(&generator, sigma: 1...2)
      var path = Path()
      path.addRoundedRect(truth.rect, radii: truth.cornerRadii)
      let shape = CoverageMask(path)
      let canvas = Canvas(width: 200, height: 160)
      var list = DisplayList()
      list.drawShadow(ShadowMask(roundedRect: truth.cornerRadii, sigma: 0), of: truth.rect, color: .black)
      canvas.draw(list)
      #expect(worstDifference(canvas, &generator) { Double(shape[Int($0), Int($1)]) / 255 } <= 2)
    }
  }

  @Test("a shadow's opacity and its color's alpha multiply")
  func tint() {
    let canvas = Canvas(width: 60, height: 60)
    var list = DisplayList()
    let color = Color(red: 255, green: 0, blue: 0, alpha: 128)
    list.drawShadow(
      ShadowMask(roundedRect: CornerRadii(2), sigma: 3), of: Rect(x: -40, y: -40, width: 140, height: 140), color: color,
      opacity: 128)
    canvas.draw(list)
    #expect(canvas[30, 30] == 0xffff_bfbf)
  }

  @Test("shadows at the ends of the number range are the same drawn whole and in parts")
  func extremes() {
    let (canvas, parts, renderer) = (Canvas(width: 50, height: 40), Canvas(width: 50, height: 40), Renderer())
    let numbers: [Scalar] = [.min, -70000, -1, 0, 1, 70000, .max]
    var path = Path()
    path.addEllipse(in: Rect(x: 3, y: 3, width: 30, height: 20))
    var masks: [ShadowMask] = []
    for side in [ShadowMask.Side.outer, .inner] {
      masks.append(ShadowMask(of: Path(), sigma: 3, side: side))
      masks.append(ShadowMask(of: path, sigma: .max, side: side))
      masks.append(ShadowMask(roundedRect: CornerRadii(.max), sigma: .max, side: side))
      masks.append(ShadowMask(roundedRect: CornerRadii(.min), sigma: .min, side: side))
      masks.append(ShadowMask(roundedRect: CornerRadii(9), sigma: 3, side: side))
    }
    for (index, mask) in masks.enumerated() {
      for x in numbers {
        for size in numbers {
          var list = DisplayList()
          let rect = Rect(x: x, y: x, width: size, height: size)
          list.drawShadow(mask, of: rect, color: .black)
          list.drawShadow(mask, of: rect, color: .black, transform: .translation(x: .max, y: size))
          list.drawShadow(mask, of: rect, color: .black, transform: Self.hardlyScaled)
          canvas.draw(list, renderer: renderer)
          parts.draw(list, damage: [PixelRect(minX: 0, minY: 0, maxX: 17, maxY: 40)], renderer: renderer)
          parts.draw(list, damage: [PixelRect(minX: 17, minY: 0, maxX: 50, maxY: 40)], renderer: renderer)
          #expect(parts.bytes == canvas.bytes, "mask \(index), \(rect)")
          // A black shadow over white leaves shades of gray, and the shadow of an empty path leaves white.
          let isEmptyPath = index % 5 == 0
          let isExpected = (0..<2000).allSatisfy { position in
            let pixel = canvas[position % 50, position / 50]
            return isEmptyPath ? pixel == 0xffff_ffff : pixel == 0xff00_0000 | (pixel & 255) * 0x01_0101
          }
          #expect(isExpected, "mask \(index), \(rect)")
        }
      }
    }
  }
}

extension FloatShadow {
  var rect: Rect { Rect(x: Scalar(left), y: Scalar(top), width: Scalar(width), height: Scalar(height)) }
  var cornerRadii: CornerRadii {
    CornerRadii(topLeft: Scalar(radii[0]), topRight: Scalar(radii[1]), bottomRight: Scalar(radii[2]), bottomLeft: Scalar(radii[3]))
  }
}

extension Scalar {
  fileprivate init(_ value: Double) { self.init(rawValue: Int64((value * 65536).rounded())) }
}

/// A homography in floating point, for the oracle of shadows in perspective.
private struct FloatHomography {
  var m: [Double]

  init(_ map: Homography) {
    m = [map.xx, map.xy, map.x0, map.yx, map.yy, map.y0, map.wx, map.wy, map.w0].map { Double($0) / 0x1p32 }
  }

  var inverse: FloatHomography {
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
    var result = self
    result.m = [
      minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5), -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
      minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
    ]
    let determinant = m[0] * result.m[0] + m[1] * result.m[3] + m[2] * result.m[6]
    if determinant < 0 { result.m = result.m.map { -$0 } }
    return result
  }

  /// Returns the mapped point; `nil` behind the eye.
  func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    let w = m[6] * x + m[7] * y + m[8]
    return w <= 0 ? nil : ((m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w)
  }
}
