/// An object that is notified when faces are added to a font collection.
protocol FontObserver: AnyObject {
  /// Notifies the observer that faces were added to the collection.
  func fontsDidChange()
}

/// A set of font faces from which a face is chosen for each character of a text.
///
/// A face is chosen by family, weight, slant and width. If the requested family lacks a character, the
/// collection's other families are searched for the character.
///
/// When faces are added, text layers that use the collection lay out their text again. An existing
/// ``TextLayout`` does not change, because a layout is a value.
///
/// Any thread may use a collection: it is locked while a text is laid out, and while glyphs are read. If one
/// thread adds fonts, layers that belong to another thread lay out their text again in the next frame of
/// their kiosk. A text layer belongs to the thread on which it is first laid out.
// The lock guards all stored properties.
public final class FontCollection: @unchecked Sendable {
  /// The collection's font faces, in the order in which they were added.
  public var faces: [FontFace] { lock.withLock { allFaces } }
  /// The cache of glyph shapes for text that is drawn with the collection's fonts.
  public let glyphs: GlyphCache

  let lock: FontLock
  /// The value of ``faces``, for code that holds the lock.
  private(set) var allFaces: [FontFace] = []
  private var library: FreeTypeLibrary?
  /// The families in the order in which they were added, each with the indices of its faces in `faces`. Names
  /// are in lower case.
  private var families: [(name: String, faces: [Int])] = []
  /// The faces made of distance fields, by the lower-case names of their families.
  private var fieldFaces: [String: FontFace] = [:]
  private var cascades: [[FontDescriptor]: [FontFace]] = [:]
  private var problems: [FontError] = []
  private var missing: [Character] = []
  private var reportedCharacters: Set<Character> = []
  private var missingFamilies: [String] = []
  private var reportedFamilies: Set<String> = []
  /// The paths of the files whose faces were all added.
  private var completeFiles: Set<String> = []
  private var observers: [WeakObserver] = []
  /// Whether faces were added of which no observer knows yet.
  private var hasNewFaces = false
  /// The number of observers at which the references to freed observers are removed.
  private var observerLimit = 16

  /// A weak reference to an observer of the collection.
  private struct WeakObserver {
    weak var observer: (any FontObserver)?
    var change: FontChange
    /// The thread on which the observer was registered.
    let thread: UInt
  }

  /// The paths of the font files in Debian's packages `fonts-dejavu-core`, `fonts-lohit-deva`,
  /// `fonts-wqy-microhei` and `fonts-tlwg-waree-ttf`.
  ///
  /// For each character, a collection of these files searches the files in the order of the array. The first
  /// files cover Latin, Greek, Cyrillic, Arabic and Hebrew. The next file covers Devanagari, and the one
  /// after it Chinese, Japanese and Korean. The last files cover Thai, with Latin letters like the first.
  ///
  /// The property lists files rather than a folder, so that other installed fonts cannot change the look of
  /// text.
  public static let standardFiles = [
    "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSerif-Bold.ttf",
    "dejavu/DejaVuSansMono.ttf", "dejavu/DejaVuSansMono-Bold.ttf", "lohit-devanagari/Lohit-Devanagari.ttf", "wqy/wqy-microhei.ttc",
    "tlwg/Waree.ttf", "tlwg/Waree-Bold.ttf",
  ].map { "/usr/share/fonts/truetype/" + $0 }

  /// Creates a collection without fonts. Until fonts are added, every character is drawn as a box.
  ///
  /// - Parameter glyphCacheByteLimit: The largest number of bytes that the cache of glyph shapes may use: see
  ///   ``GlyphCache/byteLimit``.
  public init(glyphCacheByteLimit: Int = 8 << 20) {
    let lock = FontLock()
    self.lock = lock
    glyphs = GlyphCache(byteLimit: glyphCacheByteLimit, lock: lock)
  }

  /// Creates a collection of the fonts in several files.
  ///
  /// A file that cannot be used is skipped. ``takeErrors()`` then returns the reason.
  ///
  /// - Parameters:
  ///   - files: The paths of the font files, in the order in which they are searched for a character.
  ///   - glyphCacheByteLimit: The largest number of bytes that the cache of glyph shapes may use: see
  ///     ``GlyphCache/byteLimit``.
  public convenience init(files: [String], glyphCacheByteLimit: Int = 8 << 20) {
    self.init(glyphCacheByteLimit: glyphCacheByteLimit)
    for file in files { addIfPossible(contentsOf: file) }
  }

  /// Adds the faces of a font file to the collection, without throwing errors. If the file cannot be used,
  /// ``takeErrors()`` returns the reason.
  ///
  /// - Parameter path: The path of the font file.
  public func addIfPossible(contentsOf path: String) {
    do throws(FontError) {
      try add(contentsOf: path)
    } catch {
      record(error)
    }
  }

  /// Records a problem that ``takeErrors()`` will return.
  package func record(_ problem: FontError) { lock.withLock { problems.append(problem) } }

