import CartoucheRaster
import CartoucheScene
import Testing

// The layer is at x = 100. Animations run from 0 to 8 in 2 s unless changed, so 0.25 s is 1.

@Suite("Animation timing")
struct AnimationTimingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The presented x at each time; 100 is the layer's own value.
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
    Case("fills nothing after its end without its fill mode, although it is not removed", [(1, 4), (2, 100), (9, 100)]) {
      $0.isRemovedOnCompletion = false
    },
    Case("begins at a time of the stage", [(0, 100), (0.25, 0), (1.25, 4), (2.25, 100)]) { $0.beginTime = 3.25 },
    Case("begins in the past", [(0, 4), (0.5, 6), (1, 100)]) { $0.beginTime = 2 },
    Case("plays twice as fast", [(0, 0), (0.5, 4), (0.75, 6), (1, 100)]) { $0.speed = 2 },
    Case("plays at half the speed", [(0, 0), (2, 4), (3.75, 7.5), (4, 100)]) { $0.speed = 0.5 },
    Case("plays backward", [(0, 8), (0.5, 6), (1.75, 1), (2, 100)]) { $0.speed = -1 },
    Case("freezes at its time offset", [(0, 5), (1, 5), (99, 5)]) {
      $0.speed = 0
      $0.timeOffset = 1.25
    },
    Case("freezes at the end of its duration", [(0, 8), (99, 8)]) {
      $0.speed = 0
      $0.timeOffset = 2
    },
    Case("begins in the middle, and plays the skipped part last", [(0, 4), (0.75, 7), (1, 0), (1.5, 2), (2, 100)]) {
      $0.timeOffset = 1
    },
    Case("plays twice and a half", [(0, 0), (1, 4), (2, 0), (3, 4), (4, 0), (4.75, 3), (5, 100)]) { $0.repeatCount = 2.5 },
    Case("plays for three seconds", [(0, 0), (2, 0), (2.75, 3), (3, 100)]) { $0.repeatDuration = 3 },
    Case("plays for one second, less than its duration", [(0, 0), (0.75, 3), (1, 100)]) { $0.repeatDuration = 1 },
    Case("plays forever", [(0, 0), (1, 4), (2, 0), (20_001, 4), (2_000_000.5, 2)]) { $0.repeatCount = .infinity },
    Case("goes there and back", [(0, 0), (1, 4), (2, 8), (3, 4), (3.75, 1), (4, 100)]) { $0.autoreverses = true },
    Case("goes there and back twice", [(4, 0), (5, 4), (6, 8), (7, 4), (8, 100)]) {
      $0.autoreverses = true
      $0.repeatCount = 2
    },
    Case("shows the last value of one and a half repetitions", [(2, 0), (3, 4), (9, 4)]) {
      $0.repeatCount = 1.5
      $0.fillMode = .forwards
      $0.isRemovedOnCompletion = false
    },
    Case("shows the first value after playing there and back", [(2, 8), (4, 0), (9, 0)]) {
      $0.autoreverses = true
      $0.fillMode = .forwards
      $0.isRemovedOnCompletion = false
    },
    Case("takes 0.25 s without a duration", [(0, 0), (0.125, 4), (0.25, 100)]) { $0.duration = 0 },
    Case("takes 0.25 s with a negative duration", [(0, 0), (0.125, 4), (0.25, 100)]) { $0.duration = -7 },
    Case("accumulates from repetition to repetition", [(0, 0), (1, 4), (2, 8), (3, 12), (4, 100)]) {
      $0.isCumulative = true
      $0.repeatCount = 2
    },
    Case("is added to the model value", [(0, 100), (1, 104), (1.75, 107), (2, 100)]) { $0.isAdditive = true },
    Case("eases in and out", [(0, 0), (1, 4), (2, 100)]) { $0.timingFunction = .easeInEaseOut },
  ]

  @Test("presents the values of its parameters", arguments: cases)
  func table(_ test: Case) {
    let fixture = AnimationFixture()
    var animation = BasicAnimation(.positionX, from: 0, to: 8, duration: 2)
    test.change(&animation)
    fixture.layer.add(animation)
    _ = fixture.number(at: 0)
    for (time, x) in test.table {
      let shown = fixture.number(at: time)
      #expect(abs(shown - x) <= 0x1p-15, "\(shown) and not \(x) at \(time)")
    }
    #expect(fixture.layer.position.x == 100, "the model value does not change")
  }

  @Test("does not depend on the frames committed before", arguments: cases)
  func frames(_ test: Case) {
    var animation = BasicAnimation(.positionX, from: 0, to: 8, duration: 2)
    test.change(&animation)
    let everyFrame = AnimationFixture()
    everyFrame.layer.add(animation)
    for frame in 0..<150 {
      let time = Double(frame) / 30
      let shown = everyFrame.number(at: time)
      guard frame % 7 == 0 else { continue }
      let single = AnimationFixture()
      single.layer.add(animation)
      _ = single.number(at: 0)
      #expect(single.number(at: time) == shown)
    }
  }

  @Test("can be paused, resumed and accelerated for a layer")
  func clocks() {
    let fixture = AnimationFixture()
    var animation = BasicAnimation(.positionX, from: 0, to: 8, duration: 2)
    animation.delay = 0
    fixture.layer.add(animation, forKey: "x")
    #expect(fixture.number(at: 0) == 0 && fixture.number(at: 0.5) == 2)
    fixture.layer.pauseAnimations()
    #expect(fixture.number(at: 0.75) == 2 && fixture.number(at: 50) == 2)
    #expect(fixture.stage.nextFrame == .never, "a paused animation needs no frames")
    fixture.layer.resumeAnimations()
    #expect(fixture.number(at: 50) == 2 && fixture.number(at: 50.25) == 3)
    #expect(fixture.stage.nextFrame == .nextRefresh)
    fixture.stage.root.pauseAnimations()
    #expect(fixture.number(at: 60) == 3)
    fixture.stage.root.resumeAnimations()
    #expect(fixture.number(at: 61) == 3 && fixture.number(at: 62) == 7 && fixture.number(at: 62.25) == 100)

    // The pause lasts until the next commit, however late.
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

  @Test("leaves the layer unchanged and does not depend on earlier frames, at the numeric limits too")
  func extremes() {
    let numbers: [Seconds] = [.min, -1, 0, 0.0000001, 1, .max]
    for duration in numbers {
      for other in numbers {
        for count: Scalar in [.min, 0, 0.00002, 3, .max] {
          for (autoreverses, speed) in [(false, 1), (true, -1), (true, .max), (false, .min), (true, 0)] as [(Bool, Scalar)] {
            var animation = BasicAnimation(.positionX, from: .scalar(.min), to: .scalar(.max), duration: duration)
            (animation.delay, animation.timeOffset, animation.repeatCount) = (other, other, count)
            (animation.autoreverses, animation.speed, animation.isCumulative) = (autoreverses, speed, true)
            animation.fillMode = .both
            func shown(at times: [Double]) -> [Double] {
              let fixture = AnimationFixture()
              fixture.layer.add(animation)
              fixture.layer.add(AnimationGroup([.basic(animation)], duration: other))
              let values = times.map { fixture.number(at: $0) }
              #expect(fixture.layer.position.x == 100)
              fixture.layer.removeAllAnimations()
              #expect(fixture.number(at: 9_000_000_000) == 100)
              return values
            }
            #expect(shown(at: [0, 1, 9_000_000_000]).last == shown(at: [0, 9_000_000_000]).last)
          }
        }
      }
    }
  }
}
