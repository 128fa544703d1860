import CartoucheRaster

/// The symbols of one tile, before it is decided which of them are shown.
///
/// They are made for a whole zoom, and serve all zooms up to the next.
final class TileSymbols: Sendable {
  /// A place of a symbol.
  struct Symbol: Sendable {
    /// The index in ``contents``.
    var content: Int32
    /// The index in ``lines``; −1 if the symbol is not on a line.
    var line: Int32 = -1
    /// The segment of the line that contains the anchor.
    var segment: Int32 = 0
    var anchor: MapPoint
  }

  /// A line without room for its name that goes on in a neighboring tile.
  struct Piece: Sendable {
    /// The indices in ``contents`` and ``lines``.
    var content: Int32
    var line: Int32
  }

  let contents: [LabelContent]
  let lines: [LabelLine]
  let symbols: [Symbol]
  let pieces: [Piece]
  let byteCount: Int

  init(contents: [LabelContent], lines: [LabelLine], symbols: [Symbol], pieces: [Piece]) {
    (self.contents, self.lines, self.symbols, self.pieces) = (contents, lines, symbols, pieces)
    byteCount =
      contents.reduce(0) { $0 + $1.byteCount } + lines.reduce(0) { $0 + $1.byteCount } + symbols.count
      * MemoryLayout<Symbol>.stride
  }
}

/// Makes the symbols of a tile: evaluates and shapes what they show, and finds their places.
struct TileSymbolsBuilder {
  private let style: CompiledStyle
  private let rules: [LabelRules?]
  private let shaper: LabelShaping
  private let zoom: Int
  private let id: TileID
  private var frame: MapFrame
  private var contents: [LabelContent] = []
  private var lines: [LabelLine] = []
  private var symbols: [TileSymbols.Symbol] = []
  private var pieces: [TileSymbols.Piece] = []

  /// - Parameters:
  ///   - source: The index of the tile's source among the map's sources.
  ///   - rules: The rules of each layer of the style; nil for a layer without symbols.
  ///   - zoom: The whole zoom for which symbols are made, at least that of the tile.
  static func symbols(
    of tile: StyledTile, id: TileID, source: Int, style: CompiledStyle, rules: [LabelRules?], zoom: Int, shaper: LabelShaping
  ) -> TileSymbols {
    var builder = TileSymbolsBuilder(
      style: style, rules: rules, shaper: shaper, zoom: zoom, id: id, frame: MapFrame(zoom: Scalar(zoom), style: style))
    builder.frame.tileZoom = tile.zoom
    for match in tile.matches {
      guard case .vector(let decoded) = tile.tile, let rules = rules[match.style],
        case .symbol(let paint) = style.layers[match.style].paint, style.layers[match.style].zoomRange.showsTiles(ofZoom: zoom)
      else { continue }
      let origin = LabelContent.Origin(source: source, tile: tile, id: id, layer: match.layer)
      builder.add(match, decoded.layers[match.layer], paint, rules, tile.zoom, origin)
    }
    return TileSymbols(contents: builder.contents, lines: builder.lines, symbols: builder.symbols, pieces: builder.pieces)
  }

  private init(style: CompiledStyle, rules: [LabelRules?], shaper: LabelShaping, zoom: Int, id: TileID, frame: MapFrame) {
    (self.style, self.rules, self.shaper, self.zoom, self.id, self.frame) = (style, rules, shaper, zoom, id, frame)
  }

  /// The width of the tile in pixels.
  private var tileWidth: Double { 512 * overscaling }
  private var overscaling: Double { Double(1 << min(max(zoom - id.zoom, 0), 24)) }

