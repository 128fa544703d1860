/// Values as texts.
extension StyleValue {
  /// The value as `to-string` converts it: null is empty, and arrays and objects are JSON.
  package var text: String {
    switch self {
    case .null: ""
    case .string(let string): string
    case .number(let number): NumberText.text(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .color(let color): color.description
    case .formatted(let text): text.text
    case .image(let image): image.name
    case .projection(let projection) where projection.isSteady: projection.end
    default: json
    }
  }

  /// The value as compact JSON.
  package var json: String {
    var text = ""
    appendJSON(to: &text)
    return text
  }

  private func appendJSON(to text: inout String) {
    switch self {
    case .null, .collator: text += "null"
    case .boolean, .color, .formatted, .image: appendScalar(to: &text)
    case .number(let number): Self.append(number, to: &text)
    case .string(let string): Self.append(string, to: &text)
    case .array(let items): Self.append(items, to: &text) { $0.appendJSON(to: &$1) }
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += "," }
        Self.append(member.key, to: &text)
        text += ":"
        member.value.appendJSON(to: &text)
      }
      text += "}"
    case .padding(let sides): Self.append([sides.x, sides.y, sides.z, sides.w], to: &text, Self.append)
    case .numberArray(let numbers): Self.append(numbers, to: &text, Self.append)
    case .colorArray(let colors): Self.append(colors, to: &text) { Self.append($0.description, to: &$1) }
    case .anchorOffsets(let offsets):
      Self.append(offsets, to: &text) {
        Self.append($0.anchor, to: &$1)
        $1 += ","
        Self.append([$0.x, $0.y], to: &$1, Self.append)
      }
    case .projection(let projection):
      text += "["
      Self.append(projection.start, to: &text)
      text += ","
      Self.append(projection.end, to: &text)
      text += ","
      Self.append(projection.transition, to: &text)
      text += "]"
    }
  }

  private func appendScalar(to text: inout String) {
    if case .boolean = self { text += self.text } else { Self.append(self.text, to: &text) }
  }

  private static func append<Item>(_ items: [Item], to text: inout String, _ appendItem: (Item, inout String) -> Void) {
    text += "["
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      appendItem(item, &text)
    }
    text += "]"
  }

  private static func append(_ number: Double, to text: inout String) {
    text += JSONNumber.text(of: number)
  }

  private static func append(_ string: String, to text: inout String) {
    text += JSONNode.quoted(string)
  }
}

extension Projection {
  /// Whether this is one projection, not a transition.
  package var isSteady: Bool { start == end && transition == 1 }
}
