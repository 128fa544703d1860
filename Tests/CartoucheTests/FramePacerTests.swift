import Cartouche
import Testing

@Suite("The pace of frames")
struct FramePacerTests {
  private static let interval: Int64 = 16_666_666
  private static let lead: Int64 = 7_000_000  // a frame of 5 ms and the margin

  private func time(_ intervals: Int64, late: Int64 = 0) -> Timestamp {
    Timestamp(nanoseconds: 1_000_000_000 + intervals * Self.interval + late)
  }

  /// A display that shows frames at vertical blanks, and a run loop that draws on it.
  private struct Panel {
    var pacer = FramePacer(interval: FramePacerTests.interval)
    var now = Timestamp(nanoseconds: 1_003_000_000)
    /// The blank at which the flip of the frame that was submitted happens.
    private(set) var flip: Timestamp?
    /// Whether a frame waits for that flip.
    private(set) var isQueued = false
    private(set) var flips: [Timestamp] = []
    /// Whether flips are reported at once instead of at blanks.
    var isImmediate = false
    /// The lateness of each report of a flip in nanoseconds.
    var reportDelay: Int64 = 50_000

    private func blank(after time: Timestamp) -> Timestamp {
      let steps = (time.nanoseconds - 1_000_000_000) / FramePacerTests.interval + 1
      return Timestamp(nanoseconds: 1_000_000_000 + steps * FramePacerTests.interval)
    }

    private mutating func submit(at time: Timestamp) {
      flip = isImmediate ? Timestamp(nanoseconds: time.nanoseconds + 300_000) : blank(after: time)
    }

    /// Reports the flips up to `time`.
    mutating func reportFlips(until time: Timestamp) {
      while let done = flip, done.nanoseconds + reportDelay <= time.nanoseconds {
        flip = nil
        flips.append(done)
        if isQueued { submit(at: Timestamp(nanoseconds: done.nanoseconds + reportDelay)) }
        let pending = isQueued ? 1 : 0
        isQueued = false
        pacer.flipped(at: done, pendingFlips: pending)
      }
    }

    /// Waits for the time of the next frame, wakes late, draws the frame and presents it.
    mutating func drawFrame(work: Int64 = 5_000_000, late: Int64 = 0) {
      var due: Timestamp
      repeat {
        due = max(pacer.due, now)
        reportFlips(until: due)
      } while max(pacer.due, now) != due
      now = Timestamp(nanoseconds: due.nanoseconds + late)
      reportFlips(until: now)
      pacer.frameBegan(at: now, wakeUpDelay: late)
      now = Timestamp(nanoseconds: now.nanoseconds + work)
      reportFlips(until: now)
      if flip == nil { submit(at: now) } else { isQueued = true }
      pacer.framePresented(at: now, pendingFlips: isQueued ? 2 : 1)
    }
  }

  @Test("without flips, late wake-ups do not add up")
  func jitter() {
    var pacer = FramePacer(interval: Self.interval)
    for frame in 0..<600 {
      #expect(frame == 0 || pacer.due == time(Int64(frame)))
      pacer.frameBegan(at: time(Int64(frame), late: frame == 0 ? 0 : Int64(frame * 7919 % 2_000_000)))
    }
  }

  @Test(
    "a flip of another clock changes nothing", arguments: [-86_400_000_000_000, -2_000_000_000, 40_000_000, .max / 4] as [Int64])
  func otherClock(offset: Int64) {
    var panel = Panel()
    for _ in 0..<60 { panel.drawFrame() }
    var pacer = panel.pacer
    #expect(pacer.grid.isLocked)
    let before = pacer
    let now = panel.now
    for frame in 0..<20 {
      let flip = Timestamp(nanoseconds: now.nanoseconds + offset + Int64(frame) * Self.interval)
      pacer.flipped(at: flip, reported: now)
    }
    #expect(pacer == before)
    // From the start, they are not taken for the screen's blanks.
    var fresh = FramePacer(interval: Self.interval)
    for frame in 0..<60 {
      let now = time(Int64(frame))
      fresh.frameBegan(at: now)
      fresh.framePresented(at: Timestamp(nanoseconds: now.nanoseconds + 3_000_000))
      let flip = now.nanoseconds + 10_000_000
      fresh.flipped(at: Timestamp(nanoseconds: flip + offset), reported: Timestamp(nanoseconds: flip))
      #expect(fresh.due == time(Int64(frame) + 1))
    }
  }

