import Cartouche
import Foundation
import Synchronization
import Testing

/// A list that several threads append to.
private final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  var all: [Element] { elements.withLock { $0 } }
  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

private let board = Board.headless(size: PixelSize(width: 32, height: 24), refreshMillihertz: 100_000)

@MainActor
@Suite("A kiosk's time")
struct KioskTimeTests {
  @Test("in real time, a headless kiosk paces its frames, runs posted work, and ends at stop")
  func realTime() throws {
    let kiosk = try Kiosk(board: board)
    kiosk.runsInRealTime = true
    var times: [Int64] = []
    kiosk.onTick { now in
      times.append(now.nanoseconds)
      if times.count < 11 {
        // Something to present: the pace is that of presented frames.
        kiosk.root.backgroundColor = times.count % 2 == 0 ? .red : .green
        return .moving
      }
      if times.count == 11 {
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: 0.05)
          kiosk.post {
            kiosk.root.backgroundColor = .blue
            kiosk.stop()
          }
        }
      }
      return .still
    }
    #expect(try kiosk.run() == .stopped)
    // A refresh takes 10 ms. A frame that began late is followed by one in time, so that one may be nearer.
    #expect(times[10] - times[0] >= 90_000_000, "\(times)")
    let image = kiosk.snapshot()
    #expect(withExtendedLifetime(image) { image.storage.pixels[0] } == 0xff00_00ff)
  }

  @Test("in real time, a kiosk at rest does not wake")
  func rest() throws {
    let kiosk = try Kiosk(board: board)
    kiosk.runsInRealTime = true
    kiosk.root.backgroundColor = .red
    let counts = Log<Int>()
    kiosk.onPresent { record in
      guard record.number == 0 else { return }
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.3)
        kiosk.post { counts.append(kiosk.loop.wakeUps) }
        Thread.sleep(forTimeInterval: 0.4)
        kiosk.post {
          counts.append(kiosk.loop.wakeUps)
          kiosk.stop()
        }
      }
    }
    try kiosk.run()
    #expect(counts.all.count == 2 && counts.all[1] - counts.all[0] == 1, "only the second post wakes it: \(counts.all)")
  }

  @Test("in real time, a task that sleeps on the kiosk's clock wakes after that time, and the loop wakes for it only")
  func liveSleep() throws {
    let kiosk = try Kiosk(board: board)
    kiosk.runsInRealTime = true
    let woken = Log<Timestamp>()
    Task.detached {
      try await kiosk.clock.sleep(for: .milliseconds(150))
      woken.append(kiosk.clock.now)
      kiosk.post { kiosk.stop() }
    }
    let start = ContinuousClock.now
    try kiosk.run()
    #expect(ContinuousClock.now - start >= .milliseconds(100))
    #expect(try #require(woken.all.first).nanoseconds >= 150_000_000)
    #expect(kiosk.loop.wakeUps < 12, "\(kiosk.loop.wakeUps)")
  }

  @Test("without real time, the same kiosk plays an empty replay")
  func virtualTime() throws {
    let kiosk = try Kiosk(board: board)
    #expect(try kiosk.run() == .finished)
    kiosk.runsInRealTime = true
    kiosk.post { kiosk.stop() }
    #expect(try kiosk.run() == .stopped)
  }

  @Test("an explicit replay in real time takes its time")
  func pacedReplay() throws {
    let kiosk = try Kiosk(board: board, replay: Replay(end: .at(Timestamp(nanoseconds: 150_000_000))))
    kiosk.runsInRealTime = true
    let start = ContinuousClock.now
    #expect(try kiosk.run() == .finished)
    #expect(ContinuousClock.now - start >= .milliseconds(150))
  }

  @Test("announced work of another thread is shown before the run settles, and virtual time does not pass for it")
  func announcedThread() throws {
    let kiosk = try Kiosk(board: board)
    let work = kiosk.beginWork()
    let times = Log<Seconds>()
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.1)
      kiosk.post {
        times.append(kiosk.currentTime)
        kiosk.root.backgroundColor = .red
      }
      work.end()
    }
    var frames = 0
    kiosk.onPresent { _ in frames += 1 }
    #expect(try kiosk.run() == .finished)
    #expect(times.all == [0] && frames == 1)
    let image = kiosk.snapshot()
    #expect(withExtendedLifetime(image) { image.storage.pixels[0] } == 0xffff_0000)
  }

  @Test("a token that nothing refers to ends its work")
  func droppedToken() throws {
    let kiosk = try Kiosk(board: board)
    do { _ = kiosk.beginWork() }
    #expect(try kiosk.run() == .finished)
  }

  @Test("a cancelled sleep ends, and a sleep of a kiosk that is released ends")
  func cancellation() async throws {
    var kiosk: Kiosk? = try Kiosk(board: board)
    let clock = try #require(kiosk).clock
    let cancelled = Task.detached { try await clock.sleep(for: .seconds(1)) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let asleep = Task.detached { try await clock.sleep(for: .seconds(1)) }
    // Most likely the task sleeps by then.
    try await Task.sleep(nanoseconds: 20_000_000)
    kiosk = nil
    await #expect(throws: CancellationError.self) { try await asleep.value }
    await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
  }

  @Test("durations and times of the clock saturate")
  func arithmetic() {
    let second = Timestamp(nanoseconds: 1_000_000_000)
    #expect(second.advanced(by: Duration.milliseconds(1500)) == Timestamp(nanoseconds: 2_500_000_000))
    #expect(second.duration(to: Timestamp.zero) == .seconds(-1))
    #expect(second.advanced(by: Duration.seconds(Int64.max)) == Timestamp(nanoseconds: .max))
    #expect(second.advanced(by: Duration.seconds(Int64.min)) == Timestamp(nanoseconds: .min))
    #expect(Timestamp(nanoseconds: .min).duration(to: Timestamp(nanoseconds: .max)) > .seconds(18_000_000_000))
  }
}
