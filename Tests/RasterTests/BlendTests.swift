import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Oracle for blend modes: the formulas of the W3C's "Compositing and Blending" in floating point.
///
/// Components are 0…1 and not premultiplied, except in `composite`. Checks the renderer's blending in 8 bits.
private enum FloatBlending {
  typealias RGB = SIMD3<Double>

  static func separable(_ mode: BlendMode, _ cb: Double, _ cs: Double) -> Double? {
    switch mode {
    case .normal: return cs
    case .multiply: return cb * cs
    case .screen: return cb + cs - cb * cs
    case .overlay: return separable(.hardLight, cs, cb)
    case .darken: return min(cb, cs)
    case .lighten: return max(cb, cs)
    case .colorDodge: return cb == 0 ? 0 : cs >= 1 ? 1 : min(1, cb / (1 - cs))
    case .colorBurn: return cb >= 1 ? 1 : cs <= 0 ? 0 : 1 - min(1, (1 - cb) / cs)
    case .hardLight: return cs <= 0.5 ? cb * 2 * cs : cb + (2 * cs - 1) - cb * (2 * cs - 1)
    case .softLight:
      if cs <= 0.5 { return cb - (1 - 2 * cs) * cb * (1 - cb) }
      let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
      return cb + (2 * cs - 1) * (d - cb)
    case .difference: return abs(cb - cs)
    case .exclusion: return cb + cs - 2 * cb * cs
    default: return nil
    }
  }

  static func lum(_ c: RGB) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  static func sat(_ c: RGB) -> Double { c.max() - c.min() }

  static func clipped(_ c: RGB) -> RGB {
    let (l, n, x) = (lum(c), c.min(), c.max())
    var c = c
    if n < 0 { c = RGB(repeating: l) + (c - l) * l / (l - n) }
    if x > 1 { c = RGB(repeating: l) + (c - l) * (1 - l) / (x - l) }
    return c
  }

  static func setLum(_ c: RGB, _ l: Double) -> RGB { clipped(c + (l - lum(c))) }
  static func setSat(_ c: RGB, _ s: Double) -> RGB { sat(c) == 0 ? .zero : (c - c.min()) * s / sat(c) }

  static func blend(_ mode: BlendMode, _ cb: RGB, _ cs: RGB) -> RGB? {
    switch mode {
    case .hue: return setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: return setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: return setLum(cs, lum(cb))
    case .luminosity: return setLum(cb, lum(cs))
    default:
      guard let x = separable(mode, cb.x, cs.x), let y = separable(mode, cb.y, cs.y), let z = separable(mode, cb.z, cs.z) else {
        return nil
      }
      return RGB(x, y, z)
    }
  }

  /// Returns the factors of source and destination in Porter and Duff's operators; `nil` for other modes.
  static func fractions(_ mode: BlendMode, _ sa: Double, _ da: Double) -> (Double, Double)? {
    switch mode {
    case .clear: (0, 0)
    case .copy: (1, 0)
    case .sourceIn: (da, 0)
    case .sourceOut: (1 - da, 0)
    case .sourceAtop: (da, 1 - sa)
    case .destinationOver: (1 - da, 1)
    case .destinationIn: (0, sa)
    case .destinationOut: (0, 1 - sa)
    case .destinationAtop: (1 - da, sa)
    case .xor: (1 - da, 1 - sa)
    case .plusLighter: (1, 1)
    default: nil
    }
  }

  /// Returns `source` composited onto `below`, all as premultiplied red, green, blue and alpha.
  static func composite(_ mode: BlendMode, _ source: SIMD4<Double>, _ below: SIMD4<Double>) -> SIMD4<Double> {
    let (sa, da) = (source.w, below.w)
    if let (fs, fd) = fractions(mode, sa, da) {
      return (source * fs + below * fd).clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    }
    let cs = sa == 0 ? RGB.zero : RGB(source.x, source.y, source.z) / sa
    let cb = da == 0 ? RGB.zero : RGB(below.x, below.y, below.z) / da
    let blended = blend(mode, cb, cs) ?? .zero
    let color = cs * (sa * (1 - da)) + cb * (da * (1 - sa)) + blended * (sa * da)
    return SIMD4(color, sa + da - sa * da)
  }
}

@Suite("Blend modes")
struct BlendTests {
  private func channels(_ pixel: UInt32) -> SIMD4<Double> {
    SIMD4(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255), Double(pixel >> 24)) / 255
  }

  /// Returns a row of pixels over transparency: each color of `above` blended onto that of `below`.
  private func drawn(_ below: [Color], _ above: [Color], _ mode: BlendMode) -> [UInt32] {
    var list = DisplayList()
    for (index, color) in below.enumerated() { list.fill(pixel(index), with: .color(color)) }
    for (index, color) in above.enumerated() { list.fill(pixel(index), with: .color(color), blend: mode) }
    let canvas = Canvas(width: below.count, height: 1, format: .argb8888)
    canvas.draw(list, over: .clear)
    return (0..<below.count).map { canvas[$0, 0] }
  }

  private func pixel(_ x: Int) -> Path {
    var path = Path()
    path.addRect(Rect(x: Scalar(x), y: 0, width: 1, height: 1))
    return path
  }

  @Test("each mode is within 1 of 255 of the specification's formulas in floating point", arguments: BlendMode.allCases)
  func oracle(mode: BlendMode) {
    var generator = SplitMix64(seed: 77)
    let extremes: [UInt8] = [0, 1, 64, 127, 128, 191, 254, 255]
    func color() -> Color {
      func channel() -> UInt8 {
        Bool.random(using: &generator) ? extremes.randomElement(using: &generator) ?? 0 : .random(in: 0...255, using: &generator)
      }
      return Color(red: channel(), green: channel(), blue: channel(), alpha: Bool.random(using: &generator) ? 255 : channel())
    }
    let count = 3000
    let below = (0..<count).map { _ in color() }
    let above = (0..<count).map { _ in color() }
    for (index, result) in drawn(below, above, mode).enumerated() {
      let (s, d) = (channels(above[index].premultiplied), channels(below[index].premultiplied))
      let expected = FloatBlending.composite(mode, s, d)
      let difference = (channels(result) - expected) * 255
      let worst = max(difference.max(), -difference.min())
      #expect(worst <= 1, "\(mode): \(above[index]) on \(below[index]) gives \(channels(result) * 255), not \(expected * 255)")
    }
  }

  @Test("half coverage of a pixel gives the mean of the backdrop and the blended color", arguments: BlendMode.allCases)
  func coverage(mode: BlendMode) {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<50 {
      let (below, above) = (generator.color(), generator.color())
      var half = Path()
      half.addRect(Rect(x: 0, y: 0, width: 0.5, height: 1))
      var list = DisplayList()
      list.fill(pixel(0), with: .color(below))
      list.fill(half, with: .color(above), blend: mode)
      let canvas = Canvas(width: 1, height: 1, format: .argb8888)
      canvas.draw(list, over: .clear)
      let fullyCovered = channels(drawn([below], [above], mode)[0])
      let expected = (channels(below.premultiplied) + fullyCovered) / 2
      let difference = (channels(canvas[0, 0]) - expected) * 255
      #expect(max(difference.max(), -difference.min()) <= 1.2)
    }
  }
}
