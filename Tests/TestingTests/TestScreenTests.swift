import Cartouche
import CartoucheTesting
import Testing

private let size = PixelSize(width: 240, height: 160)

@MainActor
@Suite("A screen for tests")
struct TestScreenTests {
  @Test("a tap reaches the layer under the finger, and the settled frame is the golden frame")
  func tap() throws {
    let card = Layer(frame: Rect(x: 20, y: 20, width: 80, height: 60))
    let screen = try TestScreen(size: size) { kiosk in
      kiosk.root.backgroundColor = .white
      card.backgroundColor = .red
      kiosk.root.addSublayer(card)
      card.addGestureRecognizer(
        TapGestureRecognizer { _ in
          kiosk.animate(duration: 1) { card.position = Point(x: 180, y: 110) }
          card.backgroundColor = .blue
        })
    }
    try screen.tap(at: Point(x: 200, y: 100))
    #expect(card.backgroundColor == .red)
    try screen.tap(at: Point(x: 60, y: 50))
    try screen.wait(0.5)
    try screen.expectFrame(matching: "tap-moving", at: .now)
    let time = screen.time
    try screen.expectFrame(matching: "tap-settled")
    #expect(screen.time > time && screen.time < 2)
  }

  @Test("time passes in the calls, in ticks of the refresh rate")
  func time() throws {
    var ticks: [Int64] = []
    let screen = try TestScreen(board: .headless(size: size, refreshMillihertz: 50_000)) { kiosk in
      kiosk.onTick { now in
        ticks.append(now.nanoseconds / 1_000_000)
        return .still
      }
    }
    #expect(ticks == [])
    _ = try screen.snapshot()
    #expect(ticks == [0] && screen.time == 0)
    try screen.wait(0)
    #expect(ticks == [0])
    try screen.wait(0.1)
    #expect(ticks == [0, 20, 40, 60, 80, 100])
    try screen.tap(at: Point(x: 1, y: 1))
    #expect(ticks.last == 220, "the lift is in the report after 80 ms")
  }

  @Test("a pinch and a rotation have the given scale and angle, and a drag the given translation", arguments: Rotation.allCases)
  func gestures(rotation: Rotation) throws {
    var board = Board.headless(size: rotation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size)
    board.rotation = rotation
    var (scale, angle, pans, presses): (Scalar, Angle, [Point], Int) = (1, .zero, [], 0)
    let screen = try TestScreen(board: board) { kiosk in
      kiosk.root.addGestureRecognizer(PinchGestureRecognizer { scale = $0.scale })
      kiosk.root.addGestureRecognizer(RotationGestureRecognizer { angle = $0.rotation })
      kiosk.root.addGestureRecognizer(LongPressGestureRecognizer { if $0.state == .began { presses += 1 } })
      kiosk.onPan { pan in if pan.phase == .ended { pans.append(pan.translation) } }
    }
    let center = Point(x: 120, y: 80)
    try screen.pinch(at: center, scale: 1.5, span: 120)
    #expect(scale > 1.49 && scale < 1.51)
    try screen.pinch(at: center, scale: 0.5, span: 120)
    #expect(scale > 0.49 && scale < 0.51)
    try screen.rotate(at: center, by: .degrees(90), span: 120)
    #expect(angle > .degrees(89.9) && angle < .degrees(90.1))
    pans = []
    try screen.drag(from: Point(x: 40, y: 40), to: Point(x: 200, y: 90))
    let pan = try #require(pans.first)
    #expect(pans.count == 1 && (pan.x - 160).magnitude < 0.001 && (pan.y - 50).magnitude < 0.001)
    try screen.longPress(at: center)
    #expect(presses == 1)
  }

  @Test("a swipe has a velocity at its end, and a drag has none")
  func swipe() throws {
    var velocities: [Point] = []
    let screen = try TestScreen(size: size) { kiosk in
      kiosk.onPan { pan in if pan.phase == .ended { velocities.append(pan.velocity) } }
    }
    try screen.swipe(from: Point(x: 20, y: 80), to: Point(x: 200, y: 80))
    try screen.drag(from: Point(x: 20, y: 80), to: Point(x: 200, y: 80))
    #expect(velocities.count == 2 && velocities[0].x > 500 && velocities[1] == .zero)
  }

  @Test("several fingers are down at once, each at its own times")
  func severalFingers() throws {
    var (down, most, log): (Set<Int>, Int, [String]) = ([], 0, [])
    let screen = try TestScreen(size: size) { kiosk in
      kiosk.onContact { event in
        let contact = event.contact
        switch event {
        case .began:
          down.insert(contact.id)
          log.append("+\(contact.position.x.rounded)")
        case .ended, .cancelled:
          down.remove(contact.id)
          log.append("-\(contact.position.x.rounded)")
        case .moved: break
        }
        most = max(most, down.count)
      }
    }
    let press = TouchSequence.longPress(at: Point(x: 20, y: 20), duration: 1)
    let drag = TouchSequence.drag(from: Point(x: 60, y: 20), to: Point(x: 70, y: 20), duration: 0.2, rest: 0).delayed(by: 0.2)
    let taps = TouchSequence.doubleTap(at: Point(x: 100, y: 20)).delayed(by: 0.3)
    try screen.play(press.together(with: drag).together(with: taps).then(.tap(at: Point(x: 5, y: 5))))
    #expect(most == 3 && down.isEmpty)
    #expect(log == ["+20", "+60", "+100", "-100", "-70", "+100", "-100", "-20", "+5", "-5"])
  }

  @Test("stop ends the passing of time, and the next call continues")
  func stopping() throws {
    let screen = try TestScreen(size: size) { kiosk in kiosk.onTap { _ in kiosk.stop() } }
    try screen.wait(1)
    #expect(!screen.isStopped && screen.time == 1)
    try screen.play(.tap(at: Point(x: 10, y: 10)).then(.pause(10)))
    #expect(screen.isStopped && screen.time < 2)
    try screen.wait(1)
    #expect(screen.time > 2)
  }

  @Test("the screen keeps the content that the closure returns")
  func content() throws {
    final class Delegate {}
    weak var delegate: Delegate?
    do {
      let screen = try TestScreen(size: size) { _ in
        let content = Delegate()
        delegate = content
        return content
      }
      try screen.settle()
      #expect(delegate != nil)
    }
    #expect(delegate == nil)
  }

  @Test("a screen that always moves does not settle, but shows its current frame")
  func endless() throws {
    let screen = try TestScreen(size: PixelSize(width: 8, height: 8)) { kiosk in kiosk.onTick { _ in .moving } }
    #expect(throws: KioskError.neverSettled(seconds: 600)) { try screen.settle() }
    #expect(try screen.snapshot().size == PixelSize(width: 8, height: 8))
  }
}
