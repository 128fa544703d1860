import CartoucheRaster
import CartoucheScene

/// A style layer, ready for tiles and frames. It is a class because every frame reads every layer, and copies
/// would count many references.
final class CompiledLayer: Sendable {
  /// The index of the layer in ``MapStyle/layers``.
  let index: Int
  let name: String
  let zoomRange: Range<Scalar>
  /// The indices of the layer's sources among the map's sources.
  let sources: [Int]
  let sourceLayer: String
  let filter: LayerFilter
  let paint: LayerPaint
  /// The paint of a symbol layer, which each label reads.
  let symbolPaint: SymbolPaint?
  let sortKey: CompiledProperty
  /// The expressions whose values are kept with each group of features.
  let featureExpressions: [PropertyExpression]
  /// Whether features may be translucent. Then those that overlap are drawn one after the other.
  let mayBeTranslucent: Bool
  /// What a later change of the style starts from.
  let changing: ChangingProperties
  /// The parts of the layer on which the choice of features and their values depends.
  let tileRules: TileRules

  init(
    index: Int, name: String, zoomRange: Range<Scalar>, sources: [Int], sourceLayer: String, filter: LayerFilter, paint: LayerPaint,
    symbolPaint: SymbolPaint?, sortKey: CompiledProperty, featureExpressions: [PropertyExpression], mayBeTranslucent: Bool,
    changing: ChangingProperties, tileRules: TileRules
  ) {
    (self.index, self.name, self.zoomRange) = (index, name, zoomRange)
    (self.sources, self.sourceLayer, self.filter) = (sources, sourceLayer, filter)
    (self.paint, self.symbolPaint, self.sortKey) = (paint, symbolPaint, sortKey)
    (self.featureExpressions, self.mayBeTranslucent) = (featureExpressions, mayBeTranslucent)
    (self.changing, self.tileRules) = (changing, tileRules)
  }

  /// Whether the features that are drawn, or their values, depend on the zoom.
  var dependsOnTileZoom: Bool {
    filter.dependsOnZoom
      || featureExpressions.contains { if case .zoomAndFeature = $0.kind { true } else { false } }
  }
}

/// The parts of a style layer that decide which features of a tile it draws, and in which groups.
///
/// Two layers with the same rules share the tiles that were prepared for one of them.
struct TileRules: Equatable, Sendable {
  var kind: StyleLayer.Kind
  var sources: [Int]
  var sourceLayer: String
  var filter: StyleFilter
  var zoomRange: Range<Scalar>
  /// The values of the properties that depend on the feature.
  var featureProperties: [StyleProperty: PropertyValue]
  var mayBeTranslucent: Bool
}

