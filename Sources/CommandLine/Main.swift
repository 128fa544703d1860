import ArgumentParser
import Cartouche
import Foundation
import Logging

/// The `cartouche` program.
struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cartouche", abstract: "Draws maps, layers and gestures on a bare Linux screen.",
    discussion: """
      Exit status: 0 done; 1 it could not be done, and standard error says why; 2 the arguments are wrong; 130 or 143 ended by SIGINT or \
      SIGTERM, with the console restored.
      """, version: "0.1.0",
    subcommands: [MapCommand.self, DemoCommand.self, DrawCommand.self, BenchCommand.self, RecordCommand.self, BoardsCommand.self])
}

@main
enum Main {
  static func main() {
    // A reader that has gone is an error to be told, not a signal to die of.
    signal(SIGPIPE, SIG_IGN)
    LoggingSystem.bootstrap { StandardErrorLogHandler(label: $0) }
    do {
      var command = try Program.parseAsRoot()
      try command.run()
    } catch {
      exit(report(error))
    }
  }

  /// Tells the user, and says what the process ends with.
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

/// A fact that ends the program with status 1.
struct Failure: Error, CustomStringConvertible {
  /// One sentence: the object, what happened, and what to do.
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Says `text`; where nobody can hear it the program goes on all the same.
func printToStandardError(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}

/// Writes `text` as a line of the program's answer.
///
/// - Throws: ``FileError`` when it cannot be written: an answer that nobody gets is a failure.
func printToStandardOutput(_ text: String) throws(FileError) {
  try FileIO.writeToStandardOutput(Array((text + "\n").utf8))
}

/// Log lines on standard error, as a person at a terminal reads them.
struct StandardErrorLogHandler: LogHandler {
  let label: String
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  init(label: String) {
    self.label = label
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    printToStandardError("\(label): \(event.message)")
  }
}
