import CartoucheRaster

/// One placement: collects symbols, orders them and finds those that have room.
struct LabelPlacementRun {
  private let scene: LabelScene
  /// The corners of the block.
  private let bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double)
  private let rules: [LabelRules?]
  private var measure: LabelMeasure
  private var memory = LabelPlacementMemory()
  private var pieces: [LabelName: [Piece]] = [:]
  /// The width in map units of the squares in which two symbols of one name count as one: two points.
  private let cellSize: Int64
  private var shapes: [LabelShape] = []
  private var recordedCount = 0

  /// - Parameter memory: The memory of an earlier run. ``placement(returning:)`` gives it back.
  init(_ scene: LabelScene, rules: [LabelRules?], reusing memory: inout LabelPlacementMemory) {
    (self.scene, self.rules) = (scene, rules)
    let block = scene.transform.bounds
    bounds = (Double(block.minX), Double(block.minY), Double(block.maxX), Double(block.maxY))
    measure = LabelMeasure(
      scene.transform, style: scene.style, rules: rules, scale: scene.scale, clock: TransitionClock())
    cellSize = max(1 << (41 - 9 - Int64(min(max(measure.frame.wholeZoom, 0), 24)) + 1), 1)
    swap(&self.memory, &memory)
    measure.exchangeMemory(&self.memory.measure)
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
        LabelCandidate(
          label: label, contents: symbols.contents, number: symbol.content, position: position,
          order: (Int32(clamping: index), cell.origin.y, cell.origin.x)), cell)
    }
    for piece in symbols.pieces { add(piece, of: symbols, shift, cell) }
  }

  mutating func add(kept label: PlacedLabel) {
    guard scene.style.layers.indices.contains(label.content.layer), let position = position(label.anchor) else { return }
    add(
      LabelCandidate(label: label, position: position, isKept: true, order: (0, label.anchor.y, label.anchor.x)), nil)
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

  private mutating func add(_ candidate: LabelCandidate, _ cell: TileCell?) {
    let label = candidate.label
    guard scene.style.layers[label.content.layer].zoomRange.shows(measure.frame.zoom) else { return }
    // The same name at the same position in two tiles is one place. In one tile, the data may have two.
    if let other = memory.keys[label.key], other != cell { return }
    memory.keys[label.key] = cell ?? Self.noCell
    memory.candidates.append(candidate)
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
    let name = LabelName(layer: content.layer, name: content.name)
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
      LabelCandidate(label: label, position: position, order: piece.order), TileCell(id: TileID(unchecked: 0, 0, 0), copy: .min))
  }

  // MARK: Placement

  /// Places the labels.
  ///
  /// - Parameter memory: Becomes the memory for the next run.
  mutating func placement(returning memory: inout LabelPlacementMemory) -> LabelPlacement {
    defer {
      measure.exchangeMemory(&self.memory.measure)
      self.memory.removeAll()
      swap(&self.memory, &memory)
    }
    addJoinedLines()
    for index in self.memory.candidates.indices {
      self.memory.ranks.append(LabelCandidate.Rank(self.memory.candidates[index], index: index))
    }
    self.memory.ranks.sort()
    self.memory.grid.clear(scene.transform.bounds.insetBy(dx: -256, dy: -256), obstacles: scene.obstacles)
    for index in self.memory.ranks.indices { place(self.memory.candidates[self.memory.ranks[index].index]) }
    return LabelPlacement(transform: scene.transform, labels: labelsInOrder(), shapes: shapes, style: scene.style)
  }

  /// Returns the labels that have room, in the order of drawing.
  private mutating func labelsInOrder() -> [PlacedLabel] {
    memory.order.append(contentsOf: memory.placed.indices)
    let (placed, rules) = (memory.placed, rules)
    memory.order.sort { a, b in
      let (x, y) = (placed[a].label.content, placed[b].label.content)
      if x.layer != y.layer { return x.layer < y.layer }
      if rules[x.layer]?.isOrderedByY == true, placed[a].y != placed[b].y { return placed[a].y < placed[b].y }
      if x.sortKey != y.sortKey { return x.sortKey < y.sortKey }
      return a < b
    }
    return memory.order.map { placed[$0].label }
  }

  private mutating func place(_ candidate: LabelCandidate) {
    var label = candidate.label
    guard let rules = rules[label.content.layer] else { return }
    // The same name twice side by side, from two tiles, tells nothing new. Nor does one beside a name that
    // keeps its place.
    let near = (label.line != nil && label.content.hasText ? rules.spacing / 2 : 4) * measure.pixelRatio
    if label.line != nil || !scene.kept.isEmpty, !candidate.isKept,
      memory.names.contains(label.content, within: near, of: candidate.position)
    {
      return
    }
    // Where a required icon has no room, nothing is shown, and the text need not be shaped. An icon that fits
    // its text is measured after that.
    var iconHasRoom: Bool?
    let fitsText = label.content.icon.map { $0.textFit != .none } == true
    if !fitsText {
      iconHasRoom = placeIcon(label, candidate, rules)
      if iconHasRoom == false, !rules.icon.isOptional, !scene.recordsShapes { return }
    }
    if label.content.unshapedText != nil {
      guard let content = candidate.contents?.content(candidate.number) else { return }
      label.content = content
    }
    let content = label.content
    let textHasRoom = placeText(&label, candidate, rules)
    if fitsText { iconHasRoom = placeIcon(label, candidate, rules) }
    var (showsText, showsIcon) = (textHasRoom ?? false, iconHasRoom ?? false)
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
      if textHasRoom != nil { record(memory.text, showsText, rules.text) }
      if iconHasRoom != nil { record(memory.icon, showsIcon, rules.icon) }
      recordedCount += 1
    }
    guard showsText || showsIcon else { return }
    if showsText, !rules.text.ignoresPlacement { memory.grid.claim(memory.text, rules.text.overlap) }
    if showsIcon, !rules.icon.ignoresPlacement { memory.grid.claim(memory.icon, rules.icon.overlap) }
    (label.showsText, label.showsIcon) = (showsText, showsIcon)
    if label.line != nil || candidate.isKept { memory.names.add(label.content, at: candidate.position) }
    memory.placed.append((label, candidate.position.y))
  }

  /// Finds a place for a label's text. Where none has room, the text takes the first.
  ///
  /// - Returns: Whether the space of the text is free; nil if the label has no text.
  private mutating func placeText(_ label: inout PlacedLabel, _ candidate: LabelCandidate, _ rules: LabelRules) -> Bool? {
    guard label.content.hasText else { return nil }
    let wasFlipped = candidate.isKept ? label.isFlipped : nil
    let places = TextPlaces(of: label, isKept: candidate.isKept)
    var first: PlacedLabel?
    for index in 0..<places.count {
      (label.option, label.isVertical) = places[index]
      guard measure.findTextSpace(of: &label, at: candidate.position, wasFlipped: wasFlipped, &memory.text) else { return nil }
      // An icon that goes with its text needs room in the same place.
      if !memory.text.shapes.isEmpty, memory.grid.isFree(memory.text, rules.text.overlap),
        places.count == 1 || label.content.icon.map({ $0.textFit != .none }) != true
          || placeIcon(label, candidate, rules) != false
      {
        return true
      }
      first = first ?? label
    }
    guard let first else { return nil }
    label = first
    if places.count > 1 { _ = measure.findTextSpace(of: &label, at: candidate.position, wasFlipped: wasFlipped, &memory.text) }
    return false
  }

  /// Finds the space of a label's icon.
  ///
  /// - Returns: Whether it is free; nil if the label has no icon.
  private mutating func placeIcon(_ label: PlacedLabel, _ candidate: LabelCandidate, _ rules: LabelRules) -> Bool? {
    guard measure.findIconSpace(of: label, at: candidate.position, &memory.icon) else { return nil }
    return memory.grid.isFree(memory.icon, rules.icon.overlap)
  }

  private mutating func record(_ space: LabelMeasure.Space, _ isPlaced: Bool, _ rules: LabelRules.Part) {
    let mayOverlap = rules.ignoresPlacement || rules.overlap != .never
    shapes += space.shapes.map {
      LabelShape(
        box: $0, isCircle: space.mode == .circle, isPlaced: isPlaced, label: recordedCount, mayOverlap: mayOverlap)
    }
  }
}
