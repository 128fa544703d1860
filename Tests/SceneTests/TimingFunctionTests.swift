import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Timing functions")
struct TimingFunctionTests {
  /// Returns the curve's y at `time`, by bisection.
  private func height(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at time: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    func bezier(_ a: Double, _ b: Double, _ s: Double) -> Double {
      3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
    }
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if bezier(x1, x2, middle) < time { low = middle } else { high = middle }
    }
    return bezier(y1, y2, (low + high) / 2)
  }

  @Test("start at 0, end at 1, and stay constant beyond")
  func ends() {
    for function in [TimingFunction.linear, .easeIn, .easeOut, .easeInEaseOut, .default, TimingFunction(1, 3, 0, -2)] {
      #expect(function(0) == 0 && function(1) == 1)
      #expect(function(-5) == 0 && function(.max) == 1 && function(.min) == 0)
    }
    #expect(TimingFunction.linear(0.375) == 0.375)
    #expect(TimingFunction.easeInEaseOut(0.5).rawValue.distance(to: 1 << 31).magnitude <= 2)
  }

  @Test("have Core Animation's control points")
  func known() {
    for (function, points) in [
      (TimingFunction.easeIn, (0.42, 0.0, 1.0, 1.0)), (.easeOut, (0, 0, 0.58, 1)), (.easeInEaseOut, (0.42, 0, 0.58, 1)),
      (.default, (0.25, 0.1, 0.25, 1)),
    ] {
      for step in 1..<64 {
        let time = Double(step) / 64
        let expected = height(points.0, points.1, points.2, points.3, at: time)
        #expect(abs(number(function(WideFixed<32>(rawValue: Int64(step) << 26))) - expected) < 0x1p-29)
      }
    }
  }

  @Test("are accurate to 2^-29 in y, or to 2^-30 in time, for random control points")
  func random() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      func coordinate(_ range: Int) -> WideFixed<32> {
        let value = WideFixed<32>(rawValue: Int64(random.next() % UInt64(range << 32)))
        // Use the limits often: there, slopes are zero or infinite.
        return random.next() % 8 == 0 ? (value > WideFixed<32>(range) / 2 ? WideFixed<32>(range) : 0) : value
      }
      let (x1, x2) = (coordinate(1), coordinate(1))
      let (y1, y2) = (coordinate(4) - 2, coordinate(4) - 2)
      let function = TimingFunction(x1, y1, x2, y2)
      // The ends are exact, see above; where the curve is vertical there, the oracle's bisection is not.
      let time = min(max(coordinate(1), 0.0000001), 0.9999999)
      let found = number(function(time))
      func oracle(_ time: Double) -> Double { height(number(x1), number(y1), number(x2), number(y2), at: min(max(time, 0), 1)) }
      let near = [-0x1p-30, 0, 0x1p-30].map { oracle(number(time) + $0) }
      #expect(found > near.min()! - 0x1p-29 && found < near.max()! + 0x1p-29, "\(x1) \(y1) \(x2) \(y2) at \(time)")
    }
  }
}
