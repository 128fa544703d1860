public import CartoucheRaster

/// The value of a property of a style layer: a constant, a value that changes with the zoom, or an
/// expression.
public enum PropertyValue: Equatable, Sendable {
  /// A number, such as a width in pixels or an opacity from 0 to 1.
  case number(Scalar)
  /// Several numbers, such as an offset or the lengths of dashes.
  case numbers([Scalar])
  /// A color.
  case color(Color)
  /// A text, such as the name of an image, or one of the words that the property knows.
  case text(String)
  /// True or false.
  case flag(Bool)
  /// A number that changes with the zoom.
  case ramp(ZoomRamp)
  /// A color that changes with the zoom.
  case zoomColor(ZoomColor)
  /// An expression or another value, as a style sheet writes it.
  case json(StyleJSON)

  /// Returns the value of an expression, written as in a style sheet: `["get", "color"]`.
  public static func expression(_ text: String) -> PropertyValue { .json(StyleJSON(text)) }
}

extension PropertyValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral
{
  /// Creates a number.
  public init(floatLiteral value: Double) {
    self = .number(Scalar(rounding: WideFixed<32>(floatLiteral: value)))
  }

  /// Creates a number.
  public init(integerLiteral value: Int) {
    self = .number(Scalar(value))
  }

  /// Creates a text.
  public init(stringLiteral value: String) {
    self = .text(value)
  }

  /// Creates a truth value.
  public init(booleanLiteral value: Bool) {
    self = .flag(value)
  }
}

/// A piece of a style sheet: JSON text that an application writes, or that was read from a file.
///
/// A mistake in the text is reported when the style is used.
public struct StyleJSON: Hashable, Sendable {
  package let node: JSONNode
  /// Why the text is not JSON; nil if it is.
  package let error: JSONError?

  /// Creates a piece of a style sheet from its text.
  public init(_ text: String) {
    do throws(JSONError) {
      (node, error) = (try JSONNode(parsing: text), nil)
    } catch {
      (node, self.error) = (JSONNode(.null), error)
    }
  }

  /// The text, without spaces and line breaks between its parts.
  public var text: String { node.text }

  package init(_ node: JSONNode) {
    (self.node, error) = (node, nil)
  }

  /// Whether both pieces have the same values. The order of an object's keys does not matter.
  @_disfavoredOverload
  public static func == (a: StyleJSON, b: StyleJSON) -> Bool { a.node == b.node && a.error == b.error }

  /// Hashes the kind of value only, since equal objects may list their keys in different orders.
  public func hash(into hasher: inout Hasher) { hasher.combine(node.typeName) }
}
