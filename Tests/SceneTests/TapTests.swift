import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A tap")
struct TapTests {
  func taps(_ events: [ContactEvent]) -> [Point] {
    var tap = TapRecognizer()
    return events.compactMap { tap.handle($0) }
  }

  @Test("is a finger down and up in time and place, and it is where the finger went down")
  func plain() {
    #expect(taps([down(10, 20, ms: 0), up(10, 20, ms: 80)]) == [Point(x: 10, y: 20)])
    #expect(taps([down(10, 20), move(16, 24, ms: 10), up(18, 20, ms: 500)]) == [Point(x: 10, y: 20)])
  }

  @Test("is none when the finger travelled, even if it came back")
  func travelled() {
    #expect(taps([down(0), move(9), move(0), up(0)]).isEmpty)
    #expect(taps([down(0), up(9)]).isEmpty)
  }

  @Test("is none when the finger stayed too long")
  func held() {
    #expect(taps([down(0, ms: 0), up(0, ms: 501)]).isEmpty)
  }

  @Test("is none with a second finger, whichever is lifted first")
  func second() {
    #expect(taps([down(0, id: 1), down(50, id: 2), up(0, id: 1), up(50, id: 2)]).isEmpty)
    #expect(taps([down(0, id: 1), down(50, id: 2), up(50, id: 2), up(0, id: 1)]).isEmpty)
  }

  @Test("is none when it was cancelled")
  func cancelled() {
    #expect(taps([down(0), cancel(0)]).isEmpty)
  }

  @Test(
    "is recognized again after each way of failing",
    arguments: [
      [down(0), move(90), up(90)], [down(0), up(90)], [down(0), up(0, ms: 900)], [down(0), cancel(0)],
      [down(0, id: 1), down(0, id: 2), up(0, id: 1), up(0, id: 2)], [up(0)], [move(3), cancel(3)],
    ])
  func afterwards(failure: [ContactEvent]) {
    #expect(taps(failure + [down(5, id: 9), up(5, id: 9)]) == [Point(x: 5, y: 0)])
  }

  @Test("needs all fingers up after a failure")
  func stillDown() {
    #expect(taps([down(0, id: 1), down(9, id: 2), up(0, id: 1), down(5, id: 3), up(5, id: 3), up(9, id: 2)]).isEmpty)
  }

  @Test("and a pan are never seen in the same way of a finger", arguments: 0..<50 as Range<UInt64>)
  func exclusive(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var tap = TapRecognizer()
    var pan = PanRecognizer()
    for round in 0..<50 {
      var tapped = false
      var panned = false
      var events = [down(50, 50, id: round)]
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        let x = Scalar(Int.random(in: 43...58, using: &random))
        events.append(move(x, Scalar(Int.random(in: 43...58, using: &random)), id: round))
      }
      events.append(up(events.last!.contact.position.x, events.last!.contact.position.y, id: round))
      for event in events {
        if tap.handle(event) != nil { tapped = true }
        if pan.handle(event) != nil { panned = true }
      }
      #expect(tapped != panned)
    }
  }
}
