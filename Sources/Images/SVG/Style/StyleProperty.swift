import CartoucheRaster

/// The supported properties, each available as an attribute and in style sheets.
enum StyleProperty: String, CaseIterable, Hashable {
  case color, fill, stroke, opacity, display, visibility, isolation, mask, marker, overflow
  case fillOpacity = "fill-opacity"
  case fillRule = "fill-rule"
  case clipRule = "clip-rule"
  case clipPath = "clip-path"
  case strokeOpacity = "stroke-opacity"
  case strokeWidth = "stroke-width"
  case strokeLinecap = "stroke-linecap"
  case strokeLinejoin = "stroke-linejoin"
  case strokeMiterlimit = "stroke-miterlimit"
  case strokeDasharray = "stroke-dasharray"
  case strokeDashoffset = "stroke-dashoffset"
  case paintOrder = "paint-order"
  case fontSize = "font-size"
  case markerStart = "marker-start"
  case markerMid = "marker-mid"
  case markerEnd = "marker-end"
  case blendMode = "mix-blend-mode"
  case maskType = "mask-type"
  case stopColor = "stop-color"
  case stopOpacity = "stop-opacity"
  case imageRendering = "image-rendering"
  case vectorEffect = "vector-effect"

  var isInherited: Bool {
    switch self {
    case .opacity, .display, .isolation, .mask, .clipPath, .overflow, .blendMode, .maskType, .stopColor, .stopOpacity,
      .vectorEffect:
      false
    default: true
    }
  }

  /// The properties by name.
  ///
  /// A dictionary is faster than a switch over strings, which would compare each attribute with every name.
  static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

extension Style {
  /// Copies one property from another style.
  mutating func copy(_ property: StyleProperty, from other: Style) {
    switch property {
    case .color: color = other.color
    case .fill: fill = other.fill
    case .stroke: stroke = other.stroke
    case .opacity: opacity = other.opacity
    case .display: isDisplayed = other.isDisplayed
    case .visibility: isVisible = other.isVisible
    case .isolation: isIsolated = other.isIsolated
    case .mask: mask = other.mask
    case .overflow: isClippedToViewport = other.isClippedToViewport
    case .marker: (markerStart, markerMid, markerEnd) = (other.markerStart, other.markerMid, other.markerEnd)
    case .fillOpacity: fillOpacity = other.fillOpacity
    case .fillRule: fillRule = other.fillRule
    case .clipRule: clipRule = other.clipRule
    case .clipPath: clipPath = other.clipPath
    case .strokeOpacity: strokeOpacity = other.strokeOpacity
    case .strokeWidth: strokeWidth = other.strokeWidth
    case .strokeLinecap: cap = other.cap
    case .strokeLinejoin: join = other.join
    case .strokeMiterlimit: miterLimit = other.miterLimit
    case .strokeDasharray: dashes = other.dashes
    case .strokeDashoffset: dashOffset = other.dashOffset
    case .paintOrder: paintOrder = other.paintOrder
    case .fontSize: fontSize = other.fontSize
    case .markerStart: markerStart = other.markerStart
    case .markerMid: markerMid = other.markerMid
    case .markerEnd: markerEnd = other.markerEnd
    case .blendMode: blend = other.blend
    case .maskType: maskKind = other.maskKind
    case .stopColor: stopColor = other.stopColor
    case .stopOpacity: stopOpacity = other.stopOpacity
    case .imageRendering: isPixelated = other.isPixelated
    case .vectorEffect: isStrokeScaled = other.isStrokeScaled
    }
  }
}
