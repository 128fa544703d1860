import Cartouche
import Testing

/// Returns a recording of a finger that rests at (20, 20) on a panel of 96 × 64 steps and is then lifted.
private func stay(milliseconds: Int) throws -> TouchRecording {
  let text = """
    N: test panel
    P: 02 00 00 00 00 00 00 00
    A: 2f 0 9 0 0
    A: 35 0 95 0 0
    A: 36 0 63 0 0
    A: 39 0 65535 0 0
    E: 0.000000 0003 0039 7
    E: 0.000000 0003 0035 20
    E: 0.000000 0003 0036 20
    E: 0.000000 0000 0000 0
    E: \(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())000 0003 0039 -1
    E: \(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())000 0000 0000 0

    """
  return try TouchRecording(Array(text.utf8), file: "stay.evemu")
}

@MainActor
@Suite("Gestures of a kiosk")
struct KioskGestureTests {
  private func board() -> Board {
    var board = Board(name: "test")
    board.display = .headless
    board.mode = PreferredDisplayMode(size: PixelSize(width: 96, height: 64))
    board.threads = 1
    return board
  }

  @Test("a long press begins in the frame in which it is due, without another event")
  func longPress() throws {
    let kiosk = try Kiosk(board: board(), replay: Replay(recording: stay(milliseconds: 900)))
    var (now, began) = (Timestamp.zero, Timestamp.zero)
    kiosk.onTick {
      now = $0
      return .still
    }
    var states: [GestureRecognizer.State] = []
    let card = Layer(frame: Rect(x: 10, y: 10, width: 40, height: 40))
    kiosk.root.addSublayer(card)
    card.addGestureRecognizer(
      LongPressGestureRecognizer { press in
        states.append(press.state)
        if press.state == .began { began = press.time }
      })
    try kiosk.run()
    #expect(states == [.began, .ended] && began == Timestamp(nanoseconds: 500_000_000))
    #expect(now >= Timestamp(nanoseconds: 900_000_000))
  }

  @Test("a touch before the first frame is delivered to the layer that the layout puts there")
  func earlyFinger() throws {
    final class Filler: Layer {
      override func layoutSublayers() { sublayers[0].frame = bounds }
    }
    let kiosk = try Kiosk(board: board(), replay: Replay(recording: stay(milliseconds: 50)))
    let filler = Filler(frame: kiosk.root.bounds)
    let card = Layer(frame: .zero)
    filler.addSublayer(card)
    kiosk.root.addSublayer(filler)
    var taps = 0
    card.addGestureRecognizer(TapGestureRecognizer { _ in taps += 1 })
    try kiosk.run()
    #expect(taps == 1)
  }

  @Test("a tap that waits for a second one is recognized before the replay ends")
  func waiting() throws {
    let kiosk = try Kiosk(board: board(), replay: Replay(recording: stay(milliseconds: 50)))
    var log: [String] = []
    let two = TapGestureRecognizer { _ in log.append("two") }
    two.numberOfTapsRequired = 2
    let one = TapGestureRecognizer { log.append("one \($0.time.nanoseconds / 1_000_000)") }
    one.require(toFail: two)
    kiosk.root.addGestureRecognizer(two)
    kiosk.root.addGestureRecognizer(one)
    kiosk.onTap { _ in log.append("screen") }
    try kiosk.run()
    #expect(log == ["screen", "one 50"], "the time of the tap, not of its recognition")
  }

  @Test("when the display is no longer active, contacts are cancelled and later events ignored")
  func inactive() throws {
    let kiosk = try Kiosk(
      board: board(), replay: Replay(recording: stay(milliseconds: 2000), end: .at(Timestamp(nanoseconds: 3_000_000_000))))
    var log: [String] = []
    kiosk.root.addGestureRecognizer(
      LongPressGestureRecognizer { log.append("press \($0.state) \($0.time.nanoseconds / 1_000_000_000)") })
    kiosk.onContact { event in
      switch event {
      case .began: log.append("began")
      case .cancelled: log.append("cancelled")
      case .moved, .ended: log.append("more")
      }
    }
    kiosk.onTick { now in
      // A change at every tick, and after one second no display to show it on.
      kiosk.root.backgroundColor = Color(red: UInt8(now.nanoseconds / 16_000_000 & 255), green: 0, blue: 0)
      if now.nanoseconds > 1_000_000_000 { kiosk.close() }
      return .still
    }
    try kiosk.run()
    #expect(log == ["began", "press began 0", "press cancelled 1", "cancelled"])
  }

  @Test("gesture distances are computed from the panel's size in millimeters")
  func metrics() throws {
    var large = board()
    large.panelSize = Size(width: 48, height: 32)
    let kiosk = try Kiosk(board: large)
    #expect(kiosk.touchMetrics.slop == 4 && kiosk.root.touchMetrics.targetSize == 18)
    #expect(try Kiosk(board: board()).touchMetrics == .standard)
  }
}
