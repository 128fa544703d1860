/// The letters of a language that differ from the plain Latin order.
///
/// - Source: Unicode CLDR 45, "Collation", the rules of type "search" and "standard" of these languages.
struct Alphabet {
  private let language: String

  init(locale: String?) {
    language = locale.flatMap(Self.language) ?? "en"
  }

  static func primarySubtag(_ locale: String) -> String {
    String(locale.lowercased().prefix { $0 != "-" && $0 != "_" })
  }

  /// Returns the language of a tag; nil if there is no such language.
  static func language(_ locale: String) -> String? {
    let tag = primarySubtag(locale)
    return languages.contains(tag) ? tag : nil
  }

  /// Returns the weights of a base letter with a combining mark, if they are no accented letter in this
  /// language.
  func letters(base: UInt32, mark: UInt32) -> [UInt64]? {
    guard let scalar = UnicodeScalar(base), let lower = scalar.properties.lowercaseMapping.unicodeScalars.first,
      let rules = Self.rules[language], let place = rules["\(lower)\(Self.names[mark] ?? "")"]
    else { return nil }
    // A letter sorts after all accented forms of the one before it.
    return place.unicodeScalars.map { $0.properties.isAlphabetic ? 3 << 32 | UInt64($0.value) << 8 : 0 }.reduce(into: []) {
      if $1 == 0, let last = $0.popLast() { $0.append(last + 1) } else { $0.append($1) }
    }
  }

  /// Letters that count as several: the first letter's code points, in order.
  static let ligatures: [UInt32: [UInt32]] = [0xe6: [0x61, 0x65], 0x153: [0x6f, 0x65], 0xdf: [0x73, 0x73], 0xfe: [0x74, 0x68]]

  private static let names: [UInt32: String] = [0x303: "~", 0x308: ":", 0x30a: "o", 0x30c: "v", 0x301: "'", 0x306: "u", 0x327: ","]

  /// For each language, where an accented letter sorts. "z+" is a letter after z, and "z++" the one after
  /// that.
  private static let rules: [String: [String: String]] = [
    "de": ["a:": "ae", "o:": "oe", "u:": "ue"],
    "sv": ["ao": "z+", "a:": "z++", "o:": "z+++"],
    "fi": ["ao": "z+", "a:": "z++", "o:": "z+++"],
    "da": ["a:": "z+", "o:": "z++", "ao": "z+++"],
    "nb": ["a:": "z+", "o:": "z++", "ao": "z+++"],
    "nn": ["a:": "z+", "o:": "z++", "ao": "z+++"],
    "no": ["a:": "z+", "o:": "z++", "ao": "z+++"],
    "es": ["n~": "n+"],
    "et": ["sv": "s+", "zv": "s+++", "o~": "w+", "a:": "w++", "o:": "w+++", "u:": "w++++"],
    "cs": ["cv": "c+", "rv": "r+", "sv": "s+", "zv": "z+"],
    "sk": ["a:": "a+", "cv": "c+", "sv": "s+", "zv": "z+"],
    "sl": ["cv": "c+", "sv": "s+", "zv": "z+"],
    "hr": ["cv": "c+", "c'": "c++", "sv": "s+", "zv": "z+"],
    "pl": ["c'": "c+", "n'": "n+", "o'": "o+", "s'": "s+", "z'": "z+"],
    "hu": ["o:": "o+", "u:": "u+"],
    "tr": ["c,": "c+", "gu": "g+", "o:": "o+", "s,": "s+", "u:": "u+"],
  ]

  /// The languages with two-letter codes that the collator accepts by name. Most of them sort in the default
  /// order.
  private static let languages: Set<String> = Set(
    """
    af am ar as az be bg bn bo bs ca cs cy da de dz ee el en eo es et fa fi fil fo fr ga gl gu ha haw he hi hr hu hy id ig is it ja
    ka kk kl km kn ko kok ku ky lb lkt ln lo lt lv mk ml mn mr ms mt my nb ne nl nn no om or pa pl ps pt ro ru sa se si sk sl smn sq
    sr st sv sw ta te th tk to tr ug uk ur uz vi wo xh yi yo zh zu
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
