internal import Cartouche

/// Reads touch recordings of one file or two.
enum TouchRecordingReader {
  /// Reads an `.evemu` file, or an `.events` file and the `.desc` file in its folder with the longest common
  /// dotted prefix.
  ///
  /// Irregularities that were corrected, such as a position outside the panel's range, are reported on
  /// standard error, as those of a live panel are.
  ///
  /// - Throws: An error with file and line if it cannot be read.
  static func read(_ path: String) throws -> TouchRecording {
    let recording = try events(path)
    for diagnostic in recording.diagnostics {
      FileIO.writeToStandardError("\(diagnostic)")
    }
    return recording
  }

  private static func events(_ path: String) throws -> TouchRecording {
    let bytes = try FileIO.read(path, limit: 1 << 28)
    guard path.hasSuffix(".events") else { return try TouchRecording(bytes, file: path) }
    let folder = Folders.parent(of: path)
    let name = TouchRecording.descriptionFile(for: Folders.name(of: path), among: Folders.names(in: folder))
    guard let name else { throw KioskOptionsError.noDescription(path: path) }
    let description = folder + "/" + name
    return try TouchRecording(
      description: FileIO.read(description, limit: 1 << 24), descriptionFile: description, events: bytes, eventsFile: path)
  }
}
