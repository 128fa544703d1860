import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Springs")
struct SpringTests {
  /// The motion in floating point.
  private func progress(_ m: Double, _ k: Double, _ c: Double, _ v: Double, at t: Double) -> Double {
    let (beta, difference) = (c / (2 * m), k / m - (c / (2 * m)) * (c / (2 * m)))
    if abs(difference) < 1e-9 { return 1 + exp(-beta * t) * ((v - beta) * t - 1) }
    if difference > 0 {
      let w = difference.squareRoot()
      return 1 + exp(-beta * t) * ((v - beta) / w * sin(w * t) - cos(w * t))
    }
    let g = (-difference).squareRoot()
    let (slow, fast) = (-(k / m) / (beta + g), -beta - g)
    let first = (v + fast) / (2 * g)
    return 1 + first * exp(slow * t) + (-1 - first) * exp(fast * t)
  }

  @Test("start at 0 with their initial velocity and come to rest at 1, with any damping")
  func ends() {
    for damping: WideFixed<32> in [1, 10, 19.999, 20, 20.001, 40, 400] {
      let spring = Spring(damping: damping, initialVelocity: 3)
      #expect(spring.progress(at: 0) == 0 && spring.progress(at: -1) == 0)
      #expect(abs(number(spring.progress(at: 0.0001)) - 0.0003) < 0.00003)
      #expect(abs(number(spring.progress(at: 1000)) - 1) < 0x1p-30)
    }
  }

  @Test("follow the equation of motion to 2^-20: underdamped, critically damped and overdamped")
  func motion() {
    var random = SplitMix64(seed: 7)
    var maximumError = 0.0
    for index in 0..<400 {
      func value(_ low: Double, _ high: Double) -> Double {
        // A multiple of 1/65536, which both number formats represent exactly.
        ((low + (high - low) * Double(random.next() % 65536) / 65536) * 65536).rounded() / 65536
      }
      let (m, k) = (value(0.25, 4), value(10, 600))
      let critical = 2 * (k * m).squareRoot()
      let c = index % 4 == 0 ? critical : critical * value(0.05, 3)
      let damping = WideFixed<32>(rawValue: Int64(c * 0x1p32))
      let v = value(-10, 10)
      let spring = Spring(
        mass: WideFixed<32>(rawValue: Int64(m * 0x1p32)), stiffness: WideFixed<32>(rawValue: Int64(k * 0x1p32)), damping: damping,
        initialVelocity: WideFixed<32>(rawValue: Int64(v * 0x1p32)))
      for step in 0..<100 {
        let t = Double(step) / 16
        let expected = progress(m, k, number(damping), v, at: t)
        let error = abs(number(spring.progress(at: WideFixed<32>(rawValue: Int64(step) << 28))) - expected)
        maximumError = max(maximumError, error)
      }
    }
    #expect(maximumError < 0x1p-20, "the worst is \(maximumError)")
  }

  @Test("settle when they stay within 1/1000, and not much later")
  func settling() {
    for (damping, velocity) in [(10, 0), (2, 0), (20, 0), (20, 50), (60, 0), (60, -40), (15, 30)]
      as [(WideFixed<32>, WideFixed<32>)]
    {
      let spring = Spring(damping: damping, initialVelocity: velocity)
      let end = spring.settlingDuration
      var last = 0.0
      for step in 0..<20_000 {
        let t = WideFixed<32>(step) / 1000
        if abs(number(spring.progress(at: t)) - 1) > 0.001 { last = number(t) }
      }
      #expect(number(end) >= last && number(end) < last * 1.3 + 0.35, "\(damping) \(velocity): \(end) against \(last)")
    }
    #expect(Spring(damping: 0).settlingDuration == .infinity)
  }

  @Test("with a perceptual duration are critically damped without bounce")
  func perceptual() {
    let smooth = Spring(perceptualDuration: 0.5)
    #expect(abs(number(smooth.stiffness) - (4 * Double.pi) * (4 * Double.pi)) < 1e-6)
    #expect(abs(number(smooth.damping) - 8 * Double.pi) < 1e-6)
    #expect(abs(number(Spring(perceptualDuration: 0.5, bounce: 0.5).damping) - 4 * Double.pi) < 1e-6)
    #expect(abs(number(Spring(perceptualDuration: 0.5, bounce: -0.5).damping) - 16 * Double.pi) < 1e-6)
    for step in 0..<100 { #expect(smooth.progress(at: WideFixed<32>(step) / 50) <= 1) }
  }

  @Test("clamp invalid parameters")
  func invalid() {
    for value: WideFixed<32> in [.min, -1, 0, .max] {
      for other: WideFixed<32> in [.min, 0, .max] {
        let springs = [
          Spring(mass: value, stiffness: other, damping: value, initialVelocity: other),
          Spring(mass: other, stiffness: value, damping: other, initialVelocity: value),
          Spring(perceptualDuration: value, bounce: other),
        ]
        for spring in springs {
          #expect(spring.mass >= 0.001 && spring.mass <= 10_000 && spring.stiffness >= 0.001 && spring.stiffness <= 1_000_000)
          #expect(spring.damping >= 0 && spring.damping <= 100_000 && spring.initialVelocity.magnitude <= 10_000)
          for time: Seconds in [.min, 0] { #expect(spring.progress(at: time) == 0) }
          for time: Seconds in [0.001, 1, 1000, .max] where spring.settlingDuration < time {
            #expect((spring.progress(at: time) - 1).magnitude <= 0.001)
          }
          #expect(spring.settlingDuration > 0)
        }
      }
    }
  }

  @Test("determine their animation's duration, and overshoot")
  func animation() {
    let fixture = AnimationFixture()
    let spring = SpringAnimation(.positionX, from: 0, to: 100)
    let length = number(spring.settlingDuration)
    fixture.layer.add(spring, forKey: "x")
    #expect(fixture.number(at: 0) == 0)
    for step in 1..<Int(length * 10) {
      let time = Double(step) / 10
      #expect(abs(fixture.number(at: time) - 100 * progress(1, 100, 10, 0, at: time)) < 0.001)
    }
    #expect(fixture.number(at: length + 0.001) == 100, "the model value")
    #expect(fixture.layer.animationKeys == [])
  }
}
