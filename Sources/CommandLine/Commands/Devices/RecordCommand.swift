import ArgumentParser
import Cartouche
import CartoucheOptions

/// `cartouche record`: writes the touches on a panel to a file.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Records touch input as an .evemu file.",
    discussion: """
      Recording ends at Ctrl-C (SIGINT) or SIGTERM, with status 130 or 143 as in every command, or after --seconds, with status 0. Until then \
      the touches are in name.partial.evemu next to name.evemu; at the end this file gets the name name.evemu. If a kill or a full disk cuts the \
      recording, name.partial.evemu stays, with the touches before. Play a recording with --replay, or with evemu-play into a device of \
      evemu-device. Other programs receive the touches too.
      """)

  @Argument(help: ArgumentHelp("The file for the device's description and events.", valueName: "file.evemu"))
  var file: String

  @Option(help: ArgumentHelp("The board file that names the panel: its name in boards/, or a path.", valueName: "name|file"))
  var board: String?

  @Option(
    help: ArgumentHelp("The duration of the recording (default: until a signal).", valueName: "seconds"),
    transform: ArgumentParsers.time)
  var seconds: Timestamp?

  func validate() throws {
    if file.hasSuffix(".events") || file.hasSuffix(".desc") {
      throw ValidationError(
        "\(file): one file contains the description and the events, and --replay recognizes it by its extension; use .evemu.")
    }
  }

  func run() throws {
    // From here on the loop receives signals, so that none ends the program between the last touch and the
    // file.
    let loop = try EventLoop()
    let board = try board.map { try BoardLibrary.standard.board($0) } ?? .current
    try FileIO.checkWritable(file)
    guard let device = try board.openTouch(screen: board.mode?.size ?? PixelSize(width: 800, height: 480)) else {
      throw Failure("The board \(board.name) has no touch panel; name one in its file (touch: device:), or choose another board.")
    }
    let output = try PartialFile(for: file)
    var recorder = TouchRecorder(of: device)
    device.onEvent = { recorder.add($0) }
    var isLost = false
    var failure: FileError?
    let watch = try loop.watch(device.descriptor) {
      if device.read({ _ in }) == .disconnected { isLost = true }
      do throws(FileError) { try output.append(recorder.takeBytes()) } catch { failure = error }
      if isLost || recorder.isFull || failure != nil { loop.stop() }
    }
    defer { loop.unwatch(watch) }
    printToStandardError("recording \(device.path) (\(device.description.name)); end with Ctrl-C")
    let ending = try wait(loop)
    if isLost { printToStandardError("\(device.path): the touch panel was disconnected; the touches before that are written.") }
    if recorder.isFull { printToStandardError("\(file): the recording is full; the touches before that are written.") }

    guard recorder.eventCount > 0 else {
      output.discard()
      throw Failure("\(device.path): there were no touches, so \(file) is not written. Touch the panel while recording.")
    }
    do throws(FileError) {
      if let failure { throw failure }
      try output.append(recorder.takeBytes(includingIncomplete: true))
      try output.complete()
    } catch {
      throw Failure("\(error) The touches before that are in \(output.path); play them with --replay \(output.path).")
    }
    printToStandardError("\(file): \(recorder.reportCount) reports; play them with --replay")
    if case .signal(let number) = ending { throw ExitCode(128 + number) }
  }

  /// Runs the loop until a signal or for the given duration.
  private func wait(_ loop: EventLoop) throws -> EventLoop.ExitReason {
    guard let seconds else { return try loop.run() }
    let end = EventLoop.now.nanoseconds + seconds.nanoseconds
    while true {
      let left = end - EventLoop.now.nanoseconds
      if left <= 0 { return .stopped }
      if let ending = try loop.turn(timeout: Timestamp(nanoseconds: left).seconds) { return ending }
    }
  }
}
