import CartoucheLinux
import Glibc
import Synchronization
import Testing

@Suite("The thread of low priority")
struct LowPriorityThreadTests {
  /// The work that was performed, in its order.
  private final class Log: Sendable {
    let numbers = Mutex<[Int]>([])
    let threads = Mutex<Set<UInt>>([])
    var count: Int { numbers.withLock { $0.count } }

    func wait(for count: Int) {
      for _ in 0..<10_000 where self.count < count { usleep(1000) }
    }
  }

  @Test("work is performed in its order by one other thread")
  func order() {
    let (thread, log) = (LowPriorityThread(), Log())
    for number in 0..<200 {
      #expect(
        thread.perform {
          log.threads.withLock { _ = $0.insert(UInt(pthread_self())) }
          log.numbers.withLock { $0.append(number) }
        })
    }
    log.wait(for: 200)
    #expect(log.numbers.withLock { $0 } == Array(0..<200))
    let threads = log.threads.withLock { $0 }
    #expect(threads.count == 1 && !threads.contains(UInt(pthread_self())))
  }

  @Test("a thread that is released drops what has not begun")
  func release() {
    let log = Log()
    var thread: LowPriorityThread? = LowPriorityThread()
    let gate = Gate()
    _ = thread?.perform {
      gate.isRunning.store(true, ordering: .releasing)
      while !gate.mayEnd.load(ordering: .acquiring) { usleep(1000) }
      log.numbers.withLock { $0.append(1) }
    }
    _ = thread?.perform { log.numbers.withLock { $0.append(2) } }
    while !gate.isRunning.load(ordering: .acquiring) { usleep(1000) }
    thread = nil
    gate.mayEnd.store(true, ordering: .releasing)
    log.wait(for: 1)
    usleep(20_000)
    #expect(log.numbers.withLock { $0 } == [1])
  }

  @Test("the thread is nicer than its creator by 10")
  func niceness() {
    let (thread, log) = (LowPriorityThread(), Log())
    let own = getpriority(__priority_which_t(0), 0)
    _ = thread.perform { log.numbers.withLock { $0.append(Int(getpriority(__priority_which_t(0), 0))) } }
    log.wait(for: 1)
    #expect(log.numbers.withLock { $0 } == [Int(min(own + 10, 19))])
  }

  private final class Gate: Sendable {
    let isRunning = Atomic(false)
    let mayEnd = Atomic(false)
  }
}