  /// Registers an observer for the next time that faces are added, and only that time. The collection holds
  /// the observer weakly.
  ///
  /// The observer is notified if the calling thread adds the faces. A layer belongs to one thread, so other
  /// threads only set the flag of `change`.
  func register(_ observer: any FontObserver, change: FontChange) {
    lock.withLock {
      if observers.count >= observerLimit {
        // An observer owns its flag. To ask for the observer here might release it on the wrong thread.
        var kept: [WeakObserver] = []
        for index in observers.indices where !isKnownUniquelyReferenced(&observers[index].change) { kept.append(observers[index]) }
        observers = kept
        observerLimit = max(observers.count * 2, 16)
      }
      observers.append(WeakObserver(observer: observer, change: change, thread: FontLock.currentThread))
    }
  }

  /// Returns the errors of fonts that could not be used, and clears the record of errors.
  ///
  /// An error is recorded for each font file that ``addIfPossible(contentsOf:)`` or an initializer could not
  /// use. Errors that ``add(contentsOf:)`` or ``add(_:name:)`` throws are not recorded.
  public func takeErrors() -> [FontError] {
    lock.withLock {
      defer { problems.removeAll() }
      return problems
    }
  }

  /// Adds the faces of a font file to the end of ``faces``. Faces of this file that were added earlier are
  /// not added again.
  ///
  /// - Parameter path: The path of the font file.
  /// - Returns: The faces that this call added.
  /// - Throws: ``FontError`` if a face cannot be used. Faces that the call added before the error stay in the
  ///   collection.
  @discardableResult
  public func add(contentsOf path: String) throws(FontError) -> [FontFace] {
    defer { notifyObservers() }
    return try lock.withLock { () throws(FontError) in
      if completeFiles.contains(path) { return [] }
      guard let bytes = FontFileMemory(path: path) else { throw .unreadable(file: path) }
      return try add(bytes, file: path, except: Set(allFaces.lazy.filter { $0.file == path }.map(\.index)))
    }
  }

  /// Adds the faces of a font file, given as bytes, to the end of ``faces``.
  ///
  /// - Parameters:
  ///   - bytes: The content of the font file.
  ///   - name: A name for the font, which error messages contain.
  /// - Returns: The faces that this call added.
  /// - Throws: ``FontError`` if a face cannot be used. Faces that the call added before the error stay in the
  ///   collection.
  @discardableResult
  public func add(_ bytes: [UInt8], name: String) throws(FontError) -> [FontFace] {
    guard let bytes = FontFileMemory(bytes) else { throw .notAFont(file: name, code: 0) }
    defer { notifyObservers() }
    return try lock.withLock { () throws(FontError) in try add(bytes, file: name) }
  }

  /// Adds the faces in the bytes of a font file, except the faces that were added before.
  ///
  /// - Parameter addedIndices: The indices of the file's faces that were added before.
  private func add(_ bytes: FontFileMemory, file: String, except addedIndices: Set<Int> = []) throws(FontError) -> [FontFace] {
    var added: [FontFace] = []
    defer { if !added.isEmpty { hasNewFaces = true } }
    for index in 0..<FontFace.faceCount(in: bytes) where !addedIndices.contains(index) {
      added.append(try addFace(of: bytes, file: file, index: index))
    }
    completeFiles.insert(file)
    return added
  }

  /// Adds one face of a font file.
  @discardableResult
  func addFace(of bytes: FontFileMemory, file: String, index: Int) throws(FontError) -> FontFace {
    try lock.withLock { () throws(FontError) in
      let library: FreeTypeLibrary
      if let started = self.library { library = started } else { library = try FreeTypeLibrary() }
      self.library = library
      let face = try FontFace(
        bytes, file: file, index: index, collectionIndex: Int32(allFaces.count), library: library, lock: lock)
      let name = face.descriptor.family.lowercased()
      if let familyIndex = families.firstIndex(where: { $0.name == name }) {
        families[familyIndex].faces.append(allFaces.count)
      } else {
        families.append((name, [allFaces.count]))
      }
      allFaces.append(face)
      cascades.removeAll()
      return face
    }
  }

  /// Notifies the observers if faces were added. They run code of the application, so the lock is not held.
  private func notifyObservers() {
    let notified = lock.withLock { () -> [WeakObserver] in
      guard hasNewFaces else { return [] }
      hasNewFaces = false
      defer { observers.removeAll() }
      return observers
    }
    let thread = FontLock.currentThread
    for entry in notified {
      if entry.thread == thread { entry.observer?.fontsDidChange() } else { entry.change.set() }
    }
  }

  /// The names of the collection's font families, in the order in which the families were added.
  public var familyNames: [String] { lock.withLock { families.map { allFaces[$0.faces[0]].descriptor.family } } }

