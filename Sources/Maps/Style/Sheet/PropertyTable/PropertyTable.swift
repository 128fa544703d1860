/// The properties of each kind of layers, as the style specification defines them.
///
/// - Source: MapLibre Style Specification, version 8, "Layers".
package enum PropertyTable {
  /// The definition of one property.
  package struct Entry: Sendable {
    /// The type, the default, and the inputs that expressions may read.
    package var specification: PropertySpecification
    /// Whether the property is in the object `layout` of a style sheet. The others are in `paint`.
    package var isLayout: Bool
    /// Why the map ignores the property; nil if it does not. A style that sets an ignored property is not
    /// reported.
    package var note: String?
    /// The one property of its kind that may read this input.
    var ownInput: ExpressionDependencies

    /// Whether the map draws the property.
    package var isDrawn: Bool { note == nil }

    /// Whether a change of the value is shown gradually.
    var hasTransition: Bool { !isLayout && specification.isInterpolated && ownInput.isEmpty }

    /// The inputs that expressions of the property may read.
    package var inputs: ExpressionDependencies {
      var inputs: ExpressionDependencies = [.globalState, .images, .evaluation]
      if specification.dependsOnZoom { inputs.insert(.zoom) }
      if specification.isDataDriven { inputs.insert(.feature) }
      // Layout decides what is built for a tile, before any state is known.
      if specification.isDataDriven, !isLayout { inputs.insert(.featureState) }
      return inputs.union(ownInput)
    }

    /// Returns why an expression may not be used for the property; nil if it may.
    package func refusal(of dependencies: ExpressionDependencies) -> String? {
      PropertyTable.operatorName(of: dependencies.subtracting(inputs)).map { "\"\($0)\" may not be used here" }
    }
  }

  /// The inputs that filters may read.
  package static let filterInputs: ExpressionDependencies = [.feature, .zoom, .globalState, .evaluation]

  /// Returns the name of an operator that reads one of the inputs; nil if there is no input.
  static func operatorName(of inputs: ExpressionDependencies) -> String? {
    let names: [(ExpressionDependencies, String)] = [
      (.feature, "get"), (.featureState, "feature-state"), (.zoom, "zoom"), (.heatmapDensity, "heatmap-density"),
      (.lineProgress, "line-progress"), (.accumulated, "accumulated"), (.elevation, "elevation"), (.globalState, "global-state"),
      (.images, "image"),
    ]
    return names.first { inputs.contains($0.0) }?.1
  }

  /// Returns the definition of a property; nil if the kind of layers has no such property.
  package static func entry(_ property: StyleProperty, of kind: StyleLayer.Kind) -> Entry? { table(of: kind)[property.name] }

  /// Returns the names of the properties of a kind of layers.
  package static func propertyNames(of kind: StyleLayer.Kind) -> [String] { table(of: kind).keys.sorted() }

  /// Returns the kinds of layers that have a property.
  static func kinds(with property: StyleProperty) -> [StyleLayer.Kind] {
    StyleLayer.Kind.allCases.filter { entry(property, of: $0) != nil }
  }

  private static func table(of kind: StyleLayer.Kind) -> [String: Entry] {
    switch kind {
    case .background: background
    case .fill: fill
    case .line: line
    case .circle: circle
    case .symbol: symbol
    case .raster: raster
    case .heatmap: heatmap
    case .fillExtrusion: fillExtrusion
    }
  }
}

/// The ways in which tables describe properties.
extension PropertyTable.Entry {
  /// The inputs with which the value of a property may vary.
  enum Variation {
    case zoom, zoomAndFeature
    /// The position along a line, or the density of a heatmap.
    case only(ExpressionDependencies)
  }

  static func paint(
    _ kind: PropertySpecification.Kind, _ defaultValue: DefaultValue? = nil, by variation: Variation = .zoom,
    isInterpolated: Bool? = nil
  ) -> Self {
    Self(kind, defaultValue, variation, isInterpolated, isLayout: false)
  }

  static func layout(
    _ kind: PropertySpecification.Kind, _ defaultValue: DefaultValue? = nil, by variation: Variation = .zoom,
    isInterpolated: Bool? = nil, hasTokens: Bool = false
  ) -> Self {
    Self(kind, defaultValue, variation, isInterpolated, isLayout: true, hasTokens: hasTokens)
  }

  /// Returns the entry of a property that the map ignores.
  func ignored(_ reason: String) -> Self {
    var entry = self
    entry.note = reason
    return entry
  }

  private init(
    _ kind: PropertySpecification.Kind, _ defaultValue: DefaultValue?, _ variation: Variation, _ isInterpolated: Bool?,
    isLayout: Bool, hasTokens: Bool = false
  ) {
    let isVariable: Bool
    switch variation {
    case .only(let input): (isVariable, ownInput) = (false, input)
    case .zoom, .zoomAndFeature: (isVariable, ownInput) = (true, [])
    }
    let isDataDriven = if case .zoomAndFeature = variation { true } else { false }
    specification = PropertySpecification(
      kind, default: defaultValue?.node, isDataDriven: isDataDriven, dependsOnZoom: isVariable,
      isInterpolated: isInterpolated ?? kind.isContinuous, hasTokens: hasTokens)
    self.isLayout = isLayout
  }
}

extension PropertySpecification.Kind {
  /// Whether there are values between two values.
  fileprivate var isContinuous: Bool {
    switch self {
    case .number, .color, .padding, .numberArray, .colorArray, .anchorOffsets, .projection: true
    case .array(let item, _): item == .number
    case .any, .string, .boolean, .formatted, .resolvedImage, .enumeration: false
    }
  }

  /// Whether an offset turns with the map.
  static let translateAnchor = Self.enumeration(["map", "viewport"])
  static let pair = Self.array(of: .number, count: 2)
}

/// The default of a property, written as a literal of Swift.
struct DefaultValue: ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByIntegerLiteral
{
  let node: JSONNode

  init(floatLiteral value: Double) { node = JSONNode(.number(value)) }
  init(integerLiteral value: Int) { node = JSONNode(.number(Double(value))) }
  init(stringLiteral value: String) { node = JSONNode(.string(value)) }
  init(booleanLiteral value: Bool) { node = JSONNode(.boolean(value)) }
  init(arrayLiteral elements: DefaultValue...) { node = JSONNode(.array(elements.map(\.node))) }
}
