/// The choice among the names of places that a map shows.
///
/// Tiles have a place's name in several properties: `name` is the local one, `name:de` and `name_de` are
/// German. `name:latin` is in Latin letters, and `name:nonlatin` in others. A style asks for some of them.
/// The choice replaces their values where a style's `text-field` reads them:
///
/// 1. With a language, each name that the style asks for becomes the name in that language: `name:de`, or
///    `name_de`. Of a language with a region or a script, such as `zh-Hant`, the names in `zh` come next.
/// 2. With ``local``, each name becomes `name`.
/// 3. If rule 1 or 2 finds a name, `name:nonlatin` is missing, because styles write it next to `name:latin`.
///    So a label does not show a name twice, and its second line is empty. If `name:nonlatin` is the only
///    name that the style asks for, it is replaced like the others.
/// 4. If no such name exists, the style gets what it asks for. For `name` and `name_en`, if they are
///    missing, it gets `name:latin`. Some tiles have only that name.
///
/// An empty name counts as missing. Properties that are no names, such as `ref`, stay as they are.
public enum MapLanguage: Hashable, Sendable {
  /// The names that the style asks for.
  case style
  /// The local names.
  case local
  /// The names in a language, by its code in OpenStreetMap: `de`, `zh-Hant`.
  case language(String)

  /// Creates the language with a code such as `de`, `pt-BR` or `local`.
  ///
  /// - Returns: nil if the text cannot be a code.
  public init?(code: String) {
    if code == "local" {
      self = .local
      return
    }
    let isCode = (2...35).contains(code.utf8.count) && code.utf8.allSatisfy { $0.isCodeLetter || $0 == UInt8(ascii: "-") }
    guard isCode, code.utf8.first != UInt8(ascii: "-"), code.utf8.last != UInt8(ascii: "-") else { return nil }
    self = .language(code)
  }

  /// Returns the value of a property for a label.
  ///
  /// - Parameters:
  ///   - key: The property that the style asks for.
  ///   - isOnlyName: Whether the label asks for no other name.
  ///   - property: Returns the value of a feature's property; nil if the feature lacks it.
  package func value(_ key: String, isOnlyName: Bool = false, _ property: (String) -> StyleValue?) -> StyleValue? {
    guard Self.isName(key) else { return property(key) }
    if let chosen = chosenName(property) { return key == Self.nonlatinKey && !isOnlyName ? nil : chosen }
    let asked = property(key)
    guard key == Self.localKey || key == Self.englishKey, asked?.isMissingName ?? true else { return asked }
    return property(Self.latinKey) ?? asked
  }

  private static let localKey = "name"
  private static let englishKey = "name_en"
  private static let latinKey = "name:latin"
  private static let nonlatinKey = "name:nonlatin"

  /// Whether a property is a place's name in some language or script.
  ///
  /// Others that begin in the same way, such as `name:etymology`, are not.
  package static func isName(_ key: String) -> Bool {
    let bytes = key.utf8
    guard key.hasPrefix(localKey) else { return false }
    let rest = bytes.dropFirst(localKey.utf8.count)
    guard let separator = rest.first else { return true }
    guard separator == UInt8(ascii: ":") || separator == UInt8(ascii: "_") else { return false }
    let code = rest.dropFirst()
    if code.elementsEqual("latin".utf8) || code.elementsEqual("nonlatin".utf8) || code.elementsEqual("int".utf8) { return true }
    // A language has two or three letters; a script or a region may follow.
    let language = code.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    guard (2...3).contains(language.count), language.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
      return false
    }
    let region = code.dropFirst(language.count).dropFirst()
    return region.allSatisfy { $0.isCodeLetter || $0 == UInt8(ascii: "-") }
  }

  /// Returns the name by rule 1 or 2.
  private func chosenName(_ property: (String) -> StyleValue?) -> StyleValue? {
    func name(_ key: String) -> StyleValue? { property(key).flatMap { $0.isMissingName ? nil : $0 } }
    switch self {
    case .style: return nil
    case .local: return name(Self.localKey)
    case .language(let code):
      if let name = name("name:" + code) ?? name("name_" + code) { return name }
      guard let dash = code.firstIndex(of: "-") else { return nil }
      return name("name:" + code[..<dash]) ?? name("name_" + code[..<dash])
    }
  }
}

extension StyleValue {
  fileprivate var isMissingName: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    default: false
    }
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  fileprivate var isCodeLetter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
