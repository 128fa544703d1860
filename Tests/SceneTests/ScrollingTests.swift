import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

private func at(_ ms: Int64) -> Timestamp { Timestamp(nanoseconds: ms * 1_000_000) }

private func scalar(_ value: Double) -> Scalar { Scalar(rawValue: Int64((value * 65_536).rounded())) }

@Suite("What was thrown")
struct DecelerationTests {
  @Test("is where the formula puts it, and as fast, at random times", arguments: [Deceleration.Rate.normal, .fast])
  func oracle(rate: Deceleration.Rate) {
    var random = SplitMix64(seed: 7)
    let d = rate == .normal ? 0.998 : 0.99
    for _ in 0..<5000 {
      let start = scalar(Double.random(in: -1e5...1e5, using: &random))
      let velocity = scalar(Double.random(in: -2e4...2e4, using: &random))
      let ns = Int64.random(in: 0..<8_000_000_000, using: &random)
      let thrown = Deceleration(from: start, velocity: velocity, rate: rate, at: at(5))
      let time = Timestamp(nanoseconds: 5_000_000 + ns)
      let left = pow(d, Double(ns) / 1e6)
      let reach = -velocity.double / (1000 * log(d))
      #expect(abs(thrown.value(at: time).double - (start.double + reach * (1 - left))) < 3.0 / 65_536)
      #expect(abs(thrown.velocity(at: time).double - velocity.double * left) < 2.0 / 65_536)
      #expect(abs(thrown.end.double - (start.double + reach)) < 1.0 / 65_536)
    }
  }

  @Test("passes a place, and is near its end, when it says so")
  func times() {
    let thrown = Deceleration(from: 100, velocity: 2000, at: at(1000))
    for place in [100, 101, 500, 1000, 1098] as [Scalar] {
      let time = thrown.time(reaching: place)!
      #expect((thrown.value(at: time) - place).magnitude < 0.001)
    }
    #expect(thrown.time(reaching: 1100) == nil && thrown.time(reaching: 99) == nil)
    let end = thrown.time(within: 0.25)
    #expect((thrown.end - thrown.value(at: end)).magnitude <= 0.2501 && end > at(4000) && end < at(6000))
    #expect(Deceleration(from: 5, velocity: 0, at: at(3)).time(within: 0.25) == at(3))
    #expect(thrown.value(at: at(0)) == 100, "before it was thrown")
  }

  @Test("at the ends of the number range traps nothing")
  func extremes() {
    for value in [Scalar.min, -1, 0, 1, .max] {
      for velocity in [Scalar.min, -1, 0, 1, .max] {
        for time in [Int64.min, -1, 0, 1, 1_000_000_000, .max] {
          let thrown = Deceleration(from: value, velocity: velocity, at: Timestamp(nanoseconds: -1))
          _ = (thrown.value(at: Timestamp(nanoseconds: time)), thrown.velocity(at: Timestamp(nanoseconds: time)))
          _ = (thrown.time(within: .min), thrown.time(within: .max), thrown.time(reaching: value), thrown.time(reaching: .max))
          let spring = CriticallyDampedSpring(
            from: value, to: velocity, velocity: value, angularFrequency: velocity, at: Timestamp(nanoseconds: time))
          _ = (spring.value(at: Timestamp(nanoseconds: time)), spring.velocity(at: .zero), spring.value(at: at(1 << 40)))
          _ = (spring.time(within: .min), spring.time(within: .max))
        }
      }
    }
  }
}

