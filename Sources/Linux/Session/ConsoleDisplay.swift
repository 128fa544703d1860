/// A display on a screen that a virtual terminal also uses. The display can give the screen away and take it
/// back.
package protocol ConsoleDisplay: AnyObject {
  /// The virtual terminal that was switched to graphics mode; nil if there is none.
  var console: VirtualTerminal? { get }
  /// The reason why ``console`` is nil.
  var consoleError: VirtualTerminalError? { get }

  /// Gives the screen away. A page flip in progress is awaited for a limited time.
  ///
  /// Until ``acquireScreen()`` succeeds, the display does not change the screen, and throws
  /// `DisplayError.notActive`.
  func releaseScreen()

  /// Takes the screen back. The content of all buffers is then unknown.
  ///
  /// - Returns: Whether the screen was taken. If not, try again later.
  func acquireScreen() -> Bool
}
