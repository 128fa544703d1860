internal import CFriBidi
internal import CHarfBuzz
internal import CUnibreak

/// A paragraph before shaping, with the properties of each character: face, script, direction and line-break
/// opportunity.
struct ItemizedParagraph {
  /// The Unicode scalars to shape. Invisible characters are replaced by a zero-width space.
  private(set) var scalars: [UInt32]
  private(set) var isClusterStart: [Bool]
  private(set) var styles: [UInt16]
  /// The offset of each scalar in the whole text.
  private(set) var sources: [Int32]
  /// The face index of each scalar; −1 where no font has the scalar's grapheme cluster.
  private(set) var faces: [Int32]
  private(set) var scripts: [hb_script_t]
  /// The bidirectional embedding level of each scalar: even for left to right, odd for right to left.
  private(set) var levels: [Int8]
  private(set) var baseLevel: Int8
  /// Whether a line must end, may end (``LINEBREAK_ALLOWBREAK``) or must not end after each scalar.
  private(set) var breaks: [CChar]

  var count: Int { scalars.count }
  var isRightToLeft: Bool { baseLevel & 1 == 1 }

  /// The maximum number of scalars that are reported of a character that no font has. The longest emoji has
  /// ten scalars.
  private static let longestNamed = 16

  private static let linebreakTables: Void = init_linebreak()

  init(_ source: RawParagraph, style: ParagraphStyle, cascades: [[FontFace]], fonts: FontCollection) {
    (scalars, isClusterStart, styles) = (source.scalars, source.isClusterStart, source.styles)
    sources = (0..<source.scalars.count).map { Int32(clamping: $0 + source.offset) }
    (levels, baseLevel) = Self.levels(of: source.scalars, style.baseDirection)
    breaks = Self.breaks(of: source.scalars, language: style.language)
    faces = []
    scripts = []
    for index in scalars.indices where CharacterProperties.isControl(scalars[index]) {
      // The width of a tab depends on its position in the line. All other control characters have no width.
      scalars[index] = scalars[index] == CharacterProperties.tab ? CharacterProperties.tab : 0x200b
    }
    chooseFaces(cascades, fonts: fonts)
    findScripts()
  }

  /// Returns the end of the run that begins at `start`. The run ends at the first scalar whose properties
  /// differ from the properties at `start`, but not after `end`.
  func runEnd(from start: Int, to end: Int) -> Int {
    var index = start + 1
    while index < end, levels[index] == levels[start], faces[index] == faces[start], styles[index] == styles[start],
      scripts[index] == scripts[start], scalars[index] != CharacterProperties.tab, scalars[start] != CharacterProperties.tab
    {
      index += 1
    }
    return index
  }

  /// Returns the end of the grapheme cluster that begins at `start`.
  func clusterEnd(from start: Int) -> Int {
    var index = start + 1
    while index < count, !isClusterStart[index] { index += 1 }
    return index
  }

  /// Returns the start of the grapheme cluster that ends at `end`.
  func clusterStart(before end: Int) -> Int {
    var index = end - 1
    while index > 0, !isClusterStart[index] { index -= 1 }
    return index
  }

  /// Returns two parts of the paragraph joined by a `…`.
  ///
  /// - Parameters:
  ///   - head: The part before the `…`.
  ///   - tail: The part after the `…`.
  ///   - face: The index of the face for the `…`.
  ///   - style: The index of the style for the `…`.
  ///   - source: The offset in the text that the `…` represents.
  func truncated(_ head: Range<Int>, _ tail: Range<Int>, ellipsis face: Int32, style: UInt16, source: Int) -> ItemizedParagraph {
    var text = self
    func joined<Element>(_ values: [Element], _ middle: Element) -> [Element] {
      Array(values[head]) + [middle] + Array(values[tail])
    }
    text.scalars = joined(scalars, CharacterProperties.ellipsis)
    text.isClusterStart = joined(isClusterStart, true)
    text.styles = joined(styles, style)
    text.sources = joined(sources, Int32(clamping: source))
    text.faces = joined(faces, face)
    text.scripts = joined(scripts, HB_SCRIPT_COMMON)
    text.levels = joined(levels, baseLevel)
    text.breaks = joined(breaks, CChar(LINEBREAK_NOBREAK))
    return text
  }

  // MARK: Properties from FriBidi and libunibreak

