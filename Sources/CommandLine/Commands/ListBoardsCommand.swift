import ArgumentParser
import Cartouche

/// `cartouche boards`: lists the board files.
struct ListBoardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boards", abstract: "Lists the known board files.",
    discussion: """
      Each line has the name, a summary, and where the file is. The files are searched in the folders of $CARTOUCHE_BOARDS, in boards/ in the \
      working directory and next to the program, in /usr/share/cartouche/boards, and among the files that are built into the program. The first \
      file of a name is used.
      """)

  @Option(help: ArgumentHelp("Print the file of this board instead, as the beginning of a file of your own.", valueName: "name"))
  var print: String?

  func run() throws {
    let library = BoardLibrary.standard
    if let print { return try FileIO.writeToStandardOutput(Array(Self.line(try library.text(of: print)).utf8)) }
    let entries = library.entries()
    var broken: (any Error)?
    var lines: [String] = []
    let width = entries.map(\.name.count).max() ?? 0
    for (name, source) in entries {
      do {
        let board = try library.board(name)
        lines.append(name.padded(to: width) + "  " + board.summary + "  (\(source))")
      } catch {
        broken = broken ?? error
      }
    }
    if !lines.isEmpty { try printToStandardOutput(lines.joined(separator: "\n")) }
    if let broken { throw broken }
  }

  /// Returns a text that ends with a line break, as files do.
  private static func line(_ text: String) -> String { text.hasSuffix("\n") ? text : text + "\n" }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
