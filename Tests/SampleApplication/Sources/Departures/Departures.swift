import ArgumentParser
import Cartouche
import CartoucheOptions

@main struct Departures: ParsableCommand {
  @OptionGroup var options: KioskOptions

  func run() throws {
    try options.run { kiosk in
      let board = DepartureBoard(frame: kiosk.root.bounds)
      board.show(Departure.today)
      kiosk.root.addSublayer(board)
    }
  }
}