@Suite("A spring")
struct CriticallyDampedSpringTests {
  @Test("is where the formula puts it, and as fast, at random times")
  func oracle() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<5000 {
      let start = scalar(Double.random(in: -2000...2000, using: &random))
      let target = scalar(Double.random(in: -2000...2000, using: &random))
      let velocity = scalar(Double.random(in: -5000...5000, using: &random))
      let pull = scalar(Double.random(in: 1...30, using: &random))
      let ns = Int64.random(in: 0..<5_000_000_000, using: &random)
      let spring = CriticallyDampedSpring(from: start, to: target, velocity: velocity, angularFrequency: pull, at: .zero)
      let (t, w, a) = (Double(ns) / 1e9, pull.double, start.double - target.double)
      let b = velocity.double + w * a
      let time = Timestamp(nanoseconds: ns)
      #expect(abs(spring.value(at: time).double - (target.double + (a + b * t) * exp(-w * t))) < 0.001)
      #expect(abs(spring.velocity(at: time).double - (b - w * (a + b * t)) * exp(-w * t)) < 0.02)
    }
  }

  @Test("is near its target from when it says on")
  func arrival() {
    let spring = CriticallyDampedSpring(from: 500, to: 0, velocity: -300, at: at(10))
    let end = spring.time(within: 0.25)
    for ms in 0..<100 { #expect(spring.value(at: end.later(ms: Int64(ms) * 10)).magnitude <= 0.25) }
    #expect(end > at(500) && end < at(1500))
  }
}

extension Timestamp {
  fileprivate func later(ms: Int64) -> Timestamp { Timestamp(nanoseconds: nanoseconds + ms * 1_000_000) }
}

@Suite("A rubber band")
struct RubberBandTests {
  @Test("follows as the formula says, less and less, and back")
  func formula() {
    let band = RubberBand(length: 480)
    for pull in stride(from: -5000.0, through: 5000, by: 7) {
      let expected = (1 - 1 / (abs(pull) * 0.55 / 480 + 1)) * 480 * (pull < 0 ? -1 : 1)
      let stretch = band.stretch(forPull: scalar(pull))
      #expect(abs(stretch.double - expected) < 0.001)
      #expect(abs(band.pull(forStretch: stretch).double - pull) < 0.05)
    }
    #expect(band.stretch(forPull: .max) <= 480 && band.stretch(forPull: .min) >= -480)
  }

  @Test("of no length, or at the number range's ends, traps nothing")
  func extremes() {
    for length in [Scalar.min, -1, 0, Scalar(rawValue: 1), .max] {
      for coefficient in [Scalar.min, 0, Scalar(rawValue: 1), 1, .max] {
        let band = RubberBand(length: length, coefficient: coefficient)
        for value in [Scalar.min, -1, 0, 1, .max] { _ = (band.stretch(forPull: value), band.pull(forStretch: value)) }
      }
    }
  }
}

@Suite("A scroller")
struct ScrollerTests {
  func drag(_ scroller: inout Scroller, to way: Scalar, velocity: Scalar, ms: Int64 = 0) {
    scroller.touchDown(at: at(ms))
    scroller.follow(.began, translation: way / 2, velocity: 0, at: at(ms + 10))
    scroller.follow(.changed, translation: way, velocity: velocity, at: at(ms + 20))
    scroller.follow(.ended, translation: way, velocity: velocity, at: at(ms + 30))
  }

  @Test("follows the finger exactly between its ends, stays where it is put down, and coasts where it was thrown")
  func list() {
    var list = Scroller(value: 100, minimum: 0, maximum: 2000)
    drag(&list, to: 50, velocity: 20)
    #expect(list.value(at: at(30)) == 150 && !list.isMoving(at: at(30)), "put down")
    drag(&list, to: 50, velocity: 1000, ms: 1000)
    #expect(list.value(at: at(1030)) == 200 && list.isMoving(at: at(1030)) && list.velocity(at: at(1030)) == 1000)
    #expect(!list.isMoving(at: at(9000)) && (list.value(at: at(9000)) - 699.5).magnitude < 0.01)
    // A finger stops it in its way.
    list.touchDown(at: at(1200))
    let place = list.value(at: at(1200))
    list.touchUp(at: at(1300))
    #expect(place > 300 && place < 500 && list.value(at: at(9000)) == place && !list.isMoving(at: at(1300)))
  }

  @Test("is pulled beyond its end with ever more force, and comes back")
  func ends() {
    var list = Scroller(value: 0, minimum: 0, maximum: 2000, length: 300)
    list.follow(.began, translation: -300, velocity: 0, at: at(0))
    #expect((list.value(at: at(0)) - -106.45).magnitude < 0.01)
    // Caught again on its way back, it does not jump.
    list.follow(.ended, translation: -300, velocity: 0, at: at(0))
    let place = list.value(at: at(50))
    list.touchDown(at: at(50))
    list.follow(.began, translation: 0, velocity: 0, at: at(60))
    #expect((list.value(at: at(60)) - place).magnitude < 0.01 && place < -50)
    list.follow(.cancelled, translation: 0, velocity: 0, at: at(70))
    #expect(list.value(at: at(5000)) == 0 && !list.isMoving(at: at(5000)))
  }

