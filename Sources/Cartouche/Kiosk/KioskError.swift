internal import Glibc

/// The error that is thrown when a kiosk cannot be opened or cannot continue to run.
///
/// The error's `description` is a sentence for the user.
public enum KioskError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The display could not be opened.
  case display(DisplayOpeningError)
  /// This build of the program does not support displays of this kind.
  case noSuchDisplay(Board.DisplayKind)
  /// The kernel refused a system call that the event loop needs.
  case loop(EventLoopError)
  /// The kernel refused to show a frame. The value is the `errno` value of the refused system call.
  case displayFailed(errno: Int32)
  /// The seat daemon ended while the kiosk was running.
  case seat(SeatError)
  /// A replay with the end condition ``Replay/End/settled`` was stopped, because the screen did not stop
  /// moving.
  ///
  /// The value is the time that the replay waited after its last touch, in seconds of the replay's virtual
  /// clock.
  case neverSettled(seconds: Int)
  /// A replay was stopped, because announced work did not end. See ``Kiosk/beginWork()``.
  ///
  /// The value is the real time that the replay waited, in seconds.
  case workNeverEnded(seconds: Int)

  init(_ error: DisplayError) {
    switch error {
    case .failed(let errno): self = .displayFailed(errno: errno)
    // The pipeline reports these two as outcomes, so they do not occur here.
    case .frameStillInFlight, .notActive: self = .displayFailed(errno: 0)
    }
  }

  public var description: String {
    switch self {
    case .display(let error):
      "\(error)"
    case .loop(let error):
      "\(error)"
    case .seat(let error):
      "\(error)"
    case .noSuchDisplay(.window):
      "this build has no window display; build with the package trait Simulator, as \"swift run --traits Simulator\", or choose a headless display"
    case .noSuchDisplay(let kind):
      "this build has no \(kind.rawValue) display; choose another kind, such as headless"
    case .neverSettled(let seconds):
      "the screen still moves after \(seconds) s of virtual time; end the replay at a time instead"
    case .workNeverEnded(let seconds):
      "announced work has not ended after \(seconds) s; end each KioskWork, and let no work with a token sleep on the kiosk's clock"
    case .displayFailed(errno: ENODEV), .displayFailed(errno: ENXIO):
      "the graphics card is gone, or its driver was unbound; bind the driver again (see dmesg), and start the program again"
    case .displayFailed(let errno):
      "the display refused a frame (errno \(errno)); see the kernel's log (dmesg), or choose a headless display"
    }
  }
}