  /// Returns the level of each scalar according to the Unicode Bidirectional Algorithm, and the level of the
  /// paragraph itself.
  private static func levels(of scalars: [UInt32], _ direction: WritingDirection) -> ([Int8], Int8) {
    let plain: Int8 = direction == .rightToLeft ? 1 : 0
    let isSimple = plain == 0 && scalars.allSatisfy(CharacterProperties.isNeverRightToLeft)
    var levels = [Int8](repeating: plain, count: scalars.count)
    if isSimple || scalars.isEmpty { return (levels, plain) }
    let count = FriBidiStrIndex(clamping: scalars.count)
    var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    fribidi_get_bidi_types(scalars, count, &types)
    fribidi_get_bracket_types(scalars, count, types, &brackets)
    var base: FriBidiParType =
      switch direction {
      case .natural: shim_fribidi_par_natural
      case .leftToRight: shim_fribidi_par_ltr
      case .rightToLeft: shim_fribidi_par_rtl
      }
    if fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) == 0 {
      // Out of memory: treat the paragraph as having a single direction.
      return ([Int8](repeating: plain, count: scalars.count), plain)
    }
    return (levels, base == shim_fribidi_par_rtl ? 1 : 0)
  }

  private static func breaks(of scalars: [UInt32], language: String) -> [CChar] {
    _ = linebreakTables
    var breaks = [CChar](repeating: CChar(LINEBREAK_NOBREAK), count: scalars.count)
    let characters = scalars.map(CharacterProperties.lineBreakingEquivalent)
    if !characters.isEmpty { set_linebreaks_utf32(characters, characters.count, language, &breaks) }
    return breaks
  }

  // MARK: Fonts and scripts

  /// Chooses a face for each grapheme cluster from the cascade of the cluster's style.
  ///
  /// The first face that has the whole cluster is chosen. If no face has the whole cluster, the first face
  /// that has the cluster's first character is chosen.
  private mutating func chooseFaces(_ cascades: [[FontFace]], fonts: FontCollection) {
    faces = [Int32](repeating: -1, count: count)
    var start = 0
    var last: (face: Int32, style: UInt16)?
    while start < count {
      let end = clusterEnd(from: start)
      let cascade = cascades[Int(styles[start])]
      var face: Int32 = -1
      if scalars[start..<end].allSatisfy(CharacterProperties.isIgnorable) {
        face = last.flatMap { $0.style == styles[start] ? $0.face : nil } ?? cascade.first?.collectionIndex ?? -1
      } else if let found = Self.face(for: scalars[start..<end], in: cascade) {
        face = found.collectionIndex
      } else {
        fonts.record(missing: character(start..<min(end, start + Self.longestNamed)))
      }
      for index in start..<end { faces[index] = face }
      last = (face, styles[start])
      start = end
    }
  }

  private static func face(for cluster: ArraySlice<UInt32>, in cascade: [FontFace]) -> FontFace? {
    let first = cluster[cluster.startIndex]
    if cluster.count == 1 {
      // A tab's width comes from its tab stop. Its font's space determines the height of the line.
      let scalar = first == CharacterProperties.tab ? 0x20 : first
      return cascade.first { $0.glyph(for: scalar) != nil }
    }
    let complete = cascade.first { face in cluster.allSatisfy { CharacterProperties.isIgnorable($0) || face.glyph(for: $0) != nil }
    }
    // The font may have one glyph for a letter with its mark. Shaping finds that out.
    return complete ?? cascade.first { $0.glyph(for: first) != nil }
  }

  /// Returns the scalars of `range` as one character.
  func character(_ range: Range<Int>) -> Character { Self.character(scalars[range]) }

  private static func character(_ cluster: ArraySlice<UInt32>) -> Character {
    var scalars = String.UnicodeScalarView()
    for value in cluster { scalars.append(Unicode.Scalar(value) ?? "\u{fffd}") }
    return String(scalars).first ?? "\u{fffd}"
  }

  /// Finds the script of each character.
  ///
  /// A character that is common to many scripts takes the script of the preceding letter. At the start of the
  /// paragraph, such a character takes the script of the following letter.
  private mutating func findScripts() {
    let functions = hb_unicode_funcs_get_default()
    scripts = scalars.map { hb_unicode_script(functions, $0) }
    var last: hb_script_t?
    for index in scripts.indices {
      if Self.isShared(scripts[index]) { scripts[index] = last ?? HB_SCRIPT_COMMON } else { last = scripts[index] }
    }
    guard let first = scripts.first(where: { $0 != HB_SCRIPT_COMMON }) else { return }
    for index in scripts.indices {
      if scripts[index] != HB_SCRIPT_COMMON { break }
      scripts[index] = first
    }
  }

  private static func isShared(_ script: hb_script_t) -> Bool {
    script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN
  }
}
