internal import Glibc

/// Functions that list, find and create folders.
package enum Folders {
  /// Returns the sorted names of the entries of a folder, without `.` and `..`.
  ///
  /// - Returns: An empty array if the folder cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var result: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { result.append(name) }
    }
    return result.sorted()
  }

  /// Returns the paths of all files in a folder and its subfolders, relative to the folder, in sorted order.
  ///
  /// Symbolic links to files are files. Symbolic links to folders are not followed, except for `folder`
  /// itself. A folder that cannot be read counts as empty.
  package static func files(below folder: String) -> [String] {
    var found: [String] = []
    // Each round reads the folders of one level. A path has at most PATH_MAX bytes, so the rounds end.
    var prefixes = [""]
    while !prefixes.isEmpty {
      var deeper: [String] = []
      for prefix in prefixes {
        for name in names(in: folder + "/" + prefix) {
          var status = stat()
          guard lstat(folder + "/" + prefix + name, &status) == 0 else { continue }
          if status.st_mode & S_IFMT == S_IFDIR { deeper.append(prefix + name + "/") } else { found.append(prefix + name) }
        }
      }
      prefixes = deeper
    }
    return found.sorted()
  }

  /// Returns whether `path` is a folder, or a symbolic link to a folder.
  package static func isFolder(_ path: String) -> Bool {
    mode(of: path).map { $0 & S_IFMT == S_IFDIR } ?? false
  }

  /// Returns whether there is a file or folder at `path`.
  package static func exists(_ path: String) -> Bool {
    mode(of: path) != nil
  }

  /// Returns the absolute path of a file or folder, with symbolic links resolved.
  ///
  /// - Returns: nil if there is no file or folder at `path`.
  package static func resolved(_ path: String) -> String? {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    return resolved.map { String(cString: $0) }
  }

  /// Returns the path that a symbolic link contains, which is relative to the link's folder or absolute.
  ///
  /// - Returns: nil if `path` is not a symbolic link.
  static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// Returns the folder that contains the file or folder at `path`: the path up to its last slash.
  ///
  /// - Returns: `.` for a path without a slash.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the part of `path` after its last slash.
  package static func name(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// Creates a folder, and the folders that contain it. Existing folders stay as they are.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` if a folder cannot be created.
  package static func create(_ path: String) throws(FileError) {
    guard !path.isEmpty else { throw .unwritable(path: "\"\"", reason: "the path is empty") }
    var end = path.utf8.startIndex
    while end != path.utf8.endIndex {
      end = path.utf8[path.utf8.index(after: end)...].firstIndex(of: UInt8(ascii: "/")) ?? path.utf8.endIndex
      let part = String(path[..<end])
      guard !isFolder(part), mkdir(part, 0o777) != 0 else { continue }
      // Another program may have created the folder meanwhile.
      let number = errno
      guard isFolder(part) else { throw .unwritable(path: path, reason: message(ofError: number)) }
    }
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode : nil
  }
}
