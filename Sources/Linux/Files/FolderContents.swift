internal import Glibc

/// The files in folders.
package enum FolderContents {
  /// Whether there is a folder at `path`, or a symbolic link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
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
        for name in DeviceNodeUsers.names(in: folder + "/" + prefix) {
          var status = stat()
          guard lstat(folder + "/" + prefix + name, &status) == 0 else { continue }
          if status.st_mode & S_IFMT == S_IFDIR { deeper.append(prefix + name + "/") } else { found.append(prefix + name) }
        }
      }
      prefixes = deeper
    }
    return found.sorted()
  }
}
