import Foundation
internal import Logging

extension FontCollection {
  /// The fonts that are used where nothing else is said: ``standardFiles``, as far as they are there.
  @MainActor public static var standard: FontCollection {
    if let opened { return opened }
    let fonts = FontCollection(files: standardFiles, glyphCacheByteLimit: standardGlyphMemory)
    opened = fonts
    return fonts
  }

  /// Once they were asked for: a kiosk without text opens no font.
  @MainActor private static var opened: FontCollection?

  /// The board's.
  @MainActor static var standardGlyphMemory = 8 << 20 {
    didSet { opened?.glyphs.byteLimit = standardGlyphMemory }
  }

  /// Adds a font file, or all `.ttf`, `.otf` and `.ttc` files of a folder and its folders in the order of their names.
  ///
  /// What cannot be used is left out, and ``takeProblems()`` says why.
  public func add(fileOrFolder path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return addIfPossible(contentsOf: path)
    }
    // Of a symbolic link to a folder Foundation lists nothing.
    let folder = URL(filePath: path).resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let fonts = names.filter { name in Self.endings.contains { name.lowercased().hasSuffix($0) } }
    if fonts.isEmpty { record(.noFonts(folder: path)) }
    for name in fonts.sorted() { addIfPossible(contentsOf: path + "/" + name) }
  }

  /// Tells `logger` what is wrong with the standard fonts and what none of them has, each once.
  @MainActor
  static func logStandardProblems(to logger: Logger) {
    guard let opened else { return }
    for problem in opened.takeProblems() { logger.notice("\(problem)") }
    for character in opened.takeMissingCharacters() {
      logger.notice(
        "no standard font has \(character) (\(character.codePoints)), a box is drawn for it; FontCollection.standard.add(fileOrFolder:) adds one that has"
      )
    }
  }

  private static let endings = [".ttf", ".otf", ".ttc"]
}

extension TextLayer {
  /// A layer that shows `string` in the standard fonts.
  @MainActor
  public convenience init(_ string: String = "", frame: Rect = .zero) {
    self.init(string, fonts: .standard, frame: frame)
  }
}

extension Character {
  /// Its scalars as Unicode writes them: "U+1F6A2".
  package var codePoints: String {
    unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}
