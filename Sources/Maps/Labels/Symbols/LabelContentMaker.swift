import CartoucheRaster

/// Makes what features show: evaluates the style's properties and shapes texts.
struct LabelContentMaker {
  private let style: CompiledStyle
  private let shaper: LabelShaping
  private var frame: MapFrame

  /// - Parameters:
  ///   - zoom: The whole zoom for which symbols are made.
  ///   - tileZoom: The zoom for which the tile's properties were evaluated.
  init(style: CompiledStyle, shaper: LabelShaping, zoom: Int, tileZoom: Int) {
    (self.style, self.shaper) = (style, shaper)
    frame = MapFrame(zoom: Scalar(zoom), style: style)
    frame.tileZoom = tileZoom
  }

  /// Returns the size at which a group's text is largest, so that a label that fits does so at all zooms.
  mutating func textSize(_ paint: SymbolPaint, _ group: FeatureGroup) -> Double {
    Double(frame.number(paint.text.size, group, atZoom: 18))
  }

  /// Returns what a group's features show, with its text unshaped; nil if that is nothing.
  mutating func outline(
    _ paint: SymbolPaint, _ group: FeatureGroup, layer: Int, _ origin: LabelContent.Origin
  ) -> LabelContent? {
    let icon = icon(paint.icon, group)
    var text: FormattedText?
    switch frame.value(paint.text.field, group) {
    case .formatted(let formatted): text = formatted
    case .string(let string) where !string.isEmpty: text = FormattedText(text: string)
    default: break
    }
    text?.trim()
    if text?.sections.contains(where: { !$0.text.isEmpty || $0.image != nil }) != true { text = nil }
    guard text != nil || icon != nil else { return nil }
    let sortIndex: Int? = if case .feature(_, let index) = paint.sortKey.source { index } else { nil }
    return LabelContent(
      origin: origin, layer: layer, group: group, tileZoom: frame.tileZoom, text: text,
      textRotation: Double(frame.number(paint.text.rotation, group)),
      textPadding: Double(frame.number(paint.text.rules.padding)), icon: icon,
      sortKey: sortIndex.flatMap { group.values[$0].lower.number } ?? 0)
  }

  /// Shapes the text of a content; nil if it then shows nothing.
  mutating func shaped(_ outline: LabelContent, _ paint: SymbolPaint, _ rules: LabelRules) -> LabelContent? {
    guard var text = outline.unshapedText else { return outline }
    text.transform(frame.text(paint.text.transform, outline.group))
    var (texts, options, vertical) = shape(text, paint.text, rules, outline.group)
    if texts.allSatisfy(\.isEmpty) { (texts, options) = ([], []) }
    guard !texts.isEmpty || outline.icon != nil else { return nil }
    return LabelContent(
      outline, texts: texts, options: options, vertical: vertical,
      prefersVertical: vertical != nil && prefersVertical(paint.text))
  }

  private mutating func icon(_ paint: SymbolPaint.Icon, _ group: FeatureGroup) -> LabelContent.Icon? {
    guard let name = frame.text(paint.image, group), !name.isEmpty else { return nil }
    guard let image = style.images[name] else {
      shaper.report(missingImage: name)
      return nil
    }
    guard !image.image.isEmpty else { return nil }
    let offset = pair(paint.offset, group)
    var padding = SIMD4<Double>(repeating: 2)
    switch frame.value(paint.rules.padding, group) {
    case .padding(let value): for index in 0..<4 { padding[index] = Self.bounded(value[index]) }
    case .number(let number): padding = SIMD4(repeating: Self.bounded(number))
    default: break
    }
    var fitPadding = SIMD4<Double>.zero
    if case .array(let items) = frame.value(paint.textFitPadding, group), items.count == 4 {
      for index in items.indices { fitPadding[index] = Self.bounded(items[index].number ?? 0) }
    }
    return LabelContent.Icon(
      name: name, image: image, anchor: LabelAnchor(frame.text(paint.anchor, group)), offset: offset,
      rotation: Double(frame.number(paint.rotation, group)), padding: padding,
      textFit: frame.text(paint.textFit).flatMap { IconTextFit(rawValue: $0) } ?? .none, textFitPadding: fitPadding)
  }

  private mutating func pair(_ property: CompiledProperty, _ group: FeatureGroup) -> SIMD2<Double> {
    guard case .array(let items) = frame.value(property, group), items.count == 2 else { return .zero }
    return SIMD2(Self.bounded(items[0].number ?? 0), Self.bounded(items[1].number ?? 0))
  }

  /// Returns a length of a style in the range of fixed-point numbers, so that products with it are finite.
  private static func bounded(_ length: Double) -> Double { Double(Scalar(length)) }

