internal import Cartouche

/// Writes every presented frame as an image and as a line of statistics, as the user asks for, and a summary
/// of a live run.
@MainActor
final class FrameRecorder {
  private let folder: String?
  /// The file of statistics. Lines are written at once, because a kiosk runs for years.
  private var lines: AppendingFile?
  /// Returns the number of allocations since the program started; nil if the program does not count them.
  private let countAllocations: (() -> UInt64)?
  /// The number of allocations when the last line was written, and of those since then that images made.
  private var countedAllocations: UInt64 = 0
  private var summary: FramePaceSummary
  /// The first error of an image.
  private var failure: (any Error)?

  /// Creates the folder and an empty file, before anything is drawn.
  ///
  /// - Parameter interval: The time between two refreshes in nanoseconds.
  /// - Throws: ``FileError`` if either is impossible.
  init(folder: String?, stats: String?, interval: Int64, countAllocations: (() -> UInt64)?) throws(FileError) {
    self.folder = folder
    summary = FramePaceSummary(interval: interval)
    self.countAllocations = countAllocations
    if let folder {
      try Folders.create(folder)
      try FileIO.checkWritable(folder + "/000000.png")
    }
    if let stats {
      try FileIO.checkWritable(stats)
      lines = try AppendingFile(stats)
    } else {
      lines = nil
    }
  }

  /// Writes the image of a frame that was just presented. The first error is kept for ``finish()``.
  func addImage(_ record: FrameRecord, _ image: @autoclosure () -> Image) {
    guard failure == nil, let folder else { return }
    let before = countAllocations?() ?? 0
    defer { countedAllocations += (countAllocations?() ?? 0) - before }
    do {
      let number = String(record.number)
      try FrameImageWriter.write(
        image(), to: folder + "/" + String(repeating: "0", count: max(6 - number.count, 0)) + number + ".png")
    } catch {
      failure = error
    }
  }

  /// Writes the line of a frame of which the page flip is known, or known not to come.
  ///
  /// A failure is reported at once and ends the lines, because a full disk must not end a run.
  ///
  /// - Parameter interval: The present screen's time between two refreshes in nanoseconds.
  func addLine(_ record: FrameRecord, interval: Int64) {
    summary.displayDidChange(interval: interval)
    summary.add(record)
    defer { countedAllocations = countAllocations?() ?? 0 }
    do throws(FileError) {
      try lines?.append(Self.line(record, allocations: countAllocations.map { $0() - countedAllocations }))
    } catch {
      lines = nil
      FileIO.writeToStandardError("\(error) The run goes on without further lines of --stats.")
    }
  }

  /// Writes the summary of a live run to standard error.
  func writeSummary() {
    if let line = summary.line { FileIO.writeToStandardError(line) }
  }

  /// Throws the first error, if there was one.
  func finish() throws {
    if let failure { throw failure }
  }

  /// Returns a line of statistics: durations in microseconds, times in seconds on the kiosk's clock, and the
  /// allocations since the last line. Times that are not known are left out.
  private static func line(_ record: FrameRecord, allocations: UInt64?) -> String {
    func microseconds(_ duration: Duration) -> Int64 { duration.nanoseconds / 1000 }
    func field(_ name: String, _ time: Timestamp?) -> String {
      time.map { "\"\(name)\":\(Double($0.nanoseconds) / 1e9)," } ?? ""
    }
    let damage = record.damage
    let count = allocations.map { "\"allocations\":\($0)," } ?? ""
    let late = record.wakeUpDelay.map { "\"late_us\":\(microseconds($0))," } ?? ""
    let pace = field("due", record.dueTime) + late + field("target", record.targetTime) + field("touch", record.touchTime)
    return """
      {"frame":\(record.number),\(field("time", record.time))\(pace)\(field("flip", record.flipTime))\
      "turn_us":\(microseconds(record.turnDuration)),"commit_us":\(microseconds(record.commitDuration)),\
      "draw_us":\(microseconds(record.drawDuration)),"present_us":\(microseconds(record.presentDuration)),\
      "blocks":\(record.statistics.blocks),"bytes":\(record.statistics.bytesWritten),\(count)\
      "damage":[\(damage.minX),\(damage.minY),\(damage.width),\(damage.height)]}

      """
  }
}
