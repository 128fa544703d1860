/// A CSS selector.
struct Selector: Sendable {
  /// The part of a selector by which rules are indexed.
  enum Key: Hashable, Sendable {
    case any
    case type(String)
    case `class`(String)
    case id(String)
  }

  /// A condition on an attribute.
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

    /// Returns the steps of work to compare with `text`.
    func cost(_ text: String) -> Int {
      // ≤ 2^60; each comparison ends at the first difference.
      kind == .contains ? text.utf8.count * (1 + value.utf8.count / 8) : kind == .exists ? 0 : text.utf8.count
    }
  }

  /// The conditions on one element.
  struct CompoundSelector: Sendable {
    var type: String?
    var classes: [String] = []
    var ids: [String] = []
    var attributes: [AttributeSelector] = []
    /// Whether the element must be the first child of its parent.
    var isFirst = false
    /// Whether the preceding compound selector must match the parent. If false, any ancestor may match.
    var isChild = false
  }

  /// The compound selectors from the outermost ancestor to the element itself. The array is never empty.
  private let steps: [CompoundSelector]
  /// The specificity: ids, then classes and attributes, then types.
  let specificity: Int

  /// The largest number of compound selectors in a selector. Each compound selector may be compared with
  /// every ancestor.
  private static let limit = 8

  var key: Key {
    guard let last = steps.last else { return .any }
    if let id = last.ids.first { return .id(id) }
    if let name = last.classes.first { return .class(name) }
    return last.type.map { .type($0) } ?? .any
  }

  /// Returns nil if the selector is not supported.
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
    // A name takes at least one byte, so no count exceeds 2^31.
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

  /// Parses the condition in square brackets.
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

  /// Returns whether the selector matches the element with an index.
  ///
  /// - Parameter budget: The budget that pays for the comparisons.
  /// - Complexity: The number of compound selectors times the number of ancestors. No pair is compared twice.
  func matches(_ index: Int, in markup: Markup, budget: SVGBudget) -> Bool {
    guard let last = steps.last, last.matches(index, in: markup, budget) else { return false }
    if steps.count == 1 { return true }
    var ancestors: [Int] = []
    var ancestor = index
    while ancestor >= 0 {
      ancestors.append(ancestor)
      ancestor = markup[ancestor].parent
    }
    ancestors.reverse()
    budget.spend(ancestors.count * steps.count * 2)
    // For each ancestor, whether the compound selectors so far can end there.
    var ends = ancestors.map { steps[0].matches($0, in: markup, budget) }
    for step in steps.dropFirst() {
      var nextEnds = [Bool](repeating: false, count: ancestors.count)
      var isBelow = false
      for position in 1..<max(ancestors.count, 1) {
        isBelow = isBelow || ends[position - 1]
        nextEnds[position] = (step.isChild ? ends[position - 1] : isBelow) && step.matches(ancestors[position], in: markup, budget)
      }
      ends = nextEnds
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
  /// Returns whether the view contains `part`.
  fileprivate func contains(_ part: String.UTF8View) -> Bool {
    let (bytes, part) = (Array(self), Array(part))
    guard part.count <= bytes.count else { return false }
    return (0...bytes.count - part.count).contains { start in part.indices.allSatisfy { bytes[start + $0] == part[$0] } }
  }
}

extension ValueReader {
  /// Reads a CSS name: letters, digits, hyphens, underscores and all characters outside of ASCII.
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
