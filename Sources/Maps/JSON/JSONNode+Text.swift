extension JSONNode {
  /// The value as compact JSON text, written as JavaScript's `JSON.stringify` writes it.
  ///
  /// One rule of JavaScript is left out: there, keys that are whole numbers come before the others.
  package var text: String {
    var text = ""
    append(to: &text)
    return text
  }

  private func append(to text: inout String) {
    switch value {
    case .null: text += "null"
    case .boolean(let boolean): text += boolean ? "true" : "false"
    case .number(let number): text += JSONNumber.text(of: number)
    case .string(let string): Self.append(quoted: string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.append(to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += "," }
        Self.append(quoted: member.key, to: &text)
        text += ":"
        member.value.append(to: &text)
      }
      text += "}"
    }
  }

  /// Returns a string in quotes, with escapes where JSON needs them.
  package static func quoted(_ string: String) -> String {
    var text = ""
    append(quoted: string, to: &text)
    return text
  }

  private static func append(quoted string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{8}": text += "\\b"
      case "\u{c}": text += "\\f"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
