internal import Glibc

/// What the file system says of a device: whose it is, and who has it open.
enum DeviceNode {
  /// The name of the group that the device belongs to; nil if the device or the name is not found, and for root's own, which nobody is to join.
  static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_gid != 0 else { return nil }
    return groupName(status.st_gid)
  }

  private static func groupName(_ id: gid_t) -> String? {
    // From the file alone: glibc's getgrgid would load name services into a static program.
    for line in contents(of: "/etc/group").split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count >= 3, gid_t(fields[2]) == id { return String(fields[0]) }
    }
    return nil
  }

  /// The other processes that have `path` open, as far as this one may look into `/proc`.
  static func processes(using path: String) -> [ProcessIdentity] {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return [] }
    var result: [ProcessIdentity] = []
    for entry in names(in: "/proc") {
      guard let id = Int32(entry), id != getpid() else { continue }
      let isHolding = names(in: "/proc/\(entry)/fd").contains { number in
        var status = stat()
        return stat("/proc/\(entry)/fd/\(number)", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
          && status.st_rdev == wanted.st_rdev
      }
      if isHolding { result.append(ProcessIdentity(name: name(of: id), id: id)) }
    }
    return result
  }

  /// The process that is the master of card `number`, where debugfs may be read: `command pid dev master auth uid magic`.
  static func master(ofCard number: Int) -> ProcessIdentity? {
    for line in contents(of: "/sys/kernel/debug/dri/\(number)/clients").split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count >= 4, fields[3] == "y", let id = Int32(fields[1]), id != getpid() else { continue }
      return ProcessIdentity(name: String(fields[0]), id: id)
    }
    return nil
  }

  private static func name(of process: Int32) -> String {
    let name = contents(of: "/proc/\(process)/comm").prefix { $0 != "\n" }
    return name.isEmpty ? "a program" : String(name)
  }

  /// The names in a folder, sorted; none if it cannot be read.
  static func names(in folder: String) -> [String] {
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

  /// The first 64 KiB of a small file; empty if it cannot be read.
  static func contents(of path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[0..<count], as: UTF8.self)
  }
}
