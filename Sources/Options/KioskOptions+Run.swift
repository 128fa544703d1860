internal import ArgumentParser
public import Cartouche

extension KioskOptions {
  /// Opens a kiosk with the options, fills it, runs it, and writes the files that the options name.
  ///
  ///     func run() throws {
  ///       try options.run { kiosk in
  ///         kiosk.root.addSublayer(TextLayer("Departures"))
  ///       }
  ///     }
  ///
  /// A command that throws the errors of this method exits with status 1 and the error's sentence. After
  /// SIGINT or SIGTERM it exits with status 130 or 143, without a message.
  ///
  /// - Parameters:
  ///   - contentSize: The size of the content in pixels, if it has one. A headless screen has this size,
  ///     unless the board or `--size` sets another.
  ///   - prepare: A closure that adds the content to the kiosk. Its result is kept until the run ends, for
  ///     objects that nothing else retains, such as the delegate of a map.
  /// - Throws: ``KioskOptionsError`` and other errors that describe themselves in a sentence, or an
  ///   `ExitCode` after a signal.
  /// - Precondition: The calling thread is the main thread.
  public func run<Content>(contentSize: PixelSize? = nil, _ prepare: @MainActor (Kiosk) throws -> Content) throws {
    try run(contentSize: contentSize, changing: { _ in }, countAllocations: nil, prepare)
  }

  /// Does what ``run(contentSize:_:)`` does with a changed board, and writes allocations to the file of
  /// `--stats`.
  ///
  /// - Parameters:
  ///   - change: Changes the board of the options.
  ///   - countAllocations: Returns the number of allocations since the program started.
  package func run<Content>(
    contentSize: PixelSize? = nil, changing change: (inout Board) -> Void, countAllocations: (@Sendable () -> UInt64)?,
    _ prepare: @MainActor (Kiosk) throws -> Content
  ) throws {
    var board = try resolvedBoard(contentSize: contentSize)
    change(&board)
    try MainActor.assumeIsolated { [board] in
      try runKiosk(board, countAllocations: countAllocations, prepare)
    }
  }

  @MainActor
  private func runKiosk<Content>(
    _ board: Board, countAllocations: (() -> UInt64)?, _ prepare: (Kiosk) throws -> Content
  ) throws {
    // Reports paths that cannot be written before anything is drawn.
    if let path = dumpFrame, path != "-" { try FileIO.checkWritable(path) }
    if let path = recordList, path != "-" { try FileIO.checkWritable(path) }
    let recording = try self.replay.map { try TouchRecordingReader.read($0) }

    var replay: Replay?
    if usesVirtualClock || recording != nil {
      replay = Replay(recording: recording, end: at.map { .at($0) } ?? .settled)
      replay?.continuesLive = !usesVirtualClock
    }
    let kiosk = try naming { () throws(KioskError) in try Kiosk(board: board, replay: replay) }
    // The content is laid out for the size of the screen.
    if let ending = try naming({ () throws(KioskError) in try kiosk.waitForScreen() }) {
      kiosk.close()
      throw ExitCode(ending.exitStatus)
    }
    // Last, because it truncates an existing file of statistics.
    let log = try FrameRecorder(
      folder: frames, stats: stats, interval: kiosk.refreshInterval, countAllocations: countAllocations)
    defer {
      kiosk.close()
      log.writeSummary()
    }
    if frames != nil { kiosk.onPresent { [unowned kiosk] record in log.addImage(record, kiosk.snapshot()) } }
    if stats != nil { kiosk.onConfirm { [unowned kiosk] record in log.addLine(record, interval: kiosk.refreshInterval) } }
    let content = try prepare(kiosk)
    defer { withExtendedLifetime(content) {} }
    let ending = try naming { () throws(KioskError) in try kiosk.run() }
    if ending.exitStatus != 0 {
      kiosk.close()
      try log.finish()
      throw ExitCode(ending.exitStatus)
    }
    if let path = dumpFrame { try FrameImageWriter.write(kiosk.snapshot(), to: path) }
    if let path = recordList { try write(kiosk.recording(), to: path) }
    try log.finish()
  }

  /// Calls `body`. If it throws, the error gets the name of the option that helps.
  @MainActor
  private func naming<Result>(_ body: () throws(KioskError) -> Result) throws(KioskOptionsError) -> Result {
    do throws(KioskError) {
      return try body()
    } catch {
      throw .kiosk(error)
    }
  }

  private func write(_ recording: DisplayListRecording, to path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try recording.encoded()
    } catch {
      throw KioskOptionsError.displayList(path: path, reason: "\(error)")
    }
    if path == "-" { try FileIO.writeToStandardOutput(bytes) } else { try FileIO.write(bytes, to: path) }
  }
}
