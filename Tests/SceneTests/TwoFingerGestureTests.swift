import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Two fingers")
struct TwoFingerGestureTests {
  let screen = GestureScreen()

  @Test("pinch by the ratio of their distances, from the second touch-down")
  func pinch() {
    _ = screen.pinch()
    screen.play([
      down(100, id: 1), move(150, id: 1), down(250, id: 2), move(257, id: 2), move(300, id: 2), move(200, id: 1), up(200, id: 1),
      up(300, id: 2),
    ])
    #expect(screen.log == ["pinch began 1.5", "pinch changed 1", "pinch ended 1"])
  }

  @Test("that are lifted or joined by a third do not make the scale jump")
  func comeAndGo() {
    _ = screen.pinch()
    screen.play([down(0, id: 1), down(100, id: 2), move(200, id: 2)])
    #expect(screen.takeLog() == ["pinch began 2"])
    screen.play([down(450, id: 3), move(400, id: 3), up(200, id: 2)])
    #expect(screen.takeLog() == [], "the third finger replaces the second")
    screen.play([move(200, id: 3), up(0, id: 1), move(0, id: 3), down(50, id: 4), move(100, id: 4), up(100, id: 4), up(0, id: 3)])
    #expect(screen.log == ["pinch changed 1", "pinch changed 2", "pinch ended 2"])
  }

  @Test("pinch on from a scale that is set")
  func setScale() {
    let pinch = screen.pinch()
    screen.play([down(0, id: 1), down(100, id: 2), move(200, id: 2)])
    pinch.scale = 10
    screen.play([move(100, id: 2)])
    #expect(screen.log.last == "pinch changed 5")
  }

  @Test("pinch with a velocity, and with none after they stopped")
  func pinchVelocity() {
    let pinch = screen.pinch()
    var events = [down(0, id: 1, ms: 0), down(100, id: 2, ms: 0)]
    // The distance doubles in one second, exponentially: the derivative at the end is 2^0.2 ln 2.
    for (index, x) in [101.396, 102.812, 104.247, 105.702, 107.177, 108.673, 110.190, 111.728, 113.288, 114.870].enumerated() {
      events.append(move(Scalar(floatLiteral: x), id: 2, ms: Int64(index + 1) * 20))
    }
    screen.play(events)
    #expect((pinch.velocity - 0.7962).magnitude < 0.01)
    screen.play([up(0, id: 1, ms: 260), up(114.870, id: 2, ms: 260)])
    #expect(pinch.velocity == 0 && screen.log.last?.hasPrefix("pinch ended 1.148") == true)
  }

  @Test("keep their velocity for a tenth of a second after the first of them is lifted")
  func velocityAfterLift() {
    let (pinch, turn) = (screen.pinch(), screen.rotation())
    pinch.shouldRecognizeSimultaneously = { _ in true }
    // The velocities of the last calls.
    var (pinchVelocity, turnVelocity) = (Scalar.zero, Angle.zero)
    pinch.action = { pinchVelocity = $0.velocity }
    turn.action = { turnVelocity = $0.velocity }
    for (lag, isKept) in [(60, true), (140, false)] as [(Int64, Bool)] {
      screen.arena.reset()
      screen.play([down(100, 100, id: 1, ms: 0), down(200, 100, id: 2, ms: 0)])
      for step in 1...10 { screen.play([move(200 + Scalar(step * 8), 100 + Scalar(step * 6), id: 2, ms: Int64(step) * 10)]) }
      let speed = pinchVelocity
      #expect(speed > 7 && turnVelocity > .degrees(100))
      screen.play([up(280, 160, id: 2, ms: 105), up(100, 100, id: 1, ms: 105 + lag)])
      #expect(pinch.state == .possible && turn.state == .possible)
      if isKept {
        #expect((pinchVelocity - speed).magnitude < 0.01 && turnVelocity > .degrees(100))
      } else {
        #expect(pinchVelocity == 0 && turnVelocity == .zero)
      }
    }
  }

  @Test("at one point or at the numeric limits keep the scale positive and the gestures balanced")
  func extremes() {
    let (pinch, turn) = (screen.pinch(), screen.rotation())
    pinch.shouldRecognizeSimultaneously = { _ in true }
    screen.play([down(7, 7, id: 1), down(7, 7, id: 2), move(.max, .max, id: 1), move(.min, .min, id: 2)])
    #expect(pinch.scale > 0 && turn.rotation.degrees.magnitude <= 360)
    pinch.scale = .max
    screen.play([move(7, 7, id: 1), move(7, 7, id: 2), move(.min, .max, id: 2)])
    pinch.scale = 0
    screen.play([move(9, 9, id: 2), up(9, 9, id: 2), up(.min, .min, id: 1)])
    #expect(screen.log.filter { $0.contains("began") }.count == screen.log.filter { $0.contains("ended") }.count)
  }

