/// Splits a style sheet into rules.
struct StyleSheetReader {
  /// The byte ranges of a rule's prelude and of its block.
  struct Rule {
    let prelude: Range<Int>
    let body: Range<Int>
  }

  let bytes: [UInt8]
  private var at = 0
  /// The indices of closing braces without an opening brace.
  ///
  /// Browsers drop the rule after such a brace. This reader skips only the brace.
  private(set) var strayBraces: [Int] = []

  init(_ text: String) { bytes = Self.withoutComments(Array(text.utf8)) }

  /// Returns the next rule. An `@`-rule without a block has an empty body.
  mutating func rule() -> Rule? {
    while at < bytes.count, ValueReader.isSpace(bytes[at]) || bytes[at] == UInt8(ascii: "}") {
      if bytes[at] == UInt8(ascii: "}"), strayBraces.count < SVGLimit.warnings { strayBraces.append(at) }
      at += 1
    }
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "{") {
      if bytes[at] == UInt8(ascii: ";") {
        defer { at += 1 }
        return Rule(prelude: start..<at, body: at..<at)
      }
      step()
    }
    guard at < bytes.count else { return nil }
    let prelude = start..<at
    at += 1
    let body = at
    var depth = 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "{") { depth += 1 }
      if bytes[at] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { break }
      step()
    }
    defer { at += 1 }
    return Rule(prelude: prelude, body: body..<min(at, bytes.count))
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).trimmed }

  /// Advances by one byte. From a quote, advances to the end of the quoted string or of the line.
  private mutating func step() {
    let quote = bytes[at]
    at += 1
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return }
    while at < bytes.count, bytes[at] != quote, bytes[at] != 0x0a { at += 1 }
    if at < bytes.count { at += 1 }
  }

  /// Replaces comments and HTML comment marks by spaces, so that every other byte keeps its index.
  static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var at = 0
    func follows(_ mark: StaticString) -> Bool {
      let count = mark.utf8CodeUnitCount
      guard at + count <= bytes.count else { return false }
      return (0..<count).allSatisfy { bytes[at + $0] == mark.utf8Start[$0] }
    }
    /// Overwrites bytes with spaces, except line feeds.
    func blank(_ count: Int) {
      for index in at..<min(at + count, bytes.count) where bytes[index] != 0x0a { result[index] = 0x20 }
      at += count
    }
    while at < bytes.count {
      if follows("/*") {
        blank(2)
        while at < bytes.count, !follows("*/") { blank(1) }
        blank(2)
      } else if follows("<!--") {
        blank(4)
      } else if follows("-->") {
        blank(3)
      } else {
        at += 1
      }
    }
    return result
  }
}
