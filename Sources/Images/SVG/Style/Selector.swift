/// Which elements a rule is for.
struct Selector: Sendable {
  /// What can be looked up.
  enum Key: Hashable, Sendable {
    case any
    case type(String)
    case `class`(String)
    case id(String)
  }

  /// One element's conditions.
  struct Step: Sendable {
    var type: String?
    var classes: [String] = []
    var ids: [String] = []
    /// Attributes that must be there, with a value if one is given.
    var attributes: [(name: String, value: String?)] = []
    /// Whether the step before it is about the parent and not any ancestor.
    var isChild = false
  }

  /// From the outermost to the element itself; never empty.
  private let steps: [Step]

  /// More steps than this are in no drawing; each may be tried with every ancestor.
  private static let limit = 8

  /// How much it weighs against others: ids, then classes and attributes, then types.
  var weight: Int {
    steps.reduce(0) {
      $0 + $1.ids.count << 32 + ($1.classes.count + $1.attributes.count) << 16 + ($1.type == nil ? 0 : 1)
    }
  }

  var key: Key {
    guard let last = steps.last else { return .any }
    if let id = last.ids.first { return .id(id) }
    if let name = last.classes.first { return .class(name) }
    return last.type.map { .type($0) } ?? .any
  }

  /// nil for one that is not known.
  init?(_ text: String) {
    var reader = ValueReader(text)
    var steps: [Step] = []
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
  }

  private static func step(_ reader: inout ValueReader) -> Step? {
    var step = Step()
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
        let inside = reader.upTo("]").split(separator: "=", maxSplits: 1).map { String($0).trimmed }
        guard let name = inside.first, !name.isEmpty, name.utf8.allSatisfy({ ValueReader.isLetter($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        let value = inside.count > 1 ? inside[1].filter { $0 != "\"" && $0 != "'" } : nil
        step.attributes.append((name, value))
      } else {
        break
      }
    }
    guard reader.at > start, !step.classes.contains(""), !step.ids.contains("") else { return nil }
    return step
  }

  /// Whether the element is one of those.
  ///
  /// - Complexity: steps times ancestors: no combination is tried twice.
  func matches(_ index: Int, in markup: Markup) -> Bool {
    guard let last = steps.last, last.accepts(markup[index]) else { return false }
    if steps.count == 1 { return true }
    var line: [Int] = []
    var ancestor = index
    while ancestor >= 0 {
      line.append(ancestor)
      ancestor = markup[ancestor].parent
    }
    line.reverse()
    // For each element of the line, whether the steps so far can end there.
    var ends = line.map { steps[0].accepts(markup[$0]) }
    for step in steps.dropFirst() {
      var next = [Bool](repeating: false, count: line.count)
      var isBelow = false
      for place in 1..<max(line.count, 1) {
        isBelow = isBelow || ends[place - 1]
        next[place] = (step.isChild ? ends[place - 1] : isBelow) && step.accepts(markup[line[place]])
      }
      ends = next
    }
    return ends.last == true
  }
}

extension Selector.Step {
  fileprivate func accepts(_ node: Markup.Node) -> Bool {
    if let type, type != node.name { return false }
    if !ids.isEmpty, ids.contains(where: { $0 != node["id"] }) { return false }
    if !classes.isEmpty {
      let own = (node["class"] ?? "").words
      if classes.contains(where: { !own.contains($0) }) { return false }
    }
    return attributes.allSatisfy { condition in
      guard let value = node[condition.name] else { return false }
      return condition.value == nil || condition.value == value
    }
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
