/// Functions of before expressions, such as `{"stops": [[5, 1], [10, 4]]}`, written as expressions.
enum LegacyFunction {
  /// Whether an object is a function, and not a value.
  static func isFunction(_ object: JSONObject) -> Bool {
    object["stops"] != nil || object["property"] != nil || object["type"]?.string == "identity"
  }

  /// Returns the expression that a function stands for.
  static func expression(
    _ object: JSONObject, offset: Int, for specification: PropertySpecification
  ) throws(ExpressionError) -> JSONNode {
    try LegacyFunctionConversion(object: object, offset: offset, specification: specification).expression()
  }

  /// Returns an expression for a text with names of properties in braces, such as `{name} ({ele} m)`.
  static func tokens(_ text: String, offset: Int) -> JSONNode {
    let builder = NodeBuilder(offset: offset)
    var parts: [JSONNode] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      // Of "{{name}", the first brace is text.
      let start = rest[open..<close].lastIndex(of: "{") ?? open
      let name = rest[rest.index(after: start)..<close]
      let end = name.isEmpty ? rest.index(after: close) : start
      if end > rest.startIndex { parts.append(builder.string(String(rest[..<end]))) }
      if !name.isEmpty { parts.append(builder.call("get", builder.string(String(name)))) }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(builder.string(String(rest))) }
    if parts.allSatisfy({ $0.string != nil }) { return builder.string(text) }
    return parts.count == 1 ? builder.call("to-string", parts[0]) : builder.array([builder.string("concat")] + parts)
  }
}

/// Makes JSON that stands for a part of the text at an offset.
struct NodeBuilder {
  let offset: Int

  func string(_ text: String) -> JSONNode { JSONNode(.string(text), offset: offset) }

  func number(_ number: Double) -> JSONNode { JSONNode(.number(number), offset: offset) }

  func array(_ items: [JSONNode]) -> JSONNode { JSONNode(.array(items), offset: offset) }

  func call(_ name: String, _ arguments: JSONNode...) -> JSONNode { array([string(name)] + arguments) }

  /// Returns an expression for a value: arrays and objects need `literal`.
  func literal(_ node: JSONNode) -> JSONNode { node.array == nil && node.object == nil ? node : call("literal", node) }
}
