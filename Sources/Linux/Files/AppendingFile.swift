internal import Glibc

/// A file to which text is appended piece by piece, such as a log that grows while a program runs.
package final class AppendingFile {
  private let path: String
  private let descriptor: Int32

  /// Creates an empty file at `path`, or empties the file that is there.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` if the file cannot be created.
  package init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: message(ofError: errno)) }
  }

  deinit {
    close(descriptor)
  }

  /// Appends `text` to the file.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` if the text cannot be written, for example because the
  ///   disk is full.
  package func append(_ text: String) throws(FileError) {
    try FileIO.write(Array(text.utf8), to: descriptor, named: path)
  }
}
