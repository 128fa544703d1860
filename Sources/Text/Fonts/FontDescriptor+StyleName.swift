internal import CartoucheRaster

extension FontDescriptor {
  /// Creates the description of a face from its full name, such as "Open Sans Semibold Italic", as map styles
  /// name fonts.
  ///
  /// The words at the name's end that state a weight, slant or width are read. The words before them are the
  /// family. The first word always belongs to the family.
  ///
  /// - Parameter styleName: The full name. Upper and lower case make no difference. Words may be separated by
  ///   hyphens.
  package init(styleName: String) {
    var words = styleName.split { $0 == " " || $0 == "-" || $0 == "_" }
    self.init()
    while words.count > 1 {
      // Weights and widths of two words, such as "Semi Bold", come first: "Bold" alone is another weight.
      if words.count > 2, read(words[words.count - 2].lowercased() + words[words.count - 1].lowercased()) {
        words.removeLast(2)
      } else if read(words[words.count - 1].lowercased()) {
        words.removeLast()
      } else {
        break
      }
    }
    if let first = words.first, let last = words.last { family = String(styleName[first.startIndex..<last.endIndex]) }
  }

  /// Takes a property from a word in lower case.
  ///
  /// - Returns: Whether the word states a weight, slant or width, or nothing special.
  private mutating func read(_ word: String) -> Bool {
    for (name, slant) in [("italic", FontSlant.italic), ("oblique", .oblique)] where word.hasSuffix(name) {
      // "BoldItalic" is one word in some names.
      guard word == name || read(String(word.dropLast(name.count))) else { return false }
      self.slant = slant
      return true
    }
    if let weight = Self.weights[word] {
      self.weight = weight
    } else if let width = Self.widths[word] {
      self.width = width
    } else {
      return ["regular", "normal", "roman", "book"].contains(word)
    }
    return true
  }

  private static let weights: [String: FontWeight] = [
    "thin": .thin, "hairline": .thin, "extralight": .ultraLight, "ultralight": .ultraLight, "light": .light, "medium": .medium,
    "semibold": .semibold, "demibold": .semibold, "demi": .semibold, "bold": .bold, "extrabold": .heavy, "ultrabold": .heavy,
    "heavy": .heavy, "black": .black,
  ]

  private static let widths: [String: FontWidth] = [
    "condensed": .condensed, "narrow": .condensed, "semicondensed": .semiCondensed, "semiexpanded": .semiExpanded,
    "expanded": .expanded, "extended": .expanded,
  ]
}
