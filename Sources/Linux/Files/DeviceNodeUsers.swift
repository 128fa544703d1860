internal import Glibc

/// Queries about a device node: the group that may open the node, and the processes that have it open.
enum DeviceNodeUsers {
  /// Returns the name of the group that owns the device node at `path`.
  ///
  /// - Returns: nil if the node or the group's name is not found. Also nil if the group is root's, which
  ///   users should not join.
  static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_gid != 0 else { return nil }
    return groupName(status.st_gid)
  }

  /// Returns the name of a group; nil if it has none.
  static func groupName(_ id: gid_t) -> String? {
    entries(of: "/etc/group").first { $0.count >= 3 && gid_t($0[2]) == id }.map { String($0[0]) }
  }

  /// Returns the name of a user; nil if the user has none.
  static func userName(_ id: uid_t) -> String? {
    entries(of: "/etc/passwd").first { $0.count >= 3 && uid_t($0[2]) == id }.map { String($0[0]) }
  }

  /// Returns the names of the groups whose list of members has the user.
  static func memberships(ofUser name: String) -> [String] {
    entries(of: "/etc/group").filter { $0.count >= 4 && $0[3].split(separator: ",").contains { $0 == name } }.map { String($0[0]) }
  }

  /// Returns the fields of a file's lines, which colons separate.
  private static func entries(of path: String) -> [[Substring]] {
    // Only from the file: glibc's getgrgid would load name service modules into a static program.
    contents(of: path).split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false) }
  }

  /// Returns the processes, except this process, that have the device at `path` open.
  ///
  /// Processes whose `/proc` entries this process may not read are left out.
  ///
  /// - Parameter first: The lowest number of a descriptor that counts. With 3, the programs are left out that
  ///   have a console as their standard input and output only.
  static func processes(using path: String, fromDescriptor first: Int = 0) -> [DeviceHolder] {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return [] }
    var result: [DeviceHolder] = []
    for entry in Folders.names(in: "/proc") {
      guard let id = Int32(entry), id != getpid() else { continue }
      let isOpen = Folders.names(in: "/proc/\(entry)/fd").contains { number in
        guard Int(number) ?? 0 >= first else { return false }
        var status = stat()
        return stat("/proc/\(entry)/fd/\(number)", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
          && status.st_rdev == wanted.st_rdev
      }
      if isOpen { result.append(DeviceHolder(name: name(of: id), id: id)) }
    }
    return result
  }

  /// Returns the processes, except this process, that have mapped the memory of the device at `path`.
  ///
  /// Processes whose `/proc` entries this process may not read are left out.
  static func processes(mapping path: String) -> [DeviceHolder] {
    Folders.names(in: "/proc").compactMap { Int32($0) }.filter { id in
      guard id != getpid(), let maps = try? FileIO.read("/proc/\(id)/maps") else { return false }
      return String(decoding: maps, as: UTF8.self).split(separator: "\n").contains { $0.hasSuffix(" \(path)") }
    }.map { DeviceHolder(name: name(of: $0), id: $0) }
  }

  /// Returns the process that is the DRM master of the graphics card with this number.
  ///
  /// The process is read from the `clients` file of debugfs, whose lines are `command pid dev master auth uid
  /// magic`.
  ///
  /// - Returns: nil if the card has no master or debugfs cannot be read. Also nil if this process is the
  ///   master.
  static func master(ofCard number: Int) -> DeviceHolder? {
    for line in contents(of: "/sys/kernel/debug/dri/\(number)/clients").split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count >= 4, fields[3] == "y", let id = Int32(fields[1]), id != getpid() else { continue }
      return DeviceHolder(name: String(fields[0]), id: id)
    }
    return nil
  }

  private static func name(of process: Int32) -> String {
    let name = contents(of: "/proc/\(process)/comm").prefix { $0 != "\n" }
    return name.isEmpty ? "a program" : String(name)
  }

  /// Returns the first 64 KiB of a file as text. If the file cannot be read, the result is empty.
  static func contents(of path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[0..<count], as: UTF8.self)
  }
}
