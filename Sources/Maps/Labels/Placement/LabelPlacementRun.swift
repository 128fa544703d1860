import CartoucheRaster

/// One placement: collects symbols, orders them and finds those that have room.
struct LabelPlacementRun {
  private struct Candidate {
    var label: PlacedLabel
    /// The contents of the label's tile, which shape its text when that is needed, and its number in them.
    var contents: TileContents?
    var number: Int32 = 0
    var position: SIMD2<Double>
    var isKept = false
    /// The order of the feature in its tile, and the tile.
    var order: (Int32, Int64, Int64)
  }

  /// What the order of candidates depends on. Sorting these copies no references.
  private struct Rank: Comparable {
    var isKept: Bool
    var layer: Int
    var sortKey: Double
    var order: (Int32, Int64, Int64)
    var anchor: MapPoint
    var index: Int

    init(_ candidate: Candidate, index: Int) {
      (isKept, order, anchor, self.index) = (candidate.isKept, candidate.order, candidate.label.anchor, index)
      (layer, sortKey) = (candidate.label.content.layer, candidate.label.content.sortKey)
    }

    static func < (a: Rank, b: Rank) -> Bool {
      if a.isKept != b.isKept { return a.isKept }
      if a.layer != b.layer { return a.layer > b.layer }
      if a.sortKey != b.sortKey { return a.sortKey < b.sortKey }
      if a.order != b.order { return a.order < b.order }
      return (a.anchor.y, a.anchor.x, a.index) < (b.anchor.y, b.anchor.x, b.index)
    }

    static func == (a: Rank, b: Rank) -> Bool { a.index == b.index }
  }