  private mutating func add(
    _ match: StyledTile.Match, _ tileLayer: VectorLayer, _ paint: SymbolPaint, _ rules: LabelRules, _ tileZoom: Int,
    _ origin: LabelContent.Origin
  ) {
    let scale = tileWidth / Double(1 << tileLayer.extentBits)
    let sortIndex: Int? = if case .feature(_, let index) = paint.sortKey.source { index } else { nil }
    var joinable: [(name: String, feature: Int, points: [SIMD2<Int32>])] = []
    for group in match.groups {
      let sortKey = sortIndex.flatMap { group.values[$0].lower.number } ?? 0
      guard let content = content(paint, rules, group, match.style, tileZoom, origin, sortKey: sortKey) else { continue }
      let index = contents.count
      contents.append(content)
      for feature in group.features {
        let feature = tileLayer.features[Int(feature)]
        if rules.placement == .line, feature.kind != .point {
          for part in feature.parts {
            joinable.append((content.name, index, Self.line(part, tileLayer, isRing: feature.kind == .polygon)))
          }
        } else {
          addPlaces(of: feature, tileLayer, paint, rules, content: index, scale: scale)
        }
      }
    }
    for line in LineMerging.merged(joinable) {
      addAnchors(on: line.points.map { SIMD2(Double($0.x), Double($0.y)) * scale }, paint, rules, content: line.feature, scale)
    }
  }

  private static func line(_ part: Int32, _ layer: VectorLayer, isRing: Bool) -> [SIMD2<Int32>] {
    let points = layer.vertices[Int(layer.partStart(part))..<Int(layer.partEnds[Int(part)])]
    return isRing && points.count > 2 ? Array(points + points.prefix(1)) : Array(points)
  }

  // MARK: Places

  private mutating func addPlaces(
    of feature: VectorFeature, _ layer: VectorLayer, _ paint: SymbolPaint, _ rules: LabelRules, content: Int, scale: Double
  ) {
    func points(_ part: Int32) -> [SIMD2<Double>] {
      layer.vertices[Int(layer.partStart(part))..<Int(layer.partEnds[Int(part)])].map { SIMD2(Double($0.x), Double($0.y)) * scale }
    }
    switch feature.kind {
    case .point:
      for part in feature.parts { for point in points(part) { addPoint(point, content, scale) } }
    case .line where rules.placement == .lineCenter:
      for part in feature.parts {
        let line = PixelLine(points(part))
        if let anchor = anchors(paint, rules, content).center(of: line) { add([anchor], on: line, content, scale) }
      }
    case .line:
      for part in feature.parts { if let first = points(part).first { addPoint(first, content, scale) } }
    case .polygon:
      for polygon in layer.polygons(of: feature) {
        // Two pixels are the precision for a label whose size is that of letters.
        if let point = PolygonLabelPoint.point(in: polygon.map(points), precision: 1) { addPoint(point, content, scale) }
      }
    }
  }

  private mutating func addPoint(_ point: SIMD2<Double>, _ content: Int, _ scale: Double) {
    guard point.x >= 0, point.y >= 0, point.x < tileWidth, point.y < tileWidth else { return }
    symbols.append(TileSymbols.Symbol(content: Int32(clamping: content), anchor: mapPoint(point)))
  }

  private mutating func addAnchors(
    on points: [SIMD2<Double>], _ paint: SymbolPaint, _ rules: LabelRules, content: Int, _ scale: Double
  ) {
    let anchors = anchors(paint, rules, content)
    for part in LineClipping.parts(of: points, width: tileWidth) {
      let line = PixelLine(part)
      let found = anchors.anchors(on: line)
      add(found, on: line, content, scale)
      if found.isEmpty, contents[content].hasText, line.points.count > 1, anchors.touchesEdge(line) {
        lines.append(LabelLine(line.points.map { mapPoint($0) }))
        pieces.append(TileSymbols.Piece(content: Int32(clamping: content), line: Int32(clamping: lines.count - 1)))
      }
    }
  }