  @Test("without flips, a refresh that passed is left out, and the grid keeps its phase")
  func longFrame() {
    var pacer = FramePacer(interval: Self.interval)
    pacer.frameBegan(at: time(0))
    pacer.frameBegan(at: time(2, late: 300_000))
    #expect(pacer.due == time(3))
  }

  @Test("after a rest the first frame begins at once and starts a new grid")
  func rest() {
    var pacer = FramePacer(interval: Self.interval)
    #expect(pacer.due == .zero)
    pacer.frameBegan(at: time(0))
    pacer.frameBegan(at: time(50, late: 1234))
    #expect(pacer.due == time(51, late: 1234))
  }

  @Test("frames begin as late as their duration and the margin allow before the next blank")
  func latest() {
    var panel = Panel()
    for _ in 0..<100 { panel.drawFrame() }
    #expect(panel.pacer.grid.isLocked && panel.pacer.lead == Self.lead)
    panel.drawFrame()
    panel.reportFlips(until: Timestamp(nanoseconds: panel.now.nanoseconds + 3_000_000))
    let last = panel.flips.last!
    #expect(abs(panel.pacer.due - last - (Self.interval - Self.lead)) < 1000)
    #expect(zip(panel.flips, panel.flips.dropFirst()).allSatisfy { $1 - $0 == Self.interval })
  }

  @Test("the lead is the 95th percentile: one long frame of 64 does not change it, four do")
  func percentile() {
    var panel = Panel()
    for frame in 0..<128 { panel.drawFrame(work: frame == 100 ? 9_000_000 : 5_000_000) }
    #expect(panel.pacer.lead == Self.lead)
    for frame in 0..<64 { panel.drawFrame(work: frame % 16 == 0 ? 9_000_000 : 5_000_000) }
    #expect(panel.pacer.lead == 9_000_000 + FramePacer.margin)
    for frame in 0..<64 { panel.drawFrame(work: frame % 2 == 0 ? 40_000_000 : 5_000_000) }
    #expect(panel.pacer.lead == panel.pacer.grid.interval, "at most a refresh")
  }

  @Test("late wake-ups count as part of the frame, so that no refresh is missed")
  func lateWakeUps() {
    var panel = Panel()
    for frame in 0..<400 { panel.drawFrame(late: Int64(frame * 7919 % 3_000_000)) }
    let steady = panel.flips.suffix(200)
    #expect(zip(steady, steady.dropFirst()).allSatisfy { $1 - $0 == Self.interval })
  }

  @Test("after a long frame, the next frames do not wait behind its flip for ever")
  func longFrames() {
    var panel = Panel()
    for frame in 0..<200 { panel.drawFrame(work: frame == 150 ? 30_000_000 : 5_000_000) }
    #expect(!panel.isQueued)
    panel.reportFlips(until: Timestamp(nanoseconds: panel.now.nanoseconds + 3_000_000))
    #expect(panel.flips.last! - panel.now == FramePacer.margin)
    let intervals = zip(panel.flips, panel.flips.dropFirst()).map { $1 - $0 }
    #expect(intervals[120...].filter { $0 != Self.interval } == [3 * Self.interval], "two refreshes are missed once")
  }

  @Test("flips that are reported at once do not set the pace", arguments: [0, 2_500_000] as [Int64])
  func immediateFlips(delay: Int64) {
    var panel = Panel()
    panel.isImmediate = true
    panel.reportDelay = delay
    var begun: [Timestamp] = []
    for frame in 0..<600 {
      panel.drawFrame(work: 3_000_000 + Int64(frame * 7919 % 4_000_000), late: Int64(frame * 104_729 % 1_000_000))
      begun.append(panel.now)
    }
    let average = (begun[599] - begun[100]) / 499
    #expect(abs(average - Self.interval) < 100_000, "\(average)")
    #expect(!panel.pacer.grid.isLocked)
  }

  @Test("flips that are reported at once are no evidence even if the frames are regular")
  func regularImmediateFlips() {
    var panel = Panel()
    panel.isImmediate = true
    for frame in 0..<600 {
      panel.drawFrame(late: Int64(frame * 104_729 % 200_000))
      #expect(!panel.pacer.grid.isLocked)
    }
  }

