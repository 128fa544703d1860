import CartoucheLinux
internal import Logging
internal import Synchronization

extension FontCollection {
  /// The font collection that text layers use by default.
  ///
  /// The collection contains the fonts of ``FontCollection/standardFiles``, without the files that do not
  /// exist. The files are opened when a program first uses `standard`.
  ///
  /// Any thread may use it, for example a layer that makes text.
  public static var standard: FontCollection {
    standardFonts.withLock { fonts in
      if let opened = fonts.opened { return opened }
      let opened = FontCollection(files: standardFiles, glyphCacheByteLimit: fonts.glyphMemory)
      fonts.opened = opened
      return opened
    }
  }

  /// The limit of the standard font collection's glyph cache, in bytes. A kiosk sets it from
  /// ``Board/glyphMemory``.
  static var standardGlyphMemory: Int {
    get { standardFonts.withLock { $0.glyphMemory } }
    set {
      standardFonts.withLock { fonts in
        fonts.glyphMemory = newValue
        fonts.opened?.glyphs.byteLimit = newValue
      }
    }
  }

  /// Adds the fonts in one font file, or in all font files of a folder, to the collection.
  ///
  /// If `path` is a folder, `.ttf`, `.otf` and `.ttc` files are font files. Files in the folder's subfolders
  /// are added too. The files are added in the sorted order of their paths.
  ///
  /// A file that cannot be used is left out. ``FontCollection/takeErrors()`` then returns the reason.
  public func add(fileOrFolder path: String) {
    guard Folders.isFolder(path) else { return addIfPossible(contentsOf: path) }
    let fonts = Folders.files(below: path).filter { name in
      Self.extensions.contains { name.lowercased().hasSuffix($0) }
    }
    if fonts.isEmpty { record(.noFonts(folder: path)) }
    for name in fonts { addIfPossible(contentsOf: path + "/" + name) }
  }

  /// Logs the problems of the standard font collection, and the characters that no standard font has.
  ///
  /// Each problem and each character is logged once.
  static func logStandardProblems(to logger: Logger) {
    guard let opened = standardFonts.withLock({ $0.opened }) else { return }
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
  /// Creates a text layer that shows `string` in the standard fonts, ``FontCollection/standard``.
  ///
  /// - Parameters:
  ///   - string: The text to show.
  ///   - frame: The frame of the layer in the coordinate space of its superlayer, in points.
  public convenience init(_ string: String = "", frame: Rect = .zero) {
    self.init(string, fonts: .standard, frame: frame)
  }
}

extension Character {
  /// The character's Unicode scalars in Unicode notation, such as "U+1F6A2", separated by spaces.
  package var codePoints: String {
    unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}

/// The standard font collection, once it is opened, and the limit of its glyph cache in bytes. A kiosk
/// without text opens no font.
private struct StandardFonts: Sendable {
  var opened: FontCollection?
  var glyphMemory = 8 << 20
}

private let standardFonts = Mutex(StandardFonts())
