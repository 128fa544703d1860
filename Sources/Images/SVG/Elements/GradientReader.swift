import CartoucheRaster

/// A gradient with the attributes that it inherits through links.
struct Gradient {
  var isRadial: Bool
  /// Whether coordinates are fractions of the bounding box.
  var isRelative: Bool
  var transform: AffineTransform
  var spread: GradientSpread
  /// The stops of the gradient.
  ///
  /// Additional stops are inserted where premultiplied interpolation would differ from SVG's.
  var stops: [GradientStop]
  /// The lengths of `x1`, `y1` and the other length attributes, as written.
  var lengths: [String: Length]
}

/// Reads gradient elements and converts them to paints.
final class GradientReader {
  private let elements: SVGTraversal
  private let styles: StyleResolver
  private var gradients: [Int: Gradient?] = [:]
  private var stops: [Int: [GradientStop]] = [:]

  init(_ elements: SVGTraversal, styles: StyleResolver) { (self.elements, self.styles) = (elements, styles) }

  /// Returns the gradient of an element; nil if it has no stops.
  func gradient(_ index: Int, lengthContext: LengthContext) -> Gradient? {
    if let cached = gradients[index] { return cached }
    let chain = elements.hrefChain(of: index) { $0.isGradient }
    let isRadial = elements.markup[index].tag == .radialGradient
    var lengths: [String: Length] = [:]
    for name in isRadial ? ["cx", "cy", "r", "fx", "fy", "fr"] : ["x1", "y1", "x2", "y2"] {
      // Coordinates of the other kind of gradient do not apply.
      guard
        let source = chain.first(where: {
          elements.markup[$0][name] != nil && (elements.markup[$0].tag == .radialGradient) == isRadial
        }),
        let text = elements.markup[source][name]
      else { continue }
      lengths[name] = ValueReader.length(text)
      if lengths[name] == nil {
        elements.warn("\(name)=\"\(text.messageExcerpt)\" is not a length and is ignored", source)
      } else if ["r", "fr"].contains(name), let value = lengths[name]?.value, value < 0 {
        // SVG 2, section 14.2.3: a negative radius is an error, so the attribute counts as missing.
        elements.warn("\(name)=\"\(text.messageExcerpt)\" is negative and is ignored", source)
        lengths[name] = nil
      }
    }
    let stops = chain.lazy.map { self.stops(of: $0, lengthContext: lengthContext) }.first { !$0.isEmpty } ?? []
    let spreads: [String: GradientSpread] = ["repeat": .repeat, "reflect": .reflect]
    let gradient =
      stops.isEmpty
      ? nil
      : Gradient(
        isRadial: isRadial, isRelative: styles.isRelative("gradientUnits", chain) != false,
        transform: styles.transform("gradientTransform", chain, lengthContext),
        spread: styles.word("spreadMethod", chain, allowed: ["pad", "reflect", "repeat"]).flatMap { spreads[$0] } ?? .pad,
        stops: stops,
        lengths: lengths)
    gradients[index] = .some(gradient)
    return gradient
  }

  /// Returns the element's own stops, with offsets that never decrease.
  private func stops(of index: Int, lengthContext: LengthContext) -> [GradientStop] {
    if let cached = self.stops[index] { return cached }
    var stops: [GradientStop] = []
    elements.warnAboutUnsupported(of: index)
    for child in elements.markup[index].children where elements.markup[child].tag == .stop {
      elements.warnAboutUnsupported(of: child)
      guard elements.spend(elements.markup[child].cost, child) else { break }
      let style = styles.ownStyle(of: child, lengthContext: lengthContext)
      var color = style.color
      if case .color(let own) = style.stopColor { color = own }
      let share = Number(Int(color.alpha)) * style.stopOpacity
      color.alpha = UInt8(clamping: share.rounded)
      var offset = Number.zero
      if let text = elements.markup[child]["offset"] {
        if let value = ValueReader.numberOrPercentage(text) {
          offset = value.clamped(from: 0, to: 1)
        } else {
          elements.warn("offset=\"\(text.messageExcerpt)\" is neither a number nor a percentage and counts as 0", child)
        }
      }
      stops.append(GradientStop(location: max(Scalar(rounding: offset), stops.last?.location ?? 0), color: color))
    }
    let adjusted = stops.interpolatingStraightAlpha
    self.stops[index] = adjusted
    return adjusted
  }

