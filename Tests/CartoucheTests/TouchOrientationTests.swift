import Cartouche
import CartoucheTestSupport
import Testing

@Suite("The orientation of a touch panel")
struct TouchOrientationTests {
  /// A matrix of two rows as in a board file, in floating point.
  private typealias Matrix = (a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)

  private func inverse(_ m: Matrix, _ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let determinant = m.a * m.e - m.b * m.d
    let (u, v) = (x - m.c, y - m.f)
    return ((m.e * u - m.b * v) / determinant, (m.a * v - m.d * u) / determinant)
  }

  @Test(
    "a touch of a pixel is at that pixel, for each rotation, mirror and swap and for random calibrations",
    arguments: Rotation.allCases, ["none", "x", "y", "xy"])
  func pixels(rotation: Rotation, mirror: String) throws {
    var random = SplitMix64(seed: 7)
    for swap in [false, true] {
      for _ in 0..<50 {
        let m: Matrix = (
          .random(in: 0.8...1.2, using: &random), .random(in: -0.1...0.1, using: &random), .random(in: -0.1...0.1, using: &random),
          .random(in: -0.1...0.1, using: &random), .random(in: 0.8...1.2, using: &random), .random(in: -0.1...0.1, using: &random)
        )
        let yaml = """
          display: {mode: 800x480, rotation: \(rotation.rawValue)}
          touch: {swap-axes: \(swap), mirror: \(mirror), calibration: [\(m.a), \(m.b), \(m.c), \(m.d), \(m.e), \(m.f)]}
          """
        let board = try Board(name: "test", yaml: yaml, file: "test.yaml")
        let isTurned = rotation == .quarter || rotation == .threeQuarters
        let screen = isTurned ? PixelSize(width: 480, height: 800) : PixelSize(width: 800, height: 480)
        let pixel = (
          x: Double.random(in: 0..<Double(screen.width), using: &random),
          y: Double.random(in: 0..<Double(screen.height), using: &random)
        )
        // Where the application's pixel is on the display, as the frame is rotated clockwise.
        let (u, v) = (pixel.x / Double(screen.width), pixel.y / Double(screen.height))
        let display: (x: Double, y: Double) =
          switch rotation {
          case .none: (u, v)
          case .quarter: (1 - v, u)
          case .half: (1 - u, 1 - v)
          case .threeQuarters: (v, 1 - u)
          }
        // What the panel reports there.
        var panel = inverse(m, display.x, display.y)
        if mirror.contains("x") { panel.x = 1 - panel.x }
        if mirror.contains("y") { panel.y = 1 - panel.y }
        if swap { panel = (panel.y, panel.x) }
        let steps = 1_000_000.0
        let range = AxisRange(minimum: 0, maximum: Int32(steps) - 1)
        var device = DeviceDescription(name: "panel")
        device.axes = [0x35: range, 0x36: range]
        let mapping = board.touchMapping(try TouchCapabilities(device), screen: screen)
        let point = mapping.point(rawX: Int32((panel.x * steps).rounded(.down)), rawY: Int32((panel.y * steps).rounded(.down)))
        #expect(abs(Double(point.x) - pixel.x) < 0.01 && abs(Double(point.y) - pixel.y) < 0.01, "\(yaml)")
      }
    }
  }
}
