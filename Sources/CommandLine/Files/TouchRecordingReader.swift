import Cartouche
import Foundation

/// Reads touch recordings of one file or two.
enum TouchRecordingReader {
  /// Reads an `.evemu` file, or an `.events` file and the `.desc` file in its folder with the longest
  /// common dotted prefix.
  ///
  /// - Throws: An error with file and line if it cannot be read, or if a position is outside the panel's
  ///   range.
  static func read(_ path: String) throws -> TouchRecording {
    let recording = try events(path)
    for diagnostic in recording.diagnostics {
      if case .outOfRange = diagnostic.reason {
        throw Failure("\(diagnostic.message). Correct the recording, or the axis range (A:) in its description.")
      }
      printToStandardError("\(diagnostic)")
    }
    return recording
  }

  private static func events(_ path: String) throws -> TouchRecording {
    let bytes = try FileIO.read(path, limit: 1 << 28)
    guard path.hasSuffix(".events") else { return try TouchRecording(bytes, file: path) }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let name = TouchRecording.descriptionFile(for: URL(filePath: path).lastPathComponent, among: names) else {
      throw Failure("\(path): no .desc file in its folder shares its name; put the panel's description into the same folder.")
    }
    let description = folder + "/" + name
    return try TouchRecording(
      description: FileIO.read(description, limit: 1 << 24), descriptionFile: description, events: bytes, eventsFile: path)
  }
}
