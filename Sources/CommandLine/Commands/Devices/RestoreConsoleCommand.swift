import ArgumentParser
import Cartouche
import CartoucheLinux

/// `cartouche restore-console`: makes a text console usable again after a program was killed.
struct RestoreConsoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore-console", abstract: "Restores the text console after a program was killed.",
    discussion: """
      A program that ends, even by a crash, restores its console by itself. SIGKILL leaves it no time to do so. This command switches the \
      console to text mode, its keyboard and dark backlights on, and lets the kernel switch consoles again. In a systemd unit, name the console of TTYPath: \
      ExecStopPost=+cartouche restore-console /dev/tty1.
      """)

  @Argument(
    help: ArgumentHelp(
      "The console (default: the one that controls this process, else the one in front).", valueName: "/dev/ttyN"))
  var console = "/dev/tty0"

  func run() throws {
    Backlights().recover()
    try printToStandardOutput(try ConsoleRestoration.restore(path: console))
  }
}