  @Test("rotate clockwise, beyond a full turn, and back")
  func turning() {
    _ = screen.rotation()
    var events = [down(200, 200, id: 1), down(300, 200, id: 2)]
    for (x, y) in [(200, 300), (100, 200), (200, 100), (300, 200), (200, 300), (300, 200)] {
      events.append(move(Scalar(x), Scalar(y), id: 2))
    }
    screen.play(events + [up(300, 200, id: 2), up(200, 200, id: 1)])
    #expect(
      screen.log == [
        "turn began 90", "turn changed 180", "turn changed 270", "turn changed 360", "turn changed 450", "turn changed 360",
        "turn ended 360",
      ])
  }

  @Test("rotate only when both have moved around their center by more than the slop: 9.17° at a distance of 100 points")
  func turnSlop() {
    _ = screen.rotation()
    screen.play([down(200, 200, id: 1), down(300, 200, id: 2), move(298.76, 215.6, id: 2)])
    #expect(screen.log == [])
    screen.play([move(298.6, 216.1, id: 2)])
    #expect(screen.log == ["turn began 9"])
  }

  @Test("that are lifted or replaced do not make the rotation jump")
  func turnComeAndGo() {
    let turn = screen.rotation()
    screen.play([down(200, 200, id: 1), down(300, 200, id: 2), move(200, 300, id: 2), down(0, 0, id: 3), up(200, 300, id: 2)])
    #expect(turn.rotation == .degrees(90))
    screen.play([move(200, 0, id: 3), move(200, 200, id: 3), move(400, 200, id: 3)])
    #expect(turn.rotation == .degrees(225), "45° to straight up; fingers at one point have no direction; then 90° more")
    turn.rotation = .zero
    screen.play([move(200, 400, id: 3)])
    #expect(turn.rotation == .degrees(90))
  }

  @Test("pinch, rotate and pan a layer together if all allow it")
  func together() {
    let (pinch, turn, pan) = (screen.pinch(), screen.rotation(), screen.pan())
    for recognizer in [pinch, turn] as [GestureRecognizer] { recognizer.shouldRecognizeSimultaneously = { _ in true } }
    // The distance doubles, rotated by 90°, moved by (50, 20).
    screen.play([down(200, 100, id: 1), down(300, 100, id: 2), move(300, 20, id: 1), move(300, 220, id: 2)])
    #expect((pinch.scale - 2).magnitude < 0.001 && turn.rotation == .degrees(90) && pan.translation == Point(x: 50, y: 20))
    #expect([pinch.state, turn.state, pan.state].allSatisfy { $0 == .began || $0 == .changed })
    screen.play([up(300, 20, id: 1), move(310, 230, id: 2), up(310, 230, id: 2)])
    #expect((pinch.scale - 2).magnitude < 0.001 && pan.translation == Point(x: 60, y: 30), "unchanged at the end")
    #expect(screen.log.suffix(3) == ["pinch ended 2", "turn ended 90", "pan ended 60 30"])
  }

  @Test("exclude other gestures by default: the first to begin wins")
  func alone() {
    _ = (screen.pinch(), screen.rotation(), screen.pan())
    screen.play([down(200, 100, id: 1), down(300, 100, id: 2), move(320, 100, id: 2), move(300, 200, id: 2), move(200, 200, id: 1)])
    #expect(Set(screen.log.map { $0.split(separator: " ")[0] }) == ["pinch"])
  }
}

@Suite("A swipe")
struct SwipeTests {
  let screen = GestureScreen()

  @Test(
    "is recognized after eight millimeters in its direction",
    arguments: [
      (SwipeDirection.right, 132, 100, true), (.right, 131, 100, false), (.right, 132, 115, true), (.right, 132, 119, false),
      (.left, 60, 90, true), (.left, 140, 100, false), (.up, 100, 60, true), (.down, 100, 140, true), (.down, 100, 60, false),
      ([.left, .right], 60, 100, true), ([.left, .right], 100, 60, false),
    ] as [(SwipeDirection, Int, Int, Bool)])
  func directions(direction: SwipeDirection, x: Int, y: Int, isSwipe: Bool) {
    let swipe = screen.swipe(direction)
    screen.play([down(100, 100), move(Scalar(x), Scalar(y), ms: 100)])
    #expect(screen.log == (isSwipe ? ["swipe ended"] : []))
    if isSwipe { #expect(direction.isSuperset(of: swipe.recognizedDirection) && !swipe.recognizedDirection.isEmpty) }
  }

  @Test("must be quick, straight from the start, and made with the required number of fingers")
  func failures() {
    _ = screen.swipe(.right)
    screen.play([down(0), move(20, ms: 300), move(90, ms: 501), up(90, ms: 510)])
    screen.play([
      down(0, id: 2, ms: 1000), move(0, 20, id: 2, ms: 1020), move(90, 20, id: 2, ms: 1100), up(90, 20, id: 2, ms: 1110),
    ])
    screen.play([down(0, id: 3, ms: 2000), down(0, 50, id: 4, ms: 2010), move(90, id: 3, ms: 2100), move(90, 50, id: 4, ms: 2100)])
    screen.play([up(90, id: 3, ms: 2200), up(90, 50, id: 4, ms: 2200)])
    #expect(screen.log == [])
    screen.swipe(.right, "two").numberOfTouchesRequired = 2
    screen.play([down(0, id: 5, ms: 3000), down(0, 50, id: 6, ms: 3010), move(40, id: 5, ms: 3100), move(40, 50, id: 6, ms: 3100)])
    #expect(screen.log == ["two ended"])
  }
}
