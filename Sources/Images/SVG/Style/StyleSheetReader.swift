/// Cuts a style sheet into rules.
struct StyleSheetReader {
  /// What stands before a rule's braces and in them, by the bytes of the sheet.
  struct Rule {
    let prelude: Range<Int>
    let body: Range<Int>
  }

  let bytes: [UInt8]
  private var at = 0
  /// Where a brace closes that none opened. Browsers take it for the next rule's beginning, which is then lost; here it is passed over.
  private(set) var strayBraces: [Int] = []

  init(_ text: String) { bytes = Self.withoutComments(Array(text.utf8)) }

  /// The next rule; an `@` line without braces has nothing in them.
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

  /// One byte on, or to the end of what stands in quotes; a line's end ends that too.
  private mutating func step() {
    let quote = bytes[at]
    at += 1
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return }
    while at < bytes.count, bytes[at] != quote, bytes[at] != 0x0a { at += 1 }
    if at < bytes.count { at += 1 }
  }

  /// The text with spaces in place of comments, and of HTML's marks, which may stand around a sheet: each byte stays where it is.
  static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var kept = bytes
    var at = 0
    func follows(_ mark: StaticString) -> Bool {
      let count = mark.utf8CodeUnitCount
      guard at + count <= bytes.count else { return false }
      return (0..<count).allSatisfy { bytes[at + $0] == mark.utf8Start[$0] }
    }
    /// Blanks out what is there but for ends of lines.
    func blank(_ count: Int) {
      for index in at..<min(at + count, bytes.count) where bytes[index] != 0x0a { kept[index] = 0x20 }
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
    return kept
  }
}
