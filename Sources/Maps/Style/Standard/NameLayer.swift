import CartoucheRaster

extension StyleLayer {
  /// The weight or slant of names.
  enum NameFont: String {
    case regular = "Noto Sans Regular"
    case bold = "Noto Sans Bold"
    case italic = "Noto Sans Italic"

    var value: PropertyValue { .expression("[\"\(rawValue)\"]") }
  }

  /// Creates a layer that draws names at points.
  ///
  /// - Parameters:
  ///   - text: The text, in which `{key}` stands for the value of a tag.
  ///   - size: The size of the letters in points.
  init(
    _ name: String, sourceLayer: String, filter: StyleFilter = .everything, zoomRange: Range<Scalar>, text: String = "{name}",
    font: NameFont = .regular, size: ZoomRamp, color: Palette.Label, _ more: [StyleProperty: PropertyValue] = [:]
  ) {
    self.init(
      name, kind: .symbol, sourceLayer: sourceLayer, filter: filter, zoomRange: zoomRange,
      properties: [
        .textField: .text(text), .textFont: font.value, .textSize: .ramp(size), .textColor: .color(color.text),
        .textHaloColor: .color(color.halo), .textHaloWidth: 1.25, .textMaxWidth: 8,
      ])
    properties.merge(more) { _, new in new }
  }

  /// Creates a layer that draws names along lines.
  init(
    _ name: String, along sourceLayer: String, filter: StyleFilter, zoomRange: Range<Scalar>, font: NameFont = .regular,
    size: ZoomRamp,
    color: Palette.Label, spacing: Int = 320, _ more: [StyleProperty: PropertyValue] = [:]
  ) {
    self.init(
      name, sourceLayer: sourceLayer, filter: .all([.lines, filter]), zoomRange: zoomRange, font: font, size: size, color: color,
      [.symbolPlacement: "line", .symbolSpacing: .number(Scalar(spacing)), .textMaxAngle: 35])
    properties.merge(more) { _, new in new }
  }
}

extension StyleFilter {
  /// The feature is a point.
  static let points = StyleFilter.not(.any([.lines, .polygons]))
}

extension Color {
  /// The color as a style sheet writes it.
  var text: String {
    let digits = Array("0123456789abcdef")
    return [red, green, blue, alpha].reduce("#") { $0 + String([digits[Int($1 >> 4)], digits[Int($1 & 15)]]) }
  }
}
