internal import CLinux
internal import Glibc

/// A virtual terminal (text console) that shows graphics for this object's lifetime.
///
/// In graphics mode the kernel draws neither its text cursor nor its messages over the application's frames.
/// The keyboard is off, so that typed keys do not reach a shell behind the frames.
///
///     text ──init──▶ graphics ──deinit, or a signal that ends the process──▶ text, repainted by the kernel
///
/// A program such as a login may hang up the virtual terminal. The kernel then refuses every call on the open
/// node, so the node is opened again.
///
/// While a ``ConsoleSession`` follows the terminal, the kernel asks the process before another virtual
/// terminal comes to the front. At other times the kernel refuses to switch.
package final class VirtualTerminal {
  /// The path of the device node, such as `/dev/tty1`.
  package let path: String
  private let number: Int32
  private var descriptor: Descriptor
  private let keyboardMode: Int

  /// Opens a virtual terminal and switches it to graphics mode.
  ///
  /// - Parameter path: The path of the virtual terminal. `/dev/tty0` stands for the virtual terminal that
  ///   controls this process; if there is none, for the one in front.
  /// - Throws: ``VirtualTerminalError`` if the virtual terminal does not exist or may not be switched.
  package init(path: String) throws(VirtualTerminalError) {
    let opened = try Self.open(path)
    var mode: Int32 = 0
    let result = cartouche_ioctl(opened.descriptor.number, UInt(KDGKBMODE), &mode)
    guard result >= 0 else { throw VirtualTerminalError(path: opened.path, errno: -result) }
    let switched = cartouche_ioctl_value(opened.descriptor.number, UInt(KDSETMODE), Int(KD_GRAPHICS))
    guard switched >= 0 else { throw VirtualTerminalError(path: opened.path, errno: -switched) }
    // The keyboard may be off because another program crashed.
    keyboardMode = Int(mode == K_OFF ? K_UNICODE : mode)
    self.path = opened.path
    number = opened.number
    descriptor = opened.descriptor
    cartouche_restore_terminal_on_signals(descriptor.number, keyboardMode)
    _ = cartouche_ioctl_value(descriptor.number, UInt(KDSKBMODE), Int(K_OFF))
  }

  deinit {
    openAgainAfterHangup()
    // In this order: a crash in between restores it twice, which does no harm.
    _ = cartouche_restore_terminal(descriptor.number, keyboardMode)
    cartouche_restore_terminal_on_signals(-1, keyboardMode)
  }

  /// Whether the screen shows this virtual terminal.
  var isInFront: Bool {
    openAgainAfterHangup()
    return cartouche_active_terminal(descriptor.number) == number
  }

  /// Opens the node again if the virtual terminal was hung up. Its modes are those of before.
  private func openAgainAfterHangup() {
    guard cartouche_active_terminal(descriptor.number) == -EIO else { return }
    let opened = cartouche_open("/dev/tty\(number)", O_RDWR | O_NOCTTY)
    guard opened >= 0 else { return }
    descriptor = Descriptor(opened)
    cartouche_restore_terminal_on_signals(descriptor.number, keyboardMode)
  }

  /// Makes the kernel ask this process before another virtual terminal comes to the front.
  ///
  /// - Throws: ``VirtualTerminalError`` if the kernel refuses. It then refuses to switch as before.
  func follow() throws(VirtualTerminalError) {
    openAgainAfterHangup()
    let result = cartouche_follow_terminal(descriptor.number)
    guard result >= 0 else { throw VirtualTerminalError(path: path, errno: -result) }
  }

  /// Lets the kernel refuse to switch again.
  func endFollowing() {
    openAgainAfterHangup()
    var mode = vt_mode()
    mode.mode = CChar(VT_AUTO)
    _ = cartouche_ioctl(descriptor.number, UInt(VT_SETMODE), &mode)
  }

  /// Asks the kernel to bring another virtual terminal to the front.
  ///
  /// - Parameter number: The N of `/dev/ttyN`.
  func show(_ number: Int) {
    openAgainAfterHangup()
    _ = cartouche_ioctl_value(descriptor.number, UInt(VT_ACTIVATE), number)
  }

  /// Calls `body` with the descriptor while the keyboard is on. Keys that are typed meanwhile are dropped.
  func withKeyboardOn(_ body: (Int32) -> Void) {
    _ = cartouche_ioctl_value(descriptor.number, UInt(KDSKBMODE), Int(K_UNICODE))
    body(descriptor.number)
    _ = cartouche_ioctl_value(descriptor.number, UInt(KDSKBMODE), Int(K_OFF))
    cartouche_drop_typed_keys(descriptor.number)
  }

  /// Whether an interactive shell on a virtual terminal started this process.
  ///
  /// Such a shell gives each of its commands a process group of its own. A service manager, and a script that
  /// a service manager starts, do not: there the leader of the session is in the group of the process.
  package static var isStartedByShell: Bool {
    cartouche_controlling_terminal() > 0 && getpgrp() != getsid(0)
  }

  /// Allows the kernel to bring another virtual terminal to the front.
  func allowSwitch() {
    openAgainAfterHangup()
    _ = cartouche_ioctl_value(descriptor.number, UInt(VT_RELDISP), 1)
  }

  /// Confirms that this virtual terminal is in front again.
  func confirmReturn() {
    openAgainAfterHangup()
    _ = cartouche_ioctl_value(descriptor.number, UInt(VT_RELDISP), Int(VT_ACKACQ))
  }

  /// Opens a virtual terminal without changing it.
  static func open(_ path: String) throws(VirtualTerminalError) -> OpenedTerminal {
    guard path == "/dev/tty0" else { return try OpenedTerminal(path: path) }
    let controlling = cartouche_controlling_terminal()
    if controlling > 0 { return try OpenedTerminal(path: "/dev/tty\(controlling)") }
    // The node of the terminal in front would later mean another terminal.
    let front = try OpenedTerminal(path: path)
    let number = cartouche_active_terminal(front.descriptor.number)
    guard number > 0 else { throw VirtualTerminalError(path: path, errno: -number) }
    return try OpenedTerminal(path: "/dev/tty\(number)")
  }
}