  @Test("after 3 flips elsewhere the grid unlocks, and needs twice the evidence to lock again")
  func unlocking() {
    var grid = FlipGrid(interval: Self.interval)
    func flip(_ steps: Int64, _ phase: Int64) {
      grid.flipped(at: time(steps, late: phase), presented: time(steps, late: phase - 3_000_000))
    }
    for step in 0..<9 { flip(Int64(step), 0) }
    #expect(grid.isLocked && grid.blank(after: time(8, late: 5)) == time(9))
    flip(9, 5_000_000)
    flip(10, 5_000_000)
    #expect(grid.isLocked && grid.blank(after: time(10, late: 6_000_000)) == time(11), "two may be accidents")
    flip(11, 5_000_000)
    #expect(!grid.isLocked && grid.blank(after: time(12)) == nil)
    for step in 12..<27 { flip(Int64(step), 5_000_000) }
    #expect(!grid.isLocked)
    flip(27, 5_000_000)
    #expect(grid.isLocked && grid.blank(after: time(28)) == time(28, late: 5_000_000))
  }

  @Test("the interval is measured, within 2 % of the mode's")
  func measuredInterval() {
    for (actual, measured) in [(16_683_350, 16_683_350), (17_400_000, 16_999_999)] as [(Int64, Int64)] {
      var grid = FlipGrid(interval: Self.interval)
      for step in 0..<500 {
        let time = Timestamp(nanoseconds: 1_000_000_000 + Int64(step) * actual)
        grid.flipped(at: time, presented: Timestamp(nanoseconds: time.nanoseconds - 3_000_000))
      }
      #expect(abs(grid.interval - measured) < 50, "\(grid.interval)")
    }
  }

  @Test("flips after a fixed delay, which look like blanks, keep the rate near that of the display")
  func delayedFlips() {
    var pacer = FramePacer(interval: Self.interval)
    var now = time(0)
    for _ in 0..<300 {
      now = max(now, pacer.due)
      pacer.frameBegan(at: now)
      now = now + 4_000_000
      pacer.framePresented(at: now, pendingFlips: 1)
      now = now + 2_000_000
      pacer.flipped(at: now)
    }
    #expect(abs((now - time(0)) / 299 - Self.interval) < Self.interval / 20)
  }

  @Test("if flips are no longer reported, frames go on a refresh apart")
  func lostFlips() {
    var panel = Panel()
    for _ in 0..<100 { panel.drawFrame() }
    var pacer = panel.pacer
    var now = panel.now
    let start = now
    for _ in 0..<200 {
      now = max(now, pacer.due)
      pacer.frameBegan(at: now)
      now = now + 5_000_000
      pacer.framePresented(at: now, pendingFlips: 2)
    }
    #expect(now - start >= 199 * Self.interval && now - start <= 270 * Self.interval)
  }

  @Test("after a rest of seconds the grid is found again with the first flip")
  func restOfSeconds() {
    var panel = Panel()
    for _ in 0..<100 { panel.drawFrame() }
    panel.reportFlips(until: panel.now + 20_000_000)
    panel.now = panel.now + 5_003_000_000
    let woken = panel.now
    panel.drawFrame()
    #expect(panel.now - woken == 5_000_000, "it begins at once")
    for _ in 0..<5 { panel.drawFrame() }
    panel.reportFlips(until: panel.now + 3_000_000)
    #expect(panel.flips.last! - panel.now == FramePacer.margin)
  }

  @Test("turns without a frame take a refresh each")
  func idle() {
    var panel = Panel()
    for _ in 0..<100 { panel.drawFrame() }
    panel.reportFlips(until: panel.now + 3_000_000)
    var pacer = panel.pacer
    for _ in 0..<10 {
      let due = pacer.due
      pacer.frameBegan(at: due)
      #expect(abs(pacer.due - due - Self.interval) < 1000)
    }
  }

  @Test("another mode starts without knowledge of its blanks")
  func otherMode() {
    var panel = Panel()
    for _ in 0..<100 { panel.drawFrame() }
    panel.pacer.displayDidChange(interval: panel.pacer.interval)
    #expect(!panel.pacer.grid.isLocked && panel.pacer.target(at: panel.now, pendingFlips: 0) == nil)
  }
}

private func + (time: Timestamp, nanoseconds: Int64) -> Timestamp {
  Timestamp(nanoseconds: time.nanoseconds + nanoseconds)
}
