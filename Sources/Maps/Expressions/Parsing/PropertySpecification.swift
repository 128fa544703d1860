/// The style specification of a property: its type, and the inputs that its expressions may read.
package struct PropertySpecification: Sendable {
  package enum Kind: Sendable {
    case any, number, string, boolean, color, formatted, resolvedImage, padding, numberArray, colorArray, anchorOffsets, projection
    /// One of these texts.
    case enumeration([String])
    case array(of: ValueType, count: Int?)
  }

  package var kind: Kind
  /// The value where a style sets none, or an expression fails.
  package var defaultValue: JSONNode?
  /// Whether expressions may read the feature.
  package var isDataDriven: Bool
  /// Whether expressions may read the zoom.
  package var dependsOnZoom: Bool
  /// Whether values may be interpolated.
  package var isInterpolated: Bool
  /// Whether a text may contain names of properties in braces.
  package var hasTokens: Bool

  package init(
    _ kind: Kind, default defaultValue: JSONNode? = nil, isDataDriven: Bool = true, dependsOnZoom: Bool = true,
    isInterpolated: Bool = true, hasTokens: Bool = false
  ) {
    (self.kind, self.defaultValue, self.isDataDriven) = (kind, defaultValue, isDataDriven)
    (self.dependsOnZoom, self.isInterpolated, self.hasTokens) = (dependsOnZoom, isInterpolated, hasTokens)
  }

  /// The type that an expression for the property must have; nil for any.
  package var type: ValueType? {
    switch kind {
    case .any: nil
    case .number: .number
    case .string, .enumeration: .string
    case .boolean: .boolean
    case .color: .color
    case .formatted: .formatted
    case .resolvedImage: .resolvedImage
    case .padding: .padding
    case .numberArray: .numberArray
    case .colorArray: .colorArray
    case .anchorOffsets: .anchorOffsets
    case .projection: .projection
    case .array(let item, let count): .array(of: item, count: count)
    }
  }

  /// The default as a value of the property's type; null if there is none.
  package var convertedDefault: StyleValue {
    guard let value = defaultValue.map(StyleValue.init) else { return .null }
    return switch kind {
    case .color: value.string.flatMap { StyleColor(css: $0) }.map(StyleValue.color) ?? .color(.transparent)
    case .padding: value.convertedPadding.map(StyleValue.padding) ?? .null
    case .numberArray: value.convertedNumberArray.map(StyleValue.numberArray) ?? .null
    case .colorArray: value.convertedColorArray.map(StyleValue.colorArray) ?? .null
    case .anchorOffsets: value.convertedAnchorOffsets.map(StyleValue.anchorOffsets) ?? .null
    case .projection: value.convertedProjection.map(StyleValue.projection) ?? .null
    case .formatted: value.string.map { .formatted(FormattedText(text: $0)) } ?? .null
    case .resolvedImage: value.string.map { .image(ResolvedImage(name: $0)) } ?? .null
    default: value
    }
  }
}
