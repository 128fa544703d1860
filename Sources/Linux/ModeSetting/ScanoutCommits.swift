internal import CDRM
internal import CartoucheRaster
internal import CartoucheScene

/// The calls to the kernel that show the framebuffers of a card on one screen.
///
/// ``AtomicCommits`` changes everything of a screen in one step. ``LegacyCommits`` does without, for drivers
/// that are not atomic. The results are the kernel's error numbers, and 0 for success.
protocol ScanoutCommits: AnyObject {
  /// Returns the error with which the card would refuse the mode. Nothing changes on the screen. The result
  /// is 0 if the card cannot tell.
  func testMode(_ framebuffer: UInt32) -> Int32

  /// Sets the mode, lights the screen and shows a framebuffer. Other planes of the screen, such as a cursor,
  /// are switched off. Waits until the framebuffer is shown.
  func setMode(_ framebuffer: UInt32) -> Int32

  /// Shows another framebuffer at the next vertical blank, and switches other planes off. The card then sends
  /// an event with the number `serial`. Never waits.
  ///
  /// - Parameter damage: The pixels that were written since this framebuffer was last shown, which include
  ///   all that differ from the framebuffer that is shown now. If empty, all pixels count as changed.
  func flip(to framebuffer: UInt32, damage: Damage, serial: UInt) -> Int32

  /// Switches the screen off, until a mode is set.
  func switchOff()

  /// Lights a screen that was switched off, without another mode.
  func switchOn()

  /// Notes that another program may have changed the screen.
  func screenWasReleased()
}

/// A connector of a card, the CRTC that drives it, and its mode.
struct ScanoutRoute {
  /// The open file descriptor of the card.
  let card: Int32
  let connector: UInt32
  let crtc: UInt32
  let mode: drmModeModeInfo
}
