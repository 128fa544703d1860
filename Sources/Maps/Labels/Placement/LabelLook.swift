import CartoucheRaster

/// How the labels of a style layer look at one camera: the properties that are the same for all of them.
///
/// The properties are evaluated once for a layer. A label that finds its layer's properties here copies no
/// references, which matters when several workers look at thousands of labels.
struct LabelLook {
  /// The look of texts or icons. A property that depends on the feature is nil.
  struct Part {
    /// The size: a text's in points, an icon's as a factor.
    var size: Scalar?
    var opacity: Scalar?
    var color: Color?
    var haloColor: Color?
    /// The width and the softness of the halo, in points.
    var haloWidth: Scalar?
    var haloBlur: Scalar?
    /// The offset of everything that is drawn, in points.
    var translation: SIMD2<Double>

    fileprivate init(_ size: CompiledProperty, _ paint: SymbolPaint.Paint, _ frame: inout MapFrame) {
      func constant<Value>(_ property: CompiledProperty, _ value: (CompiledProperty) -> Value) -> Value? {
        property.dependsOnFeature ? nil : value(property)
      }
      self.size = constant(size) { frame.length($0) }
      opacity = constant(paint.opacity) { frame.number($0) }
      color = constant(paint.color) { frame.color($0) ?? .black }
      haloColor = constant(paint.haloColor) { frame.color($0) ?? .clear }
      haloWidth = constant(paint.haloWidth) { frame.length($0) }
      haloBlur = constant(paint.haloBlur) { frame.length($0) }
      let offset = frame.offset(paint.translation)
      translation = SIMD2(Double(offset.x), Double(offset.y))
    }
  }

  let rules: LabelRules
  let text: Part
  let icon: Part

  init(_ paint: SymbolPaint, _ rules: LabelRules, _ frame: inout MapFrame) {
    self.rules = rules
    text = Part(paint.text.size, paint.text.paint, &frame)
    icon = Part(paint.icon.size, paint.icon.paint, &frame)
  }
}
