import CAllocations
import Cartouche
import Foundation

/// Writes every presented frame as an image and as a line of statistics, as the user asks for.
@MainActor
final class FrameRecorder {
  private let folder: String?
  private let stats: String?
  /// The file of statistics. Lines are written at once, because a kiosk runs for years.
  private var lines: FileHandle?
  /// The number of allocations when the last line was written.
  private var countedAllocations: UInt64 = 0
  /// The first error.
  private(set) var failure: (any Error)?

  /// Creates the folder and an empty file, before anything is drawn.
  ///
  /// - Throws: ``Failure`` or ``FileError`` if either is impossible.
  init(folder: String?, stats: String?) throws {
    self.folder = folder
    self.stats = stats
    if let folder {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw Failure("\(folder): the folder cannot be created (\(systemReason(error))). Check the path and its permissions.")
      }
      try FileIO.checkWritable(folder + "/000000.png")
    }
    if let stats {
      try FileIO.checkWritable(stats)
      try FileIO.write([], to: stats)
      guard let file = FileHandle(forWritingAtPath: stats) else {
        throw Failure("\(stats): cannot be written. Name a file in a writable folder.")
      }
      lines = file
    }
  }

  /// Writes a frame that was just presented. Errors are kept for ``finish()``.
  func add(_ record: FrameRecord, image: @autoclosure () -> Image) {
    guard failure == nil else { return }
    defer { countedAllocations = cartouche_allocations() }
    do {
      try lines?.write(contentsOf: Data(Self.line(record, allocations: cartouche_allocations() - countedAllocations).utf8))
    } catch {
      failure = Failure("\(stats ?? ""): cannot be written (\(systemReason(error))). Check the disk's free space.")
    }
    guard let folder, failure == nil else { return }
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
  private static func line(_ record: FrameRecord, allocations: UInt64) -> String {
    func microseconds(_ duration: Duration) -> Int64 {
      duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    }
    let time = Double(record.time.nanoseconds) / 1e9
    let damage = record.damage
    return """
      {"frame":\(record.number),"time":\(time),"commit_us":\(microseconds(record.commitDuration)),"draw_us":\(microseconds(record.drawDuration)),\
      "present_us":\(microseconds(record.presentDuration)),"blocks":\(record.statistics.blocks),"bytes":\(record.statistics.bytesWritten),"allocations":\(allocations),\
      "damage":[\(damage.minX),\(damage.minY),\(damage.width),\(damage.height)]}

      """
  }
}
