import CartoucheRaster
import CartoucheTestSupport

extension SplitMix64 {
  /// Returns a number of the range, rounded to 1/65536.
  mutating func scalar(_ range: ClosedRange<Double>) -> Scalar {
    Scalar(rawValue: Int64((Double.random(in: range, using: &self) * 65536).rounded()))
  }

  /// Returns a point of a screen of `width` × `height`, or up to `beyond` outside of it.
  mutating func point(width: Int, height: Int, beyond: Double = 20) -> Point {
    Point(x: scalar(-beyond...Double(width) + beyond), y: scalar(-beyond...Double(height) + beyond))
  }

  /// Returns a color of random alpha, or an opaque one.
  mutating func color(opaque: Bool = false) -> Color {
    Color(
      red: .random(in: 0...255, using: &self), green: .random(in: 0...255, using: &self), blue: .random(in: 0...255, using: &self),
      alpha: opaque ? 255 : .random(in: 0...255, using: &self))
  }
}

extension Path {
  /// Returns one to three subpaths of random lines and curves in a square of side `size`, some closed.
  static func random(size: Double, hasCurves: Bool = true, using random: inout SplitMix64) -> Path {
    func any() -> Point {
      Point(
        x: Scalar(nearest: Double.random(in: 0...size, using: &random)),
        y: Scalar(nearest: Double.random(in: 0...size, using: &random)))
    }
    var path = Path()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      path.move(to: any())
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        switch hasCurves ? Int.random(in: 0...2, using: &random) : 0 {
        case 0: path.addLine(to: any())
        case 1: path.addQuadCurve(to: any(), control: any())
        default: path.addCurve(to: any(), control1: any(), control2: any())
        }
      }
      if Bool.random(using: &random) { path.closeSubpath() }
    }
    return path
  }
}
