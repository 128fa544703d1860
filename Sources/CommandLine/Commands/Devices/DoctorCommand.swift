import ArgumentParser
import Cartouche
import CartoucheLinux

/// `cartouche doctor`: reports displays, input devices and the console, and how to mend troubles.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Reports displays, input devices and the console, and how to mend troubles.",
    discussion: """
      Reports the graphics cards with their connectors, modes, formats and owners, the framebuffers, the input devices and which of them are \
      read, the console, and the user's groups. A command that mends it follows each trouble. Changes nothing. Root sees the processes of all \
      users. Exit status: 0 if a picture can be shown, otherwise 1.
      """)

  @Option(help: ArgumentHelp("The board: the name of a board file, or its path.", valueName: "name|file"))
  var board: String?

  func run() throws {
    let board = try board.map { try BoardLibrary.standard.board($0) } ?? .current
    let path = board.displayDevice
    let isFramebuffer = path?.hasPrefix("/dev/fb") ?? false
    let survey = DeviceSurvey.read(card: isFramebuffer ? nil : path, framebuffer: isFramebuffer ? path : nil)
    let diagnosis = Diagnosis(
      survey, display: board.displayRequest, touch: board.touch.filters, pointers: board.pointerUse,
      readsKeyboards: board.readsKeyboards(onScreen: board.display != .headless))
    try printToStandardOutput(diagnosis.report(board: board.name))
    if !diagnosis.canShowPicture { throw ExitCode(1) }
  }
}
