public import ArgumentParser
public import Cartouche

/// The options of every command that draws.
struct CommonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The board file: its name in boards/, or a path.", valueName: "name|file"))
  var board: String?

  @Option(help: ArgumentHelp("The display: auto, drm, fbdev, window or headless.", valueName: "display"))
  var display: Board.DisplayKind?

  @Option(
    help: ArgumentHelp("The size of the panel in pixels (default: the board's).", valueName: "WxH"), transform: ArgumentParsers.size
  )
  var size: PixelSize?

  @Option(
    help: ArgumentHelp("The pixel format, such as xrgb8888 or rgb565 (default: the board's).", valueName: "format"),
    transform: ArgumentParsers.format)
  var format: PixelFormat?

  @Option(
    help: ArgumentHelp("The clockwise rotation of the screen: 0, 90, 180 or 270.", valueName: "degrees"),
    transform: ArgumentParsers.rotation)
  var rotate: Rotation?

  @Option(
    help: ArgumentHelp(
      "Draw without a screen (unless --display names one), write the frame as .png or .ppm (-: PPM on standard output), and exit.",
      valueName: "path"))
  var dumpFrame: String?

  @Option(
    help: ArgumentHelp(
      "Write the display list of that frame as .cdl (-: to standard output), for draw, bench and other machines.",
      valueName: "path"))
  var recordList: String?

  @Option(
    help: ArgumentHelp(
      "The virtual time of that frame (default: the first frame at which everything is loaded and nothing moves).",
      valueName: "seconds"), transform: ArgumentParsers.time)
  var at: Timestamp?

  @Option(
    help: ArgumentHelp(
      "Read touches from a recording instead of a device: .evemu, or .events with a .desc in the same folder.",
      valueName: "file"))
  var replay: String?

  @Option(help: ArgumentHelp("Write every presented frame as folder/000000.png and so on.", valueName: "folder"))
  var frames: String?

  @Option(
    help: ArgumentHelp("The number of threads that draw (default: one per processor).", valueName: "n"),
    transform: ArgumentParsers.threads)
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Write a line of JSON after each frame: times, blocks drawn, bytes written, allocations.", valueName: "path"))
  var stats: String?

  func validate() throws {
    try FrameFileFormat.validate(dumpFrame)
    if dumpFrame == "-", recordList == "-" {
      throw ValidationError("--dump-frame - and --record-list -: only one of them can go to standard output.")
    }
    if stats == "-" { throw ValidationError("--stats -: statistics go to a file; name /dev/stdout for standard output.") }
  }

  /// Whether one frame is drawn, which nothing moves before.
  var isSinglePicture: Bool { dumpFrame != nil && replay == nil && frames == nil && at == nil && display == nil }

  /// Whether the run uses the virtual clock and ends without a person.
  var usesVirtualClock: Bool { dumpFrame != nil || recordList != nil || frames != nil || at != nil }

  /// Returns the board with the changes of the options.
  ///
  /// - Parameter ownSize: The size of the content, if it has one. A headless frame has this size unless the
  ///   board or `--size` sets another.
  /// - Throws: ``BoardError``, or ``Failure`` if a frame of the size cannot be drawn.
  func resolvedBoard(ownSize: PixelSize? = nil) throws -> Board {
    var board = try board.map { try BoardLibrary.standard.board($0) } ?? .current
    if let display { board.display = display } else if usesVirtualClock { board.display = .headless }
    if let size {
      board.mode = PreferredDisplayMode(size: size, refreshMillihertz: board.mode?.refreshMillihertz)
      guard board.mode?.isSupported == true else {
        throw Failure(
          "--size \(size.width)x\(size.height): a frame of this size cannot be drawn; give each side 1 to \(PreferredDisplayMode.maximumSide) pixels."
        )
      }
    }
    if let format { board.format = format }
    if let rotate { board.rotation = rotate }
    if let ownSize, board.mode == nil, board.display == .headless {
      let panelSize = board.rotation.swapsAxes ? PixelSize(width: ownSize.height, height: ownSize.width) : ownSize
      board.mode = PreferredDisplayMode(size: panelSize)
    }
    if let threads { board.threads = threads }
    return board
  }
}

extension Board.DisplayKind: ExpressibleByArgument {}
