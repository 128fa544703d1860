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

@Suite("A deceleration")
struct DecelerationTests {
  @Test("has the position and velocity of the formula at random times", arguments: [Deceleration.Rate.normal, .fast])
  func oracle(rate: Deceleration.Rate) {
    var random = SplitMix64(seed: 7)
    let d = rate == .normal ? 0.998 : 0.99
    for _ in 0..<5000 {
      let start = scalar(Double.random(in: -1e5...1e5, using: &random))
      let velocity = scalar(Double.random(in: -2e4...2e4, using: &random))
      let ns = Int64.random(in: 0..<8_000_000_000, using: &random)
      let deceleration = Deceleration(from: start, velocity: velocity, rate: rate, at: at(5))
      let time = Timestamp(nanoseconds: 5_000_000 + ns)
      let remaining = pow(d, Double(ns) / 1e6)
      let distance = -velocity.double / (1000 * log(d))
      #expect(abs(deceleration.value(at: time).double - (start.double + distance * (1 - remaining))) < 3.0 / 65_536)
      #expect(abs(deceleration.velocity(at: time).double - velocity.double * remaining) < 2.0 / 65_536)
      #expect(abs(deceleration.end.double - (start.double + distance)) < 1.0 / 65_536)
    }
  }

  @Test("returns the times of positions and of its end")
  func times() {
    let deceleration = Deceleration(from: 100, velocity: 2000, at: at(1000))
    for position in [100, 101, 500, 1000, 1098] as [Scalar] {
      let time = deceleration.time(reaching: position)!
      #expect((deceleration.value(at: time) - position).magnitude < 0.001)
    }
    #expect(deceleration.time(reaching: 1100) == nil && deceleration.time(reaching: 99) == nil)
    let end = deceleration.time(within: 0.25)
    #expect((deceleration.end - deceleration.value(at: end)).magnitude <= 0.2501 && end > at(4000) && end < at(6000))
    #expect(Deceleration(from: 5, velocity: 0, at: at(3)).time(within: 0.25) == at(3))
    #expect(deceleration.value(at: at(0)) == 100, "before the start")
  }

