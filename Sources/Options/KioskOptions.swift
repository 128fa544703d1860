public import ArgumentParser
public import Cartouche

/// The command-line options of a program that shows a kiosk: the display, frames in files, and recorded
/// touches.
///
/// A command includes the options as an option group, and runs its kiosk with ``run(contentSize:_:)``:
///
///     @main struct Departures: ParsableCommand {
///       @OptionGroup var options: KioskOptions
///
///       func run() throws {
///         try options.run { kiosk in kiosk.root.addSublayer(TextLayer("Departures")) }
///       }
///     }
///
/// The options `--dump-frame`, `--record-list`, `--frames` and `--at` run the kiosk on its virtual clock and
/// without a screen, unless `--display` names one. Such a run ends when everything is loaded and nothing
/// moves.
public struct KioskOptions: ParsableArguments, Sendable {
  /// The name or the path of a board file (`--board`). nil uses ``Board/current``.
  @Option(help: ArgumentHelp("The board: the name of a board file, or its path.", valueName: "name|file"))
  public var board: String?

  /// The kind of display (`--display`). nil uses the board's.
  @Option(help: ArgumentHelp("The display: auto, drm, fbdev, window or headless.", valueName: "display"))
  public var display: Board.DisplayKind?

  /// The size of the panel in pixels, before any rotation (`--size`). nil uses the board's.
  @Option(
    help: ArgumentHelp("The size of the panel in pixels (default: the board's).", valueName: "WxH"), transform: ArgumentParsers.size
  )
  public var size: PixelSize?

  /// The pixel format of the display (`--format`). nil uses the board's.
  @Option(
    help: ArgumentHelp("The pixel format, such as xrgb8888 or rgb565 (default: the board's).", valueName: "format"),
    transform: ArgumentParsers.format)
  public var format: PixelFormat?

  /// The clockwise rotation of frames on the panel (`--rotate`). nil uses the board's.
  @Option(
    help: ArgumentHelp("The clockwise rotation of the screen: 0, 90, 180 or 270.", valueName: "degrees"),
    transform: ArgumentParsers.rotation)
  public var rotate: Rotation?

  /// The path of the file for the last frame, or `-` for standard output (`--dump-frame`).
  @Option(
    help: ArgumentHelp(
      "Draw without a screen (unless --display names one), write the frame as .png or .ppm (-: PPM on standard output), and exit.",
      valueName: "path"))
  public var dumpFrame: String?

  /// The path of the file for the display list of the last frame, or `-` for standard output
  /// (`--record-list`).
  @Option(
    help: ArgumentHelp(
      "Write the display list of that frame as .cdl (-: to standard output), which cartouche draw and cartouche bench read.",
      valueName: "path"))
  public var recordList: String?

  /// The virtual time of the last frame (`--at`). nil means the first frame at which everything is loaded and
  /// nothing moves.
  @Option(
    help: ArgumentHelp(
      "The virtual time of that frame (default: the first frame at which everything is loaded and nothing moves).",
      valueName: "seconds"), transform: ArgumentParsers.time)
  public var at: Timestamp?

  /// The path of a touch recording to play (`--replay`). nil reads touches from the touch panel.
  @Option(
    help: ArgumentHelp(
      "Read touches from a recording instead of a device: .evemu, or .events with a .desc in the same folder.",
      valueName: "file"))
  public var replay: String?

  /// The path of the folder for an image of each frame (`--frames`).
  @Option(help: ArgumentHelp("Write every presented frame as folder/000000.png and so on.", valueName: "folder"))
  public var frames: String?

  /// The number of threads that draw (`--threads`). nil uses the board's.
  @Option(
    help: ArgumentHelp("The number of threads that draw (default: one per processor).", valueName: "n"),
    transform: ArgumentParsers.threads)
  public var threads: Int?

  /// The path of the file for statistics of each frame (`--stats`).
  ///
  /// A line is written when the page flip that shows the frame is known, which is a refresh later. It has the
  /// times that are known: of the flip, of the newest touch in the frame, and at which the frame was due. At
  /// the end of a live run, a summary is written to standard error.
  @Option(
    help: ArgumentHelp(
      """
      Write a line of JSON for each frame, as soon as it is shown: durations, blocks drawn, bytes written, and allocations if the program \
      counts them. A live run adds, where known, when the frame was due and the run woke for it (due, late_us), the newest touch in it (touch) \
      and the page flip that showed it (flip), in seconds. It ends with a summary on standard error.
      """,
      valueName: "path"))
  public var stats: String?

  /// Creates options without values, for the argument parser.
  public init() {}

  /// Checks the values that the user gave.
  ///
  /// - Throws: A `ValidationError` that states the valid form.
  public func validate() throws {
    try FrameFileFormat.validate(dumpFrame)
    if dumpFrame == "-", recordList == "-" {
      throw ValidationError("--dump-frame - and --record-list -: only one of them can go to standard output.")
    }
    if stats == "-" { throw ValidationError("--stats -: statistics go to a file; name /dev/stdout for standard output.") }
  }

  /// Whether the only output is one frame that no touch changes. A program may leave out what moves.
  public var isSinglePicture: Bool { dumpFrame != nil && replay == nil && frames == nil && at == nil && display == nil }

  /// Whether the run uses the kiosk's virtual clock and ends without a person.
  public var usesVirtualClock: Bool { dumpFrame != nil || recordList != nil || frames != nil || at != nil }

  /// Returns the board with the changes of the options.
  ///
  /// - Parameter contentSize: The size of the content in pixels, if it has one. A headless screen has this
  ///   size unless the board or `--size` sets another.
  /// - Throws: ``BoardError`` if the board file cannot be used.
  ///   ``KioskOptionsError/unsupportedSize(_:limit:)`` if a frame of the size cannot be drawn.
  public func resolvedBoard(contentSize: PixelSize? = nil) throws -> Board {
    var board = try board.map { try BoardLibrary.standard.board($0) } ?? .current
    if let display {
      board.display = display
    } else if usesVirtualClock || (replay != nil && board.display == .auto) {
      board.display = .headless
    }
    if let size {
      board.mode = PreferredDisplayMode(size: size, refreshMillihertz: board.mode?.refreshMillihertz)
      guard board.mode?.isSupported == true else {
        throw KioskOptionsError.unsupportedSize(size, limit: PreferredDisplayMode.maximumSide)
      }
    }
    if let format { board.format = format }
    if let rotate { board.rotation = rotate }
    if let contentSize, board.mode == nil, board.display == .headless {
      let panelSize =
        board.rotation.swapsAxes ? PixelSize(width: contentSize.height, height: contentSize.width) : contentSize
      board.mode = PreferredDisplayMode(size: panelSize)
    }
    if let threads { board.threads = threads }
    return board
  }
}

extension Board.DisplayKind: ExpressibleByArgument {}
