import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A tap that is followed by a drag")
struct TapDragGestureTests {
  let screen = GestureScreen()

  private func tapDrag() -> TapDragGestureRecognizer {
    let drag = TapDragGestureRecognizer()
    drag.action = { [unowned screen] drag in
      screen.write("drag \(drag.state) \(drag.translation(in: screen.root)?.y ?? .max)")
    }
    screen.root.addGestureRecognizer(drag)
    return drag
  }

  @Test("begins beyond the slop, counts from the slop's edge, and prevents a pan")
  func drag() {
    let drag = tapDrag()
    _ = screen.pan()
    screen.play([down(50, 50, id: 1, ms: 0), up(50, 50, id: 1, ms: 80)])
    screen.play([down(52, 50, id: 2, ms: 200), move(52, 57, id: 2, ms: 210)])
    #expect(screen.takeLog() == [])
    screen.play([move(52, 70, id: 2, ms: 220), move(52, 90, id: 2, ms: 230), up(52, 90, id: 2, ms: 240)])
    #expect(screen.takeLog() == ["drag began 12", "drag changed 32", "drag ended 32"])
    #expect(drag.startLocation(in: screen.root) == Point(x: 52, y: 50))
    #expect(drag.velocity.y > 1000 && drag.velocity.x == 0)
  }

  @Test("lets a single tap be recognized if it allows it, and is no drag without movement")
  func tap() {
    let drag = tapDrag()
    _ = screen.tap()
    drag.shouldRecognizeSimultaneously = { _ in true }
    screen.play([down(50, 50, id: 1, ms: 0), up(50, 50, id: 1, ms: 80), down(50, 50, id: 2, ms: 200)])
    screen.play([up(50, 50, id: 2, ms: 260)])
    #expect(screen.takeLog() == ["tap ended", "tap ended"])
    screen.play([
      down(50, 50, id: 3, ms: 2000), up(50, 50, id: 3, ms: 2080), down(50, 50, id: 4, ms: 2200), move(50, 90, id: 4, ms: 2230),
    ])
    #expect(screen.takeLog() == ["tap ended", "drag began 32"])
    screen.arena.cancelAll(at: Timestamp(nanoseconds: 2_300_000_000))
    #expect(screen.takeLog() == ["drag cancelled 32"])
  }

  @Test("is none after a long tap, a late or distant second finger, a moved tap, or with two fingers")
  func failures() {
    _ = tapDrag()
    let gestures: [[ContactEvent]] = [
      [down(50, id: 1, ms: 0), up(50, id: 1, ms: 600), down(50, id: 2, ms: 700), move(90, id: 2, ms: 720), up(90, id: 2, ms: 800)],
      [down(50, id: 1, ms: 0), up(50, id: 1, ms: 50), down(50, id: 2, ms: 500), move(90, id: 2, ms: 520), up(90, id: 2, ms: 600)],
      [
        down(50, id: 1, ms: 0), up(50, id: 1, ms: 50), down(200, id: 2, ms: 90), move(290, id: 2, ms: 100), up(290, id: 2, ms: 200),
      ],
      [
        down(50, id: 1, ms: 0), move(90, id: 1, ms: 20), up(50, id: 1, ms: 50), down(50, id: 2, ms: 90), move(90, id: 2, ms: 100),
        up(90, id: 2, ms: 200),
      ],
      [
        down(50, id: 1, ms: 0), down(90, id: 2, ms: 10), up(50, id: 1, ms: 50), up(90, id: 2, ms: 60), down(50, id: 3, ms: 90),
        move(90, id: 3, ms: 100), up(90, id: 3, ms: 200),
      ],
      [
        down(50, id: 1, ms: 0), up(50, id: 1, ms: 50), down(50, id: 2, ms: 90), down(90, id: 3, ms: 95), move(90, id: 2, ms: 100),
        up(90, id: 2, ms: 200), up(90, id: 3, ms: 210),
      ],
    ]
    for (index, events) in gestures.enumerated() {
      screen.arena.reset()
      screen.play(events)
      #expect(screen.takeLog() == [], "gesture \(index)")
    }
  }
}
