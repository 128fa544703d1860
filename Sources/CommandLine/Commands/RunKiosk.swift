import ArgumentParser
import Cartouche

/// Opens a kiosk with the options, lets `prepare` fill it, runs it, and writes the files that the options
/// name.
///
/// - Parameters:
///   - ownSize: The size of the content, if it has one.
///   - prepare: Returns the content, which is kept alive while the kiosk runs. A map does not retain its
///     delegate.
/// - Throws: An error that describes itself in a sentence, or an `ExitCode` if a signal ended the run.
@MainActor
func runKiosk<Content>(_ options: CommonOptions, ownSize: PixelSize? = nil, _ prepare: (Kiosk) throws -> Content) throws {
  // Reports paths that cannot be written before anything is drawn.
  if let path = options.dumpFrame, path != "-" { try FileIO.checkWritable(path) }
  if let path = options.recordList, path != "-" { try FileIO.checkWritable(path) }
  let board = try options.resolvedBoard(ownSize: ownSize)
  let recording = try options.replay.map { try TouchRecordingReader.read($0) }

  var replay: Replay?
  if options.usesVirtualClock || recording != nil {
    replay = Replay(recording: recording, end: options.at.map { .at($0) } ?? .settled)
    replay?.continuesLive = !options.usesVirtualClock
  }
  let kiosk = try Kiosk(board: board, replay: replay)
  // Last, because it truncates an existing file of statistics.
  let log = try FrameRecorder(folder: options.frames, stats: options.stats)
  defer { kiosk.close() }
  if options.frames != nil || options.stats != nil {
    kiosk.onPresent { [unowned kiosk] record in log.add(record, image: kiosk.snapshot()) }
  }
  let content = try prepare(kiosk)
  defer { withExtendedLifetime(content) {} }
  let ending = try kiosk.run()
  if ending.exitStatus != 0 {
    kiosk.close()
    try log.finish()
    throw ExitCode(ending.exitStatus)
  }
  if let path = options.dumpFrame { try FrameImageWriter.write(kiosk.snapshot(), to: path) }
  if let path = options.recordList { try DrawingFile.write(kiosk.recording(), to: path) }
  try log.finish()
}
