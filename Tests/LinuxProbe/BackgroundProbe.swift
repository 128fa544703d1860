import CartoucheLinux
import CartoucheRaster
import Glibc

/// Shows what background threads do at rest.
enum BackgroundProbe {
  /// Performs some work, and then counts wake-ups of the loop and of the threads while there is no work.
  static func run() throws {
    let loop = try EventLoop()
    let threads = BackgroundThreads(count: 2, mailbox: loop.mailbox)
    print("threads before", tasks().count)
    var completed = 0
    for _ in 0..<100 {
      threads.submit {
        usleep(100)
      } completion: {
        completed += 1
      }
    }
    while completed < 100 { _ = try loop.turn() }
    // The threads may still be on their way to sleep.
    usleep(50_000)
    _ = try loop.turn(timeout: 0)
    print(tasks().map(name).filter { $0.hasPrefix("background") }.sorted().joined(separator: ", "))

    let (wakeUps, switches) = (loop.wakeUps, switchCount())
    let timer = try loop.makeTimer { _ in loop.stop() }
    timer.arm(after: 0.2)
    _ = try loop.run()
    print("wake-ups at rest \(loop.wakeUps - wakeUps), switches of threads \(switchCount() - switches)")
    threads.close()
  }

  /// Returns how often the background threads have begun to sleep.
  private static func switchCount() -> Int {
    tasks().filter { name($0).hasPrefix("background") }.reduce(0) { sum, task in
      let line = lines("/proc/self/task/\(task)/status").first { $0.hasPrefix("voluntary_ctxt_switches") } ?? ""
      return sum + (Int(line.split(separator: "\t").last ?? "") ?? 0)
    }
  }

  private static func name(_ task: String) -> String { lines("/proc/self/task/\(task)/comm").first ?? "" }

  /// Returns the ids of the process's threads.
  private static func tasks() -> [String] {
    guard let directory = opendir("/proc/self/task") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if Int(name) != nil { names.append(name) }
    }
    return names
  }

  private static func lines(_ path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var lines: [String] = []
    var bytes = [CChar](repeating: 0, count: 1024)
    while fgets(&bytes, 1024, file) != nil {
      lines.append(String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return lines
  }
}
