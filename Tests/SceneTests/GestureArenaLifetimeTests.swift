import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A deallocated gesture arena")
struct GestureArenaLifetimeTests {
  private func finger(_ x: Int, ms: Int64) -> Contact {
    Contact(id: 1, position: Point(x: Scalar(x), y: 50), time: Timestamp(nanoseconds: ms * 1_000_000))
  }

  @Test("leaves its recognizers ready for another arena")
  func deallocation() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 100))
    var states: [GestureRecognizer.State] = []
    var taps = 0
    let pan = PanGestureRecognizer { states.append($0.state) }
    let tap = TapGestureRecognizer { _ in taps += 1 }
    root.addGestureRecognizer(pan)
    root.addGestureRecognizer(tap)
    func drag(in arena: GestureArena) {
      arena.handle(.began(finger(50, ms: 0)))
      for step in 1..<8 { arena.handle(.moved(finger(50 + step * 20, ms: Int64(step) * 16))) }
    }
    do {
      let arena = GestureArena(root: root)
      drag(in: arena)
      #expect(states.first == .began && states.last == .changed && pan.numberOfTouches == 1)
    }
    #expect(states.last == .changed && pan.numberOfTouches == 0 && pan.state == .possible)
    states = []
    let next = GestureArena(root: root)
    drag(in: next)
    next.handle(.ended(finger(190, ms: 140)))
    #expect(states.first == .began && states.last == .ended)
    next.handle(.began(finger(50, ms: 1000)))
    next.handle(.ended(finger(50, ms: 1050)))
    next.advance(to: Timestamp(nanoseconds: 3_000_000_000))
    #expect(taps == 1)
  }
}