  @Test("thrown over its end goes beyond it smoothly and comes back to it")
  func bounce() {
    var list = Scroller(value: 1900, minimum: 0, maximum: 2000)
    drag(&list, to: 50, velocity: 3000)
    var (last, farthest) = (list.value(at: at(30)), Scalar.zero)
    for ms in 31..<4000 {
      let value = list.value(at: at(Int64(ms)))
      #expect((value - last).magnitude <= 3.01)
      (last, farthest) = (value, max(farthest, value))
    }
    #expect(farthest > 2050 && farthest < 2150 && last == 2000)
  }

  @Test(
    "a carousel comes to rest with a card in front, the one nearest to where it was thrown",
    arguments: [-900, -100, 0, 40, 700] as [Scalar])
  func snapping(velocity: Scalar) {
    var turn = Scroller(snapping: .every(72), flingSpeed: 5)
    drag(&turn, to: 50, velocity: velocity)
    let goal = Snapping.every(72).nearest(to: Deceleration(from: 50, velocity: velocity, at: .zero).end)
    var last = turn.value(at: at(30))
    #expect(last == 50)
    for ms in 31..<6000 {
      let value = turn.value(at: at(Int64(ms)))
      #expect((value - last).magnitude < 2)
      last = value
    }
    #expect(last == goal && !turn.isMoving(at: at(6000)))
  }

  @Test("stopped between two cards goes on to the nearer one when the finger is lifted")
  func stopped() {
    var turn = Scroller(snapping: .every(72))
    turn.release(velocity: 500, at: .zero)
    turn.touchDown(at: at(200))
    #expect(!turn.isMoving(at: at(300)) && turn.value(at: at(200)) == turn.value(at: at(3000)))
    turn.touchUp(at: at(400))
    #expect(turn.isMoving(at: at(400)))
    #expect(Snapping.every(72).nearest(to: turn.value(at: at(400))) == turn.value(at: at(4000)))
  }

  @Test("finds the nearest place")
  func nearest() {
    #expect(Snapping.every(72).nearest(to: 36) == 72 && Snapping.every(72).nearest(to: -37) == -72)
    #expect(Snapping.every(10, from: 3).nearest(to: 7) == 3 && Snapping.every(0).nearest(to: 7) == 7)
    #expect(Snapping.values([100, 0, 30]).nearest(to: 15) == 30 && Snapping.values([]).nearest(to: 15) == 15)
  }

  @Test(
    "of random fingers and settings is always somewhere, and comes to rest at a place where it may",
    arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func any() -> Scalar {
      Int.random(in: 0..<12, using: &random) == 0
        ? Scalar(rawValue: Int64.random(in: .min ... .max, using: &random)) : Scalar(Int.random(in: -900...900, using: &random))
    }
    var scroller = Scroller(value: 0, minimum: -400, maximum: 600, snapping: seed % 2 == 0 ? .every(150) : nil)
    var time: Int64 = 0
    for _ in 0..<300 {
      time += Int64.random(in: 0...200, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: scroller.touchDown(at: at(time))
      case 1: scroller.touchUp(at: at(time))
      case 2: scroller.follow(.began, translation: any(), velocity: any(), at: at(time))
      case 3, 4: scroller.follow(.changed, translation: any(), velocity: any(), at: at(time))
      case 5: scroller.follow(.ended, translation: any(), velocity: any(), at: at(time))
      case 6: scroller.follow(.cancelled, translation: any(), velocity: any(), at: at(time))
      default: scroller.release(velocity: any(), at: at(time))
      }
    }
    scroller.release(velocity: 0, at: at(time))
    let end = scroller.value(at: at(time + 100_000))
    #expect(!scroller.isMoving(at: at(time + 100_000)) && end >= -400 && end <= 600)
    if seed % 2 == 0 { #expect([-400, -300, -150, 0, 150, 300, 450, 600].contains(end)) }
  }
}
