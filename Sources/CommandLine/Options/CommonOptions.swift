public import ArgumentParser
public import Cartouche

/// What every command that draws understands.
struct CommonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A board file, by its name in boards/ or by its path.", valueName: "name|file"))
  var board: String?

  @Option(help: ArgumentHelp("Where to draw: auto, drm, fbdev, window or headless.", valueName: "display"))
  var display: Board.DisplayKind?

  @Option(
    help: ArgumentHelp("The panel's size in pixels, instead of the board's.", valueName: "WxH"), transform: Arguments.size)
  var size: PixelSize?

  @Option(
    help: ArgumentHelp("xrgb8888, rgb565 or another, instead of the board's.", valueName: "format"), transform: Arguments.format)
  var format: PixelFormat?

  @Option(
    help: ArgumentHelp("How far the picture is turned clockwise: 0, 90, 180 or 270.", valueName: "degrees"),
    transform: Arguments.rotation)
  var rotate: Rotation?

  @Option(
    help: ArgumentHelp(
      "Draw without a screen (unless --display names one), write the frame as .png or .ppm (-: PPM on standard output), and end.",
      valueName: "path"))
  var dumpFrame: String?

  @Option(
    help: ArgumentHelp(
      "Write that frame's display list as .cdl (-: on standard output), for draw, bench and other machines.", valueName: "path"))
  var recordList: String?

  @Option(
    help: ArgumentHelp(
      "The virtual time of that frame. Without it: the first frame at which everything has arrived and nothing moves.",
      valueName: "seconds"), transform: Arguments.time)
  var at: Timestamp?

  @Option(
    help: ArgumentHelp(
      "Touch from a recording instead of a device: .evemu, or .events with its .desc beside it.", valueName: "file"))
  var replay: String?

  @Option(help: ArgumentHelp("Write every frame shown as folder/000000.png and so on.", valueName: "folder"))
  var frames: String?

  @Option(help: ArgumentHelp("How many threads draw (default: one a processor).", valueName: "n"), transform: Arguments.threads)
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Write a line of JSON for each frame as it comes: times, blocks drawn, bytes written, allocations.", valueName: "path"))
  var stats: String?

  func validate() throws {
    try FrameFile.validate(dumpFrame)
    if dumpFrame == "-", recordList == "-" {
      throw ValidationError("--dump-frame - and --record-list -: only one of them can have standard output.")
    }
    if stats == "-" { throw ValidationError("--stats -: statistics go to a file; /dev/stdout is standard output.") }
  }

  /// Whether the run is played to an end and not left to a person.
  var usesVirtualClock: Bool { dumpFrame != nil || recordList != nil || frames != nil || at != nil }

  /// The board as the options change it.
  ///
  /// - Parameter ownSize: that of what is to be shown, if it has one: a frame in memory is as large unless the board or `--size` says otherwise.
  /// - Throws: ``BoardError``, or ``Failure`` when the size cannot be drawn.
  func resolvedBoard(ownSize: PixelSize? = nil) throws -> Board {
    var board = try board.map { try BoardLibrary.standard.board($0) } ?? .current
    if let display { board.display = display } else if usesVirtualClock { board.display = .headless }
    if let size {
      board.mode = BoardMode(size: size, refreshMillihertz: board.mode?.refreshMillihertz)
      guard board.mode?.isSupported == true else {
        throw Failure(
          "--size \(size.width)x\(size.height): no such frame can be drawn; give each side 1 to \(BoardMode.maximumSide) pixels.")
      }
    }
    if let format { board.format = format }
    if let rotate { board.rotation = rotate }
    if let ownSize, board.mode == nil, board.display == .headless {
      let turned = board.rotation.swapsAxes ? PixelSize(width: ownSize.height, height: ownSize.width) : ownSize
      board.mode = BoardMode(size: turned)
    }
    if let threads { board.threads = threads }
    return board
  }
}

extension Board.DisplayKind: ExpressibleByArgument {}