/// The open device node of a virtual terminal.
struct OpenedTerminal: ~Copyable {
  let path: String
  /// The N of `/dev/ttyN`.
  let number: Int32
  let descriptor: Descriptor

  init(path: String) throws(VirtualTerminalError) {
    let number = cartouche_open(path, O_RDWR | O_NOCTTY)
    guard number >= 0 else { throw VirtualTerminalError(path: path, errno: -number) }
    let opened = Descriptor(number)
    var mode: Int32 = 0
    let result = cartouche_ioctl(opened.number, UInt(KDGETMODE), &mode)
    guard result >= 0 else { throw VirtualTerminalError(path: path, errno: -result) }
    // The path may be a link or /dev/console.
    let terminal = cartouche_terminal_number(opened.number)
    guard terminal > 0 else { throw VirtualTerminalError(path: path, errno: ENOTTY) }
    self.number = terminal
    self.path = path
    descriptor = opened
  }
}

/// An error that is thrown if a virtual terminal cannot be opened or switched.
package struct VirtualTerminalError: Error, Hashable, Sendable {
  /// The path of the virtual terminal.
  package let path: String
  /// The `errno` value of the refused system call.
  package let errno: Int32

  /// The fact, without a remedy: the path and the kernel's message.
  var fact: String {
    switch errno {
    case ENOENT, ENXIO, ENODEV: "\(path): there is no such virtual terminal"
    case ENOTTY, EINVAL: "\(path): this is not a virtual terminal"
    default: "\(path): the text console cannot be taken (\(message(ofError: errno)))"
    }
  }
}
