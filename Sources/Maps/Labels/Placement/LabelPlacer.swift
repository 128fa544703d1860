import CartoucheRaster
import CartoucheText

/// Decides which symbols are shown. It belongs to one worker at a time.
///
/// Symbols are tried one after the other: those of the style's top layer first, in a layer those with the
/// lowest sort key, and among these by the order of their features and tiles. A symbol that would overlap an
/// earlier one is left out.
final class LabelPlacer {
  private var shaping: LabelShaping
  private var tiles: [TileKey: Prepared] = [:]
  private var style: CompiledStyle?
  private var rules: [Int: [LabelRules?]] = [:]
  private var generation = 0
  private var memory = LabelPlacementMemory()
  /// The cells of the tiles that the present placement has used.
  private var seen: Set<SourceCell> = []
  private(set) var byteCount = 0
  /// The memory of prepared tiles above which those that the last placement did not use are discarded.
  private static let byteLimit = 6 << 20

  private struct TileKey: Hashable {
    var tile: ObjectIdentifier
    var id: TileID
    var zoom: Int
  }

  private struct SourceCell: Hashable {
    var source: Int
    var cell: TileCell
  }

  private struct Prepared {
    /// It is kept, so that its identity is not given to another tile.
    var tile: StyledTile
    var symbols: TileSymbols
    var generation: Int
  }

  /// The placer's own fonts, with the same faces as those by which labels are drawn.
  private let fonts = FontCollection(glyphCacheByteLimit: 0)

  init() {
    shaping = LabelShaping(fonts: fonts, labelFonts: LabelFonts(glyphs: nil), images: [:])
  }

  /// A placement, and what was found missing while texts were shaped.
  struct Outcome: Sendable {
    var placement: LabelPlacement
    var missingImages: [String]
    var missingFamilies: [String]
    var missingCharacters: [Character]
    var shapedTextCount: Int
  }

  /// - Parameter faces: The faces by which labels are drawn.
  func place(_ scene: LabelScene, faces: FontFaceList) -> Outcome {
    if faces.count != fonts.faces.count || style !== scene.style {
      fonts.update(to: faces)
      use(scene.style)
    }
    let placement = placement(of: scene)
    return Outcome(
      placement: placement, missingImages: shaping.takeMissingImages().sorted(), missingFamilies: fonts.takeMissingFamilies(),
      missingCharacters: fonts.takeMissingCharacters(), shapedTextCount: shaping.takeShapedTextCount())
  }

  private func placement(of scene: LabelScene) -> LabelPlacement {
    generation += 1
    let zoom = scene.scale.symbolZoom(scene.transform.camera.clampedZoom)
    let rules = rules[zoom] ?? LabelRules.all(of: scene.style, zoom: zoom)
    self.rules[zoom] = rules
    var run = LabelPlacementRun(scene, rules: rules, reusing: &memory)
    for label in scene.kept { run.add(kept: label) }
    // Several cells of a view may have the same tile, and several sources tiles of the same cell.
    seen.removeAll(keepingCapacity: true)
    for tile in scene.tiles where seen.insert(SourceCell(source: tile.source, cell: tile.cell)).inserted {
      run.add(symbols(of: tile, scene.style, rules, zoom: max(zoom, tile.cell.id.zoom)), tile.cell)
    }
    defer { discardUnused() }
    return run.placement(returning: &memory)
  }

  private func use(_ style: CompiledStyle) {
    self.style = style
    tiles = [:]
    rules = [:]
    byteCount = 0
    shaping = LabelShaping(fonts: fonts, labelFonts: LabelFonts(glyphs: style.glyphs), images: style.images)
  }

  private func symbols(of tile: LabelScene.Tile, _ style: CompiledStyle, _ rules: [LabelRules?], zoom: Int) -> TileSymbols {
    let key = TileKey(tile: ObjectIdentifier(tile.tile), id: tile.cell.id, zoom: zoom)
    if let known = tiles[key] {
      tiles[key]?.generation = generation
      return known.symbols
    }
    let symbols = TileSymbolsBuilder.symbols(
      of: tile.tile, id: tile.cell.id, source: tile.source, style: style, rules: rules, zoom: zoom, shaper: shaping)
    tiles[key] = Prepared(tile: tile.tile, symbols: symbols, generation: generation)
    return symbols
  }

  private func discardUnused() {
    countBytes()
    guard byteCount > Self.byteLimit else { return }
    tiles = tiles.filter { $0.value.generation == generation }
    countBytes()
  }

  /// Counts again after each placement, because a placement makes contents.
  private func countBytes() {
    byteCount = tiles.values.reduce(0) { sum, prepared in
      // Nothing else may hold a tile that is no longer in view.
      let tile = prepared.generation == generation ? 0 : prepared.tile.byteCount + prepared.tile.tile.byteCount
      return sum + prepared.symbols.byteCount + tile
    }
  }
}
