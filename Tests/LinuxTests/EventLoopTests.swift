import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Glibc
import Testing

@Suite("The event loop")
struct EventLoopTests {
  @Test("a timer fires once at its time, and not after it was disarmed")
  func timer() throws {
    let loop = try EventLoop()
    var fired: [String] = []
    let never = try loop.makeTimer { _ in fired.append("never") }
    let once = try loop.makeTimer { count in fired.append("once \(count)") }
    let last = try loop.makeTimer { _ in loop.stop() }
    let start = EventLoop.now
    never.arm(after: 0.005)
    once.arm(after: 0.01)
    last.arm(at: Timestamp(nanoseconds: start.nanoseconds + 30_000_000))
    #expect(never.isArmed && once.isArmed)
    never.disarm()
    #expect(!never.isArmed)
    #expect(try loop.run() == .stopped)
    #expect(fired == ["once 1"])
    #expect(EventLoop.now - start >= 30_000_000)
    #expect(!once.isArmed)
  }

  @Test("a repeating timer reports how often it fired when the loop was late")
  func repeating() throws {
    let loop = try EventLoop()
    var total: UInt64 = 0
    let timer = try loop.makeTimer { count in
      total += count
      if total >= 5 { loop.stop() }
    }
    timer.arm(at: EventLoop.now, every: 0.002)
    usleep(9000)
    _ = try loop.turn()
    #expect(total >= 4)
    _ = try loop.run()
    #expect(total >= 5)
  }

  @Test("knows when it stopped waiting, before its handlers were called")
  func wakeUpTime() throws {
    let loop = try EventLoop()
    let start = EventLoop.now
    var handled = start
    let timer = try loop.makeTimer { _ in
      handled = EventLoop.now
      usleep(2000)
    }
    #expect(loop.wakeUpTime < start)
    timer.arm(after: 0.005)
    _ = try loop.turn()
    #expect(loop.wakeUpTime - start >= 5_000_000 && loop.wakeUpTime <= handled)
  }

  @Test("a timer armed for a time in the past fires immediately")
  func past() throws {
    let loop = try EventLoop()
    let timer = try loop.makeTimer { _ in loop.stop() }
    timer.arm(at: .zero)
    #expect(try loop.turn(timeout: 1) == .stopped)
  }

  @Test("a turn waits for its timeout, and without one until there is an event")
  func timeout() throws {
    let loop = try EventLoop()
    let start = EventLoop.now
    #expect(try loop.turn(timeout: 0) == nil && loop.turn(timeout: -1) == nil)
    #expect(try loop.turn(timeout: 0.0201) == nil)
    #expect(EventLoop.now - start >= 20_100_000, "rounded up to whole milliseconds")
    let timer = try loop.makeTimer { _ in loop.stop() }
    timer.arm(after: -1)
    #expect(try loop.turn() == .stopped)
  }

  @Test("a signal with a handler calls it, and the loop goes on")
  func handledSignal() throws {
    let loop = try EventLoop()
    var calls: [String] = []
    try loop.handle(signal: SIGUSR1) { calls.append("first") }
    try loop.handle(signal: SIGUSR1) { calls.append("second") }
    // To this thread only: the other threads of the tests do not block the signal.
    pthread_kill(pthread_self(), SIGUSR1)
    #expect(try loop.turn(timeout: 1) == nil)
    #expect(calls == ["second"])
    pthread_kill(pthread_self(), SIGTERM)
    #expect(try loop.turn(timeout: 1) == .signal(SIGTERM))
  }

  @Test("a signal that arrives for a handler after the last turn does not end the process")
  func lateSignal() throws {
    var calls = 0
    do {
      let loop = try EventLoop()
      try loop.handle(signal: SIGUSR2) { calls += 1 }
      pthread_kill(pthread_self(), SIGUSR2)
    }
    #expect(calls == 0)
  }

