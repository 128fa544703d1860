/// A value of an expression.
package enum StyleValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case color(StyleColor)
  case array([StyleValue])
  case object(StyleObject)
  case collator(Collator)
  case formatted(FormattedText)
  case image(ResolvedImage)
  /// Distances from the top, right, bottom and left edge.
  case padding(SIMD4<Double>)
  case numberArray([Double])
  case colorArray([StyleColor])
  case anchorOffsets([AnchorOffset])
  case projection(Projection)
}

/// The members of an object, in order.
package struct StyleObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: StyleValue
  }

  package var members: [Member]

  package init(_ members: [(key: String, value: StyleValue)] = []) {
    self.members = members.map { Member(key: $0.key, value: $0.value) }
  }

  package subscript(key: String) -> StyleValue? { members.first { $0.key.isIdentical(to: key) }?.value }
}

/// Text with sections that have their own font, size, color or image.
package struct FormattedText: Hashable, Sendable {
  package struct Section: Hashable, Sendable {
    package var text: String
    package var image: ResolvedImage?
    package var scale: Double?
    /// Names of fonts, separated by commas.
    package var fonts: String?
    package var color: StyleColor?
    package var verticalAlignment: String?
  }

  package var sections: [Section]

  package init(_ sections: [Section]) {
    self.sections = sections
  }

  package init(text: String) {
    sections = [Section(text: text)]
  }

  package var text: String { sections.map(\.text).joined() }
}

/// The name of an image, and whether the map has such an image.
package struct ResolvedImage: Hashable, Sendable {
  package var name: String
  package var isAvailable: Bool

  package init(name: String, isAvailable: Bool = false) {
    (self.name, self.isAvailable) = (name, isAvailable)
  }
}

/// A position of a label beside its point, and the label's offset there, in ems.
package struct AnchorOffset: Hashable, Sendable {
  package var anchor: String
  package var x: Double
  package var y: Double

  package static let anchors = [
    "center", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right",
  ]
}

/// A projection of the map, or the transition from one to another. Cartouche draws Web Mercator only.
package struct Projection: Hashable, Sendable {
  package var start: String
  package var end: String
  package var transition: Double

  package init(start: String, end: String, transition: Double) {
    (self.start, self.end, self.transition) = (start, end, transition)
  }
}

extension StyleValue {
  /// The most specific type of the value.
  package var type: ValueType {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .number: .number
    case .string: .string
    case .color: .color
    case .object: .object
    case .collator: .collator
    case .formatted: .formatted
    case .image: .resolvedImage
    case .padding: .padding
    case .numberArray: .numberArray
    case .colorArray: .colorArray
    case .anchorOffsets: .anchorOffsets
    case .projection: .projection
    case .array(let items): .array(of: Self.itemType(items), count: items.count)
    }
  }

  private static func itemType(_ items: [StyleValue]) -> ValueType {
    guard let first = items.first?.type else { return .value }
    return items.allSatisfy { $0.type == first } ? first : .value
  }

  /// Whether the value is one of `type`. Unlike `type.accepts(value.type)`, this allocates nothing for simple
  /// values.
  func isOf(_ type: ValueType) -> Bool {
    switch (type, self) {
    case (.number, .number), (.string, .string), (.boolean, .boolean), (.object, .object), (.color, .color), (.null, .null): true
    case (.number, _), (.string, _), (.boolean, _), (.object, _), (.color, _), (.null, _): false
    case (.array(.value, nil), .array): true
    case (.array, .array): type.accepts(self.type)
    case (.array, _): false
    default: type.accepts(self.type)
    }
  }

  package var number: Double? { if case .number(let number) = self { number } else { nil } }

  package var string: String? { if case .string(let string) = self { string } else { nil } }

  package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

  package var color: StyleColor? { if case .color(let color) = self { color } else { nil } }

  /// Creates a value from JSON.
  package init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .number(let number): self = .number(number)
    case .string(let string): self = .string(string)
    case .array(let items): self = .array(items.map(StyleValue.init))
    case .object(let object): self = .object(StyleObject(object.members.map { ($0.key, StyleValue($0.value)) }))
    }
  }
}

extension String {
  /// Whether the strings have the same code points. Swift's `==` also accepts canonically equivalent ones.
  func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
