import ArgumentParser
import Cartouche

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Writes the touch input as it comes, as one .evemu file.",
    discussion: """
      It records until Ctrl-C (SIGINT) or SIGTERM, and then ends with 130 or 143 as every command does, or for --seconds, and then with 0. The \
      file is written in the end, whole or not at all. Play it with --replay, or with evemu-play into a device of evemu-device. Other programs \
      get the touches too.
      """)

  @Argument(help: ArgumentHelp("Where to write: description and events.", valueName: "file.evemu"))
  var file: String

  @Option(help: ArgumentHelp("A board file, by its name in boards/ or by its path: it says which panel.", valueName: "name|file"))
  var board: String?

  @Option(
    help: ArgumentHelp("How long to record; without it, until a signal comes.", valueName: "seconds"), transform: Arguments.time)
  var seconds: Timestamp?

  func validate() throws {
    if file.hasSuffix(".events") || file.hasSuffix(".desc") {
      throw ValidationError(
        "\(file): one file holds description and events, and --replay takes it by its name; end it with .evemu.")
    }
  }

  func run() throws {
    // Signals belong to the loop from here on, so that none ends the program between the last touch and the file.
    let loop = try EventLoop()
    let board = try board.map { try BoardLibrary.standard.board($0) } ?? .current
    try FileIO.checkWritable(file)
    guard let device = try board.openTouch(screen: board.mode?.size ?? PixelSize(width: 800, height: 480)) else {
      throw Failure("The board \(board.name) has no touch panel; name one in its file (touch: device:), or record with another.")
    }
    var recorder = TouchRecorder(of: device)
    device.onEvent = { recorder.add($0) }
    var isLost = false
    let watch = try loop.watch(device.descriptor) {
      if device.read({ _ in }) == .disconnected { isLost = true }
      if isLost || recorder.isFull { loop.stop() }
    }
    defer { loop.unwatch(watch) }
    printToStandardError("recording \(device.path) (\(device.description.name)); end with Ctrl-C")
    let ending = try wait(loop)
    if isLost { printToStandardError("\(device.path): the touch panel is gone; what it told until then is kept.") }
    if recorder.isFull { printToStandardError("\(file): a recording holds no more; what came until then is kept.") }

    guard let bytes = recorder.evemu else {
      throw Failure("\(device.path): no touch came, and \(file) is not written. Touch the panel while it records.")
    }
    try FileIO.write(bytes, to: file)
    printToStandardError("\(file): \(recorder.reportCount) reports; play them with --replay")
    if case .signal(let number) = ending { throw ExitCode(128 + number) }
  }

  /// Lets touches come until it is over.
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
