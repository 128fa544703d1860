import CartoucheLinux
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
    never.arm(after: 5_000_000)
    once.arm(after: 10_000_000)
    last.arm(at: Timestamp(nanoseconds: start.nanoseconds + 30_000_000))
    #expect(never.isArmed && once.isArmed)
    never.disarm()
    #expect(!never.isArmed)
    #expect(try loop.run() == .stopped)
    #expect(fired == ["once 1"])
    #expect(EventLoop.now - start >= 30_000_000)
    #expect(!once.isArmed)
  }

  @Test("a repeating timer tells how often it fired when the loop was late")
  func repeating() throws {
    let loop = try EventLoop()
    var total: UInt64 = 0
    let timer = try loop.makeTimer { count in
      total += count
      if total >= 5 { loop.stop() }
    }
    timer.arm(at: EventLoop.now, every: 2_000_000)
    usleep(9000)
    _ = try loop.turn()
    #expect(total >= 4)
    _ = try loop.run()
    #expect(total >= 5)
  }

  @Test("a time that has passed fires at once")
  func past() throws {
    let loop = try EventLoop()
    let timer = try loop.makeTimer { _ in loop.stop() }
    timer.arm(at: .zero)
    #expect(try loop.turn(timeout: 1000) == .stopped)
  }

  @Test("work posted from another thread wakes the loop and runs on its thread, in order")
  func post() throws {
    final class Notes: @unchecked Sendable {
      var order: [Int] = []
      var threads: Set<pthread_t> = []
    }
    let loop = try EventLoop()
    let (mailbox, notes) = (loop.mailbox, Notes())
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
              notes.order.append(number)
              notes.threads.insert(pthread_self())
            }
          }
        }
      ).toOpaque())
    while notes.order.count < 100 { _ = try loop.turn(timeout: 1000) }
    pthread_join(thread, nil)
    #expect(notes.order == Array(0..<100))
    #expect(notes.threads == [pthread_self()])
  }

  private final class Sender {
    let send: () -> Void
    init(_ send: @escaping () -> Void) { self.send = send }
  }

  @Test("posting from posted work comes in the next turn")
  func postAgain() throws {
    let loop = try EventLoop()
    let mailbox = loop.mailbox
    final class Count: @unchecked Sendable { var value = 0 }
    let count = Count()
    mailbox.post {
      count.value += 1
      mailbox.post { count.value += 1 }
    }
    _ = try loop.turn(timeout: 1000)
    #expect(count.value == 1)
    _ = try loop.turn(timeout: 1000)
    #expect(count.value == 2)
  }

  @Test("a descriptor is watched until it is not, and a handler may end another's watch")
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
    _ = try loop.turn(timeout: 1000)
    _ = try loop.turn(timeout: 0)
    #expect(calls == 1)
  }

  @Test("SIGTERM and SIGINT end the run and say which", arguments: [SIGTERM, SIGINT])
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

  @Test("a signal from outside ends a program that has drawing threads, by way of the loop", arguments: [SIGTERM, SIGINT])
  func outside(number: Int32) throws {
    let probe = try #require(ProbeProcess("signal"))
    #expect(probe.line() == "ready")
    probe.signal(number)
    let (lines, status) = probe.finish()
    #expect(lines == ["signal \(number)"])
    #expect(status == 0)
  }

  @Test("loops and timers that go close what they opened")
  func closes() throws {
    #expect(try #require(ProbeProcess("descriptors")).finish().lines == ["left open 0"])
  }

  @Test("an idle loop does not wake")
  func idle() throws {
    #expect(try #require(ProbeProcess("idle")).finish().lines == ["wake-ups 1"])
  }
}
