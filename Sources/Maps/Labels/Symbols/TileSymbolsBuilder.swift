import CartoucheRaster

/// Finds the places of a tile's symbols.
struct TileSymbolsBuilder {
  private let rules: [LabelRules?]
  private let zoom: Int
  private let id: TileID
  private let contents: TileContents
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
    let maker = LabelContentMaker(style: style, shaper: shaper, zoom: zoom, tileZoom: tile.zoom)
    var builder = TileSymbolsBuilder(
      rules: rules, zoom: zoom, id: id,
      contents: TileContents(of: tile, id: id, source: source, style: style, rules: rules, maker: maker))
    for (index, match) in tile.matches.enumerated() {
      guard case .vector(let decoded) = tile.tile, let rules = rules[match.style],
        style.layers[match.style].symbolPaint != nil, style.layers[match.style].zoomRange.showsTiles(ofZoom: zoom)
      else { continue }
      builder.add(match, index, decoded.layers[match.layer], rules)
    }
    return TileSymbols(contents: builder.contents, lines: builder.lines, symbols: builder.symbols, pieces: builder.pieces)
  }

  private init(rules: [LabelRules?], zoom: Int, id: TileID, contents: TileContents) {
    (self.rules, self.zoom, self.id, self.contents) = (rules, zoom, id, contents)
  }

  /// The width of the tile in pixels.
  private var tileWidth: Double { 512 * overscaling }
  private var overscaling: Double { Double(1 << min(max(zoom - id.zoom, 0), 24)) }

  private mutating func add(_ match: StyledTile.Match, _ index: Int, _ tileLayer: VectorLayer, _ rules: LabelRules) {
    let scale = tileWidth / Double(1 << tileLayer.extentBits)
    var joinable: [(name: String, feature: Int, points: [SIMD2<Int32>])] = []
    for (group, value) in match.groups.enumerated() {
      let number = contents.add(match: index, group: group)
      for feature in value.features {
        let feature = tileLayer.features[Int(feature)]
        if rules.placement == .line, feature.kind != .point {
          guard let content = contents.outline(number) else { break }
          for part in feature.parts {
            joinable.append((content.name, Int(number), Self.line(part, tileLayer, isRing: feature.kind == .polygon)))
          }
        } else if feature.kind != .polygon || contents.outline(number) != nil {
          // The search for a place in a polygon takes longer than to see that it has no name.
          addPlaces(of: feature, tileLayer, rules, number, scale: scale)
        }
      }
    }
    for line in LineMerging.merged(joinable) {
      addAnchors(
        on: line.points.map { SIMD2(Double($0.x), Double($0.y)) * scale }, rules, Int32(clamping: line.feature), scale)
    }
  }

  private static func line(_ part: Int32, _ layer: VectorLayer, isRing: Bool) -> [SIMD2<Int32>] {
    let points = layer.vertices[Int(layer.partStart(part))..<Int(layer.partEnds[Int(part)])]
    return isRing && points.count > 2 ? Array(points + points.prefix(1)) : Array(points)
  }

  private mutating func addPlaces(
    of feature: VectorFeature, _ layer: VectorLayer, _ rules: LabelRules, _ content: Int32, scale: Double
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
        if let anchor = anchors(rules, content)?.center(of: line) { add([anchor], on: line, content, scale) }
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

  private mutating func addPoint(_ point: SIMD2<Double>, _ content: Int32, _ scale: Double) {
    guard point.x >= 0, point.y >= 0, point.x < tileWidth, point.y < tileWidth else { return }
    symbols.append(TileSymbols.Symbol(content: content, anchor: mapPoint(point)))
  }

  private mutating func addAnchors(
    on points: [SIMD2<Double>], _ rules: LabelRules, _ content: Int32, _ scale: Double
  ) {
    guard let anchors = anchors(rules, content) else { return }
    for part in LineClipping.parts(of: points, width: tileWidth) {
      let line = PixelLine(part)
      let found = anchors.anchors(on: line)
      add(found, on: line, content, scale)
      if found.isEmpty, contents.content(content)?.hasText == true, line.points.count > 1, anchors.touchesEdge(line) {
        lines.append(LabelLine(line.points.map { mapPoint($0) }))
        pieces.append(TileSymbols.Piece(content: content, line: Int32(clamping: lines.count - 1)))
      }
    }
  }

  private mutating func add(_ anchors: [LineAnchors.Anchor], on line: PixelLine, _ content: Int32, _ scale: Double) {
    guard !anchors.isEmpty else { return }
    lines.append(LabelLine(line.points.map { mapPoint($0) }))
    for anchor in anchors {
      symbols.append(
        TileSymbols.Symbol(
          content: content, line: Int32(clamping: lines.count - 1), segment: Int32(clamping: anchor.segment),
          anchor: mapPoint(anchor.point)))
    }
  }

  private func anchors(_ rules: LabelRules, _ number: Int32) -> LineAnchors? {
    guard let content = contents.content(number) else { return nil }
    let size = contents.textSize(number)
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
}
