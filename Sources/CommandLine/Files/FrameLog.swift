import CAllocations
import Cartouche
import Foundation

/// What the user wants to keep of every frame: pictures in a folder, and a line of JSON each.
@MainActor
final class FrameLog {
  private let folder: String?
  private let stats: String?
  /// Where lines go as they come: a kiosk runs for years.
  private var lines: FileHandle?
  /// How many allocations there had been when the last line was written.
  private var counted: UInt64 = 0
  /// The first thing that went wrong.
  private(set) var failure: (any Error)?

  /// - Throws: a sentence when the folder cannot be made or the file not written, before anything is drawn.
  init(folder: String?, stats: String?) throws {
    self.folder = folder
    self.stats = stats
    if let folder {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw Failure("\(folder): the folder cannot be made (\(systemReason(error))). Check the path and its permissions.")
      }
      try FileIO.checkWritable(folder + "/000000.png")
    }
    if let stats {
      try FileIO.checkWritable(stats)
      try FileIO.write([], to: stats)
      guard let file = FileHandle(forWritingAtPath: stats) else {
        throw Failure("\(stats): cannot be written. Name a file in a folder that may be written.")
      }
      lines = file
    }
  }

  /// Takes note of a frame that was just presented.
  func add(_ record: FrameRecord, image: @autoclosure () -> Image) {
    guard failure == nil else { return }
    defer { counted = cartouche_allocations() }
    do {
      try lines?.write(contentsOf: Data(Self.line(record, allocations: cartouche_allocations() - counted).utf8))
    } catch {
      failure = Failure("\(stats ?? ""): cannot be written (\(systemReason(error))). Check the disk's free space.")
    }
    guard let folder, failure == nil else { return }
    do {
      let number = String(record.number)
      try FrameFile.write(image(), to: folder + "/" + String(repeating: "0", count: max(6 - number.count, 0)) + number + ".png")
    } catch {
      failure = error
    }
  }

  /// Says what went wrong, if anything did.
  func finish() throws {
    if let failure { throw failure }
  }

  /// Times in microseconds; `time` is the frame's, in seconds; allocations are all since the last line.
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
