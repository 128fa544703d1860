import CartoucheRaster

/// One placement: collects symbols, orders them and finds those that have room.
struct LabelPlacementRun {
  private struct Candidate {
    var label: PlacedLabel
    var position: SIMD2<Double>
    var isKept = false
    /// The order of the feature in its tile, and the tile.
    var order: (Int32, Int64, Int64)
  }

  private let scene: LabelScene
  private let rules: [LabelRules?]
  private var measure: LabelMeasure
  private var candidates: [Candidate] = []
  /// The tile of the first symbol with each key.
  private var keys: [PlacedLabel.Key: TileCell] = [:]
  /// The width in map units of the squares in which two symbols of one name count as one: two points.
  private let cellSize: Int64
  private var placed: [(label: PlacedLabel, y: Double)] = []
  private var shapes: [LabelShape] = []

  init(_ scene: LabelScene, rules: [LabelRules?]) {
    (self.scene, self.rules) = (scene, rules)
    measure = LabelMeasure(
      scene.transform, style: scene.style, rules: rules, scale: scene.scale, clock: TransitionClock())
    cellSize = max(1 << (41 - 9 - Int64(min(max(measure.frame.wholeZoom, 0), 24)) + 1), 1)
  }

  /// The cell of labels that are kept.
  private static let noCell = TileCell(id: TileID(unchecked: 0, 0, 0), copy: .max)

  // MARK: Candidates

  mutating func add(_ symbols: TileSymbols, _ cell: TileCell) {
    let shift = Int64(cell.copy) &* MapPoint.worldSize
    for (index, symbol) in symbols.symbols.enumerated() {
      let content = symbols.contents[Int(symbol.content)]
      let label = PlacedLabel(
        content: content, anchor: symbol.anchor.moved(shift), line: symbol.line >= 0 ? symbols.lines[Int(symbol.line)] : nil,
        segment: Int(symbol.segment), shift: shift, key: key(content, symbol.anchor.moved(shift)))
      add(label, order: (Int32(clamping: index), cell.origin.y, cell.origin.x), cell)
    }
  }

  mutating func add(kept label: PlacedLabel) {
    guard scene.style.layers.indices.contains(label.content.layer) else { return }
    add(label, order: (0, label.anchor.y, label.anchor.x), nil)
  }

  private func key(_ content: LabelContent, _ anchor: MapPoint) -> PlacedLabel.Key {
    PlacedLabel.Key(
      layer: scene.style.layers[content.layer].index, name: content.name, icon: content.icon?.name ?? "",
      x: anchor.x / cellSize, y: anchor.y / cellSize)
  }

  private mutating func add(_ label: PlacedLabel, order: (Int32, Int64, Int64), _ cell: TileCell?) {
    guard scene.style.layers[label.content.layer].zoomRange.contains(measure.frame.zoom) else { return }
    let position = measure.geometry.point(label.anchor)
    let bounds = scene.transform.bounds
    guard position.x >= Double(bounds.minX), position.x < Double(bounds.maxX), position.y >= Double(bounds.minY),
      position.y < Double(bounds.maxY)
    else { return }
    // The same name at the same position in two tiles is one place. In one tile, the data may have two.
    if let other = keys[label.key], other != cell { return }
    keys[label.key] = cell ?? Self.noCell
    candidates.append(Candidate(label: label, position: position, isKept: cell == nil, order: order))
  }

  // MARK: Placement

  mutating func placement() -> LabelPlacement {
    candidates.sort { a, b in
      if a.isKept != b.isKept { return a.isKept }
      let (x, y) = (a.label.content, b.label.content)
      if x.layer != y.layer { return x.layer > y.layer }
      if x.sortKey != y.sortKey { return x.sortKey < y.sortKey }
      return a.order < b.order
    }
    var grid = LabelGrid(scene.transform.bounds.insetBy(dx: -256, dy: -256), obstacles: scene.obstacles)
    var names: [NameKey: [SIMD2<Double>]] = [:]
    for candidate in candidates { place(candidate, in: &grid, &names) }
    var labels = Array(placed.indices)
    labels.sort { a, b in
      let (x, y) = (placed[a].label.content, placed[b].label.content)
      if x.layer != y.layer { return x.layer < y.layer }
      if rules[x.layer]?.isOrderedByY == true, placed[a].y != placed[b].y { return placed[a].y < placed[b].y }
      if x.sortKey != y.sortKey { return x.sortKey < y.sortKey }
      return a < b
    }
    return LabelPlacement(
      transform: scene.transform, labels: labels.map { placed[$0].label }, shapes: shapes, style: scene.style)
  }

  private struct NameKey: Hashable {
    var layer: Int
    var name: String
    var icon: String
  }

