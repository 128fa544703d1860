/// A `property: value` of a style sheet or of a `style` attribute.
struct Declaration: Hashable, Sendable {
  var name: String
  var value: String
  var isImportant = false
}

/// The rules of all `style` elements of a file, in their order.
///
/// Selectors are types, `*`, `.class`, `#id` and `[attribute]`, joined by descent and `>`. Rules with others are left out, and so is what stands in
/// `@`-rules.
struct StyleSheet: Sendable {
  struct Rule: Sendable {
    let selector: Selector
    let declarations: [Declaration]
  }

  private(set) var rules: [Rule] = []
  /// What was left out, as it is written.
  private(set) var unknown: [String] = []
  /// The numbers of rules by what their last step asks for first.
  private var byKey: [Selector.Key: [Int]] = [:]

  /// More rules than this are left out.
  private static let limit = 1 << 14

  /// Adds the rules of a style sheet.
  mutating func append(_ text: String) {
    var reader = SheetReader(text)
    while let (prelude, body) = reader.rule() {
      if prelude.hasPrefix("@") {
        unknown.append(prelude)
        continue
      }
      let declarations = SheetReader.declarations(body)
      for part in prelude.split(separator: ",") {
        guard rules.count < Self.limit else { return }
        guard let selector = Selector(String(part)) else {
          unknown.append(String(part).trimmed)
          continue
        }
        byKey[selector.key, default: []].append(rules.count)
        rules.append(Rule(selector: selector, declarations: declarations))
      }
    }
  }

  /// The declarations for an element, those that win last.
  ///
  /// - Parameter tries: how many rules may be compared in all; nothing is found when they are used up.
  func declarations(for index: Int, in markup: Markup, tries: inout Int) -> [Declaration] {
    if rules.isEmpty || tries <= 0 { return [] }
    let node = markup[index]
    var candidates = byKey[.any] ?? []
    candidates += byKey[.type(node.name)] ?? []
    if let id = node["id"] { candidates += byKey[.id(id)] ?? [] }
    for name in Set((node["class"] ?? "").words) { candidates += byKey[.class(name)] ?? [] }
    tries -= candidates.count
    let matching = candidates.filter { rules[$0].selector.matches(index, in: markup) }
    return
      matching
      .sorted { (rules[$0].selector.weight, $0) < (rules[$1].selector.weight, $1) }
      .flatMap { rules[$0].declarations }
  }
}

/// Cuts a style sheet into rules and declarations.
struct SheetReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Self.withoutComments(Array(text.utf8)) }

  /// The next rule: what stands before its braces and what in them; an `@` line without braces has nothing in them.
  mutating func rule() -> (prelude: String, body: String)? {
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "{") {
      if bytes[at] == UInt8(ascii: ";") {
        defer { at += 1 }
        return (text(start..<at), "")
      }
      at += 1
    }
    guard at < bytes.count else { return nil }
    let prelude = text(start..<at)
    at += 1
    let body = at
    var depth = 1
    while at < bytes.count, depth > 0 {
      if bytes[at] == UInt8(ascii: "{") { depth += 1 }
      if bytes[at] == UInt8(ascii: "}") { depth -= 1 }
      at += 1
    }
    return (prelude, text(body..<(depth == 0 ? at - 1 : at)))
  }

  /// The declarations of a `style` attribute, or of a rule's body. Semicolons in brackets and quotes part nothing.
  static func declarations(_ text: String) -> [Declaration] {
    let bytes = withoutComments(Array(text.utf8))
    var declarations: [Declaration] = []
    var (start, depth, quote) = (0, 0, UInt8(0))
    for index in 0...bytes.count {
      let byte = index < bytes.count ? bytes[index] : UInt8(ascii: ";")
      if index < bytes.count {
        if quote != 0 {
          if byte == quote { quote = 0 }
          continue
        }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth = max(depth - 1, 0) }
        if byte != UInt8(ascii: ";") || depth > 0 { continue }
      }
      let piece = bytes[start..<index]
      start = index + 1
      guard let colon = piece.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: piece[..<colon], as: UTF8.self).trimmed.lowered
      var value = String(decoding: piece[(colon + 1)...], as: UTF8.self).trimmed
      var isImportant = false
      if let mark = value.utf8.lastIndex(of: UInt8(ascii: "!")),
        String(value[value.utf8.index(after: mark)...]).trimmed.lowered == "important"
      {
        value = String(value[..<mark]).trimmed
        isImportant = true
      }
      if !name.isEmpty { declarations.append(Declaration(name: name, value: value, isImportant: isImportant)) }
    }
    return declarations
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).trimmed }

  /// The text with a space for each comment; HTML's marks, which may stand around a sheet, are gone too.
  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var at = 0
    func follows(_ mark: StaticString) -> Bool {
      let count = mark.utf8CodeUnitCount
      guard at + count <= bytes.count else { return false }
      return (0..<count).allSatisfy { bytes[at + $0] == mark.utf8Start[$0] }
    }
    while at < bytes.count {
      if follows("/*") {
        at += 2
        while at < bytes.count, !follows("*/") { at += 1 }
        at += 2
        kept.append(0x20)
      } else if follows("<!--") {
        at += 4
      } else if follows("-->") {
        at += 3
      } else {
        kept.append(bytes[at])
        at += 1
      }
    }
    return kept
  }
}
