/// An object that is notified when faces are added to a font collection.
protocol FontObserver: AnyObject {
  /// Notifies the observer that faces were added to the collection.
  func fontsDidChange()
}

/// A set of font faces that finds the face for each character of a text.
///
/// The collection finds faces by family, weight, slant and width. If the requested family lacks a character,
/// the collection searches its other families.
///
/// A font collection is not thread-safe; layers are not thread-safe either. When faces are added, text layers
/// that use the collection lay out their text again. A ``TextLayout`` is a value, so an existing layout does
/// not change.
public final class FontCollection {
  public private(set) var faces: [FontFace] = []
  /// The cache of the shapes of glyphs that were drawn with the collection's fonts.
  public let glyphs: GlyphCache

  private var library: FreeTypeLibrary?
  /// The families in the order in which they were added, each with the indices of its faces in `faces`. Names
  /// are in lower case.
  private var families: [(name: String, faces: [Int])] = []
  private var cascades: [FontDescriptor: [FontFace]] = [:]
  private var problems: [FontError] = []
  private var missing: [Character] = []
  private var reportedCharacters: Set<Character> = []
  /// The paths of the files whose faces were all added.
  private var completeFiles: Set<String> = []
  private var observers: [WeakObserver] = []
  /// The number of observers at which the references to freed observers are removed.
  private var observerLimit = 16

  /// A weak reference to an observer of the collection.
  private struct WeakObserver {
    weak var observer: (any FontObserver)?
  }

  /// The paths of the font files of Debian's packages `fonts-dejavu-core`, `fonts-lohit-deva` and
  /// `fonts-wqy-microhei`.
  ///
  /// The files are in the order in which families are searched for a character.
  ///
  /// The fonts cover Latin, Greek, Cyrillic, Arabic and Hebrew, then Devanagari, then Chinese, Japanese and
  /// Korean. This property is a list of files rather than a folder, so that other installed fonts do not
  /// change how text looks.
  public static let standardFiles = [
    "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSerif-Bold.ttf",
    "dejavu/DejaVuSansMono.ttf", "dejavu/DejaVuSansMono-Bold.ttf", "lohit-devanagari/Lohit-Devanagari.ttf", "wqy/wqy-microhei.ttc",
  ].map { "/usr/share/fonts/truetype/" + $0 }

  /// Creates a collection without fonts. The collection draws every character as a box until fonts are added.
  ///
  /// - Parameter glyphCacheByteLimit: The maximum number of bytes of glyph coverage and outlines in the glyph
  ///   cache.
  public init(glyphCacheByteLimit: Int = 8 << 20) {
    glyphs = GlyphCache(byteLimit: glyphCacheByteLimit)
  }

  /// Creates a collection of the fonts in `files`.
  ///
  /// A file that cannot be used is skipped. ``takeErrors()`` returns the reasons.
  ///
  /// - Parameters:
  ///   - files: The paths of the font files, in the order in which families are searched for a character.
  ///   - glyphCacheByteLimit: The maximum number of bytes of glyph coverage and outlines in the glyph cache.
  public convenience init(files: [String], glyphCacheByteLimit: Int = 8 << 20) {
    self.init(glyphCacheByteLimit: glyphCacheByteLimit)
    for file in files { addIfPossible(contentsOf: file) }
  }

  /// Adds the faces of the font file at `path`. If the file cannot be used, this method throws no error, but
  /// ``takeErrors()`` returns the reason.
  public func addIfPossible(contentsOf path: String) {
    do throws(FontError) {
      try add(contentsOf: path)
    } catch {
      problems.append(error)
    }
  }

  /// Records a problem that ``takeErrors()`` will return.
  package func record(_ problem: FontError) { problems.append(problem) }

  /// Registers an observer, which is notified the next time that faces are added, and only that time. The
  /// collection holds the observer weakly.
  func register(_ observer: any FontObserver) {
    if observers.count >= observerLimit {
      observers.removeAll { $0.observer == nil }
      observerLimit = max(observers.count * 2, 16)
    }
    observers.append(WeakObserver(observer: observer))
  }

  /// Returns the problems that were found with fonts since this method was last called.
  public func takeErrors() -> [FontError] {
    defer { problems.removeAll() }
    return problems
  }

