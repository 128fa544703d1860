import CartoucheRaster

extension Style {
  /// Sets a property from its text.
  ///
  /// - Parameters:
  ///   - parent: The style of the parent element, to which the value `inherit` refers.
  ///   - lengthContext: The viewport and the outermost element's font size.
  /// - Returns: Whether the text is valid. If false, the style is unchanged.
  mutating func set(_ property: StyleProperty, to text: String, parent: Style, lengthContext: LengthContext) -> Bool {
    switch text.lowercasedASCII {
    case "inherit": copy(property, from: parent)
    case "initial": copy(property, from: .initial)
    case "unset", "revert": copy(property, from: property.isInherited ? parent : .initial)
    default: return read(property, text, parent: parent, lengthContext: lengthContext)
    }
    return true
  }

  private mutating func read(_ property: StyleProperty, _ text: String, parent: Style, lengthContext: LengthContext) -> Bool {
    /// Stores a value that could be parsed.
    func store<Value>(_ value: Value?, _ target: inout Value) -> Bool {
      guard let value else { return false }
      target = value
      return true
    }
    let word = text.lowercasedASCII
    switch property {
    case .color:
      return store(word == "currentcolor" ? parent.color : Color(css: text), &color)
    case .fill: return store(PaintValue(text), &fill)
    case .stroke: return store(PaintValue(text), &stroke)
    case .opacity: return store(Self.opacity(text), &opacity)
    case .fillOpacity: return store(Self.opacity(text), &fillOpacity)
    case .strokeOpacity: return store(Self.opacity(text), &strokeOpacity)
    case .stopOpacity: return store(Self.opacity(text), &stopOpacity)
    case .stopColor: return store(ColorValue(text), &stopColor)
    case .fillRule: return store(Self.rules[word], &fillRule)
    case .clipRule: return store(Self.rules[word], &clipRule)
    case .display:
      guard !word.isEmpty, word.words.allSatisfy({ Self.displays.contains($0) || $0.hasPrefix("-") }) else { return false }
      isDisplayed = word != "none"
    case .visibility: return store(["visible": true, "hidden": false, "collapse": false][word], &isVisible)
    case .isolation: return store(["auto": false, "isolate": true][word], &isIsolated)
    case .overflow: return store(Self.overflows[word.words.first ?? ""], &isClippedToViewport)
    case .blendMode: return store(Self.blendModes[word], &blend)
    case .maskType: return store(["luminance": .luminance, "alpha": .alpha][word], &maskKind)
    case .imageRendering: isPixelated = word == "pixelated" || word == "crisp-edges" || word == "optimizespeed"
    case .vectorEffect: return store(["none": true, "non-scaling-stroke": false][word], &isStrokeScaled)
    case .clipPath: return store(Self.link(text), &clipPath)
    case .mask: return store(Self.link(text), &mask)
    case .markerStart: return store(Self.link(text), &markerStart)
    case .markerMid: return store(Self.link(text), &markerMid)
    case .markerEnd: return store(Self.link(text), &markerEnd)
    case .marker:
      guard let link = Self.link(text) else { return false }
      (markerStart, markerMid, markerEnd) = (link, link, link)
    case .strokeLinecap: return store(["butt": .butt, "round": .round, "square": .square][word], &cap)
    case .strokeLinejoin:
      return store(["miter": .miter, "miter-clip": .miter, "arcs": .miter, "round": .round, "bevel": .bevel][word], &join)
    case .strokeMiterlimit:
      guard let value = ValueReader.numberOrPercentage(text), value >= 1 else { return false }
      miterLimit = value
    case .strokeWidth:
      guard let length = ValueReader.length(text), length.value >= 0 else { return false }
      strokeWidth = inheritedLength(length, parent, lengthContext)
    case .strokeDashoffset:
      guard let length = ValueReader.length(text) else { return false }
      dashOffset = inheritedLength(length, parent, lengthContext)
    case .strokeDasharray:
      guard let lengths = word == "none" ? [] : ValueReader.lengths(text) else { return false }
      dashes = lengths.map { inheritedLength($0, parent, lengthContext) }
    case .paintOrder: return store(Self.order(word), &paintOrder)
    case .fontSize: return store(Self.fontSize(word, parent: parent, lengthContext: lengthContext), &fontSize)
    }
    return true
  }

  /// Returns the length in user units, in which lengths are inherited. A percentage is returned as written.
  private func inheritedLength(_ length: Length, _ parent: Style, _ lengthContext: LengthContext) -> Length {
    if length.unit == .percent { return length }
    var lengthContext = lengthContext
    lengthContext.fontSize = fontSize
    return Length(value: lengthContext.userUnits(length, .diagonal))
  }

  private static func opacity(_ text: String) -> Number? { ValueReader.numberOrPercentage(text).map { $0.clamped(from: 0, to: 1) } }

  /// Returns the link in a property's text. The inner optional is nil for `none`. The outer optional is nil
  /// if the text is not a link.
  private static func link(_ text: String) -> String?? {
    if text.lowercasedASCII == "none" { return .some(nil) }
    return text.url.map { .some($0.link) }
  }

  /// Returns the parts of a shape in the order of the words, followed by the parts that the words do not
  /// name.
  private static func order(_ word: String) -> [ShapePart]? {
    if word == "normal" { return ShapePart.allCases }
    var parts: [ShapePart] = []
    for word in word.words {
      guard let part = ShapePart(rawValue: word), !parts.contains(part) else { return nil }
      parts.append(part)
    }
    return parts.isEmpty ? nil : parts + ShapePart.allCases.filter { !parts.contains($0) }
  }

  private static func fontSize(_ word: String, parent: Style, lengthContext: LengthContext) -> Number? {
    if let size = fontSizes[word] { return size }
    if word == "larger" { return parent.fontSize * 6 / 5 }
    if word == "smaller" { return parent.fontSize * 5 / 6 }
    guard let length = ValueReader.length(word), length.value >= 0 else { return nil }
    if length.unit == .percent { return parent.fontSize * length.value / 100 }
    var lengthContext = lengthContext
    lengthContext.fontSize = parent.fontSize
    return lengthContext.userUnits(length, .diagonal)
  }

  /// The valid values of `display`. Only `none` has an effect in a drawing.
  private static let displays: Set = [
    "none", "contents", "inline", "block", "list-item", "inline-block", "table", "inline-table", "table-row-group",
    "table-header-group",
    "table-footer-group", "table-row", "table-column-group", "table-column", "table-cell", "table-caption", "run-in", "compact",
    "marker",
    "flow", "flow-root", "flex", "inline-flex", "grid", "inline-grid", "ruby",
  ]

  private static let overflows = ["visible": false, "auto": false, "hidden": true, "scroll": true, "clip": true]

  private static let rules: [String: FillRule] = ["nonzero": .nonZero, "evenodd": .evenOdd]

  private static let fontSizes: [String: Number] = [
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32, "xxx-large": 48,
  ]

  private static let blendModes: [String: BlendMode] = [
    "normal": .normal, "multiply": .multiply, "screen": .screen, "overlay": .overlay, "darken": .darken, "lighten": .lighten,
    "color-dodge": .colorDodge, "color-burn": .colorBurn, "hard-light": .hardLight, "soft-light": .softLight,
    "difference": .difference, "exclusion": .exclusion, "hue": .hue, "saturation": .saturation, "color": .color,
    "luminosity": .luminosity, "plus-lighter": .plusLighter,
  ]
}
