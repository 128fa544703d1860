import Glibc

/// Oracle for `ShadowMask`: the shadow of a rounded rectangle in floating point.
///
/// Integrates the Gaussian over each pixel's area: exactly along a row, numerically over 500 rows.
struct FloatShadow {
  var left: Double, top: Double, width: Double, height: Double
  /// The corner radii: top left, top right, bottom right, bottom left.
  var radii: [Double]
  var sigma: Double

  private func normal(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

  /// Returns the blurred half plane right of `edge`, averaged over the width of the pixel centered at `x`.
  private func blurredHalfPlane(_ x: Double, from edge: Double) -> Double {
    func integral(_ x: Double) -> Double {
      let z = x / sigma
      return x * normal(z) + sigma * exp(-z * z / 2) / (2 * Double.pi).squareRoot()
    }
    return integral(x - edge + 0.5) - integral(x - edge - 0.5)
  }

  /// Returns the left and right end of the shape on the horizontal line at `y`.
  private func span(_ y: Double) -> (Double, Double) {
    func inset(_ radius: Double, _ down: Double) -> Double {
      down >= radius ? 0 : radius - (radius * radius - (radius - down) * (radius - down)).squareRoot()
    }
    let (down, up) = (y - top, top + height - y)
    return (
      left + max(inset(radii[0], down), inset(radii[3], up)), left + width - max(inset(radii[1], down), inset(radii[2], up))
    )
  }

  /// Returns the shadow's coverage, 0…1, of the pixel centered at (`x`, `y`).
  func coverage(_ x: Double, _ y: Double) -> Double {
    let extent = 6 * sigma + 1
    let (from, to) = (max(top, y - extent), min(top + height, y + extent))
    if from >= to { return 0 }
    let steps = 500
    let step = (to - from) / Double(steps)
    var sum = 0.0
    for index in 0..<steps {
      let line = from + (Double(index) + 0.5) * step
      let (first, last) = span(line)
      let weight = normal((line - y + 0.5) / sigma) - normal((line - y - 0.5) / sigma)
      sum += weight * (blurredHalfPlane(x, from: first) - blurredHalfPlane(x, from: last))
    }
    return sum * step
  }
}
