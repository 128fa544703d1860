import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A tap")
struct TapGestureTests {
  let screen = GestureScreen()

  func taps(_ events: [ContactEvent], taps: Int = 1, touches: Int = 1, until ms: Int64 = 5000) -> [Point] {
    let tap = screen.tap(taps: taps, touches: touches)
    var locations: [Point] = []
    tap.action = { locations.append($0.location) }
    screen.play(events)
    screen.advance(ms: ms)
    #expect(tap.state == .possible && screen.arena.nextDeadline == nil)
    screen.root.removeGestureRecognizer(tap)
    screen.arena.reset()
    return locations
  }

  @Test("is located where the finger touched down")
  func plain() {
    #expect(taps([down(10, 20, ms: 0), up(10, 20, ms: 80)]) == [Point(x: 10, y: 20)])
  }

  @Test("may move by the slop and last half a second, both inclusive")
  func tolerance() {
    #expect(taps([down(10, 20), move(16, 24, ms: 10), up(18, 20, ms: 500)]).count == 1)
  }

  @Test(
    "fails when the finger moves, stays, is not alone or is cancelled; the next tap is recognized",
    arguments: [
      [down(0), move(9), move(0), up(0)], [down(0), up(9)], [down(0), up(0, ms: 501)], [down(0), cancel(0)],
      [down(0, id: 1), down(50, id: 2), up(0, id: 1), up(50, id: 2)],
      [down(0, id: 1), down(50, id: 2), up(50, id: 2), up(0, id: 1)],
      [up(0)], [move(3), cancel(3)], [],
    ])
  func failures(failure: [ContactEvent]) {
    #expect(taps(failure + [down(5, id: 9, ms: 600), up(5, id: 9, ms: 700)]) == [Point(x: 5, y: 0)])
  }

  @Test("fails when its time has elapsed, not when the finger is lifted")
  func deadline() {
    let tap = screen.tap()
    screen.play([down(0)])
    #expect(screen.arena.nextDeadline == Timestamp(nanoseconds: 500_000_001))
    screen.advance(ms: 500)
    #expect(tap.state == .possible)
    screen.advance(ms: 501)
    #expect(tap.state == .failed && screen.arena.nextDeadline == nil)
  }

  @Test("needs all fingers lifted after a failure")
  func stillDown() {
    #expect(taps([down(0, id: 1), down(9, id: 2), up(0, id: 1), down(5, id: 3), up(5, id: 3), up(9, id: 2)]).isEmpty)
  }

  @Test("with two taps needs them close together in space and time")
  func double() {
    func pair(_ x: Scalar, _ ms: Int64) -> [ContactEvent] {
      [down(100, ms: 0), up(100, ms: 50), down(x, id: 2, ms: ms), up(x, id: 2, ms: ms + 50)]
    }
    #expect(taps(pair(100, 150), taps: 2) == [Point(x: 100, y: 0)])
    #expect(taps(pair(140, 350), taps: 2) == [Point(x: 140, y: 0)])
    #expect(taps(pair(141, 350), taps: 2).isEmpty)
    #expect(taps(pair(100, 351), taps: 2).isEmpty)
  }

  @Test("too late or too far away for a second tap counts as a first")
  func restart() {
    func tap(_ x: Scalar, _ id: Int, _ ms: Int64) -> [ContactEvent] { [down(x, id: id, ms: ms), up(x, id: id, ms: ms + 50)] }
    #expect(taps(tap(0, 1, 0) + tap(0, 2, 400) + tap(0, 3, 600), taps: 2).count == 1)
    #expect(taps(tap(0, 1, 0) + tap(200, 2, 100) + tap(200, 3, 300), taps: 2) == [Point(x: 200, y: 0)])
    #expect(taps(tap(0, 1, 0) + tap(0, 2, 150) + tap(0, 3, 300), taps: 3).count == 1)
    #expect(taps(tap(0, 1, 0) + tap(0, 2, 150) + tap(0, 3, 300), taps: 2).count == 1, "the third tap starts the next pair")
  }

  @Test("with two fingers is located at the center of their touch-down positions")
  func twoFingers() {
    #expect(
      taps([down(0, id: 1), down(50, id: 2, ms: 20), up(0, id: 1, ms: 90), up(50, id: 2, ms: 99)], touches: 2) == [
        Point(x: 25, y: 0)
      ])
    #expect(
      taps([down(0, id: 1), down(50, id: 2), move(66, id: 2), up(0, id: 1, ms: 90), up(66, id: 2, ms: 99)], touches: 2).count == 1)
    #expect(
      taps([down(0, id: 1), down(50, id: 2), move(67, id: 2), up(0, id: 1, ms: 90), up(67, id: 2, ms: 99)], touches: 2).isEmpty)
    #expect(taps([down(0, id: 1), up(0, id: 1, ms: 20), down(50, id: 2, ms: 30), up(50, id: 2, ms: 50)], touches: 2).isEmpty)
    #expect(taps([down(0, id: 1), down(9, id: 2), down(50, id: 3), up(0, id: 1), up(9, id: 2), up(50, id: 3)], touches: 2).isEmpty)
  }
}

@Suite("A long press")
struct LongPressTests {
  let screen = GestureScreen()

  @Test("begins half a second after touch-down without a further event")
  func begins() {
    _ = screen.press()
    screen.play([down(10, 10, ms: 100), move(14, 10, ms: 200)])
    #expect(screen.arena.nextDeadline == Timestamp(nanoseconds: 600_000_000))
    screen.advance(ms: 599)
    #expect(screen.log == [])
    screen.advance(ms: 600)
    #expect(screen.takeLog() == ["press began"])
    #expect(screen.arena.nextDeadline == nil, "a resting finger needs no deadline")
    screen.play([move(100, 100, ms: 700), move(100, 100, ms: 710), up(100, 100, ms: 800)])
    #expect(screen.log == ["press changed", "press ended"])
  }

  @Test("begins before a later lift, even if its deadline was not handled in time")
  func late() {
    _ = screen.press()
    screen.play([down(10), up(10, ms: 900)])
    #expect(screen.log == ["press began", "press ended"])
  }

  @Test(
    "fails when the finger is lifted, moves, is cancelled or joined by another",
    arguments: [
      [down(0), up(0, ms: 499)], [down(0), move(9, ms: 400)], [down(0), cancel(0, ms: 100)], [down(0), down(50, id: 2, ms: 100)],
    ])
  func failures(events: [ContactEvent]) {
    _ = screen.press()
    screen.play(events)
    screen.advance(ms: 2000)
    #expect(screen.log == [])
  }

  @Test("uses its minimum duration, allowable movement and number of touches")
  func settings() {
    let press = screen.press()
    press.minimumPressDuration = 1
    press.allowableMovement = 50
    press.numberOfTouchesRequired = 2
    screen.play([down(0, id: 1), down(40, id: 2, ms: 100), move(45, id: 1, ms: 500)])
    screen.advance(ms: 1099)
    #expect(screen.log == [])
    screen.advance(ms: 1100)
    screen.play([down(200, id: 3, ms: 1200), up(200, id: 3, ms: 1300), up(40, id: 2, ms: 1400), up(45, id: 1, ms: 1500)])
    #expect(screen.log.first == "press began" && screen.log.last == "press ended" && screen.log.count == 2)
  }

  @Test("is cancelled with its finger")
  func cancelled() {
    _ = screen.press()
    screen.play([down(0), cancel(0, ms: 600)])
    #expect(screen.log == ["press began", "press cancelled"])
  }
}
