import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Glibc
import Synchronization
import Testing

@Suite("The background threads")
struct BackgroundThreadsTests {
  @Test("the threads are nicer than their creator by 5, so that frames go first")
  func niceness() {
    let (queue, own) = (BackgroundThreads(count: 2), getpriority(__priority_which_t(0), 0))
    defer { queue.close() }
    var found: [Int32] = []
    for _ in 0..<8 {
      queue.compute {
        getpriority(__priority_which_t(0), 0)
      } completion: {
        found.append($0)
      }
    }
    queue.finish()
    #expect(found == Array(repeating: min(own + 5, 19), count: 8))
    #expect(getpriority(__priority_which_t(0), 0) == own)
  }

  @Test("in a pause no work begins, and what runs goes on", .timeLimit(.minutes(1)))
  func pause() {
    let threads = BackgroundThreads(count: 2)
    defer { threads.close() }
    let isStarted = Atomic<Bool>(false)
    let mayEnd = Atomic<Bool>(false)
    let performed = Atomic<Int>(0)
    func add() { threads.submit({ performed.add(1, ordering: .relaxed) }, completion: {}) }
    threads.submit {
      isStarted.store(true, ordering: .releasing)
      while !mayEnd.load(ordering: .acquiring) { usleep(100) }
      performed.add(100, ordering: .relaxed)
    } completion: {
    }
    while !isStarted.load(ordering: .acquiring) { usleep(100) }
    threads.pause(forDrawingThreads: 1_000_000)
    for _ in 0..<10 { add() }
    mayEnd.store(true, ordering: .releasing)
    while performed.load(ordering: .relaxed) < 100 { usleep(100) }
    usleep(20_000)
    #expect(performed.load(ordering: .relaxed) == 100)
    threads.resume()
    threads.finish()
    #expect(performed.load(ordering: .relaxed) == 110)
    // Waiting for work ends a pause, or it would wait forever.
    threads.pause(forDrawingThreads: 1_000_000)
    add()
    threads.finish()
    #expect(performed.load(ordering: .relaxed) == 111 && !threads.isWorking)
    // One drawing thread is not protected.
    threads.pause(forDrawingThreads: 1)
    add()
    while threads.isWorking { usleep(100) }
    #expect(performed.load(ordering: .relaxed) == 112)
  }

  @Test("a completion is called after its work, on the thread of the loop", arguments: [1, 2, 7])
  func order(count: Int) throws {
    let loop = try EventLoop()
    let threads = BackgroundThreads(count: count, mailbox: loop.mailbox)
    let owner = pthread_self()
    var sums: [Int] = []
    var isElsewhere = true
    for number in 0..<200 {
      threads.compute {
        (sum: number * number, thread: pthread_self())
      } completion: { result in
        sums.append(result.sum)
        isElsewhere = isElsewhere && pthread_equal(result.thread, owner) == 0 && pthread_equal(pthread_self(), owner) != 0
      }
    }
    #expect(sums.isEmpty, "no completion is called during the submission")
    while sums.count < 200 { _ = try loop.turn(timeout: 1) }
    #expect(isElsewhere && threads.workerCount == count)
    let found = count == 1 ? sums : sums.sorted()
    let expected: [Int] = (0..<200).map { number in number * number }
    #expect(found == expected, "one worker keeps the order")
  }

  @Test("completions submit 1000 more, and each turn of the loop calls only those that had finished")
  func chain() throws {
    let loop = try EventLoop()
    let threads = BackgroundThreads(count: 2, mailbox: loop.mailbox)
    var completed = 0
    var depth = 0
    func next() {
      threads.submit {
      } completion: {
        depth += 1
        #expect(depth == 1, "completions are not nested")
        completed += 1
        if completed <= 998 { next() }
        depth -= 1
      }
    }
    next()
    next()
    while completed < 1000 { _ = try loop.turn(timeout: 1) }
    #expect(try loop.turn(timeout: 0) == nil && completed == 1000)
  }

  @Test("a long queue is performed in order")
  func long() {
    let threads = BackgroundThreads(count: 1)
    var order: [Int] = []
    for number in 0..<10_000 {
      threads.compute {
        number
      } completion: {
        order.append($0)
      }
    }
    threads.finish()
    #expect(order == Array(0..<10_000))
  }

  @Test("without a mailbox, completions wait until the queue is drained or finished")
  func drain() {
    let threads = BackgroundThreads(count: 3)
    let performed = Atomic<Int>(0)
    var completed = 0
    for _ in 0..<50 {
      threads.submit {
        performed.add(1, ordering: .relaxed)
      } completion: {
        completed += 1
        if completed == 1 {
          // Nested calls reach the work that the outer call has taken.
          threads.submit {
            performed.add(1, ordering: .relaxed)
          } completion: {
            completed += 100
          }
          threads.finish()
        }
      }
    }
    while performed.load(ordering: .relaxed) < 50 { usleep(100) }
    #expect(completed == 0)
    threads.drain()
    threads.finish()
    #expect(completed == 150 && performed.load(ordering: .relaxed) == 51)
  }

