/// A value of a small JSON document, with everything in it.
///
/// A style is read as such a tree. A large file is read as events instead; see ``JSONConsumer``.
/// The reader bounds the depth of the tree, so code may walk it by recursion.
package struct JSONNode: Sendable {
  package enum Value: Sendable, Equatable {
    case null
    case boolean(Bool)
    /// A finite number.
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object(JSONObject)
  }

  package var value: Value
  /// The offset of the value's first byte from the start of the text, in bytes.
  package var offset: Int

  package init(_ value: Value, offset: Int = 0) {
    self.value = value
    self.offset = offset
  }
}

extension JSONNode: Equatable {
  /// Whether the values are equal. Offsets and the order of an object's keys are not compared.
  package static func == (a: JSONNode, b: JSONNode) -> Bool { a.value == b.value }
}

/// The value as one Swift type, or nil if it is of another type.
extension JSONNode {
  package var isNull: Bool { value == .null }

  package var boolean: Bool? { if case .boolean(let boolean) = value { boolean } else { nil } }

  package var number: Double? { if case .number(let number) = value { number } else { nil } }

  package var string: String? { if case .string(let string) = value { string } else { nil } }

  package var array: [JSONNode]? { if case .array(let array) = value { array } else { nil } }

  package var object: JSONObject? { if case .object(let object) = value { object } else { nil } }

  /// The name of the value's type, for messages.
  package var typeName: String {
    switch value {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