  @Test("a descriptor that the kernel refuses is an error that names the call")
  func refusedDescriptor() throws {
    let loop = try EventLoop()
    let error = #expect(throws: EventLoopError.self) { try loop.watch(-1) {} }
    #expect(error?.call == "epoll_ctl" && error?.errno == EBADF)
    #expect(error?.description.contains("epoll_ctl failed (Bad file descriptor)") == true)
  }

  @Test("work posted from another thread wakes the loop and runs on its thread, in order")
  func post() throws {
    final class Log: @unchecked Sendable {
      var order: [Int] = []
      var threads: Set<pthread_t> = []
    }
    let loop = try EventLoop()
    let (mailbox, log) = (loop.mailbox, Log())
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        let mailbox = Unmanaged<Sender>.fromOpaque(argument!).takeRetainedValue()
        usleep(5000)
        mailbox.send()
        return nil
      },
      Unmanaged.passRetained(
        Sender {
          for number in 0..<100 {
            mailbox.post {
              log.order.append(number)
              log.threads.insert(pthread_self())
            }
          }
        }
      ).toOpaque())
    while log.order.count < 100 { _ = try loop.turn(timeout: 1) }
    pthread_join(thread, nil)
    #expect(log.order == Array(0..<100))
    #expect(log.threads == [pthread_self()])
  }

  private final class Sender {
    let send: () -> Void
    init(_ send: @escaping () -> Void) { self.send = send }
  }

  @Test("work posted by posted work runs in the next turn")
  func postAgain() throws {
    let loop = try EventLoop()
    let mailbox = loop.mailbox
    final class Count: @unchecked Sendable { var value = 0 }
    let count = Count()
    mailbox.post {
      count.value += 1
      mailbox.post { count.value += 1 }
    }
    _ = try loop.turn(timeout: 1)
    #expect(count.value == 1)
    _ = try loop.turn(timeout: 1)
    #expect(count.value == 2)
  }

  @Test("a handler may end its own watch and that of another descriptor")
  func watch() throws {
    let loop = try EventLoop()
    var ends: [[Int32]] = [[0, 0], [0, 0]]
    #expect(pipe(&ends[0]) == 0 && pipe(&ends[1]) == 0)
    defer { for end in ends.joined() { close(end) } }
    var watches: [EventLoop.Watch] = []
    var calls = 0
    for index in 0..<2 {
      try watches.append(
        loop.watch(ends[index][0]) {
          calls += 1
          for watch in watches { loop.unwatch(watch) }
        })
    }
    for pair in ends { #expect(write(pair[1], "x", 1) == 1) }
    _ = try loop.turn(timeout: 1)
    _ = try loop.turn(timeout: 0)
    #expect(calls == 1)
  }

  @Test("SIGTERM and SIGINT end the run, which returns the signal", arguments: [SIGTERM, SIGINT])
  func signals(number: Int32) throws {
    let loop = try EventLoop()
    pthread_kill(pthread_self(), number)
    #expect(try loop.run() == .signal(number))
  }

  @Test("tasks on the main actor run while the loop sleeps")
  func mainActor() throws {
    let (lines, status) = try #require(ProbeProcess("main-queue")).finish()
    #expect(lines == ["task", "slept", "detached", "ending stopped after few wake-ups"])
    #expect(status == 0)
  }

  @Test("a signal from another process ends the loop of a program with worker threads", arguments: [SIGTERM, SIGINT])
  func outside(number: Int32) throws {
    let probe = try #require(ProbeProcess("signal"))
    #expect(probe.line() == "ready")
    probe.signal(number)
    let (lines, status) = probe.finish()
    #expect(lines == ["signal \(number)"])
    #expect(status == 0)
  }

  @Test("loops and timers close their descriptors when they are released")
  func closes() throws {
    #expect(try #require(ProbeProcess("descriptors")).finish().lines == ["left open 0"])
  }

  @Test("an idle loop does not wake")
  func idle() throws {
    #expect(try #require(ProbeProcess("idle")).finish().lines == ["wake-ups 1"])
  }
}
