extension Kiosk {
  /// The time without touches after which the screen goes dark, in seconds. nil means never.
  ///
  /// The default is ``Board/blankDelay``. While the screen is dark, nothing is drawn, and the program sleeps
  /// unless a task or posted work wakes it. Tickers, display links and animations go on when it is lit again.
  ///
  /// The touch that lights the screen has no other effect, until its finger is lifted. A mouse and a keyboard
  /// light it too. Fingers that are down when the screen goes dark are cancelled.
  ///
  /// Only screens on DRM and fbdev go dark. A screen that is unplugged or plugged in meanwhile is noticed
  /// when the screen is lit again.
  public var blankDelay: Seconds? {
    get { idleTimer.delay }
    set { idleTimer.delay = newValue }
  }

  /// Whether the screen stays lit even if nobody touches it for ``blankDelay``. The default is false.
  ///
  /// Set it while a film is shown or a route is followed, as UIKit's property of the same name. When it
  /// becomes false, the delay begins again. ``blankScreen()`` works all the same.
  public var isIdleTimerDisabled: Bool {
    get { idleTimer.isDisabled }
    set { idleTimer.setDisabled(newValue, at: EventLoop.now) }
  }

  /// Whether the screen is dark, or goes dark after the current turn.
  public var isScreenBlank: Bool { idleTimer.isBlank }

  /// Lets the screen go dark after the current turn, until a touch or ``unblankScreen()``. A mouse and a
  /// keyboard light it too.
  ///
  /// On a display whose screen cannot go dark, such as a window, this method does nothing.
  public func blankScreen() {
    guard pipeline.display is any BlankableDisplay else { return }
    idleTimer.blank()
  }

  /// Lights the screen, and begins ``blankDelay`` again.
  public func unblankScreen() {
    idleTimer.restart(at: EventLoop.now)
  }
}

/// Switches the screen of a kiosk off and on, with the backlights of the machine.
@MainActor
final class ScreenBlanking {
  /// Weak, so that a kiosk that is closed during its run gives its display back at once.
  private weak var display: (any BlankableDisplay)?
  private let backlights = Backlights()
  /// Whether the screen is dark.
  private(set) var isBlank = false

  /// - Returns: nil if the display's screen cannot be switched off.
  init?(_ display: (any LiveDisplay)?) {
    guard let display = display as? any BlankableDisplay else { return nil }
    self.display = display
  }

  /// Switches on the backlights that a killed program left off.
  func recover() {
    backlights.recover()
  }

  /// Switches the screen off or on.
  ///
  /// - Returns: Whether the state has changed. If the screen is now on, it must be drawn entirely.
  func setBlank(_ isBlank: Bool) -> Bool {
    guard isBlank != self.isBlank else { return false }
    self.isBlank = isBlank
    if isBlank {
      display?.blank()
      backlights.switchOff()
    } else {
      display?.unblank()
      backlights.switchOn()
    }
    return true
  }
}