  private mutating func shape(
    _ text: FormattedText, _ paint: SymbolPaint.Text, _ rules: LabelRules, _ group: FeatureGroup
  ) -> (texts: [ShapedText], options: [LabelContent.Option], vertical: ShapedText?) {
    let em = LabelShaper.em
    var fonts: [String] = []
    if case .array(let names) = frame.value(paint.fonts, group) { fonts = names.compactMap(\.string) }
    let width = Double(frame.number(paint.maximumWidth, group)) * em
    let anchor = LabelAnchor(frame.text(paint.anchor, group))
    let justify = frame.text(paint.justification)
    let justification = frame.text(paint.justification, group) ?? justify ?? "center"
    var request = LabelShaper.Request(
      text: text, fonts: fonts, maximumWidth: rules.placement == .point && width > 0 ? width : .infinity,
      lineHeight: Double(frame.number(paint.lineHeight)) * em,
      letterSpacing: Double(frame.number(paint.letterSpacing, group)) * em, anchor: anchor,
      justification: Self.justification(justification, anchor))
    let variants = rules.placement == .point ? variableAnchors(paint, group) : []
    if variants.isEmpty { request.offset = offset(paint, group, anchor) }
    var vertical: ShapedText?
    if allowsVertical(text, paint, rules) {
      var other = request
      other.isVertical = true
      if rules.bendsText { other.anchor = .center }
      vertical = shaper.shape(other)
    }
    guard !variants.isEmpty else {
      return ([shaper.shape(request)], [LabelContent.Option(text: 0, x: 0, y: 0)], vertical)
    }
    request.anchor = .center
    // MapLibre's engines align the box of a text with its padding, if it has several anchors.
    let size = max(Double(frame.number(paint.size, group)), 1)
    let padding = 2 * Double(frame.number(paint.rules.padding)) * em / size
    var texts: [ShapedText] = []
    var indices: [Double: Int] = [:]
    let options = variants.map { variant in
      request.justification = Self.justification(justification, variant.anchor)
      let index = indices[request.justification] ?? texts.count
      if index == texts.count {
        texts.append(shaper.shape(request))
        indices[request.justification] = index
      }
      return LabelContent.Option(
        text: index, x: (0.5 - variant.anchor.horizontal) * (texts[index].width + padding) + variant.x,
        y: (0.5 - variant.anchor.vertical) * (texts[index].height + padding) + variant.y)
    }
    return (texts, options, vertical)
  }

  private static func justification(_ name: String, _ anchor: LabelAnchor) -> Double {
    switch name {
    case "left": 0
    case "right": 1
    case "auto": anchor.justification
    default: 0.5
    }
  }

  /// Returns the offset of a text with one anchor.
  private mutating func offset(_ paint: SymbolPaint.Text, _ group: FeatureGroup, _ anchor: LabelAnchor) -> SIMD2<Double> {
    let radius = Double(frame.number(paint.radialOffset, group))
    guard radius == 0 else {
      let offset = anchor.radialOffset(radius * LabelShaper.em)
      return SIMD2(offset.x, offset.y)
    }
    return pair(paint.offset, group) * LabelShaper.em
  }

  /// Returns the places that a text tries, with their offsets in 24ths.
  private mutating func variableAnchors(
    _ paint: SymbolPaint.Text, _ group: FeatureGroup
  ) -> [(anchor: LabelAnchor, x: Double, y: Double)] {
    let em = LabelShaper.em
    if case .anchorOffsets(let items) = frame.value(paint.variableAnchorOffsets, group), !items.isEmpty {
      return items.map { item in
        let anchor = LabelAnchor(item.anchor)
        let inset = anchor.vertical == 0 ? -7.0 : anchor.vertical == 1 ? 7 : 0
        return (anchor, Self.bounded(item.x) * em, Self.bounded(item.y) * em + inset)
      }
    }
    guard case .array(let names) = frame.value(paint.variableAnchors, group) else { return [] }
    let radius = Double(frame.number(paint.radialOffset, group)) * em
    let offset = pair(paint.offset, group) * em
    return names.compactMap(\.string).map { name in
      let anchor = LabelAnchor(name)
      let place = paint.hasRadialOffset ? anchor.radialOffset(radius) : anchor.offset(x: offset.x, y: offset.y)
      return (anchor, place.x, place.y)
    }
  }

  /// Whether a text may be written from top to bottom: at a point if the style says so, and on a line if the
  /// text has characters that stand upright there.
  private mutating func allowsVertical(_ text: FormattedText, _ paint: SymbolPaint.Text, _ rules: LabelRules) -> Bool {
    guard text.text.unicodeScalars.contains(where: { VerticalWriting.isUpright($0.value) }) else { return false }
    if rules.bendsText { return rules.text.keepsUpright }
    guard rules.placement == .point, case .array(let modes) = frame.value(paint.writingModes, nil) else { return false }
    return modes.contains(.string("vertical"))
  }

  /// Whether a text is written from top to bottom wherever there is room for it.
  private mutating func prefersVertical(_ paint: SymbolPaint.Text) -> Bool {
    guard case .array(let modes) = frame.value(paint.writingModes, nil) else { return false }
    return modes.first == .string("vertical")
  }
}

extension FormattedText {
  /// Removes white space at both ends, where a style joins a name that is missing.
  fileprivate mutating func trim() {
    while let last = sections.last, last.image == nil {
      if let character = last.text.last, !character.isWhitespace { break }
      let end = last.text.lastIndex { !$0.isWhitespace }
      if let end {
        sections[sections.count - 1].text = String(last.text[...end])
        break
      }
      sections.removeLast()
    }
    while let first = sections.first, first.image == nil {
      if let character = first.text.first, !character.isWhitespace { break }
      let start = first.text.firstIndex { !$0.isWhitespace }
      if let start {
        sections[0].text = String(first.text[start...])
        break
      }
      sections.removeFirst()
    }
  }

  /// Changes the letters according to the style's `text-transform`.
  fileprivate mutating func transform(_ name: String?) {
    guard name == "uppercase" || name == "lowercase" else { return }
    for index in sections.indices {
      sections[index].text = name == "uppercase" ? sections[index].text.uppercased() : sections[index].text.lowercased()
    }
  }
}
