import Cartouche
import Testing

@MainActor
@Suite("A mouse and a keyboard of a kiosk")
struct DeskTests {
  private func board() -> Board {
    var board = Board(name: "test")
    board.display = .headless
    board.mode = PreferredDisplayMode(size: PixelSize(width: 320, height: 240), refreshMillihertz: 50_000)
    board.threads = 1
    return board
  }

  private func kiosk(until milliseconds: Int64) throws -> Kiosk {
    try Kiosk(board: board(), replay: Replay(end: .at(Timestamp(nanoseconds: milliseconds * 1_000_000))))
  }

  @Test("typed keys reach the field that is edited, in the order in which they were typed")
  func typing() throws {
    let kiosk = try kiosk(until: 200)
    let field = TextField("Name", theme: .standard)
    kiosk.root.addSublayer(field)
    kiosk.type(.text("lost"))
    kiosk.post { field.becomeFirstResponder() }
    kiosk.post {
      for key in [.text("a"), .text("ü"), .moveLeft, .text("b"), .moveToEnd, .deleteBackward] as [KeyPress] { kiosk.type(key) }
    }
    try kiosk.run()
    #expect(field.text == "ab" && field.isFirstResponder)
    kiosk.type(.escape)
    try kiosk.run()
    #expect(!field.isFirstResponder)
  }

  private final class Wheel: Layer {
    var turns: [Scalar] = []
    override func scrollWheel(with event: ScrollWheelEvent) -> Bool {
      turns.append(event.deltaY)
      return true
    }
  }

  @Test("turns of a wheel between two turns of the run loop are one event")
  func wheel() throws {
    let kiosk = try kiosk(until: 100)
    let layer = Wheel(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    kiosk.root.addSublayer(layer)
    kiosk.post {
      for _ in 0..<3 { kiosk.scrollWheel(with: ScrollWheelEvent(location: Point(x: 10, y: 10), deltaY: 0.5)) }
    }
    try kiosk.run()
    #expect(layer.turns == [1.5])
    kiosk.scrollWheel(with: ScrollWheelEvent(location: Point(x: 10, y: 10), deltaY: -1))
    try kiosk.run()
    #expect(layer.turns == [1.5, -1])
  }

  @Test("a board reads mice while there is no touchscreen, unless it says more or corrects touches")
  func pointers() {
    var board = Board.automatic
    #expect(board.pointerUse == .withoutTouchscreen)
    // A panel that looks like a tablet is calibrated.
    board.calibration = TouchMapping.Calibration(1, 0, 0.1, 0, 1, 0)
    #expect(board.pointerUse == .never)
    board.mouse = .always
    #expect(board.pointerUse == .always)
    var named = Board.automatic
    named.touch = .named("Acme Panel")
    #expect(named.pointerUse == .never)
  }

  @Test("a board reads keyboards without a screen only if it says so")
  func keyboards() {
    var board = Board.automatic
    #expect(!board.readsKeyboards(onScreen: false))
    board.keyboard = .text
    #expect(board.readsKeyboards(onScreen: false))
    board.keyboard = .never
    #expect(!board.readsKeyboards(onScreen: true))
  }

  @Test("a board file says how mice and keyboards are used")
  func choices() throws {
    #expect(Board.automatic.mouse == .auto && Board.automatic.keyboard == .auto)
    let board = try Board(name: "test", yaml: "desk: {mouse: never, keyboard: all}", file: "test.yaml")
    #expect(board.mouse == .never && board.keyboard == .all)
    #expect(throws: BoardError.self) { try Board(name: "test", yaml: "desk: {keyboard: yes}", file: "test.yaml") }
    #expect(throws: BoardError.self) { try Board(name: "test", yaml: "desk: {pointer: auto}", file: "test.yaml") }
  }
}