  @Test("closing waits for running work, drops waiting work, and calls no completion")
  func close() {
    final class Token: Sendable {}
    let isRunning = Atomic<Bool>(false)
    let mayEnd = Atomic<Bool>(false)
    let ended = Atomic<Int>(0)
    let threads = BackgroundThreads(count: 1)
    var completed = 0
    weak var dropped: Token?
    do {
      let token = Token()
      dropped = token
      threads.submit {
        isRunning.store(true, ordering: .releasing)
        while !mayEnd.load(ordering: .acquiring) { usleep(100) }
        usleep(5000)
        ended.add(1, ordering: .relaxed)
      } completion: {
        completed += 1
      }
      for _ in 0..<10 {
        threads.submit { [token] in
          ended.add(token === token ? 100 : 0, ordering: .relaxed)
        } completion: {
          completed += 1
        }
      }
    }
    while !isRunning.load(ordering: .acquiring) { usleep(100) }
    #expect(dropped != nil)
    mayEnd.store(true, ordering: .releasing)
    threads.close()
    #expect(ended.load(ordering: .relaxed) == 1, "the running work ended, the others never began")
    #expect(dropped == nil)
    threads.submit {
      ended.add(1, ordering: .relaxed)
    } completion: {
      completed += 1
    }
    threads.drain()
    threads.finish()
    threads.close()
    #expect(completed == 0 && ended.load(ordering: .relaxed) == 1)
  }

  @Test("a completion may close the queue: no other completion is called")
  func closeInside() {
    let performed = Atomic<Int>(0)
    let threads = BackgroundThreads(count: 2)
    var completed = 0
    for _ in 0..<20 {
      threads.submit {
        performed.add(1, ordering: .relaxed)
      } completion: {
        completed += 1
        threads.close()
      }
    }
    while performed.load(ordering: .relaxed) < 20 { usleep(100) }
    threads.drain()
    #expect(completed == 1)
  }

  @Test("a released queue ends its threads, also if its loop has ended")
  func released() throws {
    final class Token {}
    weak var captured: Token?
    do {
      let loop = try EventLoop()
      let threads = BackgroundThreads(count: 2, mailbox: loop.mailbox)
      let token = Token()
      captured = token
      for _ in 0..<10 {
        threads.submit {
          usleep(200)
        } completion: {
          withExtendedLifetime(token) {}
        }
      }
      usleep(1000)
    }
    #expect(captured == nil)
  }

  @Test("work is released before its completion, which then owns the result alone")
  func ownership() {
    final class Token: Sendable {}
    let threads = BackgroundThreads(count: 2)
    var releasedCount = 0
    for _ in 0..<100 {
      let token = Token()
      threads.submit { [token] in
        withExtendedLifetime(token) {}
      } completion: { [weak token] in
        if token == nil { releasedCount += 1 }
      }
    }
    threads.finish()
    #expect(releasedCount == 100)
  }

  @Test("workers receive no signals from outside, but those of their own faults", arguments: [false, true])
  func signals(areDrawing: Bool) {
    let faults = [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE]
    let outside = [SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGUSR1]
    let masks = Mutex<[[Int32]]>([])
    let note: @Sendable () -> Void = {
      var blocked = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &blocked)
      masks.withLock { $0.append((faults + outside).filter { sigismember(&blocked, $0) == 1 }) }
    }
    if areDrawing {
      let owner = pthread_self()
      let pool = ThreadPool(count: 2)
      let isNoted = Atomic<Bool>(false)
      while !isNoted.load(ordering: .relaxed) {
        pool.perform(parts: 20) { _, worker in
          usleep(100)
          guard worker == 1, pthread_equal(pthread_self(), owner) == 0 else { return }
          note()
          isNoted.store(true, ordering: .relaxed)
        }
      }
    } else {
      let threads = BackgroundThreads(count: 2)
      for _ in 0..<4 { threads.submit(note, completion: {}) }
      threads.finish()
    }
    #expect(masks.withLock { masks in !masks.isEmpty && masks.allSatisfy { $0 == outside } })
  }

  @Test("the count is clamped to 1…64, and no thread is started before the first work")
  func counts() {
    #expect(BackgroundThreads(count: -3).workerCount == 1 && BackgroundThreads(count: 1_000_000).workerCount == 64)
    #expect((1...4).contains(BackgroundThreads.defaultCount))
  }

  @Test("idle threads do not wake, nor their loop, and bear their names")
  func idle() throws {
    let lines = try #require(ProbeProcess("background")).finish().lines
    #expect(lines == ["threads before 1", "background 0, background 1", "wake-ups at rest 1, switches of threads 0"])
  }
}
