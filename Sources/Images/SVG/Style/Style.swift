import CartoucheRaster

/// The value of a `fill` or `stroke` property as written.
enum PaintValue: Hashable, Sendable {
  /// The paint to use if a link refers to nothing.
  enum Fallback: Hashable, Sendable {
    case none, currentColor
    case color(Color)
  }

  case none, currentColor
  case color(Color)
  /// The fill or stroke of the context element, which is a `use` or a shape with markers.
  case context(ShapePart)
  /// A link to a gradient or pattern, with a fallback.
  case server(String, Fallback?)

  init?(_ text: String) {
    switch text.lowercasedASCII {
    case "none": self = .none
    case "context-fill": self = .context(.fill)
    case "context-stroke": self = .context(.stroke)
    case "currentcolor": self = .currentColor
    default:
      if let (link, rest) = text.url {
        switch rest.lowercasedASCII {
        case "": self = .server(link, nil)
        case "none": self = .server(link, Fallback.none)
        case "currentcolor": self = .server(link, .currentColor)
        default: self = .server(link, Color(css: rest).map { .color($0) })
        }
      } else if let color = Color(css: text) {
        self = .color(color)
      } else {
        return nil
      }
    }
  }
}

/// The value of a color property that accepts no links.
enum ColorValue: Hashable, Sendable {
  case color(Color)
  case currentColor

  init?(_ text: String) {
    if text.lowercasedASCII == "currentcolor" {
      self = .currentColor
    } else if let color = Color(css: text) {
      self = .color(color)
    } else {
      return nil
    }
  }
}

/// The parts of a shape that `paint-order` arranges.
enum ShapePart: String, Hashable, Sendable, CaseIterable {
  case fill, stroke, markers
}

/// The values of all properties of one element.
struct Style: Sendable {
  // Inherited properties.
  var color = Color.black
  var fill = PaintValue.color(.black)
  var fillOpacity: Number = 1
  var fillRule = FillRule.nonZero
  var clipRule = FillRule.nonZero
  var stroke = PaintValue.none
  var strokeOpacity: Number = 1
  var strokeWidth = Length(value: 1)
  var cap = LineCap.butt
  var join = LineJoin.miter
  var miterLimit: Number = 4
  var dashes: [Length] = []
  var dashOffset = Length.zero
  var isVisible = true
  var paintOrder: [ShapePart] = ShapePart.allCases
  var fontSize: Number = 16
  var markerStart: String?
  var markerMid: String?
  var markerEnd: String?
  var isPixelated = false

  // Properties that are not inherited.
  var opacity: Number = 1
  var isDisplayed = true
  var blend = BlendMode.normal
  var isIsolated = false
  /// Links to a clip path and a mask.
  var clipPath: String?
  var mask: String?
  var maskKind = MaskKind.luminance
  var stopColor = ColorValue.color(.black)
  var stopOpacity: Number = 1
  var isClippedToViewport = true
  /// Whether the stroke width scales with the shape.
  var isStrokeScaled = true

  static let initial = Style()

  /// The initial style of a child element, before the child's own properties are applied.
  var inherited: Style {
    var style = self
    for property in StyleProperty.allCases where !property.isInherited { style.copy(property, from: .initial) }
    return style
  }
}

extension String {
  /// The link in `url(…)` and the text after it.
  var url: (link: String, rest: String)? {
    guard utf8.count > 4, String(prefix(4)).lowercasedASCII == "url(" else { return nil }
    var reader = ValueReader(String(dropFirst(4)))
    let inside = reader.upTo(")")
    var link = inside.trimmed
    for quote in ["\"", "'"] where link.hasPrefix(quote) && link.hasSuffix(quote) && link.utf8.count >= 2 {
      link = String(link.dropFirst().dropLast()).trimmed
    }
    let rest = reader.isAtEnd ? "" : String(decoding: reader.bytes[reader.at...], as: UTF8.self).trimmed
    return (link, rest)
  }
}