  @Test("stays between its start and end at the numeric limits")
  func extremes() {
    let startTime = Timestamp(nanoseconds: -1)
    for value in [Scalar.min, -1, 0, 1, .max] {
      for velocity in [Scalar.min, -1, 0, 1, .max] {
        let deceleration = Deceleration(from: value, velocity: velocity, at: startTime)
        let (low, high) = (min(value, deceleration.end), max(value, deceleration.end))
        for time in [Int64.min, -1, 0, 1, 1_000_000_000, .max].map(Timestamp.init(nanoseconds:)) {
          let (position, speed) = (deceleration.value(at: time), deceleration.velocity(at: time))
          #expect(position >= low && position <= high && speed.magnitude <= velocity.magnitude)
          if time <= startTime { #expect(position == value && speed == velocity) }
          if time.nanoseconds == .max { #expect(position == deceleration.end && speed.magnitude <= 1) }
        }
        #expect(deceleration.time(within: .max) == startTime && deceleration.time(reaching: value) == startTime)
        #expect(deceleration.time(within: .min) >= startTime)
      }
    }
  }
}

@Suite("A critically damped spring")
struct CriticallyDampedSpringTests {
  @Test("has the position and velocity of the formula at random times")
  func oracle() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<5000 {
      let start = scalar(Double.random(in: -2000...2000, using: &random))
      let target = scalar(Double.random(in: -2000...2000, using: &random))
      let velocity = scalar(Double.random(in: -5000...5000, using: &random))
      let angularFrequency = scalar(Double.random(in: 1...30, using: &random))
      let ns = Int64.random(in: 0..<5_000_000_000, using: &random)
      let spring = CriticallyDampedSpring(
        from: start, to: target, velocity: velocity, angularFrequency: angularFrequency, at: .zero)
      let (t, w, a) = (Double(ns) / 1e9, angularFrequency.double, start.double - target.double)
      let b = velocity.double + w * a
      let time = Timestamp(nanoseconds: ns)
      #expect(abs(spring.value(at: time).double - (target.double + (a + b * t) * exp(-w * t))) < 0.001)
      #expect(abs(spring.velocity(at: time).double - (b - w * (a + b * t)) * exp(-w * t)) < 0.02)
    }
  }

  @Test("stays within the tolerance of its target from the returned time on")
  func arrival() {
    let spring = CriticallyDampedSpring(from: 500, to: 0, velocity: -300, at: at(10))
    let end = spring.time(within: 0.25)
    for ms in 0..<100 { #expect(spring.value(at: end.later(ms: Int64(ms) * 10)).magnitude <= 0.25) }
    #expect(end > at(500) && end < at(1500))
  }

  @Test("starts at its velocity and ends at its target, at the numeric limits too")
  func extremes() {
    for start in [Scalar.min, -1, 0, 1, .max] {
      for target in [Scalar.min, -1, 0, 1, .max] {
        for time in [Int64.min, -1, 0, 1, 1_000_000_000, .max] {
          let startTime = Timestamp(nanoseconds: time)
          let spring = CriticallyDampedSpring(from: start, to: target, velocity: start, angularFrequency: target, at: startTime)
          #expect(spring.angularFrequency >= 1 && spring.angularFrequency <= 100)
          // The distance of opposite limits saturates.
          if target + (start - target) == start { #expect(spring.value(at: startTime) == start) }
          let end = spring.time(within: .min)
          #expect(end >= startTime && spring.time(within: .max) >= startTime)
          guard time < .max else { continue }
          #expect((spring.value(at: end) - target).magnitude <= Scalar(rawValue: 1))
          #expect(spring.value(at: Timestamp(nanoseconds: .max)) == target)
          #expect(spring.velocity(at: Timestamp(nanoseconds: .max)) == 0)
        }
      }
    }
  }
}

extension Timestamp {
  fileprivate func later(ms: Int64) -> Timestamp { Timestamp(nanoseconds: nanoseconds + ms * 1_000_000) }
}

@Suite("A rubber band")
struct RubberBandTests {
  @Test("stretches by the formula, and inverts it")
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

  @Test("stretches at most by its length, at the numeric limits too")
  func extremes() {
    for length in [Scalar.min, -1, 0, Scalar(rawValue: 1), .max] {
      for coefficient in [Scalar.min, 0, Scalar(rawValue: 1), 1, .max] {
        let band = RubberBand(length: length, coefficient: coefficient)
        for value in [Scalar.min, -1, 0, 1, .max] {
          let (stretch, pull) = (band.stretch(forPull: value), band.pull(forStretch: value))
          if length <= 0 || coefficient <= 0 {
            #expect(stretch == 0 && pull == 0)
          } else {
            #expect(stretch.magnitude <= length && (stretch == 0 || (stretch > 0) == (value > 0)))
            #expect(pull == 0 || (pull > 0) == (value > 0))
          }
        }
      }
    }
  }
}

@Suite("A scroller")
struct ScrollerTests {
  func drag(_ scroller: inout Scroller, to translation: Scalar, velocity: Scalar, ms: Int64 = 0) {
    scroller.touchDown(at: at(ms))
    scroller.follow(.began, translation: translation / 2, velocity: 0, at: at(ms + 10))
    scroller.follow(.changed, translation: translation, velocity: velocity, at: at(ms + 20))
    scroller.follow(.ended, translation: translation, velocity: velocity, at: at(ms + 30))
  }

  @Test("follows the finger within its limits, rests where it is released, and coasts when flung")
  func list() {
    var list = Scroller(value: 100, minimum: 0, maximum: 2000)
    drag(&list, to: 50, velocity: 20)
    #expect(list.value(at: at(30)) == 150 && !list.isMoving(at: at(30)), "released at rest")
    drag(&list, to: 50, velocity: 1000, ms: 1000)
    #expect(list.value(at: at(1030)) == 200 && list.isMoving(at: at(1030)) && list.velocity(at: at(1030)) == 1000)
    #expect(!list.isMoving(at: at(9000)) && (list.value(at: at(9000)) - 699.5).magnitude < 0.01)
    // A finger stops the movement.
    list.touchDown(at: at(1200))
    let position = list.value(at: at(1200))
    list.touchUp(at: at(1300))
    #expect(position > 300 && position < 500 && list.value(at: at(9000)) == position && !list.isMoving(at: at(1300)))
  }

  @Test("resists a pull beyond its limit, and returns")
  func ends() {
    var list = Scroller(value: 0, minimum: 0, maximum: 2000, length: 300)
    list.follow(.began, translation: -300, velocity: 0, at: at(0))
    #expect((list.value(at: at(0)) - -106.45).magnitude < 0.01)
    // Caught while it returns, it does not jump.
    list.follow(.ended, translation: -300, velocity: 0, at: at(0))
    let position = list.value(at: at(50))
    list.touchDown(at: at(50))
    list.follow(.began, translation: 0, velocity: 0, at: at(60))
    #expect((list.value(at: at(60)) - position).magnitude < 0.01 && position < -50)
    list.follow(.cancelled, translation: 0, velocity: 0, at: at(70))
    #expect(list.value(at: at(5000)) == 0 && !list.isMoving(at: at(5000)))
  }

  @Test("flung beyond its limit passes it smoothly and returns")
  func bounce() {
    var list = Scroller(value: 1900, minimum: 0, maximum: 2000)
    drag(&list, to: 50, velocity: 3000)
    var (last, maximum) = (list.value(at: at(30)), Scalar.zero)
    for ms in 31..<4000 {
      let value = list.value(at: at(Int64(ms)))
      #expect((value - last).magnitude <= 3.01)
      (last, maximum) = (value, max(maximum, value))
    }
    #expect(maximum > 2050 && maximum < 2150 && last == 2000)
  }

  @Test(
    "for a carousel comes to rest at the card nearest to the end of the fling",
    arguments: [-900, -100, 0, 40, 700] as [Scalar])
  func snapping(velocity: Scalar) {
    var carousel = Scroller(snapping: .every(72), flingSpeed: 5)
    drag(&carousel, to: 50, velocity: velocity)
    let target = Snapping.every(72).nearest(to: Deceleration(from: 50, velocity: velocity, at: .zero).end)
    var last = carousel.value(at: at(30))
    #expect(last == 50)
    for ms in 31..<6000 {
      let value = carousel.value(at: at(Int64(ms)))
      #expect((value - last).magnitude < 2)
      last = value
    }
    #expect(last == target && !carousel.isMoving(at: at(6000)))
  }

  @Test("stopped between two cards moves to the nearer one when the finger is lifted")
  func stopped() {
    var carousel = Scroller(snapping: .every(72))
    carousel.release(velocity: 500, at: .zero)
    carousel.touchDown(at: at(200))
    #expect(!carousel.isMoving(at: at(300)) && carousel.value(at: at(200)) == carousel.value(at: at(3000)))
    carousel.touchUp(at: at(400))
    #expect(carousel.isMoving(at: at(400)))
    #expect(Snapping.every(72).nearest(to: carousel.value(at: at(400))) == carousel.value(at: at(4000)))
  }

  @Test("finds the nearest resting position")
  func nearest() {
    #expect(Snapping.every(72).nearest(to: 36) == 72 && Snapping.every(72).nearest(to: -37) == -72)
    #expect(Snapping.every(10, from: 3).nearest(to: 7) == 3 && Snapping.every(0).nearest(to: 7) == 7)
    #expect(Snapping.values([100, 0, 30]).nearest(to: 15) == 30 && Snapping.values([]).nearest(to: 15) == 15)
  }

  @Test(
    "comes to rest at an allowed position after random touches with random settings",
    arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func randomScalar() -> Scalar {
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
      case 2: scroller.follow(.began, translation: randomScalar(), velocity: randomScalar(), at: at(time))
      case 3, 4: scroller.follow(.changed, translation: randomScalar(), velocity: randomScalar(), at: at(time))
      case 5: scroller.follow(.ended, translation: randomScalar(), velocity: randomScalar(), at: at(time))
      case 6: scroller.follow(.cancelled, translation: randomScalar(), velocity: randomScalar(), at: at(time))
      default: scroller.release(velocity: randomScalar(), at: at(time))
      }
    }
    scroller.release(velocity: 0, at: at(time))
    let end = scroller.value(at: at(time + 100_000))
    #expect(!scroller.isMoving(at: at(time + 100_000)) && end >= -400 && end <= 600)
    if seed % 2 == 0 { #expect([-400, -300, -150, 0, 150, 300, 450, 600].contains(end)) }
  }
}
