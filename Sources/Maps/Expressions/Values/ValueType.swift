/// The type of an expression, and of the values that it yields.
package indirect enum ValueType: Hashable, Sendable {
  case null, number, string, boolean, color, object
  /// Any type but a collator. The actual type is known when the expression is evaluated.
  case value
  case collator, formatted, resolvedImage, padding, numberArray, colorArray, anchorOffsets, projection
  /// The type of an expression that never yields a value.
  case error
  /// An array with items of one type, and with `count` items if `count` is not nil.
  case array(of: ValueType, count: Int?)

  /// An array of anything.
  package static let anyArray = ValueType.array(of: .value, count: nil)
}

extension ValueType {
  /// Whether a value of type `other` may be used where this type is expected.
  package func accepts(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (_, .error): true
    case (.array(let item, let count), .array(let otherItem, let otherCount)):
      ((otherCount == 0 && otherItem == .value) || item.accepts(otherItem)) && (count == nil || count == otherCount)
    case (.value, .collator): false
    case (.value, _): true
    default: self == other
    }
  }

  package var isArray: Bool { if case .array = self { true } else { false } }
}

extension ValueType: CustomStringConvertible {
  /// The type as the style specification writes it, such as `array<number, 2>`.
  package var description: String {
    switch self {
    case .null: "null"
    case .number: "number"
    case .string: "string"
    case .boolean: "boolean"
    case .color: "color"
    case .object: "object"
    case .value: "value"
    case .collator: "collator"
    case .formatted: "formatted"
    case .resolvedImage: "resolvedImage"
    case .padding: "padding"
    case .numberArray: "numberArray"
    case .colorArray: "colorArray"
    case .anchorOffsets: "variableAnchorOffsetCollection"
    case .projection: "projectionDefinition"
    case .error: "error"
    case .array(let item, let count?): "array<\(item), \(count)>"
    case .array(.value, nil): "array"
    case .array(let item, nil): "array<\(item)>"
    }
  }
}