  private mutating func place(
    _ candidate: Candidate, in grid: inout LabelGrid, _ names: inout [NameKey: [SIMD2<Double>]]
  ) {
    var label = candidate.label
    let content = label.content
    guard let rules = rules[content.layer] else { return }
    let name = NameKey(layer: content.layer, name: content.name, icon: content.icon?.name ?? "")
    // The same name twice side by side, from two tiles, tells nothing new. Nor does one beside a name that
    // keeps its place.
    let near = (label.line != nil && content.hasText ? rules.spacing / 2 : 4) * measure.pixelRatio
    if label.line != nil || !scene.kept.isEmpty, !candidate.isKept,
      names[name]?.contains(where: { ($0 - candidate.position).length < near }) == true
    {
      return
    }
    let text = placeText(&label, candidate, rules, grid)
    let icon = placeIcon(label, candidate, rules, grid)
    var (showsText, showsIcon) = (text?.hasRoom ?? false, icon?.hasRoom ?? false)
    let mayLackText = rules.text.isOptional || !content.hasText
    let mayLackIcon = rules.icon.isOptional || content.icon == nil
    if !mayLackText && !mayLackIcon {
      showsText = showsText && showsIcon
      showsIcon = showsText
    } else if !mayLackIcon {
      showsText = showsText && showsIcon
    } else if !mayLackText {
      showsIcon = showsIcon && showsText
    }
    if scene.recordsShapes { record(text, showsText, icon, showsIcon) }
    guard showsText || showsIcon else { return }
    if showsText, let text, !rules.text.ignoresPlacement { grid.claim(text.shapes, text.mode, rules.text.overlap) }
    if showsIcon, let icon, !rules.icon.ignoresPlacement { grid.claim(icon.shapes, icon.mode, rules.icon.overlap) }
    (label.showsText, label.showsIcon) = (showsText, showsIcon)
    if label.line != nil || candidate.isKept { names[name, default: []].append(candidate.position) }
    placed.append((label, candidate.position.y))
  }

  /// The space that a text or icon would take.
  private struct Space {
    var shapes: [LabelBox]
    var mode: CollisionMode
    var hasRoom: Bool
  }

  private mutating func placeText(
    _ label: inout PlacedLabel, _ candidate: Candidate, _ rules: LabelRules, _ grid: LabelGrid
  ) -> Space? {
    guard label.content.hasText else { return nil }
    let wasFlipped = candidate.isKept ? label.isFlipped : nil
    var first: (space: Space, label: PlacedLabel)?
    let content = label.content
    var places = content.options.indices.map { (option: $0, isVertical: false) }
    if content.vertical != nil, label.line == nil {
      places.insert((option: 0, isVertical: true), at: content.prefersVertical ? 0 : places.count)
    }
    // A label that keeps its place tries that first.
    if candidate.isKept, let known = places.firstIndex(where: { $0.option == label.option && $0.isVertical == label.isVertical }) {
      places.insert(places.remove(at: known), at: 0)
    }
    for place in places {
      (label.option, label.isVertical) = place
      guard let taken = measure.textSpace(&label, at: candidate.position, wasFlipped: wasFlipped) else { return nil }
      var hasRoom = !taken.shapes.isEmpty && grid.isFree(taken.shapes, taken.mode, rules.text.overlap)
      // An icon that goes with its text needs room in the same place.
      if hasRoom, places.count > 1, label.content.icon.map({ $0.textFit != .none }) == true,
        let icon = measure.iconSpace(label, at: candidate.position)
      {
        hasRoom = grid.isFree(icon.shapes, icon.mode, rules.icon.overlap)
      }
      let space = Space(shapes: taken.shapes, mode: taken.mode, hasRoom: hasRoom)
      if hasRoom { return space }
      first = first ?? (space, label)
    }
    guard let first else { return nil }
    label = first.label
    return first.space
  }

  private mutating func placeIcon(
    _ label: PlacedLabel, _ candidate: Candidate, _ rules: LabelRules, _ grid: LabelGrid
  ) -> Space? {
    guard let taken = measure.iconSpace(label, at: candidate.position) else { return nil }
    return Space(shapes: taken.shapes, mode: taken.mode, hasRoom: grid.isFree(taken.shapes, taken.mode, rules.icon.overlap))
  }

  private mutating func record(_ text: Space?, _ showsText: Bool, _ icon: Space?, _ showsIcon: Bool) {
    for (space, isPlaced) in [(text, showsText), (icon, showsIcon)] {
      guard let space else { continue }
      shapes += space.shapes.map { LabelShape(box: $0, isCircle: space.mode == .circle, isPlaced: isPlaced) }
    }
  }
}