  private mutating func add(_ anchors: [LineAnchors.Anchor], on line: PixelLine, _ content: Int, _ scale: Double) {
    guard !anchors.isEmpty, contents.indices.contains(content) else { return }
    lines.append(LabelLine(line.points.map { mapPoint($0) }))
    for anchor in anchors {
      symbols.append(
        TileSymbols.Symbol(
          content: Int32(clamping: content), line: Int32(clamping: lines.count - 1), segment: Int32(clamping: anchor.segment),
          anchor: mapPoint(anchor.point)))
    }
  }

  private mutating func anchors(_ paint: SymbolPaint, _ rules: LabelRules, _ index: Int) -> LineAnchors {
    let content = contents[index]
    // The size at which the text is largest, so that a label that fits does so at all zooms.
    let size = Double(frame.number(paint.text.size, content.group, atZoom: 18))
    let textWidth = content.texts.first?.width ?? 0
    let iconWidth = content.icon.map { $0.box.maxX - $0.box.minX } ?? 0
    return LineAnchors(
      spacing: rules.spacing, labelLength: max(textWidth, iconWidth) * size / LabelShaper.em,
      maximumAngle: content.hasText ? rules.maximumAngle : nil, textSize: size, tileWidth: tileWidth, overscaling: overscaling)
  }

  private func mapPoint(_ point: SIMD2<Double>) -> MapPoint {
    let unit = Double(id.size) / tileWidth
    return MapPoint(
      x: id.origin.x &+ ElementaryFunctions.nearest(point.x * unit), y: id.origin.y &+ ElementaryFunctions.nearest(point.y * unit))
  }

  // MARK: Contents

  private mutating func content(
    _ paint: SymbolPaint, _ rules: LabelRules, _ group: FeatureGroup, _ layer: Int, _ tileZoom: Int,
    _ origin: LabelContent.Origin, sortKey: Double
  ) -> LabelContent? {
    let icon = icon(paint.icon, group)
    var text = FormattedText([])
    switch frame.value(paint.text.field, group) {
    case .formatted(let formatted): text = formatted
    case .string(let string): text = FormattedText(text: string)
    default: break
    }
    trim(&text)
    let name = text.text
    var texts: [ShapedText] = []
    var options: [LabelContent.Option] = []
    var vertical: ShapedText?
    if text.sections.contains(where: { !$0.text.isEmpty || $0.image != nil }) {
      transform(&text, frame.text(paint.text.transform, group))
      (texts, options, vertical) = shape(text, paint.text, rules, group)
      if texts.allSatisfy(\.isEmpty) { (texts, options) = ([], []) }
    }
    guard !texts.isEmpty || icon != nil else { return nil }
    return LabelContent(
      origin: origin, layer: layer, group: group, tileZoom: tileZoom, name: texts.isEmpty ? "" : name, texts: texts,
      options: options,
      vertical: vertical, prefersVertical: vertical != nil && prefersVertical(paint.text),
      textRotation: Double(frame.number(paint.text.rotation, group)),
      textPadding: Double(frame.number(paint.text.rules.padding)), icon: icon, sortKey: sortKey)
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

  /// Removes white space at both ends, where a style joins a name that is missing.
  private func trim(_ text: inout FormattedText) {
    while let last = text.sections.last, last.image == nil {
      let end = last.text.lastIndex { !$0.isWhitespace }
      if let end {
        text.sections[text.sections.count - 1].text = String(last.text[...end])
        break
      }
      text.sections.removeLast()
    }
    while let first = text.sections.first, first.image == nil {
      let start = first.text.firstIndex { !$0.isWhitespace }
      if let start {
        text.sections[0].text = String(first.text[start...])
        break
      }
      text.sections.removeFirst()
    }
  }

  private func transform(_ text: inout FormattedText, _ name: String?) {
    for index in text.sections.indices {
      switch name {
      case "uppercase": text.sections[index].text = text.sections[index].text.uppercased()
      case "lowercase": text.sections[index].text = text.sections[index].text.lowercased()
      default: break
      }
    }
  }

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
