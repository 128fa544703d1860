import Cartouche
import Foundation

/// A touch recording as one file, or as two.
enum RecordingFile {
  /// Reads `path`: an `.evemu` file, or an `.events` file and the `.desc` in its folder that shares the longest dotted prefix.
  ///
  /// - Throws: a sentence with file and line when it cannot be read, or when a finger is beyond the range that the panel claims.
  static func read(_ path: String) throws -> TouchRecording {
    let recording = try events(path)
    for remark in recording.diagnostics {
      if case .outOfRange = remark.reason {
        throw Failure("\(remark.message). Correct the recording, or the axis range (A:) in its description.")
      }
      printToStandardError("\(remark)")
    }
    return recording
  }

  private static func events(_ path: String) throws -> TouchRecording {
    let bytes = try FileIO.read(path, limit: 1 << 28)
    guard path.hasSuffix(".events") else { return try TouchRecording(bytes, file: path) }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let name = TouchRecording.descriptionFile(for: URL(filePath: path).lastPathComponent, among: names) else {
      throw Failure("\(path): no .desc file in its folder shares its name; put the panel's description beside it.")
    }
    let description = folder + "/" + name
    return try TouchRecording(
      description: FileIO.read(description, limit: 1 << 24), descriptionFile: description, events: bytes, eventsFile: path)
  }
}
