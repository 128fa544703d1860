/// A way to compare texts: by letters alone, or also by accents or by case.
///
/// This is not the Unicode Collation Algorithm, whose tables ICU has. Texts are decomposed canonically and
/// compared letter by letter. Scripts follow each other in the order of Unicode, and letters in the order of
/// the language's alphabet where ``Alphabet`` knows it.
package struct Collator: Hashable, Sendable {
  package var isCaseSensitive: Bool
  package var isDiacriticSensitive: Bool
  /// A language tag such as `de-AT`; nil for the default.
  package var locale: String?

  package init(isCaseSensitive: Bool = false, isDiacriticSensitive: Bool = false, locale: String? = nil) {
    (self.isCaseSensitive, self.isDiacriticSensitive, self.locale) = (isCaseSensitive, isDiacriticSensitive, locale)
  }

  /// The language that the collator really uses.
  package var resolvedLocale: String {
    guard let locale, let language = Alphabet.language(locale) else { return "en" }
    return language == Alphabet.primarySubtag(locale) ? locale : language
  }

  /// Returns −1, 0 or 1 if `a` sorts before, like or after `b`.
  package func compare(_ a: String, _ b: String) -> Int {
    if a.isIdentical(to: b) { return 0 }
    let alphabet = Alphabet(locale: locale)
    let (first, second) = (CollationKey(a, alphabet), CollationKey(b, alphabet))
    if first.letters != second.letters { return first.letters.lexicographicallyPrecedes(second.letters) ? -1 : 1 }
    if isDiacriticSensitive, first.accents != second.accents {
      return first.accents.lexicographicallyPrecedes(second.accents) ? -1 : 1
    }
    if isCaseSensitive, first.cases != second.cases { return first.cases.lexicographicallyPrecedes(second.cases) ? -1 : 1 }
    return 0
  }
}

/// A text as three lists that are compared one after the other: letters, accents, and cases.
private struct CollationKey {
  var letters: [UInt64] = []
  var accents: [UInt32] = []
  var cases: [UInt8] = []

  init(_ text: String, _ alphabet: Alphabet) {
    var pending: UInt32?
    for scalar in CanonicalDecomposition.scalars(of: text) {
      if CanonicalDecomposition.isMark(scalar) {
        if let base = pending, let letters = alphabet.letters(base: base, mark: scalar.value) {
          pending = nil
          self.letters += letters
          // "ä" is not "ae", where accents matter.
          accents += letters.indices.map { $0 > 0 ? scalar.value : 0 }
          cases += letters.map { _ in UnicodeScalar(base)?.properties.isUppercase == true ? 1 : 0 }
        } else {
          if let base = pending { append(base) }
          pending = nil
          accents.append(scalar.value)
        }
      } else {
        if let base = pending { append(base) }
        pending = scalar.value
      }
    }
    if let base = pending { append(base) }
  }

  private mutating func append(_ base: UInt32) {
    guard let scalar = UnicodeScalar(base) else { return }
    for folded in scalar.properties.lowercaseMapping.unicodeScalars where !CanonicalDecomposition.isMark(folded) {
      letters += Self.weights(folded)
      accents.append(0)
      cases.append(folded == scalar ? 0 : 1)
    }
  }

  /// Spaces and punctuation sort before digits, and these before letters, as in every language.
  private static func weights(_ scalar: UnicodeScalar) -> [UInt64] {
    if let pair = Alphabet.ligatures[scalar.value] { return pair.map { 3 << 32 | UInt64($0) << 8 } }
    let properties = scalar.properties
    let rank: UInt64 = properties.isWhitespace ? 0 : properties.numericType != nil ? 2 : properties.isAlphabetic ? 3 : 1
    return [rank << 32 | UInt64(scalar.value) << 8]
  }
}
