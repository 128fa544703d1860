import ArgumentParser
import Cartouche

/// Opens a screen as the options say, lets `prepare` fill it, runs it, and writes what is to be written.
///
/// - Parameter ownSize: the size of what is shown, if it has one.
/// - Throws: a sentence when it cannot be done; an `ExitCode` when a signal ended it.
@MainActor
func show(_ options: CommonOptions, ownSize: PixelSize? = nil, _ prepare: (Kiosk) throws -> Void) throws {
  // What cannot be written is found out before anything is drawn.
  if let path = options.dumpFrame, path != "-" { try FileIO.checkWritable(path) }
  if let path = options.recordList, path != "-" { try FileIO.checkWritable(path) }
  let board = try options.resolvedBoard(ownSize: ownSize)
  let recording = try options.replay.map { try RecordingFile.read($0) }

  var replay: Replay?
  if options.usesVirtualClock || recording != nil {
    replay = Replay(recording: recording, end: options.at.map { .at($0) } ?? .settled)
    replay?.continuesLive = !options.usesVirtualClock
  }
  let kiosk = try Kiosk(board: board, replay: replay)
  // Last, for it empties the statistics' old file.
  let log = try FrameLog(folder: options.frames, stats: options.stats)
  defer { kiosk.close() }
  if options.frames != nil || options.stats != nil {
    kiosk.onPresent { [unowned kiosk] record in log.add(record, image: kiosk.snapshot()) }
  }
  try prepare(kiosk)
  let ending = try kiosk.run()
  if ending.exitStatus != 0 {
    kiosk.close()
    try log.finish()
    throw ExitCode(ending.exitStatus)
  }
  if let path = options.dumpFrame { try FrameFile.write(kiosk.snapshot(), to: path) }
  if let path = options.recordList { try DrawingFile.write(kiosk.recording(), to: path) }
  try log.finish()
}
