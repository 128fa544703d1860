/// Which elements a rule is for.
struct Selector: Sendable {
  /// What can be looked up.
  enum Key: Hashable, Sendable {
    case any
    case type(String)
    case `class`(String)
    case id(String)
  }

  /// What an attribute has to be.
  struct AttributeSelector: Sendable {
    enum Kind: String, Sendable {
      case exists = ""
      case equals = "="
      case includes = "~="
      case dashMatch = "|="
      case prefix = "^="
      case suffix = "$="
      case contains = "*="
    }

    var name: String
    var kind: Kind
    var value: String

    func matches(_ text: String) -> Bool {
      switch kind {
      case .exists: true
      case .equals: text == value
      case .includes: text.words.contains(value)
      case .dashMatch: text == value || text.hasPrefix(value + "-")
      case .prefix: !value.isEmpty && text.hasPrefix(value)
      case .suffix: !value.isEmpty && text.hasSuffix(value)
      case .contains: !value.isEmpty && text.utf8.contains(value.utf8)
      }
    }

    /// Steps of work to compare with `text`.
    func cost(_ text: String) -> Int {
      // ≤ 2^60; the comparison at each place ends where it differs.
      kind == .contains ? text.utf8.count * (1 + value.utf8.count / 8) : kind == .exists ? 0 : text.utf8.count
    }
  }

  /// One element's conditions.
  struct CompoundSelector: Sendable {
    var type: String?
    var classes: [String] = []
    var ids: [String] = []
    var attributes: [AttributeSelector] = []
    /// Whether it has to be the first of its parent's children.
    var isFirst = false
    /// Whether the step before it is about the parent and not any ancestor.
    var isChild = false
  }

  /// From the outermost to the element itself; never empty.
  private let steps: [CompoundSelector]
  /// How much it weighs against others: ids, then classes and attributes, then types.
  let specificity: Int

  /// More steps than this are in no drawing; each may be tried with every ancestor.
  private static let limit = 8

  var key: Key {
    guard let last = steps.last else { return .any }
    if let id = last.ids.first { return .id(id) }
    if let name = last.classes.first { return .class(name) }
    return last.type.map { .type($0) } ?? .any
  }

  /// nil for one that is not known.
  init?(_ text: String) {
    var reader = ValueReader(text)
    var steps: [CompoundSelector] = []
    var isChild = false
    reader.skipSpace()
    while !reader.isAtEnd {
      if reader.take(">") {
        guard !isChild, !steps.isEmpty else { return nil }
        isChild = true
        reader.skipSpace()
        continue
      }
      guard var step = Self.step(&reader), steps.count < Self.limit else { return nil }
      step.isChild = isChild
      isChild = false
      steps.append(step)
      reader.skipSpace()
    }
    guard !steps.isEmpty, !isChild else { return nil }
    self.steps = steps
    // A name takes a byte at least: no count is beyond 2^31.
    specificity = steps.reduce(0) {
      $0 + $1.ids.count << 32 + ($1.classes.count + $1.attributes.count + ($1.isFirst ? 1 : 0)) << 16 + ($1.type == nil ? 0 : 1)
    }
  }

  private static func step(_ reader: inout ValueReader) -> CompoundSelector? {
    var step = CompoundSelector()
    let start = reader.at
    if !reader.take("*") {
      let name = reader.name()
      if !name.isEmpty { step.type = name }
    }
    while true {
      if reader.take(".") {
        step.classes.append(reader.name())
      } else if reader.take("#") {
        step.ids.append(reader.name())
      } else if reader.take("[") {
        guard let condition = condition(&reader) else { return nil }
        step.attributes.append(condition)
      } else if reader.take(":") {
        guard reader.name() == "first-child" else { return nil }
        step.isFirst = true
      } else {
        break
      }
    }
    guard reader.at > start, !step.classes.contains(""), !step.ids.contains("") else { return nil }
    return step
  }

  /// What stands in square brackets.
  private static func condition(_ reader: inout ValueReader) -> AttributeSelector? {
    reader.skipSpace()
    let name = reader.name()
    reader.skipSpace()
    if reader.take("]") { return name.isEmpty ? nil : AttributeSelector(name: name, kind: .exists, value: "") }
    var sign = ""
    while reader.next != UInt8(ascii: "="), !reader.isAtEnd, sign.isEmpty {
      sign.unicodeScalars.append(Unicode.Scalar(reader.next))
      reader.skip()
    }
    guard reader.take("="), let kind = AttributeSelector.Kind(rawValue: sign + "="), !name.isEmpty else { return nil }
    let value = reader.upTo("]").trimmed
    let quotes: [Character] = ["\"", "'"]
    guard let first = value.first, quotes.contains(first), value.last == first, value.utf8.count > 1 else {
      return AttributeSelector(name: name, kind: kind, value: value)
    }
    return AttributeSelector(name: name, kind: kind, value: String(value.dropFirst().dropLast()))
  }

  /// Whether the element is one of those.
  ///
  /// - Parameter budget: what it takes is taken off.
  /// - Complexity: steps times ancestors: no combination is tried twice.
  func matches(_ index: Int, in markup: Markup, budget: SVGBudget) -> Bool {
    guard let last = steps.last, last.matches(index, in: markup, budget) else { return false }
    if steps.count == 1 { return true }
    var line: [Int] = []
    var ancestor = index
    while ancestor >= 0 {
      line.append(ancestor)
      ancestor = markup[ancestor].parent
    }
    line.reverse()
    budget.spend(line.count * steps.count * 2)
    // For each element of the line, whether the steps so far can end there.
    var ends = line.map { steps[0].matches($0, in: markup, budget) }
    for step in steps.dropFirst() {
      var next = [Bool](repeating: false, count: line.count)
      var isBelow = false
      for place in 1..<max(line.count, 1) {
        isBelow = isBelow || ends[place - 1]
        next[place] = (step.isChild ? ends[place - 1] : isBelow) && step.matches(line[place], in: markup, budget)
      }
      ends = next
    }
    return ends.last == true
  }
}

extension Selector.CompoundSelector {
  fileprivate func matches(_ index: Int, in markup: Markup, _ budget: SVGBudget) -> Bool {
    let node = markup[index]
    if let type, type != node.name { return false }
    if isFirst && !node.isFirst { return false }
    if !ids.isEmpty {
      budget.spend(ids.count + node.attributes.count)
      let own = node["id"]
      if ids.contains(where: { $0 != own }) { return false }
    }
    if !classes.isEmpty {
      budget.spend(classes.count * (1 + node.classes.count))
      if classes.contains(where: { !node.classes.contains($0) }) { return false }
    }
    return attributes.allSatisfy { condition in
      guard budget.spend(1 + node.attributes.count), let text = node[condition.name] else { return false }
      return budget.spend(condition.cost(text)) && condition.matches(text)
    }
  }
}

extension String.UTF8View {
  /// Whether `part` stands somewhere in it.
  fileprivate func contains(_ part: String.UTF8View) -> Bool {
    let (bytes, part) = (Array(self), Array(part))
    guard part.count <= bytes.count else { return false }
    return (0...bytes.count - part.count).contains { start in part.indices.allSatisfy { bytes[start + $0] == part[$0] } }
  }
}

extension ValueReader {
  /// A name of CSS as it is written: letters, digits, hyphens, underscores and everything beyond ASCII.
  mutating func name() -> String {
    let start = at
    while !isAtEnd,
      Self.isLetter(next) || Self.isDigit(next) || next == UInt8(ascii: "-") || next == UInt8(ascii: "_") || next >= 0x80
    {
      skip()
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }
}
