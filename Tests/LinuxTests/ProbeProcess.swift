import Glibc

/// A process that runs the program `LinuxProbe`, which is built into the tests' folder.
struct ProbeProcess {
  private let process: pid_t
  private let output: UnsafeMutablePointer<FILE>

  init?(_ arguments: String...) {
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    guard length > 0 else { return nil }
    let own = String(decoding: path[0..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let program = own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/LinuxProbe"

    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = ([String(program)] + arguments).map { strdup($0) } + [nil]
    var started = pid_t()
    let result = posix_spawn(&started, String(program), &actions, nil, &words, environ)
    for word in words { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    guard result == 0, let file = fdopen(ends[0], "r") else { return nil }
    process = started
    output = file
  }

  /// Returns the next line of the output; nil at the end.
  func line() -> String? {
    var bytes = [CChar](repeating: 0, count: 1024)
    guard fgets(&bytes, 1024, output) != nil else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Waits for the process to end, and returns the rest of its output and its status from `waitpid`.
  func finish() -> (lines: [String], status: Int32) {
    var lines: [String] = []
    while let next = line() { lines.append(next) }
    fclose(output)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return (lines, status)
  }
}
