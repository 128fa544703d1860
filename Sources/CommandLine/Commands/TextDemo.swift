import ArgumentParser
import Cartouche

struct TextDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text", abstract: "A page in Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari and Chinese.",
    discussion: """
      Paragraphs stretched to both sides, lines of mixed direction, names with halos. A character that no font has becomes a box, and is named once \
      on standard error.
      """)

  @Option(
    help: ArgumentHelp("A text file (UTF-8) to be shown in place of the page's own words.", valueName: "file"), completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "A font file, or a folder of them, to be used before the standard fonts; may be given again.", valueName: "path"))
  var font: [String] = []

  @OptionGroup var options: CommonOptions

  func run() throws {
    let text = try file.map { String(decoding: try FileIO.read($0, limit: 1 << 24), as: UTF8.self) }
    try MainActor.assumeIsolated {
      let fonts = FontCollection()
      for path in font { fonts.add(fileOrFolder: path) }
      for path in FontCollection.standardFiles { fonts.addIfPossible(contentsOf: path) }
      printProblems(of: fonts)
      try show(options) { kiosk in
        kiosk.onPresent { _ in printProblems(of: fonts) }
        if let text {
          kiosk.root.addSublayer(sheet(text, fonts: fonts, on: kiosk.root.bounds))
        } else {
          _ = TextPage(on: kiosk.root, fonts: fonts)
        }
      }
    }
  }

  /// A file's text, as much of it as the screen holds.
  @MainActor
  private func sheet(_ text: String, fonts: FontCollection, on screen: Rect) -> TextLayer {
    let unit = min(screen.width / 480, screen.height / 320)
    let layer = TextLayer(text, fonts: fonts, frame: screen.insetBy(dx: unit * 12, dy: unit * 12))
    layer.fontSize = unit * 12
    layer.isWrapped = true
    layer.truncationMode = .end
    return layer
  }
}

/// Says what is wrong with fonts and what none of them has, each once.
@MainActor
func printProblems(of fonts: FontCollection) {
  for problem in fonts.takeProblems() { printToStandardError("\(problem).") }
  for character in fonts.takeMissingCharacters() {
    printToStandardError(
      "no font has \(character) (\(character.codePoints)), a box is drawn for it; give one that has with --font.")
  }
}
