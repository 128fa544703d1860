import CartoucheRaster
import CartoucheScene
import Testing

// The layer stands at x = 100; animations go from 0 to 8 in 2 s unless said otherwise, so a quarter of a second is 1.

@Suite("An animation's time")
struct AnimationTimingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What is shown when; 100 is the layer itself.
    let table: [(time: Double, x: Double)]
    let change: @Sendable (inout BasicAnimation) -> Void

    init(_ name: String, _ table: [(Double, Double)], _ change: @escaping @Sendable (inout BasicAnimation) -> Void) {
      (testDescription, self.table, self.change) = (name, table.map { (time: $0.0, x: $0.1) }, change)
    }
  }

  static let cases: [Case] = [
    Case("plays once", [(0, 0), (0.5, 2), (1, 4), (1.75, 7), (2, 100), (3, 100)]) { _ in },
    Case("waits for its delay", [(0, 100), (0.5, 100), (1, 0), (2, 4), (3, 100)]) { $0.delay = 1 },
    Case("fills backwards while it waits", [(0, 0), (0.5, 0), (1, 0), (2, 4), (3, 100)]) {
      $0.delay = 1
      $0.fillMode = .backwards
    },
    Case("fills forwards while it is not removed", [(0, 100), (1, 0), (3, 8), (9, 8)]) {
      $0.delay = 1
      $0.fillMode = .forwards
      $0.isRemovedOnCompletion = false
    },
    Case("fills both ways", [(0, 0), (1, 0), (2, 4), (3, 8), (9, 8)]) {
      $0.delay = 1
      $0.fillMode = .both
      $0.isRemovedOnCompletion = false
    },
    Case("fills nothing after its end though it is held", [(1, 4), (2, 100), (9, 100)]) { $0.isRemovedOnCompletion = false },
    Case("begins at a time of the stage", [(0, 100), (0.25, 0), (1.25, 4), (2.25, 100)]) { $0.beginTime = 3.25 },
    Case("begins in the past", [(0, 4), (0.5, 6), (1, 100)]) { $0.beginTime = 2 },
    Case("plays twice as fast", [(0, 0), (0.5, 4), (0.75, 6), (1, 100)]) { $0.speed = 2 },
    Case("plays at half the speed", [(0, 0), (2, 4), (3.75, 7.5), (4, 100)]) { $0.speed = 0.5 },
    Case("plays from the end to the begin", [(0, 8), (0.5, 6), (1.75, 1), (2, 100)]) { $0.speed = -1 },
    Case("stands still where it is put", [(0, 5), (1, 5), (99, 5)]) {
      $0.speed = 0
      $0.timeOffset = 1.25
    },
    Case("stands still at its very end", [(0, 8), (99, 8)]) {
      $0.speed = 0
      $0.timeOffset = 2
    },
    Case("begins in the middle, and what was left out comes last", [(0, 4), (0.75, 7), (1, 0), (1.5, 2), (2, 100)]) {
      $0.timeOffset = 1
    },
    Case("plays twice and a half", [(0, 0), (1, 4), (2, 0), (3, 4), (4, 0), (4.75, 3), (5, 100)]) { $0.repeatCount = 2.5 },
    Case("plays for three seconds", [(0, 0), (2, 0), (2.75, 3), (3, 100)]) { $0.repeatDuration = 3 },
    Case("plays for a second, less than once", [(0, 0), (0.75, 3), (1, 100)]) { $0.repeatDuration = 1 },
    Case("plays for ever", [(0, 0), (1, 4), (2, 0), (20_001, 4), (2_000_000.5, 2)]) { $0.repeatCount = .infinity },
    Case("goes there and back", [(0, 0), (1, 4), (2, 8), (3, 4), (3.75, 1), (4, 100)]) { $0.autoreverses = true },
    Case("goes there and back twice", [(4, 0), (5, 4), (6, 8), (7, 4), (8, 100)]) {
      $0.autoreverses = true
      $0.repeatCount = 2
    },
    Case("holds the last value of one and a half rounds", [(2, 0), (3, 4), (9, 4)]) {
      $0.repeatCount = 1.5
      $0.fillMode = .forwards
      $0.isRemovedOnCompletion = false
    },
    Case("holds the begin after there and back", [(2, 8), (4, 0), (9, 0)]) {
      $0.autoreverses = true
      $0.fillMode = .forwards
      $0.isRemovedOnCompletion = false
    },
    Case("takes a quarter of a second without a duration", [(0, 0), (0.125, 4), (0.25, 100)]) { $0.duration = 0 },
    Case("takes a quarter of a second with a duration below zero", [(0, 0), (0.125, 4), (0.25, 100)]) { $0.duration = -7 },
    Case("goes on from round to round", [(0, 0), (1, 4), (2, 8), (3, 12), (4, 100)]) {
      $0.isCumulative = true
      $0.repeatCount = 2
    },
    Case("is added to what is", [(0, 100), (1, 104), (1.75, 107), (2, 100)]) { $0.isAdditive = true },
    Case("eases in and out", [(0, 0), (1, 4), (2, 100)]) { $0.timingFunction = .easeInEaseOut },
  ]

  @Test("is what its numbers say", arguments: cases)
  func table(_ test: Case) {
    let rig = AnimationFixture()
    var animation = BasicAnimation(.positionX, from: 0, to: 8, duration: 2)
    test.change(&animation)
    rig.layer.add(animation)
    _ = rig.number(at: 0)
    for (time, x) in test.table {
      let shown = rig.number(at: time)
      #expect(abs(shown - x) <= 0x1p-15, "\(shown) and not \(x) at \(time)")
    }
    #expect(rig.layer.position.x == 100, "the layer itself stays as it is")
  }

  @Test("does not depend on which frames came before", arguments: cases)
  func frames(_ test: Case) {
    var animation = BasicAnimation(.positionX, from: 0, to: 8, duration: 2)
    test.change(&animation)
    let often = AnimationFixture()
    often.layer.add(animation)
    for frame in 0..<150 {
      let time = Double(frame) / 30
      let shown = often.number(at: time)
      guard frame % 7 == 0 else { continue }
      let once = AnimationFixture()
      once.layer.add(animation)
      _ = once.number(at: 0)
      #expect(once.number(at: time) == shown)
    }
  }

  @Test("of a layer can be held, go on, and run faster")
  func clocks() {
    let rig = AnimationFixture()
    var animation = BasicAnimation(.positionX, from: 0, to: 8, duration: 2)
    animation.delay = 0
    rig.layer.add(animation, forKey: "x")
    #expect(rig.number(at: 0) == 0 && rig.number(at: 0.5) == 2)
    rig.layer.pauseAnimations()
    #expect(rig.number(at: 0.75) == 2 && rig.number(at: 50) == 2)
    #expect(rig.stage.nextFrame == .never, "what is held wakes nothing")
    rig.layer.resumeAnimations()
    #expect(rig.number(at: 50) == 2 && rig.number(at: 50.25) == 3)
    #expect(rig.stage.nextFrame == .nextRefresh)
    rig.stage.root.pauseAnimations()
    #expect(rig.number(at: 60) == 3)
    rig.stage.root.resumeAnimations()
    #expect(rig.number(at: 61) == 3 && rig.number(at: 62) == 7 && rig.number(at: 62.25) == 100)

    // However long no frame was asked for meanwhile.
    let idle = AnimationFixture()
    idle.layer.add(animation)
    #expect(idle.number(at: 0) == 0 && idle.number(at: 0.5) == 2)
    idle.layer.pauseAnimations()
    idle.layer.resumeAnimations()
    #expect(idle.number(at: 70) == 2 && idle.number(at: 70.25) == 3)

    let fast = AnimationFixture()
    fast.stage.root.speed = 4
    fast.layer.add(animation)
    #expect(fast.number(at: 0) == 0 && fast.number(at: 0.25) == 4 && fast.number(at: 0.5) == 100)
  }

  @Test("of extreme numbers traps nothing")
  func extremes() {
    let numbers: [Seconds] = [.min, -1, 0, 0.0000001, 1, .max]
    for duration in numbers {
      for other in numbers {
        for count: Scalar in [.min, 0, 0.00002, 3, .max] {
          for (autoreverses, speed) in [(false, 1), (true, -1), (true, .max), (false, .min), (true, 0)] as [(Bool, Scalar)] {
            let rig = AnimationFixture()
            var animation = BasicAnimation(.positionX, from: .scalar(.min), to: .scalar(.max), duration: duration)
            (animation.delay, animation.timeOffset, animation.repeatCount) = (other, other, count)
            (animation.autoreverses, animation.speed, animation.isCumulative) = (autoreverses, speed, true)
            animation.fillMode = .both
            rig.layer.add(animation)
            rig.layer.add(AnimationGroup([.basic(animation)], duration: other))
            for time in [0.0, 1, 9_000_000_000] { _ = rig.number(at: time) }
          }
        }
      }
    }
  }
}
