internal import CLinux
internal import Glibc

/// A virtual terminal (text console) that stays in graphics mode for this object's lifetime.
///
/// In graphics mode the kernel draws neither its text cursor nor its messages over the application's frames.
///
///     text ──init──▶ graphics ──deinit, or a crash──▶ text, repainted by the kernel
final class VirtualTerminal {
  private let descriptor: Descriptor
  private let mode: Int

  /// Opens a virtual terminal and switches it to graphics mode.
  ///
  /// - Parameter path: The path of the virtual terminal. `/dev/tty0` is the active virtual terminal.
  /// - Returns: nil if the virtual terminal does not exist or may not be switched. This is not an error: a
  ///   program on a serial line or a service has no virtual terminal.
  init?(path: String) {
    let number = cartouche_open(path, O_RDWR | O_NOCTTY)
    guard number >= 0 else { return nil }
    let opened = Descriptor(number)
    var mode: Int32 = 0
    guard cartouche_ioctl(number, UInt(KDGETMODE), &mode) >= 0,
      cartouche_ioctl_value(number, UInt(KDSETMODE), Int(KD_GRAPHICS)) >= 0
    else { return nil }
    // Always back to text: the terminal may be in graphics mode because another program crashed.
    self.mode = Int(KD_TEXT)
    descriptor = opened
    cartouche_restore_console_on_crash(number, self.mode)
  }

  deinit {
    cartouche_restore_console_on_crash(-1, mode)
    _ = cartouche_ioctl_value(descriptor.number, UInt(KDSETMODE), mode)
  }
}
