/// A color of a style: sRGB components and alpha from 0 to 1, not multiplied by alpha.
///
/// Components stay straight, so that a color that fades to a transparent one keeps its hue.
package struct StyleColor: Hashable, Sendable, BitwiseCopyable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Creates an opaque color from 0xRRGGBB.
  package init(hex: UInt32) {
    self.init(red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
  }

  package static let transparent = StyleColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// The components multiplied by alpha, and alpha.
  package var premultiplied: SIMD4<Double> { SIMD4(red * alpha, green * alpha, blue * alpha, alpha) }
}

extension StyleColor: CustomStringConvertible {
  /// The color as CSS writes it: `rgba(255,0,0,0.5)`.
  package var description: String {
    func byte(_ component: Double) -> Int64 { ElementaryFunctions.nearest(component * 255) }
    return "rgba(\(byte(red)),\(byte(green)),\(byte(blue)),\(NumberText.text(alpha)))"
  }
}