  /// Returns the gradient as a paint for a shape with the given bounds. If the gradient paints nothing, the
  /// function returns nil.
  func paint(_ gradient: Gradient, _ bounds: Rect?, _ lengthContext: LengthContext) -> Paint? {
    if gradient.stops.count == 1 { return .color(gradient.stops[0].color) }
    var transform = gradient.transform
    if gradient.isRelative {
      guard let bounds, !bounds.isEmpty else { return nil }
      transform = transform.concatenating(AffineTransform(unitSquareTo: bounds))
    }
    func value(_ name: String, _ axis: LengthAxis, _ standard: Number) -> Number {
      let length = gradient.lengths[name] ?? Length(value: standard, unit: .percent)
      if gradient.isRelative { return length.unit == .percent ? length.value / 100 : lengthContext.userUnits(length, axis) }
      return lengthContext.userUnits(length, axis)
    }
    guard gradient.isRadial else {
      return .linearGradient(
        LinearGradient(
          stops: gradient.stops, start: Point(value("x1", .horizontal, 0), value("y1", .vertical, 0)),
          end: Point(value("x2", .horizontal, 100), value("y2", .vertical, 0)), spread: gradient.spread, transform: transform))
    }
    let center = (x: value("cx", .horizontal, 50), y: value("cy", .vertical, 50))
    let radius = value("r", .diagonal, 50)
    guard radius > 0, let last = gradient.stops.last else { return gradient.stops.last.map { .color($0.color) } }
    let focus = (
      x: gradient.lengths["fx"] == nil ? center.x : value("fx", .horizontal, 50),
      y: gradient.lengths["fy"] == nil ? center.y : value("fy", .vertical, 50)
    )
    // The start circle is exact if both circles have the same center. If not, it is moved to the end circle's
    // center.
    let inner = (value("fr", .diagonal, 0) / radius).clamped(from: 0, to: 1)
    guard inner < 1 else { return .color(last.color) }
    var stops = gradient.stops
    if inner > 0 {
      elements.budget.spend(stops.count * 16)
      stops = stops.map { stop in
        GradientStop(location: Scalar(rounding: inner + Number(rounding: stop.location) * (1 - inner)), color: stop.color)
      }
    }
    return .radialGradient(
      RadialGradient(
        stops: stops, center: Point(center.x, center.y), radius: Scalar(rounding: radius),
        focalPoint: focus.x == center.x && focus.y == center.y ? nil : Point(focus.x, focus.y), spread: gradient.spread,
        transform: transform))
  }
}

extension [GradientStop] {
  /// The stops with additional stops, so that premultiplied interpolation looks like SVG's straight
  /// interpolation.
  ///
  /// Fifteen stops are added between two stops that differ in both color and alpha.
  fileprivate var interpolatingStraightAlpha: [GradientStop] {
    var stops: [GradientStop] = []
    for stop in self {
      if let last = stops.last, last.color.alpha != stop.color.alpha, last.location < stop.location,
        last.color.withAlpha(1) != stop.color.withAlpha(1)
      {
        for step in 1..<16 {
          func mixed(_ path: KeyPath<Color, UInt8>) -> UInt8 {
            UInt8(clamping: (Int(last.color[keyPath: path]) * (16 - step) + Int(stop.color[keyPath: path]) * step + 8) / 16)
          }
          stops.append(
            GradientStop(
              location: last.location + (stop.location - last.location) * step / 16,
              color: Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: mixed(\.alpha))))
        }
      }
      stops.append(stop)
    }
    return stops
  }
}
