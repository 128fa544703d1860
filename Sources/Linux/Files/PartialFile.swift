internal import Glibc

/// A file that is written piece by piece under another name, and gets its own name when it is complete.
///
///     init ──append──▶ touches.partial.evemu grows ──complete──▶ renamed to touches.evemu
///                        └──the process is killed, or the disk is full──▶ it stays, with the pieces so far
///
/// A special file (a pipe, a terminal, `/dev/null`) is written directly, under its own name.
package final class PartialFile {
  /// The path under which the file is written.
  package let path: String
  private let destination: String
  private let isSpecial: Bool
  private let descriptor: Int32
  private var byteCount = 0

  /// Creates the file under the name for its parts, in the folder of `destination`.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` if the file cannot be created, or if the parts of an
  ///   earlier file are there.
  package init(for destination: String) throws(FileError) {
    let target = try FileIO.Destination(destination)
    (self.destination, isSpecial) = (target.path, target.isSpecial)
    path = target.isSpecial ? target.path : Self.partialPath(of: target.path)
    descriptor = open(path, (target.isSpecial ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL) | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let reason = errno == EEXIST ? "a recording that was cut is there; rename or remove it" : message(ofError: errno)
      throw .unwritable(path: path, reason: reason)
    }
  }

  deinit {
    close(descriptor)
  }

  /// Returns the name for the parts of a file: `.partial` is inserted before the extension, which says how
  /// the file is read.
  package static func partialPath(of path: String) -> String {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[name...].utf8.lastIndex(of: UInt8(ascii: ".")), dot > name else { return path + ".partial" }
    return path[..<dot] + ".partial" + path[dot...]
  }

  /// Appends a piece.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` if the piece cannot be written, for example because the
  ///   disk is full. The file then ends with the piece before.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    guard !bytes.isEmpty else { return }
    do throws(FileError) {
      try FileIO.write(bytes, to: descriptor, named: path)
      byteCount += bytes.count
    } catch {
      if !isSpecial { ftruncate(descriptor, byteCount) }
      throw error
    }
  }

  /// Gives the complete file its own name, and replaces a file of this name.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` if that is impossible. The parts then stay.
  package func complete() throws(FileError) {
    if isSpecial { return }
    guard fsync(descriptor) == 0, rename(path, destination) == 0 else {
      throw .unwritable(path: destination, reason: message(ofError: errno))
    }
  }

  /// Removes the file.
  package func discard() {
    if !isSpecial { unlink(path) }
  }
}
