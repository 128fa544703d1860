/// An object that depends on which fonts a collection contains.
protocol FontObserver: AnyObject {
  /// Called after faces were added to the collection.
  func fontsDidChange()
}

/// The fonts that there are: found by family, weight, slant and width, and for what one lacks, the others in their order.
///
/// Not for several threads at once, as all layers. When fonts are added, the layers that show text in them are laid out anew; a ``TextLayout`` is a value
/// and stays as it is.
public final class FontCollection {
  public private(set) var faces: [FontFace] = []
  /// What has been drawn with these fonts.
  public let glyphs: GlyphCache

  private var library: FreeTypeLibrary?
  /// The numbers of the faces by family, in the order in which the families came; names in lower case.
  private var families: [(name: String, faces: [Int])] = []
  private var cascades: [FontDescriptor: [FontFace]] = [:]
  private var problems: [FontError] = []
  private var missing: [Character] = []
  private var told: Set<Character> = []
  /// The files all of whose faces are there.
  private var complete: Set<String> = []
  private var observers: [WeakObserver] = []
  /// The number of observers at which those that are gone are removed.
  private var observerLimit = 16

  /// An observer that may be gone.
  private struct WeakObserver {
    weak var observer: (any FontObserver)?
  }

  /// The files of Debian's `fonts-dejavu-core`, `fonts-lohit-deva` and `fonts-wqy-microhei`, in the order in which they are searched: Latin, Greek,
  /// Cyrillic, Arabic and Hebrew, then Devanagari, then Chinese, Japanese and Korean.
  ///
  /// A list and not a folder, so that a text looks the same whatever else is installed.
  public static let standardFiles = [
    "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSerif-Bold.ttf",
    "dejavu/DejaVuSansMono.ttf", "dejavu/DejaVuSansMono-Bold.ttf", "lohit-devanagari/Lohit-Devanagari.ttf", "wqy/wqy-microhei.ttc",
  ].map { "/usr/share/fonts/truetype/" + $0 }

  /// A collection without fonts: all that it draws is boxes.
  ///
  /// - Parameter glyphCacheByteLimit: how many bytes of glyphs' coverages and outlines are kept.
  public init(glyphCacheByteLimit: Int = 8 << 20) {
    glyphs = GlyphCache(byteLimit: glyphCacheByteLimit)
  }

  /// The fonts in `files`; those that cannot be used are left out, and ``takeProblems()`` says why.
  public convenience init(files: [String], glyphCacheByteLimit: Int = 8 << 20) {
    self.init(glyphCacheByteLimit: glyphCacheByteLimit)
    for file in files { addIfPossible(contentsOf: file) }
  }

  /// Adds the faces of the file at `path` if they can be used; if not, ``takeProblems()`` says why.
  public func addIfPossible(contentsOf path: String) {
    do throws(FontError) {
      try add(contentsOf: path)
    } catch {
      problems.append(error)
    }
  }

  /// Keeps in mind what was wrong with a font.
  package func record(_ problem: FontError) { problems.append(problem) }

  /// Notifies `observer` once, the next time that faces are added. Holds it weakly.
  func register(_ observer: any FontObserver) {
    if observers.count >= observerLimit {
      observers.removeAll { $0.observer == nil }
      observerLimit = max(observers.count * 2, 16)
    }
    observers.append(WeakObserver(observer: observer))
  }

  /// What was wrong with fonts since this was asked last.
  public func takeProblems() -> [FontError] {
    defer { problems.removeAll() }
    return problems
  }

  /// Adds the faces of the file at `path`, behind those that are there.
  ///
  /// - Returns: what was added. A file that is there already is not added again; of one that could be used in part, what is missing is tried again.
  /// - Throws: ``FontError``; faces before the one that cannot be used stay.
  @discardableResult
  public func add(contentsOf path: String) throws(FontError) -> [FontFace] {
    if complete.contains(path) { return [] }
    guard let bytes = FontBytes(path: path) else { throw .unreadable(file: path) }
    return try add(bytes, file: path, except: Set(faces.lazy.filter { $0.file == path }.map(\.index)))
  }

  /// Adds the faces of a font file's bytes.
  ///
  /// - Parameter name: what errors call it.
  @discardableResult
  public func add(_ bytes: [UInt8], name: String) throws(FontError) -> [FontFace] {
    guard let bytes = FontBytes(bytes) else { throw .notAFont(file: name, code: 0) }
    return try add(bytes, file: name)
  }

  /// - Parameter known: faces of the file that are there already.
  private func add(_ bytes: FontBytes, file: String, except known: Set<Int> = []) throws(FontError) -> [FontFace] {
    let library: FreeTypeLibrary
    if let started = self.library { library = started } else { library = try FreeTypeLibrary() }
    self.library = library
    var added: [FontFace] = []
    defer { if !added.isEmpty { notifyObservers() } }
    for index in 0..<FontFace.faceCount(in: bytes) where !known.contains(index) {
      let face = try FontFace(bytes, file: file, index: index, collectionIndex: Int32(faces.count), library: library)
      let name = face.descriptor.family.lowercased()
      if let known = families.firstIndex(where: { $0.name == name }) {
        families[known].faces.append(faces.count)
      } else {
        families.append((name, [faces.count]))
      }
      faces.append(face)
      added.append(face)
      cascades.removeAll()
    }
    complete.insert(file)
    return added
  }

  private func notifyObservers() {
    let notified = observers
    observers.removeAll()
    for entry in notified { entry.observer?.fontsDidChange() }
  }

  /// The names of the families, in the order in which they came.
  public var familyNames: [String] { families.map { faces[$0.faces[0]].descriptor.family } }

  /// The face of the family that is nearest to what is wanted, the first family's where there is none of that name; nil without fonts.
  public func face(matching descriptor: FontDescriptor) -> FontFace? {
    cascade(for: descriptor).first
  }

  /// Where a character is looked for: in the wanted face, and then in the nearest face of each other family.
  func cascade(for descriptor: FontDescriptor) -> [FontFace] {
    if let known = cascades[descriptor] { return known }
    var order = Array(families.indices)
    let name = descriptor.family.lowercased()
    if let wanted = families.firstIndex(where: { $0.name == name }) {
      order.remove(at: wanted)
      order.insert(wanted, at: 0)
    }
    let found = order.compactMap { family -> FontFace? in
      let candidates = families[family].faces.map { faces[$0] }
      return descriptor.indexOfBestMatch(in: candidates.map(\.descriptor)).map { candidates[$0] }
    }
    // A program asks for few; one that makes up names must not fill the memory.
    if cascades.count >= 256 { cascades.removeAll() }
    cascades[descriptor] = found
    return found
  }

  /// Keeps in mind that no font has `character`.
  ///
  /// - Parameter character: of very many scalars its beginning: it is for a sentence.
  func record(missing character: Character) {
    guard told.count < 4096, told.insert(character).inserted else { return }
    missing.append(character)
  }

  /// The characters that no font has and that were laid out since this was asked last; each is named once and never again.
  public func takeMissingCharacters() -> [Character] {
    defer { missing.removeAll() }
    return missing
  }
}
