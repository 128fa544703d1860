extension Kiosk {
  /// Runs on the real clock, woken by fingers, flips and posts.
  func runLive() throws(KioskError) -> Ending {
    throw .noSuchDisplay(board.display)
  }
}