  /// Returns the face that matches a descriptor best.
  ///
  /// The face is chosen from the family that the descriptor names. If the collection has no such family, the
  /// face is chosen from the collection's first family.
  ///
  /// - Parameter descriptor: The requested family, weight, slant and width.
  /// - Returns: The best match, or nil if the collection has no faces.
  public func face(matching descriptor: FontDescriptor) -> FontFace? {
    lock.withLock { cascade(for: descriptor).first }
  }

  /// Adds a face made of distance fields to the end of ``faces``.
  ///
  /// The face is used only where its family is requested. It is never a substitute for another family, and
  /// ``familyNames`` omits it. A second face of the same family replaces the first for new layouts.
  ///
  /// - Parameters:
  ///   - family: The name of the face's family.
  ///   - glyphs: A closure that returns the glyphs of a range of 256 Unicode scalars, which start at 256
  ///     times the range's number. It is called once for each range, when a text has one of them. Glyphs of
  ///     other ranges, and glyphs whose sizes do not fit their fields, are dropped.
  @discardableResult
  package func addFieldFace(family: String, glyphs: @escaping @Sendable (_ range: Int) -> [FieldGlyph]) -> FontFace? {
    defer { notifyObservers() }
    return lock.withLock {
      let index = Int32(clamping: allFaces.count)
      guard let face = FontFace(family: family, glyphs: FieldGlyphs(source: glyphs), collectionIndex: index, lock: lock) else {
        return nil
      }
      allFaces.append(face)
      fieldFaces[family.lowercased()] = face
      cascades.removeAll()
      hasNewFaces = true
      return face
    }
  }

  /// Returns the faces in which a character is searched, in order. The best match of the requested family is
  /// first, followed by the best match of every other family.
  func cascade(for descriptor: FontDescriptor) -> [FontFace] { cascade(for: [descriptor]) }

  /// Returns the faces in which a character is searched, in order.
  ///
  /// The best matches of the descriptors are first. The best match of every other family follows, with the
  /// weight, slant and width of the first descriptor that names a family. If there are several descriptors,
  /// families that the collection lacks are recorded.
  func cascade(for descriptors: [FontDescriptor]) -> [FontFace] {
    if let cached = cascades[descriptors] { return cached }
    var found: [FontFace] = []
    func add(_ face: FontFace) {
      if !found.contains(where: { $0 === face }) { found.append(face) }
    }
    func bestMatch(of descriptor: FontDescriptor, in family: [Int]) -> FontFace? {
      let candidates = family.map { allFaces[$0] }
      return descriptor.indexOfBestMatch(in: candidates.map(\.descriptor)).map { candidates[$0] }
    }
    let named = descriptors.filter { !$0.family.isEmpty }
    for descriptor in named {
      let name = descriptor.family.lowercased()
      if let face = fieldFaces[name] {
        add(face)
      } else if let family = families.first(where: { $0.name == name }) {
        if let face = bestMatch(of: descriptor, in: family.faces) { add(face) }
      } else if descriptors.count > 1 {
        record(missingFamily: descriptor.family)
      }
    }
    let model = named.first ?? descriptors.first ?? .system()
    for family in families {
      // A family that was requested by name keeps its face, even if the model would choose another.
      if named.contains(where: { $0.family.lowercased() == family.name }) { continue }
      if let face = bestMatch(of: model, in: family.faces) { add(face) }
    }
    // Programs use few descriptors. The limit bounds the memory of one that generates family names.
    if cascades.count >= 256 { cascades.removeAll() }
    cascades[descriptors] = found
    return found
  }

  /// Records a family that a style requests and that the collection lacks.
  private func record(missingFamily family: String) {
    guard reportedFamilies.count < 256, reportedFamilies.insert(family.lowercased()).inserted else { return }
    missingFamilies.append(family)
  }

  /// Returns the families that laid-out texts request by `fallbackFonts` and that the collection lacks.
  ///
  /// Each call returns only the families that were recorded since the previous call. A collection records
  /// each family only once, and at most 256 families in total.
  package func takeMissingFamilies() -> [String] {
    lock.withLock {
      defer { missingFamilies.removeAll() }
      return missingFamilies
    }
  }

  /// Records that the collection has no font for `character`.
  ///
  /// - Parameter character: The missing character, which a message quotes. A character of very many Unicode
  ///   scalars is shortened to its first scalars.
  package func record(missing character: Character) {
    lock.withLock {
      guard reportedCharacters.count < 4096, reportedCharacters.insert(character).inserted else { return }
      missing.append(character)
    }
  }

  /// Returns characters of laid-out texts for which no font of the collection has a glyph.
  ///
  /// Each call returns only the characters that were recorded since the previous call. A collection records
  /// each character only once, and at most 4096 characters in total. If a character consists of many Unicode
  /// scalars, only its first scalars are returned.
  public func takeMissingCharacters() -> [Character] {
    lock.withLock {
      defer { missing.removeAll() }
      return missing
    }
  }
}