/// A style, ready for tiles and frames. It never changes, so workers share it.
package final class CompiledStyle: Sendable {
  let layers: [CompiledLayer]
  /// The sources of the map and the style. Layers refer to them by index.
  let sources: MapSources
  let keys: PropertyKeys
  let images: [String: StyleImage]
  let imageNames: Set<String>
  let globalState: [String: StyleValue]
  /// The choice among the names of places.
  let language: MapLanguage
  /// The choice among points of interest; nil for all of them.
  let pointOfInterestFilter: PointOfInterestFilter?
  /// The glyph files of the style's fonts.
  let glyphs: GlyphDirectory?
  /// The errors that were found in the style.
  let errors: [StyleError]
  /// For each source of the map, whether its features depend on the zoom for which they are prepared.
  let dependsOnTileZoom: [Bool]
  /// For each source of the map, whether a layer draws it.
  let isUsed: [Bool]
  /// For each source of the map, whether a layer has symbols of it.
  let symbolSources: [Bool]
  /// Whether a layer has symbols.
  let hasSymbols: Bool
  /// The number of the change from the style before; see ``TransitionClock``.
  let change: Int
  /// When the transitions that begin with this style start and end; nil if there are none.
  let newTransitions: (start: Seconds, end: Seconds)?

  /// Compiles a style for the sources of a map.
  package convenience init(_ style: MapStyle, sources: MapSources, language: MapLanguage = .style) {
    var clock = TransitionClock()
    self.init(style, sources: sources, language: language, pointsOfInterest: nil, replacing: nil, &clock)
  }

  /// Compiles a style that replaces one that is shown.
  ///
  /// - Parameter old: The style that is shown. Properties that differ change gradually. If it is nil or has
  ///   other sources, the new style is shown at once.
  init(
    _ style: MapStyle, sources: MapSources, language: MapLanguage, pointsOfInterest: PointOfInterestFilter?,
    replacing old: CompiledStyle?, _ clock: inout TransitionClock
  ) {
    let change = clock.newChange()
    var newTransitions: (start: Seconds, end: Seconds)?
    // Where other data is drawn, a fade of the colors would show neither map.
    let hasSameSources = old?.sources.list.map(\.number) == sources.list.map(\.number)
    let oldLayers = Dictionary(
      (hasSameSources ? old?.layers ?? [] : []).map { (LayerKey(name: $0.name, kind: $0.tileRules.kind), $0.changing) },
      uniquingKeysWith: { first, _ in first })
    var keys = PropertyKeys()
    var errors = style.errors
    var layers: [CompiledLayer] = []
    let globalState = style.globalValues
    for (index, layer) in style.layers.enumerated() where layer.isVisible(globalState) {
      let layerChange = oldLayers[LayerKey(name: layer.name, kind: layer.kind)].map { [clock] in
        LayerChange(old: $0, number: change, style: style.transition, clock: clock)
      }
      var compiler = PropertyCompiler(layer, path: style.path, keys: keys, change: layerChange)
      let sourceIndices = layer.kind == .background ? [] : sources.indices(for: layer)
      if let name = layer.source, layer.kind != .background, !sources.list.contains(where: { $0.name == name }) {
        compiler.report("the style has no source \"\(name)\". The layer is not drawn.")
      }
      if let compiled = Self.compile(layer, index, sourceIndices, &compiler) { layers.append(compiled) }
      newTransitions = Self.union(newTransitions, compiler.newTransitions)
      errors += compiler.errors
      keys = compiler.keys
    }
    (self.change, self.newTransitions) = (change, newTransitions)
    self.layers = layers
    self.keys = keys
    self.sources = sources
    self.errors = errors
    images = style.images
    imageNames = Set(style.images.keys)
    self.globalState = globalState
    (self.language, pointOfInterestFilter, glyphs) = (language, pointsOfInterest, style.glyphs)
    dependsOnTileZoom = sources.list.indices.map { source in
      layers.contains { $0.sources.contains(source) && $0.dependsOnTileZoom }
    }
    let symbolLayers = layers.filter { $0.tileRules.kind == .symbol }
    hasSymbols = !symbolLayers.isEmpty
    symbolSources = sources.list.indices.map { source in symbolLayers.contains { $0.sources.contains(source) } }
    isUsed = sources.list.indices.map { source in layers.contains { $0.sources.contains(source) } }
  }

  /// Returns the time from the earlier start to the later end.
  static func union(_ a: (start: Seconds, end: Seconds)?, _ b: (start: Seconds, end: Seconds)?) -> (start: Seconds, end: Seconds)? {
    guard let a, let b else { return a ?? b }
    return (min(a.start, b.start), max(a.end, b.end))
  }

  private struct LayerKey: Hashable {
    var name: String
    var kind: StyleLayer.Kind
  }

  private static func compile(_ layer: StyleLayer, _ index: Int, _ sources: [Int], _ compiler: inout PropertyCompiler)
    -> CompiledLayer?
  {
    guard let filter = compiler.compileFilter() else { return nil }
    let paint: LayerPaint
    var symbolPaint: SymbolPaint?
    var sortKey = CompiledProperty(constant: .null)
    var mayBeTranslucent = false
    switch layer.kind {
    case .background: paint = .background(BackgroundPaint(&compiler))
    case .fill, .fillExtrusion:
      let fill = layer.kind == .fill ? FillPaint(&compiler) : FillPaint(extrusion: &compiler)
      (paint, sortKey) = (.fill(fill), fill.sortKey)
      let isOpaque = fill.color.isOpaque && fill.opacity.isOpaque && fill.pattern.isNone
      mayBeTranslucent = !layer.unitesFeatures && !fill.isOpacityOfLayer && !isOpaque
    case .line:
      let line = LinePaint(&compiler)
      (paint, sortKey) = (.line(line), line.sortKey)
      mayBeTranslucent = !layer.unitesFeatures && !(line.color.isOpaque && line.opacity.isOpaque)
    case .circle:
      let circle = CirclePaint(&compiler)
      (paint, sortKey) = (.circle(circle), circle.sortKey)
    case .raster: paint = .raster(RasterPaint(&compiler))
    case .heatmap: paint = .heatmap(HeatmapPaint(&compiler))
    case .symbol:
      let symbol = SymbolPaint(&compiler)
      (paint, symbolPaint, sortKey) = (.symbol(symbol), symbol, symbol.sortKey)
    }
    return CompiledLayer(
      index: index, name: layer.name, zoomRange: layer.zoomRange, sources: sources, sourceLayer: layer.sourceLayer, filter: filter,
      paint: paint, symbolPaint: symbolPaint, sortKey: sortKey, featureExpressions: compiler.featureExpressions,
      mayBeTranslucent: mayBeTranslucent,
      changing: compiler.changing,
      tileRules: TileRules(
        kind: layer.kind, sources: sources, sourceLayer: layer.sourceLayer, filter: layer.filter, zoomRange: layer.zoomRange,
        featureProperties: compiler.featureProperties, mayBeTranslucent: mayBeTranslucent))
  }
}

