internal import Cartouche

/// Writes every presented frame as an image and as a line of statistics, as the user asks for.
@MainActor
final class FrameRecorder {
  private let folder: String?
  /// The file of statistics. Lines are written at once, because a kiosk runs for years.
  private var lines: AppendingFile?
  /// Returns the number of allocations since the program started; nil if the program does not count them.
  private let countAllocations: (() -> UInt64)?
  /// The number of allocations when the last line was written.
  private var countedAllocations: UInt64 = 0
  /// The first error of an image.
  private var failure: (any Error)?

  /// Creates the folder and an empty file, before anything is drawn.
  ///
  /// - Throws: ``FileError`` if either is impossible.
  init(folder: String?, stats: String?, countAllocations: (() -> UInt64)?) throws(FileError) {
    self.folder = folder
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

  /// Writes a frame that was just presented.
  ///
  /// A failure of the statistics is reported at once and ends them, because a full disk must not end a run.
  /// The first error of an image is kept for ``finish()``.
  func add(_ record: FrameRecord, image: @autoclosure () -> Image) {
    guard failure == nil else { return }
    defer { countedAllocations = countAllocations?() ?? 0 }
    do throws(FileError) {
      try lines?.append(Self.line(record, allocations: countAllocations.map { $0() - countedAllocations }))
    } catch {
      lines = nil
      FileIO.writeToStandardError("\(error) The run goes on without further lines of --stats.")
    }
    guard let folder else { return }
    do {
      let number = String(record.number)
      try FrameImageWriter.write(
        image(), to: folder + "/" + String(repeating: "0", count: max(6 - number.count, 0)) + number + ".png")
    } catch {
      failure = error
    }
  }

  /// Throws the first error, if there was one.
  func finish() throws {
    if let failure { throw failure }
  }

  /// Returns a line of statistics: durations in microseconds, the frame's `time` in seconds, and the
  /// allocations since the last line.
  private static func line(_ record: FrameRecord, allocations: UInt64?) -> String {
    func microseconds(_ duration: Duration) -> Int64 {
      duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    }
    let time = Double(record.time.nanoseconds) / 1e9
    let damage = record.damage
    let count = allocations.map { "\"allocations\":\($0)," } ?? ""
    return """
      {"frame":\(record.number),"time":\(time),"commit_us":\(microseconds(record.commitDuration)),"draw_us":\(microseconds(record.drawDuration)),\
      "present_us":\(microseconds(record.presentDuration)),"blocks":\(record.statistics.blocks),"bytes":\(record.statistics.bytesWritten),\(count)\
      "damage":[\(damage.minX),\(damage.minY),\(damage.width),\(damage.height)]}

      """
  }
}
