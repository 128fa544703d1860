/// The rules of all `style` elements of a file, in document order.
///
/// Supported selectors combine types, `*`, `.class`, `#id`, `[attribute]` and `:first-child` by descendant
/// and child combinators. Rules with other selectors are omitted. `@`-rules are omitted too.
struct StyleSheet: Sendable {
  struct Rule: Sendable {
    let selector: Selector
    let declarations: Declarations
  }

  private(set) var rules: [Rule] = []
  /// Warnings about omitted rules.
  private(set) var warnings = SVGWarnings()
  /// The indices of rules by the key of their selector.
  private var byKey: [Selector.Key: [Int]] = [:]

  /// The largest number of rules.
  private static let limit = 1 << 14

  /// Media types that exclude screens.
  private static let otherMedia: Set = ["print", "speech", "aural", "braille", "embossed", "handheld", "projection", "tty", "tv"]

  /// Adds the rules of a `style` element, if it is CSS for screens.
  mutating func append(_ sheet: Markup.Sheet, of node: Markup.Node) {
    let type = (node["type"] ?? "").lowercasedASCII
    guard ["", "text/css"].contains(String(type.prefix(while: { $0 != ";" })).trimmed) else {
      return warnings.add(
        "the style sheet of type \"\(type.messageExcerpt)\" is ignored; only text/css is supported", at: node.location)
    }
    let media = (node["media"] ?? "").lowercasedASCII.split(separator: ",").map { String($0).trimmed }
    guard media.isEmpty || media == [""] || media.contains("all") || media.contains("screen") else {
      // A style sheet for other media is omitted without a warning, as intended.
      if !media.allSatisfy(Self.otherMedia.contains) {
        let text = (node["media"] ?? "").messageExcerpt
        warnings.add("the style sheet for the media \"\(text)\" is ignored; only all and screen are supported", at: node.location)
      }
      return
    }
    append(sheet)
  }

  /// Adds the rules of a style sheet.
  private mutating func append(_ sheet: Markup.Sheet) {
    var reader = StyleSheetReader(sheet.text)
    var locations = LocationReader(sheet)
    while let rule = reader.rule() {
      let prelude = reader.text(rule.prelude)
      let location = locations.location(of: rule.prelude.lowerBound, in: reader.bytes)
      if prelude.hasPrefix("@") {
        warnOfOmittedRule(prelude, location)
        continue
      }
      let declarations = Declarations(reader.bytes[rule.body])
      for (text, byteIndex) in declarations.invalidDeclarations {
        warnings.add("\"\(text)\" is invalid and is ignored", at: locations.location(of: byteIndex, in: reader.bytes))
      }
      for part in prelude.utf8.split(separator: UInt8(ascii: ",")) {
        guard rules.count < Self.limit else {
          let name = String(Substring(part)).trimmed.messageExcerpt
          return warnings.add(
            "there are more than \(Self.limit) rules in style sheets; \"\(name)\" and all later ones are ignored", at: location)
        }
        guard let selector = Selector(String(Substring(part))) else {
          warnOfOmittedRule(String(Substring(part)).trimmed, location)
          continue
        }
        byKey[selector.key, default: []].append(rules.count)
        rules.append(Rule(selector: selector, declarations: declarations))
      }
    }
    var braces = LocationReader(sheet)
    for brace in reader.strayBraces {
      warnings.add("a \"}\" without an opening brace is ignored", at: braces.location(of: brace, in: reader.bytes))
    }
  }

  private mutating func warnOfOmittedRule(_ selector: String, _ location: SVGLocation) {
    let support =
      selector.hasPrefix("@")
      ? "rules with @ are not supported" : "only types, classes, ids, attributes and :first-child are supported"
    warnings.add("the style sheet's rule for \"\(selector.messageExcerpt)\" is ignored; \(support)", at: location)
  }

  /// Returns all declarations for an element in ascending priority.
  ///
  /// The declarations of matching rules come first. The declarations of the element's own `style` attribute
  /// follow.
  func declarations(for index: Int, own: Declarations?, in markup: Markup, budget: SVGBudget) -> [Declarations.Entry] {
    var sources = rules(for: index, in: markup, budget: budget).map { rules[$0].declarations }
    if let own { sources.append(own) }
    return [false, true].flatMap { isImportant in sources.flatMap { $0.entries.filter { $0.isImportant == isImportant } } }
  }

  /// Returns the indices of the rules that match an element, in ascending priority.
  ///
  /// - Parameter budget: The budget that pays for the comparisons. If it becomes exhausted, the search ends.
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

/// Finds the locations of ascending byte indices in a style sheet.
private struct LocationReader {
  private var location: SVGLocation
  private var byteIndex = 0

  init(_ sheet: Markup.Sheet) { location = sheet.location }

  /// Returns the location of a byte. If `index` is before the previous call's index, the previous location is
  /// returned.
  mutating func location(of index: Int, in bytes: [UInt8]) -> SVGLocation {
    while byteIndex < min(index, bytes.count) {
      if bytes[byteIndex] == 0x0a { location = SVGLocation(line: location.line + 1, column: 1) } else { location.column += 1 }
      byteIndex += 1
    }
    return location
  }
}
