import Glibc

/// The listing of a directory's entries.
///
/// A source of tiles visits only entries whose names are numbers, on three levels. Symbolic links that form a
/// loop are therefore not followed for long.
enum DirectoryListing {
  /// Returns the numbers in `range` that are the names of entries of the directory at `path`, in ascending
  /// order. If the directory cannot be read, the result is nil.
  ///
  /// - Parameter suffix: The ending of the names after the number, for example `.pbf`.
  static func numbers(in path: String, range: Range<Int>, suffix: String = "") -> [Int]? {
    var numbers: [Int] = []
    let isReadable = forEachName(in: path) { name in
      if let number = number(name, suffix: suffix), range.contains(number) { numbers.append(number) }
      return true
    }
    return isReadable ? numbers.sorted() : nil
  }

  /// Calls `body` with the name of each entry of a directory until `body` returns false.
  ///
  /// - Returns: Whether the directory can be read.
  static func forEachName(in path: String, _ body: (String) -> Bool) -> Bool {
    guard let directory = opendir(path) else { return false }
    defer { closedir(directory) }
    // The offset, because a record may be shorter than the structure.
    let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
    while let entry = readdir(directory) {
      let name = (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
      if !body(String(cString: name)) { break }
    }
    return true
  }

  /// Returns the number in a name that is a number without leading zeros and `suffix`.
  static func number(_ name: String, suffix: String = "") -> Int? {
    guard name.hasSuffix(suffix) else { return nil }
    let digits = name.dropLast(suffix.count)
    guard let number = Int(digits), number >= 0, String(number) == digits else { return nil }
    return number
  }
}
