/// What a run loop follows to know whether a display's screen is this program's: the virtual terminal, or a
/// seat.
package protocol DisplaySession: AnyObject {
  /// Whether frames may be drawn.
  var isActive: Bool { get }
  /// The reason why the screen is lost for good; nil while it is not.
  var failure: SeatError? { get }

  /// Begins to follow the console or the seat.
  ///
  /// - Parameter onChange: Called before the screen is given away, and after it was taken back.
  /// - Returns: Sentences for the user.
  func begin(_ onChange: @escaping () -> Void) throws(EventLoopError) -> [String]
  /// Ends following it.
  func end()
  /// Brings another virtual terminal to the front, as Ctrl, Alt and a function key do.
  ///
  /// - Parameter number: The N of `/dev/ttyN`.
  func showTerminal(_ number: Int)
  /// The keyboard layout of the text console; nil without a console.
  func readKeymap() -> ConsoleKeymap?
  /// Gives the screen back after the display was closed.
  func close()
}

/// An error that is thrown if the seat daemon ends while a program uses its seat.
///
/// The error's `description` is a sentence for the user.
public struct SeatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the seat, such as `seat0`.
  public let seat: String
  /// The name of the daemon, such as `seatd`.
  public let daemon: String
  /// The path of the text console that could not be restored; nil if it was restored, or there is none.
  public let console: String?

  /// Creates an error from the names of the seat and the daemon, and the path of the console.
  public init(seat: String, daemon: String, console: String?) {
    (self.seat, self.daemon, self.console) = (seat, daemon, console)
  }

  public var description: String {
    let lost = "\(seat): the seat daemon \(daemon) has ended, so the screen is no longer this program's"
    let restart = "Start the daemon (\"sudo systemctl restart \(daemon)\"), and the program again"
    guard let console else { return "\(lost). \(restart)." }
    return "\(lost). \(restart); if \(console) shows no text, run \"sudo cartouche restore-console \(console)\"."
  }
}
