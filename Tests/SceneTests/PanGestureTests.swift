import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A pan")
struct PanGestureTests {
  let screen = GestureScreen()

  func steps(_ events: [ContactEvent]) -> [String] {
    _ = screen.pan()
    screen.play(events)
    return screen.log
  }

  @Test(
    "K8: counts from touch-down, slop included: x 0, 10, 40, 100 rotates a carousel to 0°, 5°, 20°, 50°, and a second pan adds"
  )
  func carousel() {
    var (base, angle) = (Angle.zero, Angle.zero)
    var angles: [Angle] = []
    let pan = screen.pan()
    pan.action = { pan in
      if pan.state == .began { base = angle }
      angle = base + .degrees(0.5) * pan.translation.x
    }
    for id in 1...2 {
      for event in [
        down(200, 99, id: id), move(210, 99, id: id), move(240, 99, id: id), move(300, 99, id: id), up(300, 99, id: id),
      ] {
        screen.arena.handle(event)
        angles.append(angle)
      }
    }
    #expect(angles.map(\.degrees) == [0, 5, 20, 50, 50, 50, 55, 70, 100, 100])
  }

  @Test("begins only beyond the slop, in any direction, and then continues within it")
  func slop() {
    #expect(steps([down(50, 50), move(58, 50), move(50, 42), move(55, 56), up(50, 50)]) == [])
    #expect(
      steps([down(50, 50), move(56, 56), move(51, 50), move(51, 50), up(51, 50)]) == [
        "pan began 6 6", "pan changed 1 0", "pan ended 1 0",
      ])
  }

  @Test("does not begin if the finger is lifted or cancelled before it is seen beyond the slop")
  func flick() {
    #expect(steps([down(0), up(100), down(0), cancel(100)]) == [])
  }

  @Test("keeps its translation when it is cancelled")
  func cancelled() {
    #expect(steps([down(0), move(20), cancel(500, 500)]) == ["pan began 20 0", "pan cancelled 20 0"])
  }

  @Test("follows the center of its fingers, and does not jump when their number changes")
  func fingers() {
    let log = steps([
      down(100, id: 1), move(120, id: 1), down(300, id: 2), move(320, id: 2), move(140, id: 1), up(140, id: 1), move(330, id: 2),
      down(0, id: 3), move(310, id: 2), move(20, id: 3), up(20, id: 3), up(310, id: 2),
    ])
    #expect(
      log == [
        "pan began 20 0", "pan changed 30 0", "pan changed 40 0", "pan changed 50 0", "pan changed 40 0", "pan changed 50 0",
        "pan ended 50 0",
      ])
  }

  @Test("with two fingers waits for the second, and does not move while one is up")
  func two() {
    screen.pan().minimumNumberOfTouches = 2
    screen.play([down(0, id: 1), move(100, id: 1), down(50, id: 2), move(120, id: 1)])
    #expect(screen.takeLog() == ["pan began 10 0"])
    screen.play([up(50, id: 2), move(300, id: 1), down(0, id: 3), move(302, id: 1), up(0, id: 3), up(302, id: 1)])
    #expect(screen.log == ["pan changed 11 0", "pan ended 11 0"])
  }

  @Test("ignores fingers beyond the maximum, even after the others are lifted")
  func maximumFingers() {
    screen.pan().maximumNumberOfTouches = 1
    screen.play([
      down(0, id: 1), down(300, id: 2), move(20, id: 1), move(200, id: 2), up(30, id: 1), move(100, id: 2), down(5, id: 3),
      move(100, id: 3), up(100, id: 3), up(100, id: 2), down(0, id: 4), move(30, id: 4),
    ])
    #expect(screen.log == ["pan began 20 0", "pan ended 30 0", "pan began 30 0"])
  }

  @Test("continues from a translation that is set")
  func setting() {
    let pan = screen.pan()
    screen.play([down(0), move(20)])
    pan.translation = Point(x: 1000, y: 5)
    screen.play([move(21), up(22)])
    #expect(screen.log.suffix(2) == ["pan changed 1001 5", "pan ended 1002 5"])
  }

  @Test("ignores moves and ends without a touch-down, and saturates at the numeric limits")
  func invalidEvents() {
    #expect(steps([move(5), move(50), up(50), cancel(1)]) == [])
    #expect(steps([down(.min, .max), move(.max, .min), move(.min, .min), up(.max, .max)]).count == 3)
  }

  @Test("has the finger's velocity in its last 0.1 s", arguments: [-3000, -40, 25, 800] as [Int64])
  func velocity(speed: Int64) {
    let pan = screen.pan()
    // The finger comes slowly, and moves at `speed` points per second from 500 ms on.
    var events = [down(200, ms: 0), move(220, ms: 400), move(220, ms: 500)]
    for step in 1...15 { events.append(move(220 + Scalar(Int(speed)) * Scalar(step) / 125, ms: 500 + Int64(step) * 8)) }
    screen.play(events)
    screen.play([up(220 + Scalar(Int(speed)) * Scalar(15) / 125, ms: 628)])
    #expect((pan.velocity.x - Scalar(Int(speed))).magnitude <= max(1, Scalar(Int(speed)).magnitude / 100) && pan.velocity.y == 0)
  }

  @Test("has no velocity if the finger stopped before it was lifted")
  func stopped() {
    let pan = screen.pan()
    screen.play((0...10).map { $0 == 0 ? down(0, ms: 0) : move(Scalar(Int($0) * 10), ms: $0 * 10) } + [up(100, ms: 141)])
    #expect(pan.velocity == .zero && screen.log.last == "pan ended 100 0")
  }

  @Test("keeps its velocity if the lift is read long after it happened, while the program drew a frame")
  func lateRead() {
    let pan = screen.pan()
    screen.play((0...10).map { $0 == 0 ? down(0, ms: 0) : move(Scalar(Int($0) * 10), ms: $0 * 10) })
    screen.advance(ms: 300)
    screen.play([up(100, ms: 108)])
    #expect((pan.velocity.x - 1000).magnitude < 10 && screen.log.last == "pan ended 100 0")
  }

  @Test("begins at the time of another gesture's deadline if its event is older and was read after it")
  func olderThanDeadline() {
    let (press, pan) = (screen.press(), screen.pan())
    press.minimumPressDuration = 0.5
    pan.shouldRecognizeSimultaneously = { _ in true }
    var times: [Int64] = []
    pan.action = { times.append($0.time.nanoseconds / 1_000_000) }
    screen.play([down(0, ms: 0)])
    screen.advance(ms: 2000)
    screen.play([move(50, ms: 100), move(60, ms: 3000)])
    #expect(screen.log.first == "press began")
    #expect(times == [500, 3000])
  }

  @Test("has no velocity without elapsed time, and saturates at the numeric limits")
  func fastest() {
    let pan = screen.pan()
    screen.play([down(.min), move(.max, ms: 0), up(.max, ms: 0)])
    #expect(pan.velocity == .zero)
    screen.play([down(.min, ms: 10), move(.max, ms: 11), up(.max, ms: 11)])
    #expect(pan.velocity.x == .max)
  }

  @Test("and a tap are never recognized for the same movement", arguments: 0..<50 as Range<UInt64>)
  func exclusive(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (tap, pan) = (screen.tap(), screen.pan())
    tap.shouldRecognizeSimultaneously = { _ in true }
    for round in 0..<50 {
      var events = [down(50, 50, id: round)]
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        let x = Scalar(Int.random(in: 43...58, using: &random))
        events.append(move(x, Scalar(Int.random(in: 43...58, using: &random)), id: round))
      }
      events.append(up(events.last!.contact.position.x, events.last!.contact.position.y, id: round))
      screen.play(events)
      let log = screen.takeLog()
      #expect(log.contains("tap ended") != log.contains { $0.hasPrefix("pan began") })
      _ = pan
    }
  }
}

