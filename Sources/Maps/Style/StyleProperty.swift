/// The name of a property of a style layer, as the style specification writes it: `line-width`.
public struct StyleProperty: Hashable, Sendable {
  /// The name.
  public let name: String

  /// Creates a property from its name in style sheets. A name that the layer's kind does not have is reported
  /// when the style is used.
  public init(_ name: String) {
    self.name = name
  }
}

extension StyleProperty: ExpressibleByStringLiteral {
  /// Creates a property from its name in style sheets.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}
