/// The rules of all `style` elements of a file, in their order.
///
/// Selectors are types, `*`, `.class`, `#id` and `[attribute]`, joined by descent and `>`. Rules with others are left out, and so is what stands in
/// `@`-rules.
struct StyleSheet: Sendable {
  struct Rule: Sendable {
    let selector: Selector
    let declarations: Declarations
  }

  private(set) var rules: [Rule] = []
  /// What was left out.
  private(set) var warnings = SVGWarnings()
  /// The numbers of rules by what their last step asks for first.
  private var byKey: [Selector.Key: [Int]] = [:]

  /// More rules than this are left out.
  private static let limit = 1 << 14

  /// Kinds of output that no screen is.
  private static let otherMedia: Set = ["print", "speech", "aural", "braille", "embossed", "handheld", "projection", "tty", "tv"]

  /// Adds what is written in a `style` element, if it is CSS and for screens.
  mutating func append(_ sheet: Markup.Sheet, of node: Markup.Node) {
    let type = (node["type"] ?? "").lowercasedASCII
    guard ["", "text/css"].contains(String(type.prefix(while: { $0 != ";" })).trimmed) else {
      return warnings.add(
        "the style sheet of the type \"\(type.messageExcerpt)\" is left out; only text/css is known", at: node.location)
    }
    let media = (node["media"] ?? "").lowercasedASCII.split(separator: ",").map { String($0).trimmed }
    guard media.isEmpty || media == [""] || media.contains("all") || media.contains("screen") else {
      // One for paper is left out as it says itself.
      if !media.allSatisfy(Self.otherMedia.contains) {
        let text = (node["media"] ?? "").messageExcerpt
        warnings.add("the style sheet for the media \"\(text)\" is left out; only all and screen are known", at: node.location)
      }
      return
    }
    append(sheet)
  }

  /// Adds the rules of a style sheet.
  private mutating func append(_ sheet: Markup.Sheet) {
    var reader = StyleSheetReader(sheet.text)
    var places = LocationReader(sheet)
    while let rule = reader.rule() {
      let prelude = reader.text(rule.prelude)
      let place = places.location(of: rule.prelude.lowerBound, in: reader.bytes)
      if prelude.hasPrefix("@") {
        leaveOut(prelude, place)
        continue
      }
      let declarations = Declarations(reader.bytes[rule.body])
      for (text, at) in declarations.invalidDeclarations {
        warnings.add("\"\(text)\" makes no sense and is left out", at: places.location(of: at, in: reader.bytes))
      }
      for part in prelude.utf8.split(separator: UInt8(ascii: ",")) {
        guard rules.count < Self.limit else {
          let name = String(Substring(part)).trimmed.messageExcerpt
          return warnings.add(
            "there are more than \(Self.limit) rules in style sheets; \"\(name)\" and the rest are left out", at: place)
        }
        guard let selector = Selector(String(Substring(part))) else {
          leaveOut(String(Substring(part)).trimmed, place)
          continue
        }
        byKey[selector.key, default: []].append(rules.count)
        rules.append(Rule(selector: selector, declarations: declarations))
      }
    }
    var braces = LocationReader(sheet)
    for brace in reader.strayBraces {
      warnings.add("a \"}\" closes nothing and is left out", at: braces.location(of: brace, in: reader.bytes))
    }
  }

  private mutating func leaveOut(_ selector: String, _ place: SVGLocation) {
    let known =
      selector.hasPrefix("@") ? "no rules with @ are known" : "only types, classes, ids, attributes and :first-child are known"
    warnings.add("the style sheet's rule for \"\(selector.messageExcerpt)\" is left out; \(known)", at: place)
  }

  /// All lines for an element, those that win last: of its rules, and of its own `style`.
  func declarations(for index: Int, own: Declarations?, in markup: Markup, budget: SVGBudget) -> [Declarations.Entry] {
    var sources = rules(for: index, in: markup, budget: budget).map { rules[$0].declarations }
    if let own { sources.append(own) }
    return [false, true].flatMap { isImportant in sources.flatMap { $0.entries.filter { $0.isImportant == isImportant } } }
  }

  /// The rules for an element, those that win last.
  ///
  /// - Parameter budget: comparisons are taken off it; nothing more is found when it is spent.
  func rules(for index: Int, in markup: Markup, budget: SVGBudget) -> [Int] {
    if rules.isEmpty { return [] }
    let node = markup[index]
    var candidates = byKey[.any] ?? []
    candidates += byKey[.type(node.name)] ?? []
    if let id = node["id"] { candidates += byKey[.id(id)] ?? [] }
    for name in Set(node.classes) { candidates += byKey[.class(name)] ?? [] }
    budget.spend(node.classes.count * 4 + candidates.count * 4)
    var matching: [Int] = []
    for candidate in candidates {
      guard !budget.isExhausted else { break }
      if rules[candidate].selector.matches(index, in: markup, budget: budget) {
        matching.append(candidate)
        budget.spend(16 + rules[candidate].declarations.entries.count * 4)
      }
    }
    return matching.sorted { (rules[$0].selector.specificity, $0) < (rules[$1].selector.specificity, $1) }
  }
}

/// Finds places in a style sheet, one behind the other.
private struct LocationReader {
  private var place: SVGLocation
  private var at = 0

  init(_ sheet: Markup.Sheet) { place = sheet.location }

  /// The place of a byte; one before the last that was asked for has that one's.
  mutating func location(of index: Int, in bytes: [UInt8]) -> SVGLocation {
    while at < min(index, bytes.count) {
      if bytes[at] == 0x0a { place = SVGLocation(line: place.line + 1, column: 1) } else { place.column += 1 }
      at += 1
    }
    return place
  }
}
