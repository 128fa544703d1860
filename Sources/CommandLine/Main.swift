import ArgumentParser
import CartoucheLinux
import Foundation
import Logging

/// The `cartouche` command and its subcommands.
struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cartouche", abstract: "Draws maps, layers and gestures on a bare Linux screen.",
    discussion: """
      Exit status: 0 success; 1 failure, with the reason on standard error; 2 invalid arguments; 130 or 143 ended by SIGINT or SIGTERM, with \
      the console restored.
      """, version: "0.1.0",
    subcommands: [
      MapCommand.self, SnapshotCommand.self, DemoCommand.self, DrawCommand.self, BenchCommand.self, RecordCommand.self,
      CalibrateCommand.self, SpriteCommand.self, ListBoardsCommand.self, DoctorCommand.self, RestoreConsoleCommand.self,
    ])
}

@main
enum Main {
  static func main() {
    // A reader that closed its end of the pipe is an error to report, not a signal that ends the program.
    signal(SIGPIPE, SIG_IGN)
    LargeBuffers.fixMmapThreshold()
    LoggingSystem.bootstrap { StandardErrorLogHandler(label: $0) }
    do {
      var command = try Program.parseAsRoot()
      try command.run()
    } catch {
      exit(report(error))
    }
  }

  /// Reports the error to the user.
  ///
  /// - Returns: The exit status of the process.
  private static func report(_ error: any Error) -> Int32 {
    let status = Program.exitCode(for: error)
    switch status {
    case .success:
      do {
        try printToStandardOutput(Program.fullMessage(for: error))  // --help and --version
        return 0
      } catch {
        printToStandardError("\(error)")
        return 1
      }
    case .validationFailure:
      printToStandardError(Program.fullMessage(for: error))
      return 2
    default:
      if !(error is ExitCode) { printToStandardError("\(error)") }
      return status.rawValue
    }
  }
}
