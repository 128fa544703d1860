import ArgumentParser
import Cartouche

/// `cartouche boards`: lists the board files.
struct ListBoardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boards", abstract: "Lists the known board files.",
    discussion: """
      Each line has the name, a summary, and the path. The files are searched in the folders of $CARTOUCHE_BOARDS, in boards/ in the working \
      directory and next to the program, and in /usr/share/cartouche/boards. The first file of a name is used.
      """)

  func run() throws {
    let library = BoardLibrary.standard
    let files = library.files()
    if files.isEmpty {
      throw Failure(
        "No board files in \(library.folders.isEmpty ? "boards/" : library.folders.joined(separator: ", ")); set CARTOUCHE_BOARDS to their folder."
      )
    }
    var broken: (any Error)?
    var lines: [String] = []
    let width = files.map(\.name.count).max() ?? 0
    for (name, path) in files {
      do {
        let board = try library.board(name)
        lines.append(name.padded(to: width) + "  " + board.summary + "  (" + path + ")")
      } catch {
        broken = broken ?? error
      }
    }
    if !lines.isEmpty { try printToStandardOutput(lines.joined(separator: "\n")) }
    if let broken { throw broken }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
