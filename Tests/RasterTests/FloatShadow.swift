import Glibc

/// The shadow of a rounded rectangle in floats, slow and obvious: the gaussian is integrated line by line, over each pixel's area.
struct FloatShadow {
  var left: Double, top: Double, width: Double, height: Double
  /// Top left, top right, bottom right, bottom left.
  var radii: [Double]
  var sigma: Double

  private func normal(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

  /// How much of what lies right of `edge` is seen by the pixel about `x`: the gaussian's integral, over the pixel's width.
  private func seen(_ x: Double, from edge: Double) -> Double {
    func twice(_ x: Double) -> Double {
      let z = x / sigma
      return x * normal(z) + sigma * exp(-z * z / 2) / (2 * Double.pi).squareRoot()
    }
    return twice(x - edge + 0.5) - twice(x - edge - 0.5)
  }

  /// How far the shape reaches at height `y`.
  private func span(_ y: Double) -> (Double, Double) {
    func inset(_ radius: Double, _ down: Double) -> Double {
      down >= radius ? 0 : radius - (radius * radius - (radius - down) * (radius - down)).squareRoot()
    }
    let (down, up) = (y - top, top + height - y)
    return (
      left + max(inset(radii[0], down), inset(radii[3], up)), left + width - max(inset(radii[1], down), inset(radii[2], up))
    )
  }

  /// 0…1, of the pixel whose centre is (`x`, `y`).
  func coverage(_ x: Double, _ y: Double) -> Double {
    let reach = 6 * sigma + 1
    let (from, to) = (max(top, y - reach), min(top + height, y + reach))
    if from >= to { return 0 }
    let steps = 500
    let step = (to - from) / Double(steps)
    var sum = 0.0
    for index in 0..<steps {
      let line = from + (Double(index) + 0.5) * step
      let (first, last) = span(line)
      let weight = normal((line - y + 0.5) / sigma) - normal((line - y - 0.5) / sigma)
      sum += weight * (seen(x, from: first) - seen(x, from: last))
    }
    return sum * step
  }
}
