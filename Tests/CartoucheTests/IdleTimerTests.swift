import Cartouche
import Testing

@Suite("The time until the screen goes dark")
struct IdleTimerTests {
  private func at(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }

  private func contact(_ id: Int) -> Contact {
    Contact(id: id, position: Point(x: 10, y: 10), time: .zero)
  }

  /// A timer of 60 s, started at 100 s.
  private var started: IdleTimer {
    var timer = IdleTimer(delay: 60)
    timer.restart(at: at(100))
    return timer
  }

  @Test("without a delay the screen stays lit")
  func never() {
    var timer = IdleTimer()
    timer.restart(at: at(100))
    timer.advance(to: at(1_000_000))
    #expect(!timer.isBlank)
    #expect(timer.deadline == nil)
  }

  @Test("the screen goes dark after the delay, and every event puts it off")
  func delay() {
    var timer = started
    #expect(timer.deadline == at(160))
    timer.advance(to: at(159))
    #expect(!timer.isBlank)
    timer.handle([.moved(contact(1))], at: at(159))
    timer.advance(to: at(218))
    #expect(!timer.isBlank)
    timer.advance(to: at(219))
    #expect(timer.isBlank)
    #expect(timer.deadline == nil)
  }

  @Test("a new finger lights the screen; one that was down already does not")
  func wake() {
    var timer = started
    timer.blank()
    #expect(timer.isBlank)
    timer.handle([.moved(contact(1)), .ended(contact(1)), .cancelled(contact(2))], at: at(101))
    timer.handle([], at: at(101))
    #expect(timer.isBlank)
    timer.handle([.ended(contact(2)), .began(contact(3))], at: at(102))
    #expect(!timer.isBlank)
    #expect(timer.deadline == at(162))
  }

  @Test("disabled, the screen stays lit; afterward the delay begins again")
  func disabled() {
    var timer = started
    timer.setDisabled(true, at: at(110))
    timer.advance(to: at(1000))
    #expect(!timer.isBlank)
    #expect(timer.deadline == nil)
    timer.setDisabled(false, at: at(1000))
    #expect(timer.deadline == at(1060))
    timer.setDisabled(false, at: at(1030))
    #expect(timer.deadline == at(1060))
    timer.setDisabled(true, at: at(1040))
    timer.blank()
    #expect(timer.isBlank)
  }

  @Test("a shorter delay takes effect at once")
  func changedDelay() {
    var timer = started
    timer.delay = 5
    timer.advance(to: at(110))
    #expect(timer.isBlank)
  }

  @Test("a kiosk takes the delay of its board, and does not call a screen dark that cannot be")
  @MainActor func kiosk() throws {
    var board = Board.headless(size: PixelSize(width: 8, height: 8))
    board.blankDelay = 30
    let kiosk = try Kiosk(board: board)
    #expect(kiosk.blankDelay == 30)
    #expect(!kiosk.isIdleTimerDisabled && !kiosk.isScreenBlank)
    kiosk.blankScreen()
    #expect(!kiosk.isScreenBlank)
  }

  @Test("touch metrics that were set stay when the display changes")
  @MainActor func touchMetrics() throws {
    let kiosk = try Kiosk(board: .headless(size: PixelSize(width: 8, height: 8)))
    #expect(kiosk.touchMetrics == .standard)
    let own = TouchMetrics(size: PixelSize(width: 800, height: 480), millimeters: Size(width: 154, height: 86))
    kiosk.touchMetrics = own
    kiosk.displayDidChange()
    #expect(kiosk.touchMetrics == own)
  }
}