@Suite("A screen edge pan")
struct EdgePanTests {
  let screen = GestureScreen()

  func begins(_ edges: ScreenEdges, from: (Scalar, Scalar), to: (Scalar, Scalar)) -> Bool {
    var hasBegun = false
    let pan = ScreenEdgePanGestureRecognizer(edges: edges) { _ in hasBegun = true }
    screen.root.addGestureRecognizer(pan)
    screen.play([down(from.0, from.1), move(to.0, to.1), up(to.0, to.1)])
    screen.root.removeGestureRecognizer(pan)
    return hasBegun
  }

  @Test("begins inward from one of its edges")
  func edges() {
    #expect(begins(.left, from: (19, 100), to: (25, 100)) && !begins(.left, from: (20, 100), to: (60, 100)))
    #expect(begins(.right, from: (460, 100), to: (450, 100)) && !begins(.right, from: (459, 100), to: (400, 100)))
    #expect(begins(.top, from: (100, 0), to: (100, 9)) && begins(.bottom, from: (100, 319), to: (100, 300)))
    #expect(begins([.left, .top], from: (3, 3), to: (3, 20)) && begins(.all, from: (3, 3), to: (20, 3)))
    #expect(!begins(.left, from: (475, 100), to: (400, 100)), "another edge")
    #expect(!begins(.left, from: (10, 100), to: (12, 110)), "along the edge")
    #expect(!begins(.right, from: (470, 100), to: (479, 100)), "outward")
    #expect(!begins(.left, from: (10, 100), to: (13, 100)), "not far enough")
    #expect(begins(.left, from: (-500, 100), to: (0, 100)), "beyond the screen, due to calibration")
  }

  @Test("begins before the pan of the layer at the edge")
  func first() {
    _ = screen.pan("card", on: screen.layer(0, 0, 200, 200))
    screen.root.addGestureRecognizer(ScreenEdgePanGestureRecognizer(edges: .left) { [screen] in screen.write("edge \($0.state)") })
    screen.play([down(5, 50), move(10, 50), move(40, 50), up(40, 50)])
    #expect(screen.log == ["edge began", "edge changed", "edge ended"])
  }
}
