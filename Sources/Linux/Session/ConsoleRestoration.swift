internal import CLinux
internal import Glibc

/// Makes a virtual terminal usable again that a program left in graphics mode when it was killed.
public enum ConsoleRestoration {
  /// Switches a virtual terminal to text mode, its keyboard on, and its switching to the kernel.
  ///
  /// - Parameter path: The path of the virtual terminal. `/dev/tty0` stands for the virtual terminal that
  ///   controls this process; if there is none, for the one in front.
  /// - Returns: A sentence on what changed.
  /// - Throws: ``ConsoleRestorationError`` if there is no such virtual terminal, or it may not be switched.
  public static func restore(path: String = "/dev/tty0") throws(ConsoleRestorationError) -> String {
    do throws(VirtualTerminalError) {
      let terminal = try VirtualTerminal.open(path)
      let descriptor = terminal.descriptor.number
      var mode: Int32 = 0
      let wasText = cartouche_ioctl(descriptor, UInt(KDGETMODE), &mode) >= 0 && mode == KD_TEXT
      let result = cartouche_restore_terminal(descriptor, Int(K_UNICODE))
      guard result >= 0 else { throw VirtualTerminalError(path: terminal.path, errno: -result) }
      return wasText
        ? "\(terminal.path): the console was in text mode; its keyboard and switching are reset."
        : "\(terminal.path): the console is in text mode again; its keyboard and switching are reset."
    } catch {
      throw ConsoleRestorationError(terminal: error)
    }
  }
}

/// An error that is thrown if a console cannot be restored. The error's `description` is a sentence for the
/// user.
public struct ConsoleRestorationError: Error, Hashable, Sendable, CustomStringConvertible {
  let terminal: VirtualTerminalError

  public var description: String {
    let remedy =
      switch terminal.errno {
      case EACCES, EPERM: "Run \"sudo cartouche restore-console\"."
      default: "List the consoles with \"ls /dev/tty[0-9]*\", and name one: \"cartouche restore-console /dev/tty1\"."
      }
    return "\(terminal.fact). \(remedy)"
  }
}
