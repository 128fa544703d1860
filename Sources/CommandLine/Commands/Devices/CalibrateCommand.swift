import ArgumentParser
import Cartouche
import CartoucheOptions

/// `cartouche calibrate`: aligns the touch panel with the screen.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Writes the calibration of the touch panel into a board file.",
    discussion: """
      Five targets are shown one after another. Each is touched for a second. The matrix that fits the touches best is written as touch: \
      calibration: of the board file, whose other lines stay as they are. The board's rotation, swap-axes and mirror are respected. If the touches \
      fit no matrix, the file stays unchanged. With --check, lines cross where the last finger is, until Ctrl-C.
      """)

  @Flag(help: "Show where touches are with the calibration of the board, and write nothing.")
  var check = false

  @OptionGroup var options: KioskOptions

  func run() throws {
    try MainActor.assumeIsolated {
      if check {
        try runKiosk(options) { CalibrationCheckScreen(on: $0) }
      } else {
        try calibrate()
      }
    }
  }

  @MainActor
  private func calibrate() throws {
    let path = try boardFile()
    let board = try options.resolvedBoard()
    if board.touch == .none, options.replay == nil {
      throw Failure("\(path): the board reads no touch panel (touch: device: none). Write \"auto\" there, or the panel's name.")
    }
    try FileIO.checkWritable(path)
    var finished: CalibrationTaps?
    try runKiosk(options, changing: Self.removeCorrections) { kiosk in
      let screen = CalibrationScreen(on: kiosk, board: board)
      kiosk.onContact { _ in finished = screen.taps }
      return screen
    }
    // A picture of the screen, without touches.
    if finished == nil, options.usesVirtualClock, options.replay == nil { return }
    let command = "cartouche calibrate --board \(path)"
    guard let taps = finished, taps.isComplete else {
      throw Failure(
        "\(path): only \(finished?.taps.count ?? 0) of \(CalibrationTaps.targetCount) targets were touched, so the file is unchanged. Run \"\(command)\" again."
      )
    }
    guard let calibration = taps.calibration, calibration.maximumError(of: taps.taps, panel: taps.panel) <= taps.maximumError else {
      let error = taps.calibration.map { $0.maximumError(of: taps.taps, panel: taps.panel) }
      let distance = error.map { "up to \(Int($0.rounded())) pixels from" } ?? "on one line, not at"
      throw Failure(
        "\(path): the touches are \(distance) their targets, and \(Int(taps.maximumError)) pixels are allowed, so the file is unchanged. Run \"\(command)\" again, and touch the middle of each cross."
      )
    }
    let text = String(decoding: try FileIO.read(path, limit: 1 << 20), as: UTF8.self)
    try FileIO.write(Array(Board.yaml(text, withCalibration: calibration, file: path).utf8), to: path)
    let error = Int(calibration.maximumError(of: taps.taps, panel: taps.panel).rounded())
    try printToStandardOutput(
      "\(path): calibration: \(calibration.yaml); the touches are within \(error) pixels of the targets. See it with \"\(command) --check\"."
    )
  }

  /// Lets the kiosk report touches in the panel's own orientation.
  private static func removeCorrections(_ board: inout Board) {
    board.removeTouchCorrections()
    // Taps of a mouse say nothing about the touch panel.
    board.mouse = .never
  }

  /// Returns the path of the file of the board to calibrate.
  private func boardFile() throws -> String {
    let copy = "Write a file with \"cartouche boards --print generic-drm >board.yaml\", and give it with --board board.yaml."
    guard let name = options.board ?? Board.currentName else {
      throw Failure("There is no board file for the calibration. \(copy)")
    }
    switch try BoardLibrary.standard.source(of: name) {
    case .file(let path): return path
    case .builtIn:
      throw Failure(
        "The board \(name) is built into the program, so its calibration cannot be written. Copy it with \"cartouche boards --print \(name) >\(name).yaml\", and give the copy with --board \(name).yaml."
      )
    }
  }
}
