import CLinux
import CartoucheLinux
import CartoucheRaster
import Glibc

/// Runs one experiment per command and prints the result, for `LinuxTests` and for scenarios of the virtual
/// machine.
@main
struct LinuxProbe {
  static func main() throws {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "main-queue": try runMainActorTasks()
    case "signal": try waitForSignal()
    case "idle": try stayIdle()
    case "background": try BackgroundProbe.run()
    case "descriptors": try countDescriptors()
    case "display": try DisplayProbe.run(Array(arguments.dropFirst(2)))
    case "uinput": try TouchProbe.play(description: arguments[2], events: arguments[3])
    case "console-mode": printConsoleMode()
    case "perform": perform(times: arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1000)
    case "touch-list": print("found", try TouchDevice.find())
    default:
      print("usage: LinuxProbe main-queue | signal | idle | background | descriptors")
      print("       LinuxProbe display drm|fbdev|headless|auto [format=F] [buffers=N] [frames=N] [dump=NAME]")
      print("       LinuxProbe uinput DESCRIPTION EVENTS | touch-list | console-mode | perform N")
      exit(2)
    }
  }

  /// Shows that tasks on the main actor run while the loop sleeps with nothing armed.
  @MainActor
  static func runMainActorTasks() throws {
    let loop = try EventLoop()
    let box = LoopBox(loop: loop)
    Task { @MainActor in
      print("task")
      try await Task.sleep(for: .milliseconds(30))
      print("slept")
      await Task.detached { _ = usleep(30_000) }.value
      print("detached")
      box.loop.stop()
    }
    print("ending", try loop.run(), "after", loop.wakeUps < 20 ? "few" : "many", "wake-ups")
  }

  /// Waits for a signal in a program that has worker threads.
  static func waitForSignal() throws {
    let loop = try EventLoop()
    let pool = ThreadPool(count: 3)
    pool.perform(parts: 3) { _, _ in }
    print("ready")
    fflush(nil)
    switch try loop.run() {
    case .stopped: print("stopped")
    case .signal(let number): print("signal", number)
    }
  }

  /// Counts the descriptors that loops and timers leave open.
  static func countDescriptors() throws {
    func openCount() -> Int { (0..<1024).count { fcntl($0, F_GETFD) >= 0 } }
    // The main queue's own descriptor stays open for the process's lifetime.
    do { _ = try EventLoop() }
    let before = openCount()
    for _ in 0..<50 {
      let loop = try EventLoop()
      let timer = try loop.makeTimer { _ in }
      timer.arm(after: 0.000_000_001)
      _ = try loop.turn(timeout: 0.1)
    }
    print("left open", openCount() - before)
  }

  /// Prints the mode of the active console: 0, text; 1, graphics.
  static func printConsoleMode() {
    let console = cartouche_open("/dev/tty0", O_RDWR | O_NOCTTY)
    var mode: Int32 = -1
    _ = cartouche_ioctl(console, UInt(KDGETMODE), &mode)
    print("console mode", mode)
  }

  /// Runs jobs; running it with two different counts shows how much a job allocates.
  static func perform(times: Int) {
    let pool = ThreadPool(count: 2)
    var sums = [0, 0]
    sums.withUnsafeMutableBufferPointer { sums in
      nonisolated(unsafe) let sums = sums
      for _ in 0..<times { pool.perform(parts: 20) { index, worker in sums[worker] += index } }
    }
    print("sum", sums[0] + sums[1])
  }

  /// Shows that a loop with nothing armed but the timer that ends it wakes once.
  static func stayIdle() throws {
    let loop = try EventLoop()
    let timer = try loop.makeTimer { _ in loop.stop() }
    timer.arm(after: 0.2)
    _ = try loop.run()
    print("wake-ups", loop.wakeUps)
  }
}

@MainActor
private final class LoopBox {
  let loop: EventLoop
  init(loop: EventLoop) { self.loop = loop }
}