  /// Adds the faces of the font file at `path` after the faces of the collection.
  ///
  /// If all faces of the file were added before, nothing is added. If only some of the faces could be added
  /// before, the method tries the remaining faces again.
  ///
  /// - Returns: The faces that were added.
  /// - Throws: ``FontError`` if a face cannot be used. The file's faces before that face stay added.
  @discardableResult
  public func add(contentsOf path: String) throws(FontError) -> [FontFace] {
    if completeFiles.contains(path) { return [] }
    guard let bytes = FontBytes(path: path) else { throw .unreadable(file: path) }
    return try add(bytes, file: path, except: Set(faces.lazy.filter { $0.file == path }.map(\.index)))
  }

  /// Adds the faces in the bytes of a font file after the faces of the collection.
  ///
  /// - Parameter name: The name by which error messages refer to the font.
  /// - Returns: The faces that were added.
  /// - Throws: ``FontError`` if a face cannot be used. The faces before that face stay added.
  @discardableResult
  public func add(_ bytes: [UInt8], name: String) throws(FontError) -> [FontFace] {
    guard let bytes = FontBytes(bytes) else { throw .notAFont(file: name, code: 0) }
    return try add(bytes, file: name)
  }

  /// Adds the faces in the bytes of a font file, except the faces that were added before.
  ///
  /// - Parameter addedIndices: The indices of the file's faces that were added before.
  private func add(_ bytes: FontBytes, file: String, except addedIndices: Set<Int> = []) throws(FontError) -> [FontFace] {
    let library: FreeTypeLibrary
    if let started = self.library { library = started } else { library = try FreeTypeLibrary() }
    self.library = library
    var added: [FontFace] = []
    defer { if !added.isEmpty { notifyObservers() } }
    for index in 0..<FontFace.faceCount(in: bytes) where !addedIndices.contains(index) {
      let face = try FontFace(bytes, file: file, index: index, collectionIndex: Int32(faces.count), library: library)
      let name = face.descriptor.family.lowercased()
      if let familyIndex = families.firstIndex(where: { $0.name == name }) {
        families[familyIndex].faces.append(faces.count)
      } else {
        families.append((name, [faces.count]))
      }
      faces.append(face)
      added.append(face)
      cascades.removeAll()
    }
    completeFiles.insert(file)
    return added
  }

  private func notifyObservers() {
    let notified = observers
    observers.removeAll()
    for entry in notified { entry.observer?.fontsDidChange() }
  }

  /// The names of the collection's font families, in the order in which the families were added.
  public var familyNames: [String] { families.map { faces[$0.faces[0]].descriptor.family } }

  /// Returns the face that matches `descriptor` best.
  ///
  /// If the collection has no family of the descriptor's name, the method searches the collection's first
  /// family. If the collection is empty, the method returns nil.
  public func face(matching descriptor: FontDescriptor) -> FontFace? {
    cascade(for: descriptor).first
  }

  /// Returns the faces in which a character is searched, in order. The best match of the requested family is
  /// first, followed by the best match of every other family.
  func cascade(for descriptor: FontDescriptor) -> [FontFace] {
    if let cached = cascades[descriptor] { return cached }
    var order = Array(families.indices)
    let name = descriptor.family.lowercased()
    if let requested = families.firstIndex(where: { $0.name == name }) {
      order.remove(at: requested)
      order.insert(requested, at: 0)
    }
    let found = order.compactMap { family -> FontFace? in
      let candidates = families[family].faces.map { faces[$0] }
      return descriptor.indexOfBestMatch(in: candidates.map(\.descriptor)).map { candidates[$0] }
    }
    // Programs use few descriptors. The limit bounds the memory of one that generates family names.
    if cascades.count >= 256 { cascades.removeAll() }
    cascades[descriptor] = found
    return found
  }

  /// Records that the collection has no font for `character`.
  ///
  /// - Parameter character: The missing character, which a message quotes. A character of very many Unicode
  ///   scalars is shortened to its first scalars.
  func record(missing character: Character) {
    guard reportedCharacters.count < 4096, reportedCharacters.insert(character).inserted else { return }
    missing.append(character)
  }

  /// Returns the characters that were laid out without a font since this method was last called. Each
  /// character is reported once.
  public func takeMissingCharacters() -> [Character] {
    defer { missing.removeAll() }
    return missing
  }
}
