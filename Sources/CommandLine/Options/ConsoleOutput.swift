import Cartouche
import Logging

/// An error that ends the program with status 1.
struct Failure: Error, CustomStringConvertible {
  /// One sentence that names the object, what happened, and what to do.
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Writes `text` as a line to standard error and ignores failures, which nobody could read about.
func printToStandardError(_ text: String) {
  FileIO.writeToStandardError(text)
}

/// Writes `text` as a line to standard output.
///
/// - Throws: ``FileError`` if it cannot be written: a command whose output is lost has failed.
func printToStandardOutput(_ text: String) throws(FileError) {
  try FileIO.writeToStandardOutput(Array((text + "\n").utf8))
}

/// Writes log messages to standard error, in a form for a person at a terminal.
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
