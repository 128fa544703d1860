/// An object that depends on which fonts a collection contains.
protocol FontObserver: AnyObject {
  /// Called after faces were added to the collection.
  func fontsDidChange()
}

/// A set of fonts that finds faces by family, weight, slant and width, and falls back to its other families
/// for missing characters.
///
/// Not thread-safe, like layers. When faces are added, text layers that use the collection are laid out
/// again. A ``TextLayout`` is a value and does not change.
public final class FontCollection {
  public private(set) var faces: [FontFace] = []
  /// The cache of the glyphs that were drawn with these fonts.
  public let glyphs: GlyphCache

  private var library: FreeTypeLibrary?
  /// Indices into `faces` by family, in the order in which the families were added. Names are in lower case.
  private var families: [(name: String, faces: [Int])] = []
  private var cascades: [FontDescriptor: [FontFace]] = [:]
  private var problems: [FontError] = []
  private var missing: [Character] = []
  private var reportedCharacters: Set<Character> = []
  /// The files whose faces were all added.
  private var completeFiles: Set<String> = []
  private var observers: [WeakObserver] = []
  /// The number of observers at which those that no longer exist are removed.
  private var observerLimit = 16

  /// A weak reference to an observer.
  private struct WeakObserver {
    weak var observer: (any FontObserver)?
  }

  /// The font files of Debian's `fonts-dejavu-core`, `fonts-lohit-deva` and `fonts-wqy-microhei`, in fallback
  /// order.
  ///
  /// They cover Latin, Greek, Cyrillic, Arabic and Hebrew, then Devanagari, then Chinese, Japanese and
  /// Korean. This is a list and not a folder, so that text looks the same whatever else is installed.
  public static let standardFiles = [
    "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSerif-Bold.ttf",
    "dejavu/DejaVuSansMono.ttf", "dejavu/DejaVuSansMono-Bold.ttf", "lohit-devanagari/Lohit-Devanagari.ttf", "wqy/wqy-microhei.ttc",
  ].map { "/usr/share/fonts/truetype/" + $0 }

  /// Creates a collection without fonts, which draws every character as a box.
  ///
  /// - Parameter glyphCacheByteLimit: The number of bytes of glyph coverage and outlines that the cache may
  ///   hold.
  public init(glyphCacheByteLimit: Int = 8 << 20) {
    glyphs = GlyphCache(byteLimit: glyphCacheByteLimit)
  }

  /// Creates a collection of the fonts in `files`. Fonts that cannot be used are skipped; ``takeErrors()``
  /// says why.
  public convenience init(files: [String], glyphCacheByteLimit: Int = 8 << 20) {
    self.init(glyphCacheByteLimit: glyphCacheByteLimit)
    for file in files { addIfPossible(contentsOf: file) }
  }

  /// Adds the faces of the file at `path`. If they cannot be used, ``takeErrors()`` says why.
  public func addIfPossible(contentsOf path: String) {
    do throws(FontError) {
      try add(contentsOf: path)
    } catch {
      problems.append(error)
    }
  }

  /// Records a problem for ``takeErrors()``.
  package func record(_ problem: FontError) { problems.append(problem) }

  /// Notifies `observer` once, the next time that faces are added. Holds it weakly.
  func register(_ observer: any FontObserver) {
    if observers.count >= observerLimit {
      observers.removeAll { $0.observer == nil }
      observerLimit = max(observers.count * 2, 16)
    }
    observers.append(WeakObserver(observer: observer))
  }

  /// Returns the problems found with fonts since the last call.
  public func takeErrors() -> [FontError] {
    defer { problems.removeAll() }
    return problems
  }

  /// Adds the faces of the file at `path` after the existing faces.
  ///
  /// - Returns: The added faces. A file that was added before adds nothing; if only some of its faces could
  ///   be used, the others are tried again.
  /// - Throws: ``FontError``. Faces before the unusable one stay added.
  @discardableResult
  public func add(contentsOf path: String) throws(FontError) -> [FontFace] {
    if completeFiles.contains(path) { return [] }
    guard let bytes = FontBytes(path: path) else { throw .unreadable(file: path) }
    return try add(bytes, file: path, except: Set(faces.lazy.filter { $0.file == path }.map(\.index)))
  }

  /// Adds the faces in a font file's bytes.
  ///
  /// - Parameter name: The name by which errors refer to the font.
  @discardableResult
  public func add(_ bytes: [UInt8], name: String) throws(FontError) -> [FontFace] {
    guard let bytes = FontBytes(bytes) else { throw .notAFont(file: name, code: 0) }
    return try add(bytes, file: name)
  }

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

  /// The names of the families, in the order in which they were added.
  public var familyNames: [String] { families.map { faces[$0.faces[0]].descriptor.family } }

  /// Returns the face that matches `descriptor` best, or nil in an empty collection.
  ///
  /// If no family has the name, the first family is used.
  public func face(matching descriptor: FontDescriptor) -> FontFace? {
    cascade(for: descriptor).first
  }

  /// Returns the faces to search for a character: the best match of the requested family, then that of every
  /// other family.
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

  /// Records that no font has `character`.
  ///
  /// - Parameter character: The missing character, shortened to its first scalars if it has very many,
  ///   because it is quoted in a sentence.
  func record(missing character: Character) {
    guard reportedCharacters.count < 4096, reportedCharacters.insert(character).inserted else { return }
    missing.append(character)
  }

  /// Returns the characters without a font that were laid out since the last call. Each is reported once.
  public func takeMissingCharacters() -> [Character] {
    defer { missing.removeAll() }
    return missing
  }
}
