import Foundation
internal import Logging

extension FontCollection {
  /// The fonts that text layers use by default: those of `standardFiles` that exist.
  @MainActor public static var standard: FontCollection {
    if let opened { return opened }
    let fonts = FontCollection(files: standardFiles, glyphCacheByteLimit: standardGlyphMemory)
    opened = fonts
    return fonts
  }

  /// The standard fonts after their first use; a kiosk without text opens no font.
  @MainActor private static var opened: FontCollection?

  /// The limit of the standard fonts' glyph cache in bytes, from ``Board/glyphMemory``.
  @MainActor static var standardGlyphMemory = 8 << 20 {
    didSet { opened?.glyphs.byteLimit = standardGlyphMemory }
  }

  /// Adds a font file, or all `.ttf`, `.otf` and `.ttc` files of a folder and its subfolders, in the order of
  /// their paths.
  ///
  /// Files that cannot be used are left out; ``FontCollection/takeErrors()`` returns the reasons.
  public func add(fileOrFolder path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return addIfPossible(contentsOf: path)
    }
    // Foundation lists nothing for a symbolic link to a folder.
    let folder = URL(filePath: path).resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let fonts = names.filter { name in Self.extensions.contains { name.lowercased().hasSuffix($0) } }
    if fonts.isEmpty { record(.noFonts(folder: path)) }
    for name in fonts.sorted() { addIfPossible(contentsOf: path + "/" + name) }
  }

  /// Logs problems of the standard fonts and the characters that they lack, each once.
  @MainActor
  static func logStandardProblems(to logger: Logger) {
    guard let opened else { return }
    for problem in opened.takeErrors() { logger.notice("\(problem)") }
    for character in opened.takeMissingCharacters() {
      logger.notice(
        "no standard font has \(character) (\(character.codePoints)), a box is drawn for it; add a font that has it with FontCollection.standard.add(fileOrFolder:)"
      )
    }
  }

  private static let extensions = [".ttf", ".otf", ".ttc"]
}

extension TextLayer {
  /// Creates a layer that shows `string` in the standard fonts.
  @MainActor
  public convenience init(_ string: String = "", frame: Rect = .zero) {
    self.init(string, fonts: .standard, frame: frame)
  }
}

extension Character {
  /// The character's scalars in Unicode notation: "U+1F6A2".
  package var codePoints: String {
    unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}
