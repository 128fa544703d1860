import Cartouche
import Testing

@MainActor
@Suite("The summary of a live run's pace")
struct FramePaceTests {
  private static let interval: Int64 = 16_666_667

  /// Returns the record of a frame of a headless kiosk, to be changed.
  private static func record() throws -> FrameRecord {
    var board = Board(name: "test")
    (board.display, board.mode) = (.headless, PreferredDisplayMode(size: PixelSize(width: 8, height: 8)))
    let kiosk = try Kiosk(board: board)
    var record: FrameRecord?
    kiosk.onConfirm { record = $0 }
    try kiosk.run()
    return try #require(record)
  }

  private func time(_ refresh: Int64, _ offset: Int64 = 0) -> Timestamp {
    Timestamp(nanoseconds: 1_000_000_000 + refresh * Self.interval + offset)
  }

  /// Returns a frame that was shown at a refresh, and that took 5 ms.
  private func frame(_ record: FrameRecord, shown refresh: Int64, target: Int64? = nil) -> FrameRecord {
    var record = record
    record.time = time((target ?? refresh) - 1, 9_000_000)
    (record.dueTime, record.wakeUpDelay, record.turnDuration) = (record.time, .zero, .milliseconds(5))
    (record.targetTime, record.flipTime) = (time(target ?? refresh), time(refresh))
    record.touchTime = time(refresh, -18_005_000)
    return record
  }

  @Test("a replay has no summary, and its frames are confirmed without times")
  func replay() throws {
    let record = try Self.record()
    #expect(record.dueTime == nil && record.wakeUpDelay == nil && record.flipTime == nil && record.touchTime == nil)
    var summary = FramePaceSummary(interval: Self.interval)
    summary.add(record)
    #expect(summary.line == nil)
  }

  @Test("missed refreshes are counted by their cause")
  func causes() throws {
    let record = try Self.record()
    var summary = FramePaceSummary(interval: Self.interval)
    for refresh in 0..<100 { summary.add(frame(record, shown: Int64(refresh))) }
    var late = frame(record, shown: 101, target: 100)
    late.wakeUpDelay = .microseconds(2001)
    summary.add(late)
    var long = frame(record, shown: 104, target: 102)
    long.turnDuration = .milliseconds(30)
    summary.add(long)
    summary.add(frame(record, shown: 105))
    summary.add(frame(record, shown: 107, target: 106))
    var afterRest = frame(record, shown: 500)
    afterRest.dueTime = nil
    summary.add(afterRest)
    #expect(summary.missedByLateWakeUp == 1 && summary.missedByLongFrame == 2 && summary.missedOtherwise == 1)
    #expect(
      summary.line == """
        105 frames; interval: median 16.67 ms, 99th percentile 33.33 ms; missed refreshes: 4 (frame took longer 2, woken over 2 ms late 1, \
        other 1); touch to flip: median 18.01 ms
        """)
  }

  @Test("a late flip without a cause of its own has that of the next frame: the machine stood still")
  func stillMachine() throws {
    let record = try Self.record()
    var summary = FramePaceSummary(interval: Self.interval)
    summary.add(frame(record, shown: 0))
    summary.add(frame(record, shown: 3, target: 1))
    #expect(summary.missedOtherwise == 2)
    var next = frame(record, shown: 4)
    next.wakeUpDelay = .milliseconds(40)
    summary.add(next)
    #expect(summary.missedOtherwise == 0 && summary.missedByLateWakeUp == 2)
  }

  @Test("a frame that a newer one replaced has no interval")
  func replaced() throws {
    let record = try Self.record()
    var summary = FramePaceSummary(interval: Self.interval)
    summary.add(frame(record, shown: 0))
    var replaced = frame(record, shown: 1)
    replaced.flipTime = nil
    summary.add(replaced)
    summary.add(frame(record, shown: 1))
    #expect(summary.frameCount == 3 && summary.missedOtherwise + summary.missedByLongFrame == 0)
  }

  @Test("the time in which another console was in front is no interval, also if the next frame sets the mode")
  func modeSetAfterRest() throws {
    let record = try Self.record()
    var summary = FramePaceSummary(interval: Self.interval)
    summary.add(frame(record, shown: 0))
    summary.add(frame(record, shown: 1))
    var modeSet = frame(record, shown: 100)
    (modeSet.flipTime, modeSet.dueTime) = (nil, nil)
    summary.add(modeSet)
    summary.add(frame(record, shown: 101))
    summary.add(frame(record, shown: 102))
    #expect(summary.missedOtherwise + summary.missedByLongFrame + summary.missedByLateWakeUp == 0)
  }

  @Test("without flips, intervals are those at which frames began")
  func noFlips() throws {
    let record = try Self.record()
    var summary = FramePaceSummary(interval: Self.interval)
    for refresh in [0, 1, 2, 5, 6] as [Int64] {
      var record = frame(record, shown: refresh)
      (record.flipTime, record.targetTime) = (nil, nil)
      summary.add(record)
    }
    #expect(summary.missedOtherwise == 2 && summary.line?.contains("touch") == false)
  }

  @Test("an interval that is longer than the histogram counts is said to be so")
  func longInterval() throws {
    let record = try Self.record()
    var summary = FramePaceSummary(interval: Self.interval)
    summary.add(frame(record, shown: 0))
    summary.add(frame(record, shown: 60))
    #expect(summary.line?.contains("median over 99.98 ms, 99th percentile over 99.98 ms") == true)
  }

  @Test("percentiles of a histogram, whose memory is constant")
  func histogram() {
    var histogram = DurationHistogram()
    #expect(histogram.percentile(50) == nil)
    for step in 1...100 { histogram.add(Int64(step) * 1_000_000 - 1) }
    #expect(histogram.percentile(1) == 990_000 && histogram.percentile(50) == 49_990_000 && histogram.percentile(100) == 99_990_000)
    histogram.add(-5)
    histogram.add(.max)
    #expect(histogram.count == 102 && histogram.percentile(1) == 990_000 && histogram.percentile(100) == 99_990_000)
  }
}
