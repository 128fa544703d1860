internal import CLinux
internal import Glibc

/// The text console behind the picture, kept from drawing its cursor and its messages over it while this lives.
///
///     text ──init──▶ graphics ──deinit, or a crash──▶ text, repainted by the kernel
final class Console {
  private let descriptor: Descriptor
  private let mode: Int

  /// - Parameter path: a virtual terminal; `/dev/tty0` is the one in front.
  /// - Returns: nil when there is no such console or it is not ours, which is no fault: a serial line or a service has none.
  init?(path: String) {
    let number = cartouche_open(path, O_RDWR | O_NOCTTY)
    guard number >= 0 else { return nil }
    let opened = Descriptor(number)
    var mode: Int32 = 0
    guard cartouche_ioctl(number, UInt(KDGETMODE), &mode) >= 0,
      cartouche_ioctl_value(number, UInt(KDSETMODE), Int(KD_GRAPHICS)) >= 0
    else { return nil }
    // Left in graphics mode by a program that crashed, it is to be text again all the same.
    self.mode = Int(KD_TEXT)
    descriptor = opened
    cartouche_restore_console_on_crash(number, self.mode)
  }

  deinit {
    cartouche_restore_console_on_crash(-1, mode)
    _ = cartouche_ioctl_value(descriptor.number, UInt(KDSETMODE), mode)
  }
}
