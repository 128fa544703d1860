import Cartouche
import CartoucheTesting
import Testing

@testable import Departures

@MainActor
@Suite struct DepartureBoardTests {
  @Test("the next departures are shown, and a tap lets the first one leave")
  func departures() throws {
    let board = DepartureBoard(frame: Rect(x: 0, y: 0, width: 480, height: 320))
    board.show(Departure.today)
    let screen = try TestScreen(size: PixelSize(width: 480, height: 320)) { kiosk in kiosk.root.addSublayer(board) }
    try screen.expectFrame(matching: "departures")
    try screen.tap(at: Point(x: 240, y: 60))
    try screen.settle()
    #expect(board.rows.count == 2)
    try screen.expectFrame(matching: "departures-left")
  }
}
