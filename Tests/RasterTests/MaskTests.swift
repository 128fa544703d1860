import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

@Suite("Coverage masks")
struct MaskTests {
  /// Returns a closed path of random lines and curves with points in 2…58.
  static func randomPath(_ generator: inout SplitMix64) -> Path {
    var path = Path()
    func point() -> Point { Point(x: generator.scalar(2...58), y: generator.scalar(2...58)) }
    path.move(to: point())
    for _ in 0..<Int.random(in: 2...6, using: &generator) {
      if Bool.random(using: &generator) {
        path.addLine(to: point())
      } else {
        path.addCurve(to: point(), control1: point(), control2: point())
      }
    }
    path.closeSubpath()
    return path
  }

  @Test("a mask of a path has the coverage of the drawn path")
  func drawing() {
    var generator = SplitMix64(seed: 21)
    for round in 0..<60 {
      let path = Self.randomPath(&generator)
      let style = StrokeStyle(width: generator.scalar(0.2...9), cap: .round, join: .round)
      let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
      let isStroke = round % 3 == 0
      var transform = AffineTransform.translation(x: 20, y: 20)
      if round % 4 == 0 { transform = transform.rotated(by: .degrees(7)).scaled(x: 1, y: WideFixed(rawValue: 3 << 30)) }
      let mask =
        isStroke
        ? CoverageMask(stroking: path, style: style, transform: transform) : CoverageMask(path, rule: rule, transform: transform)
      var list = DisplayList()
      if isStroke {
        list.stroke(path, style: style, with: .color(.black), transform: Homography(transform))
      } else {
        list.fill(path, rule: rule, with: .color(.black), transform: Homography(transform))
      }
      let canvas = Canvas(width: 120, height: 120)
      canvas.draw(list)
      #expect((0..<120).allSatisfy { y in (0..<120).allSatisfy { x in 255 - Int(canvas[x, y] & 255) == Int(mask[x, y]) } })
    }
  }

  @Test("a mask far off-screen equals the moved mask at the origin")
  func far() {
    var generator = SplitMix64(seed: 3)
    let path = Self.randomPath(&generator)
    let near = CoverageMask(path)
    let far = CoverageMask(path, transform: .translation(x: -1_000_000, y: 700_000))
    #expect(far.bounds.minX == near.bounds.minX - 1_000_000 && far.bounds.minY == near.bounds.minY + 700_000)
    #expect(far.bounds.width == near.bounds.width && far.bounds.height == near.bounds.height)
    for y in near.bounds.minY..<near.bounds.maxY {
      for x in near.bounds.minX..<near.bounds.maxX { #expect(near[x, y] == far[x - 1_000_000, y + 700_000]) }
    }
  }

  @Test("empty paths make empty masks, and masks of huge paths are limited to the largest side, as is a blur's sigma")
  func extremes() {
    #expect(CoverageMask(Path()).bounds.isEmpty)
    #expect(CoverageMask(Path()).blurred(sigma: 9).bounds.isEmpty)
    var line = Path()
    line.move(to: Point(x: 3, y: 3))
    line.addLine(to: Point(x: 3, y: 9))
    #expect(CoverageMask(line).bounds.isEmpty)
    let wide = CoverageMask(Path(rect: Rect(x: -9, y: 1, width: 100_000, height: 2)))
    #expect(wide.bounds == PixelRect(minX: -9, minY: 1, maxX: CoverageMask.maximumSide - 9, maxY: 3))
    #expect(wide[-9, 2] == 255 && wide[4000, 1] == 255)
    for origin in [Scalar.min, Scalar.max] {
      let huge = CoverageMask(Path(rect: Rect(x: origin, y: origin, width: .max, height: .max)))
      #expect(huge.bounds.width <= CoverageMask.maximumSide && huge.bounds.height <= CoverageMask.maximumSide)
      let square = CoverageMask(Path(rect: Rect(x: 0, y: 0, width: 3, height: 3)))
      let limit = origin < .zero ? .zero : CoverageMask.maximumSigma
      let (blurred, expected) = (square.blurred(sigma: origin), square.blurred(sigma: limit))
      #expect(blurred.bounds == expected.bounds)
      for y in stride(from: expected.bounds.minY, to: expected.bounds.maxY, by: 7) {
        let row = expected.bounds.minX..<expected.bounds.maxX
        #expect(row.allSatisfy { blurred[$0, y] == expected[$0, y] })
      }
    }
  }

  /// Oracle for `CoverageMask.blurred(sigma:)`: the blur at the pixel (`x`, `y`), 0…255, in floating point.
  ///
  /// Weights each pixel of the mask by the Gaussian of its distance.
  private func blurred(_ mask: CoverageMask, sigma: Double, x: Int, y: Int) -> Double {
    func weight(_ distance: Int) -> Double { exp(-Double(distance * distance) / (2 * sigma * sigma)) }
    let extent = Int((8 * sigma).rounded(.up)) + 2
    let total = (-extent...extent).reduce(0) { $0 + weight($1) }
    let (from, to) = (max(x - extent, mask.bounds.minX), min(x + extent + 1, mask.bounds.maxX))
    let weights = from < to ? (from..<to).map { weight($0 - x) } : []
    var sum = 0.0
    for row in max(y - extent, mask.bounds.minY)..<max(min(y + extent + 1, mask.bounds.maxY), max(y - extent, mask.bounds.minY)) {
      var line = 0.0
      for (column, weight) in zip(from..<max(to, from), weights) { line += weight * Double(mask[column, row]) }
      sum += line * weight(row - y)
    }
    return sum / (total * total)
  }

  @Test(
    "a blur is within 2 of 255 of a true Gaussian blur, also for lines and dots of one pixel",
    arguments: [0.3, 0.5, 0.8, 1, 1.7, 2.5, 4, 7.9, 8.1, 12, 15.9, 16.1, 23, 32.5, 45, 60])
  func blur(sigma: Double) {
    var generator = SplitMix64(seed: UInt64(sigma * 10))
    var worst = 0.0
    for round in 0..<5 {
      let mask =
        switch round {
        case 0: CoverageMask(Path(rect: Rect(x: 5, y: 9, width: 150, height: 90)))
        case 1: CoverageMask(Path(rect: Rect(x: 5, y: 9, width: 1, height: 90)))
        case 2: CoverageMask(Path(rect: Rect(x: 5, y: 9, width: 1, height: 1)))
        default: CoverageMask(Self.randomPath(&generator), rule: .evenOdd)
        }
      let result = mask.blurred(sigma: Scalar(rawValue: Int64(sigma * 65536)))
      let bounds = result.bounds
      for _ in 0..<150 {
        let x = Int.random(in: bounds.minX - 3..<bounds.maxX + 3, using: &generator)
        let y = Int.random(in: bounds.minY - 3..<bounds.maxY + 3, using: &generator)
        worst = max(worst, abs(Double(result[x, y]) - blurred(mask, sigma: sigma, x: x, y: y)))
      }
    }
    #expect(worst <= 2)
  }

  @Test("a blur does not change pixels deep inside a mask, and a sigma of 0 or less changes none")
  func inside() {
    let mask = CoverageMask(Path(rect: Rect(x: 0, y: 0, width: 900, height: 900)))
    for sigma in [Scalar(1), 9, 40, 100] { #expect(mask.blurred(sigma: sigma)[450, 450] == 255) }
    #expect(mask.blurred(sigma: 0) == mask && mask.blurred(sigma: -4) == mask)
  }
}
