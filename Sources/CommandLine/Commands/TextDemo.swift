import ArgumentParser
import Cartouche
import CartoucheOptions

/// `cartouche demo text`: shows a page of text.
struct TextDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text", abstract: "A page in Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari and Chinese.",
    discussion: """
      The page has justified paragraphs, lines of mixed direction, and names with halos. A character that no font has is drawn as a box and \
      reported once on standard error.
      """)

  @Option(
    help: ArgumentHelp("A UTF-8 text file to show instead of the page.", valueName: "file"), completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "A font file, or a folder of them, that takes precedence over the standard fonts; may be repeated.", valueName: "path"))
  var font: [String] = []

  @OptionGroup var options: KioskOptions

  func run() throws {
    let text = try file.map { String(decoding: try FileIO.read($0, limit: 1 << 24), as: UTF8.self) }
    try MainActor.assumeIsolated {
      let fonts = FontCollection()
      for path in font { fonts.add(fileOrFolder: path) }
      for path in FontCollection.standardFiles { fonts.addIfPossible(contentsOf: path) }
      printProblems(of: fonts)
      try runKiosk(options) { kiosk in
        kiosk.onPresent { _ in printProblems(of: fonts) }
        if let text {
          kiosk.root.addSublayer(sheet(text, fonts: fonts, on: kiosk.root.bounds))
        } else {
          _ = TextPage(on: kiosk.root, fonts: fonts)
        }
      }
    }
  }

  /// Returns a layer with as much of the text as fits the screen.
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

/// Prints the problems of fonts and the characters that none of them has, each once.
@MainActor
func printProblems(of fonts: FontCollection) {
  for problem in fonts.takeErrors() { printToStandardError("\(problem).") }
  for character in fonts.takeMissingCharacters() {
    printToStandardError(
      "no font has \(character) (\(character.codePoints)), so a box is drawn; name a font with this character by --font.")
  }
}