extension CompiledStyle {
  /// Returns the zoom of the tiles of a source that a view shows; nil if the source has none at this zoom.
  ///
  /// As in MapLibre, tiles of zoom 0 serve all zooms below 1.
  ///
  /// - Parameter zoom: The zoom at which the style is evaluated.
  func tileZoom(of source: Int, at zoom: Scalar) -> Int? {
    let entry = sources.list[source]
    let wanted: Int
    if entry.source.isRaster {
      // Images are reduced or enlarged, whichever is less. A tile of 256 points belongs one zoom lower.
      let steps = Scalar(rounding: WideFixed<32>(entry.source.tileSize).binaryLogarithm())
      wanted = (zoom + 9 - steps).rounded
    } else {
      wanted = zoom.floor
    }
    guard max(wanted, 0) >= entry.zoomRange.lowerBound else { return nil }
    return min(max(wanted, 0), entry.zoomRange.upperBound)
  }

  /// Whether tiles that were prepared for another style serve this one.
  func sharesTiles(with other: CompiledStyle) -> Bool {
    layers.count == other.layers.count && globalState == other.globalState && language == other.language
      && pointOfInterestFilter == other.pointOfInterestFilter && imageNames == other.imageNames
      && sources.list.map(\.number) == other.sources.list.map(\.number)
      && zip(layers, other.layers).allSatisfy { $0.tileRules == $1.tileRules }
  }

  /// Whether a property depends on the states of features.
  var readsFeatureStates: Bool {
    layers.contains { $0.featureExpressions.contains { $0.expression.dependencies.contains(.featureState) } }
  }

  /// Whether a layer may draw features outside of their tile.
  var drawsBeyondTiles: Bool {
    layers.contains { layer in
      switch layer.paint {
      case .circle, .heatmap: true
      case .background, .fill, .line, .raster, .symbol: false
      }
    }
  }

  /// Whether the background covers everything below the map at a zoom.
  func hasOpaqueBackground(at zoom: Scalar) -> Bool {
    layers.contains { layer in
      guard case .background(let paint) = layer.paint, layer.zoomRange.shows(zoom) else { return false }
      return paint.color.isOpaque && paint.opacity.isOpaque && paint.pattern.isNone
    }
  }
}
