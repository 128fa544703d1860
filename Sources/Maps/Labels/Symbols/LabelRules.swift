import CartoucheRaster

/// The properties of a symbol layer that are the same for all its features, at a whole zoom.
struct LabelRules: Sendable {
  /// Where the symbols of a layer are.
  enum Placement: Sendable {
    case point, line, lineCenter
  }

  /// Whether a text or icon may overlap others.
  enum Overlap: Sendable {
    case never
    /// It may overlap others that may overlap, too.
    case cooperative
    case always
  }

  /// What turns together with the map.
  enum Alignment: Sendable {
    case map, viewport
    /// Letters follow a line, and each of them stays upright.
    case viewportGlyph
  }

  /// The rules for texts or icons.
  struct Part: Sendable {
    var overlap: Overlap
    var ignoresPlacement: Bool
    var isOptional: Bool
    var alignment: Alignment
    var keepsUpright: Bool
  }

  var placement: Placement
  var text: Part
  var icon: Part
  /// The distance between symbols of a line in pixels.
  var spacing: Double
  /// The greatest sum of bends under a label in radians.
  var maximumAngle: Double
  /// Whether symbols are drawn from the top to the bottom of the view.
  var isOrderedByY: Bool
  var hasSortKey: Bool

  init(_ paint: SymbolPaint, _ frame: inout MapFrame) {
    switch frame.text(paint.placement) {
    case "line": placement = .line
    case "line-center": placement = .lineCenter
    default: placement = .point
    }
    let isPoint = placement == .point
    text = Self.part(paint.text.rules, isPoint, keepsUpright: paint.text.keepsUpright, &frame)
    icon = Self.part(paint.icon.rules, isPoint, keepsUpright: paint.icon.keepsUpright, &frame)
    spacing = max(Double(frame.number(paint.spacing)), 1)
    maximumAngle = Double(frame.number(paint.text.maximumAngle)) / 180 * ElementaryFunctions.pi
    hasSortKey = !paint.sortKey.isNone
    let mayOverlap = [text, icon].contains { $0.overlap != .never || $0.ignoresPlacement }
    let order = frame.text(paint.order)
    isOrderedByY = order == "viewport-y" || (order != "source" && !hasSortKey && mayOverlap)
  }

  /// Returns the rules of each layer of a style; nil for a layer without symbols.
  static func all(of style: CompiledStyle, zoom: Int) -> [LabelRules?] {
    var frame = MapFrame(zoom: Scalar(zoom), style: style)
    return style.layers.map { layer in
      guard case .symbol(let paint) = layer.paint else { return nil }
      return LabelRules(paint, &frame)
    }
  }

  private static func part(
    _ rules: SymbolPaint.Rules, _ isPoint: Bool, keepsUpright: CompiledProperty, _ frame: inout MapFrame
  ) -> Part {
    let overlap: Overlap
    switch frame.text(rules.overlap) {
    case "always": overlap = .always
    case "cooperative": overlap = .cooperative
    case "never": overlap = .never
    default: overlap = frame.flag(rules.allowsOverlap) ? .always : .never
    }
    let alignment: Alignment
    switch frame.text(rules.rotationAlignment) {
    case "map": alignment = .map
    case "viewport": alignment = .viewport
    case "viewport-glyph": alignment = .viewportGlyph
    default: alignment = isPoint ? .viewport : .map
    }
    return Part(
      overlap: overlap, ignoresPlacement: frame.flag(rules.ignoresPlacement), isOptional: frame.flag(rules.isOptional),
      alignment: alignment, keepsUpright: frame.flag(keepsUpright))
  }

  /// Whether texts follow lines.
  var bendsText: Bool { placement != .point && text.alignment != .viewport }
}
