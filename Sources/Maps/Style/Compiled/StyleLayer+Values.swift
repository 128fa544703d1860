public import CartoucheRaster

extension StyleLayer {
  /// Returns the color that a property of the layer has at a zoom, for example for a legend.
  ///
  ///     let water = map.style[layer: "water"]?.color(.fillColor, at: map.camera.zoom)
  ///
  /// - Returns: The color, which is the property's default if the layer does not set it. The result is nil if
  ///   the layer has no such property, or if the property is no color. It is also nil if it depends on
  ///   features or on ``MapStyle/globalState``.
  public func color(_ property: StyleProperty, at zoom: Scalar) -> Color? {
    switch compiled(property).source {
    case .color(let color): color
    case .zoomColor(let color): color.color(at: zoom)
    case .zoom(let expression): value(of: expression, at: zoom)?.color.map { Color($0) }
    case .number, .value, .ramp, .feature, .transition: nil
    }
  }

  /// Returns the number that a property of the layer has at a zoom, such as a width in pixels of the style or
  /// an opacity.
  ///
  /// - Returns: The number, which is the property's default if the layer does not set it. The result is nil
  ///   if the layer has no such property, or if the property is no number. It is also nil if it depends on
  ///   features or on ``MapStyle/globalState``.
  public func number(_ property: StyleProperty, at zoom: Scalar) -> Scalar? {
    switch compiled(property).source {
    case .number(let number): number
    case .ramp(let ramp): ramp.value(at: zoom)
    case .zoom(let expression): value(of: expression, at: zoom)?.number.map { Scalar($0) }
    case .color, .value, .zoomColor, .feature, .transition: nil
    }
  }

  private func compiled(_ property: StyleProperty) -> CompiledProperty {
    var compiler = PropertyCompiler(self, path: "", keys: PropertyKeys())
    return compiler.compile(property)
  }

  /// Returns the value of an expression that depends on the zoom alone.
  private func value(of expression: PropertyExpression, at zoom: Scalar) -> StyleValue? {
    guard expression.expression.dependencies.isSubset(of: [.zoom]) else { return nil }
    var context = EvaluationContext(zoom: Double(zoom.rawValue) / 65536)
    return expression.value(&context)
  }
}