  private let scene: LabelScene
  /// The corners of the block.
  private let bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double)
  private let rules: [LabelRules?]
  private var measure: LabelMeasure
  private var candidates: [Candidate] = []
  private var pieces: [NameKey: [Piece]] = [:]
  /// The tile of the first symbol with each key.
  private var keys: [PlacedLabel.Key: TileCell] = [:]
  /// The width in map units of the squares in which two symbols of one name count as one: two points.
  private let cellSize: Int64
  private var placed: [(label: PlacedLabel, y: Double)] = []
  private var shapes: [LabelShape] = []
  private var recordedCount = 0

  init(_ scene: LabelScene, rules: [LabelRules?]) {
    (self.scene, self.rules) = (scene, rules)
    let block = scene.transform.bounds
    bounds = (Double(block.minX), Double(block.minY), Double(block.maxX), Double(block.maxY))
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
      // Most symbols of a large tile are elsewhere, and need not become labels.
      let anchor = symbol.anchor.moved(shift)
      guard let position = position(anchor), let content = symbols.contents.outline(symbol.content) else { continue }
      let label = PlacedLabel(
        content: content, anchor: anchor, line: symbol.line >= 0 ? symbols.lines[Int(symbol.line)] : nil,
        segment: Int(symbol.segment), shift: shift, key: key(content, anchor))
      add(
        Candidate(
          label: label, contents: symbols.contents, number: symbol.content, position: position,
          order: (Int32(clamping: index), cell.origin.y, cell.origin.x)), cell)
    }
    for piece in symbols.pieces { add(piece, of: symbols, shift, cell) }
  }

  mutating func add(kept label: PlacedLabel) {
    guard scene.style.layers.indices.contains(label.content.layer), let position = position(label.anchor) else { return }
    add(
      Candidate(label: label, position: position, isKept: true, order: (0, label.anchor.y, label.anchor.x)), nil)
  }

  private func key(_ content: LabelContent, _ anchor: MapPoint) -> PlacedLabel.Key {
    PlacedLabel.Key(
      layer: scene.style.layers[content.layer].index, name: content.name, icon: content.icon?.name ?? "",
      x: anchor.x / cellSize, y: anchor.y / cellSize)
  }

  /// The position of an anchor in the block; nil if it is elsewhere.
  private func position(_ anchor: MapPoint) -> SIMD2<Double>? {
    let position = measure.geometry.point(anchor)
    let isInside =
      position.x >= bounds.minX && position.x < bounds.maxX && position.y >= bounds.minY && position.y < bounds.maxY
    return isInside ? position : nil
  }

  private mutating func add(_ candidate: Candidate, _ cell: TileCell?) {
    let label = candidate.label
    guard scene.style.layers[label.content.layer].zoomRange.shows(measure.frame.zoom) else { return }
    // The same name at the same position in two tiles is one place. In one tile, the data may have two.
    if let other = keys[label.key], other != cell { return }
    keys[label.key] = cell ?? Self.noCell
    candidates.append(candidate)
  }

  // MARK: Streets across tiles

  /// A line of one name that ends at the edge of its tile.
  private struct Piece {
    var content: LabelContent
    var points: [MapPoint]
    var order: (Int32, Int64, Int64)
    var shift: Int64
  }

  private mutating func add(_ piece: TileSymbols.Piece, of symbols: TileSymbols, _ shift: Int64, _ cell: TileCell) {
    guard let content = symbols.contents.content(piece.content) else { return }
    let name = NameKey(layer: content.layer, name: content.name, icon: "")
    pieces[name, default: []].append(
      Piece(
        content: content, points: symbols.lines[Int(piece.line)].points.map { $0.moved(shift) },
        order: (piece.content, cell.origin.y, cell.origin.x), shift: shift))
  }

  /// Adds a symbol in the middle of each street whose pieces have no room for its name by themselves.
  private mutating func addJoinedLines() {
    // A pixel of the style, to allow for the rounding of tiles.
    let pixel = max(cellSize / 2, 1)
    // In an order that does not depend on hashes.
    let names = pieces.keys.sorted { ($0.layer, $0.name) < ($1.layer, $1.name) }
    for name in names {
      guard let pieces = pieces[name], pieces.count > 1 else { continue }
      let sorted = pieces.sorted { $0.order < $1.order }.prefix(64)
      for chain in LineJoining.chains(sorted.map(\.points), tolerance: pixel) where chain.members.count > 1 {
        addCenter(of: chain.points, sorted[chain.members.min() ?? 0], pixel: pixel)
      }
    }
  }

  private mutating func addCenter(of points: [MapPoint], _ piece: Piece, pixel: Int64) {
    let content = piece.content
    guard let rules = rules[content.layer], case .symbol(let paint) = scene.style.layers[content.layer].paint,
      let origin = points.first, let text = content.texts.first
    else { return }
    measure.frame.tileZoom = content.tileZoom
    let size = Double(measure.frame.number(paint.text.size, content.group, atZoom: 18))
    let line = PixelLine(
      points.map { SIMD2(Double($0.x &- origin.x), Double($0.y &- origin.y)) / Double(pixel) })
    guard line.points.count == points.count,
      line.isStraight(
        around: line.length / 2, length: text.width * size / LabelShaper.em, window: size * 0.6, maximumAngle: rules.maximumAngle)
    else { return }
    let (point, segment) = line.point(at: line.length / 2)
    let anchor = MapPoint(
      x: origin.x &+ ElementaryFunctions.nearest(point.x * Double(pixel)),
      y: origin.y &+ ElementaryFunctions.nearest(point.y * Double(pixel)))
    guard let position = position(anchor) else { return }
    let label = PlacedLabel(
      content: content, anchor: anchor, line: LabelLine(points), segment: segment, shift: 0, key: key(content, anchor))
    add(
      Candidate(label: label, position: position, order: piece.order), TileCell(id: TileID(unchecked: 0, 0, 0), copy: .min))
  }

  // MARK: Placement

  mutating func placement() -> LabelPlacement {
    addJoinedLines()
    let order = candidates.indices.map { Rank(candidates[$0], index: $0) }.sorted()
    var grid = LabelGrid(scene.transform.bounds.insetBy(dx: -256, dy: -256), obstacles: scene.obstacles)
    var names: [NameKey: [SIMD2<Double>]] = [:]
    for rank in order { place(candidates[rank.index], in: &grid, &names) }
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
    guard let rules = rules[label.content.layer] else { return }
    let name = NameKey(layer: label.content.layer, name: label.content.name, icon: label.content.icon?.name ?? "")
    // The same name twice side by side, from two tiles, tells nothing new. Nor does one beside a name that
    // keeps its place.
    let near = (label.line != nil && label.content.hasText ? rules.spacing / 2 : 4) * measure.pixelRatio
    if label.line != nil || !scene.kept.isEmpty, !candidate.isKept,
      names[name]?.contains(where: { ($0 - candidate.position).length < near }) == true
    {
      return
    }
    // Where a required icon has no room, nothing is shown, and the text need not be shaped. An icon that fits
    // its text is measured after that.
    var icon: Space?
    let fitsText = label.content.icon.map { $0.textFit != .none } == true
    if !fitsText {
      icon = placeIcon(label, candidate, rules, grid)
      if let icon, !icon.hasRoom, !rules.icon.isOptional, !scene.recordsShapes { return }
    }
    if label.content.unshapedText != nil {
      guard let content = candidate.contents?.content(candidate.number) else { return }
      label.content = content
    }
    let content = label.content
    let text = placeText(&label, candidate, rules, grid)
    if fitsText { icon = placeIcon(label, candidate, rules, grid) }
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
    if scene.recordsShapes {
      record(text, showsText, rules.text)
      record(icon, showsIcon, rules.icon)
      recordedCount += 1
    }
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

  private mutating func record(_ space: Space?, _ isPlaced: Bool, _ rules: LabelRules.Part) {
    guard let space else { return }
    let mayOverlap = rules.ignoresPlacement || rules.overlap != .never
    shapes += space.shapes.map {
      LabelShape(
        box: $0, isCircle: space.mode == .circle, isPlaced: isPlaced, label: recordedCount, mayOverlap: mayOverlap)
    }
  }
}
