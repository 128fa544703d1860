import CartoucheRaster

/// A property of a style layer, ready to be evaluated.
struct CompiledProperty: Sendable {
  /// Where the value comes from.
  enum Source: Sendable {
    case number(Scalar)
    case color(Color)
    /// A constant of another type; null if the property has no value.
    case value(StyleValue)
    case ramp(ZoomRamp)
    case zoomColor(ZoomColor)
    /// An expression of the zoom, which is evaluated once a frame.
    case zoom(PropertyExpression)
    /// An expression of the feature, which is evaluated once a tile. The index is that of the value in
    /// ``FeatureGroup/values``.
    case feature(PropertyExpression, index: Int)
    /// A change from one value to another.
    case transition(PropertyTransition)
  }

  var source: Source

  /// Whether the property has no value at all.
  var isNone: Bool { if case .value(.null) = source { true } else { false } }

  var dependsOnFeature: Bool { if case .feature = source { true } else { false } }

  /// Whether the value is known to be an opaque color, or the number 1.
  var isOpaque: Bool {
    switch source {
    case .number(let number): number >= 1
    case .color(let color): color.alpha == 255
    case .zoomColor(let color): color.isOpaque
    case .transition(let transition): transition.from.isOpaque && transition.to.isOpaque
    default: false
    }
  }

  /// Creates a property from a value that does not change.
  init(constant value: StyleValue) {
    switch value {
    case .number(let number): source = .number(Scalar(number))
    case .color(let color): source = .color(Color(color))
    default: source = .value(value)
    }
  }

  init(_ source: Source) {
    self.source = source
  }
}

extension Scalar {
  /// Creates the nearest number to a `Double`; NaN becomes 0.
  init(_ number: Double) {
    self.init(rawValue: ElementaryFunctions.nearest(number.clamped(from: -1e9, to: 1e9) * 65536))
  }
}

extension Color {
  /// Creates the nearest color with 8 bits for each component.
  init(_ color: StyleColor) {
    func byte(_ component: Double) -> UInt8 { UInt8(clamping: ElementaryFunctions.nearest(component * 255)) }
    self.init(red: byte(color.red), green: byte(color.green), blue: byte(color.blue), alpha: byte(color.alpha))
  }

  /// Returns the color with its alpha multiplied by an opacity from 0 to 1.
  func faded(by opacity: Scalar) -> Color {
    guard opacity < 1 else { return self }
    let alpha = (Int64(self.alpha) * max(opacity.rawValue, 0) + 32768) >> 16
    return Color(red: red, green: green, blue: blue, alpha: UInt8(clamping: alpha))
  }
}
