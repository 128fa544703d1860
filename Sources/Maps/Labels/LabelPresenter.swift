import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheText

/// Keeps the labels of a map view: has them placed by a worker, and draws them.
///
/// While the map is at rest or panned, labels are those of the block of cells around the view, so that a pan
/// inside a block changes none. While the map is zoomed or turned, labels keep their places.
final class LabelPresenter {
  let layer = LabelLayer(frame: .zero)
  private unowned let map: MapView
  private(set) var worker = LabelWorker()
  private let icons = IconCache()
  private(set) var storage = LabelStorage()
  private(set) var placement: LabelPlacement?
  private(set) var fades = LabelFades()
  /// The labels of earlier styles, which fade out. The oldest come first.
  private var fading: [FadingLabels] = []
  /// What the latest placement was made for, or is being made for.
  private var placedFor: Request?
  private var isPlacing = false
  /// The obstacles of the present frame.
  private var foundObstacles: [Rect] = []
  /// The number of changes that need another placement: tiles that arrived, styles, data.
  private var revision = 0
  private(set) var view: MapTransform?
  /// The time of the last placement, and whether another one waits until some time has passed.
  private var lastTime: Seconds?
  private var isWaiting = false
  /// Whether labels of another style are awaited, which fade in.
  private var isReplacing = false
  /// Whether the map is zoomed or turned: by fingers, by a flight, or by an application from frame to frame.
  private var isMoving = false
  /// Whether the map had moved at the last layout, and was drawn as a whole.
  private var isRedrawn = false
  /// The time at which an application changed the zoom or bearing last, and whether it does so repeatedly.
  private var lastTurn: Seconds?
  private var isStreaming = false
  private var lastTick: Timestamp?
  private var recorded = DisplayList()
  /// The transform and the part of its bounds for which ``recorded`` was made, and whether the map moved.
  private var recordedFor: (transform: MapTransform, part: Rect, isMoving: Bool)?
  private var rules: (style: CompiledStyle, zoom: Int, pixelRatio: Scalar, rules: [LabelRules?])?
  /// The number of the current space, which is another one for each zoom, bearing, style and pixel ratio. In
  /// it, glyphs and rectangles are used again. Spaces that are moved by whole points count as one.
  private var spaceCount = 0
  /// A number that is another one after each change of colors.
  private var colorCount = 0
  /// The cells of the block around the view, and what they depend on.
  private var cover: [TileCell] = []
  private var coverKey: (block: MapTransform, corner: PixelPoint, zoom: Int)?

  /// The time in seconds between two placements while the map is zoomed or turned, or annotations move.
  private static let motionInterval: Seconds = 0.25

  init(of map: MapView) {
    self.map = map
    layer.drawing = { [unowned self] list, transform in draw(&list, transform) }
    layer.advance = { [unowned self] now in advance(to: now) }
  }

  /// Whether the boxes and circles of the labels are drawn.
  var showsShapes = false { didSet { if showsShapes != oldValue { setNeedsPlacement() } } }

  /// Makes another placement after a change of tiles, style or data.
  func setNeedsPlacement() {
    revision &+= 1
    map.setNeedsLayout()
  }

  /// Shapes and places all texts again with other fonts.
  func fontsDidChange() {
    (worker, storage, isPlacing) = (LabelWorker(), LabelStorage(), false)
    clear()
    setNeedsPlacement()
  }

  /// Lets the labels fade out before another style is shown, and fades in those of the next placement.
  func crossFade() {
    guard let placement else { return }
    if let labels = FadingLabels(placement, fades) { fading.append(labels) }
    // A placement for the old style, which a worker may be making, is of no use.
    (worker, isPlacing) = (isPlacing ? LabelWorker() : worker, false)
    (self.placement, placedFor, fades) = (nil, nil, LabelFades())
    (isWaiting, isReplacing, recordedFor) = (false, true, nil)
    layer.startTicking()
    layer.setNeedsDisplay()
    setNeedsPlacement()
  }

  /// Draws the labels again, in colors that are changing.
  func colorsDidChange() {
    recordedFor = nil
    colorCount &+= 1
    layer.setNeedsDisplay()
  }

  // MARK: Placement

  /// Places labels for the camera, if the present placement does not serve it.
  func layOut(_ view: MapTransform) {
    if layer.bounds != map.bounds || layer.position != map.bounds.center {
      (layer.bounds, layer.position) = (map.bounds, map.bounds.center)
    }
    // A move of less than a point changes nothing.
    isRedrawn = !(self.view?.coincides(with: view) ?? false)
    if isRedrawn { layer.setNeedsDisplay() }
    updateMotion(view)
    self.view = view
    let tiles = map.baseMap.tiles
    guard tiles.style.hasSymbols else {
      if placement != nil { clear() }
      return
    }
    // Faces that the style's glyph files add need another round.
    for _ in 0..<8 {
      let block = Self.block(around: view)
      // Before a placement is possible, obstacles need not be looked up.
      if isPlacing || isMoving && deferWhileMoving() { return visitTiles(of: block, tiles) { _, _, _ in } }
      findObstacles(block, view)
      // The known array, so that the next frame finds its own again in the same memory.
      let known = placedFor?.obstacles
      let obstacles = known == foundObstacles ? known ?? [] : foundObstacles
      let request = Request(
        revision: revision, a: view.a, b: view.b, zoom: view.camera.zoom, corner: block.integralOrigin,
        size: block.bounds.size, isMoving: isMoving, faceCount: map.theme.fonts.faces.count,
        obstacles: obstacles)
      let isPlaced = request == placedFor
      if isPlaced { isWaiting = false }
      guard !isPlaced, !deferPlacement(request) else {
        // Tiles that are not asked for again are no longer wanted.
        return visitTiles(of: block, tiles) { _, _, _ in }
      }
      placedFor = request
      let scene = scene(block, view, tiles, obstacles: obstacles)
      guard let queue = map.backgroundQueue else {
        finish(worker.place(scene, faces: map.theme.fonts.faceList), scene.style)
        continue
      }
      isPlacing = true
      let (worker, faces) = (worker, map.theme.fonts.faceList)
      queue.compute {
        worker.place(scene, faces: faces)
      } completion: { [weak self] outcome in
        // The labels may have other fonts now, and another worker.
        guard let self, self.worker === worker else { return }
        isPlacing = false
        finish(outcome, scene.style)
        map.setNeedsLayout()
      }
    }
  }

  /// Finds whether the map is zoomed or turned, now that it has another transform.
  ///
  /// One change of the zoom is a jump, and labels are placed again. Several in a short time are a motion.
  private func updateMotion(_ view: MapTransform) {
    let now = map.owningStage?.currentTime ?? 0
    let elapsed = lastTurn.map { now - $0 } ?? Self.motionInterval
    let isRecent = elapsed >= 0 && elapsed < Self.motionInterval
    isStreaming = isStreaming && isRecent && view.isGridAligned
    if let old = self.view, old.a != view.a || old.b != view.b, old.isGridAligned, view.isGridAligned {
      isStreaming = isStreaming || isRecent && elapsed > 0
      lastTurn = now
    }
    let wasMoving = isMoving
    isMoving = map.alignsToPixels && placement != nil && (isStreaming || !view.isGridAligned)
    // At rest, glyphs have finer poses.
    if isMoving != wasMoving { layer.setNeedsDisplay() }
  }

  /// Whether another placement was made a short time ago.
  private var isWithinMotionInterval: Bool {
    let now = map.owningStage?.currentTime ?? 0
    return lastTime.map { now >= $0 && now - $0 < Self.motionInterval } ?? false
  }

  /// Puts off a placement for a map that is zoomed or turned, and returns whether it did.
  private func deferWhileMoving() -> Bool {
    guard isWithinMotionInterval else { return false }
    isWaiting = true
    layer.startTicking()
    return true
  }

  /// Puts off a placement while the map or annotations move, and returns whether it did.
  private func deferPlacement(_ request: Request) -> Bool {
    var known = placedFor
    known?.obstacles = request.obstacles
    isWaiting = false
    if isMoving || known == request, isWithinMotionInterval {
      isWaiting = true
      layer.startTicking()
      return true
    }
    if isMoving { layer.startTicking() }
    lastTime = map.owningStage?.currentTime ?? 0
    return false
  }

  /// Asks for the tiles of a block, and passes those that are there to a closure.
  private func visitTiles(
    of block: MapTransform, _ tiles: TileStore, _ body: (TileStore.Resolved, _ source: Int, _ copy: Int) -> Void
  ) {
    let style = tiles.style
    let zoom = map.scale.styleZoom(block.camera.clampedZoom)
    for source in style.sources.list.indices where style.symbolSources[source] {
      guard let level = style.tileZoom(of: source, at: zoom) else { continue }
      let corner = block.integralOrigin
      // Most frames of a pan have the block of the frame before.
      if !(coverKey.map { $0.zoom == level && $0.corner == corner && $0.block.isTranslation(of: block) } ?? false) {
        TileCover.find(&cover, block, zoom: level)
        coverKey = (block, corner, level)
      }
      for cell in cover {
        tiles.resolve(cell.id.ancestor(atZoom: level), source: source, zoom: zoom.floor) { resolved in
          guard resolved.id.zoom <= level + TileStore.maximumLabelReduction else { return }
          body(resolved, source, cell.copy)
        }
      }
    }
    tiles.startLoading()
  }

  /// Collects what the placement of a block depends on.
  private func scene(_ block: MapTransform, _ view: MapTransform, _ tiles: TileStore, obstacles: [Rect]) -> LabelScene {
    var found: [LabelScene.Tile] = []
    found.reserveCapacity(cover.count)
    visitTiles(of: block, tiles) { resolved, source, copy in
      found.append(LabelScene.Tile(tile: resolved.tile, cell: TileCell(id: resolved.id, copy: copy), source: source))
    }
    var scene = LabelScene(style: tiles.style, transform: block, scale: map.scale, tiles: found)
    (scene.recordsShapes, scene.obstacles) = (showsShapes, obstacles)
    if isMoving, placement?.style === tiles.style { scene.kept = fades.placed }
    return scene
  }

  /// Finds the space in a block that annotations take.
  private func findObstacles(_ block: MapTransform, _ view: MapTransform) {
    foundObstacles.removeAll(keepingCapacity: true)
    guard map.labelsAvoidAnnotations else { return }
    let offset = view.isGridAligned ? block.offset(from: view) : .zero
    map.annotationPresenter.addLabelObstacles(view, offset: offset, to: &foundObstacles)
  }

  /// Shows a placement, or adds the fonts that it lacked.
  private func finish(_ outcome: LabelPlacer.Outcome, _ style: CompiledStyle) {
    let fonts = map.theme.fonts
    for name in outcome.missingImages { map.baseMap.reportMissingImage(name) }
    let added = LabelFonts(glyphs: style.glyphs).add(outcome.missingFamilies, to: fonts)
    // The built-in style names fonts for machines that have them.
    for family in added.missing where !map.style.path.isEmpty {
      map.baseMap.report(.missingFont(family: family, style: map.style.path))
    }
    for character in outcome.missingCharacters { fonts.record(missing: character) }
    if let glyphs = style.glyphs { for error in glyphs.takeErrors() { map.baseMap.report(.glyphs(error)) } }
    guard !added.hasAdded else { return }
    show(outcome.placement)
  }

  private func show(_ placement: LabelPlacement) {
    // Labels of another style fade in while those of the last one fade out.
    let isFirst = self.placement.map { $0.style !== placement.style && fades.placed.isEmpty } ?? !isReplacing
    isReplacing = false
    let isRestyled = self.placement?.style !== placement.style
    if isRestyled || !(self.placement?.transform.isScrolled(placement.transform) ?? false) { spaceCount += 1 }
    self.placement = placement
    if let view {
      let geometry = LabelGeometry(view)
      // A label reaches into the view from less than a cell away.
      let reach = Scalar(1 << Self.cellBits)
      let bounds = view.bounds.insetBy(dx: 0 - reach, dy: 0 - reach)
      let isGradual = !isFirst && map.isOnStage
      fades.show(placement.labels, isAnimated: isGradual) { label in
        let point = geometry.point(label.anchor)
        return bounds.contains(Point(x: Scalar(point.x), y: Scalar(point.y))) ? point : nil
      }
      setNeedsDisplay(of: isGradual && !showsShapes && !isRestyled ? placement : nil, view)
    }
    if fades.isFading { layer.startTicking() }
    recordedFor = nil
  }

  /// Redraws the map where labels of a placement have changed, or everywhere.
  private func setNeedsDisplay(of placement: LabelPlacement?, _ view: MapTransform) {
    defer { fades.forgetChanged() }
    guard let placement else { return layer.setNeedsDisplay() }
    guard !fades.changed.isEmpty else { return }
    let (space, offset) = space(placement, view)
    guard var measure = measure(placement, space) else { return layer.setNeedsDisplay() }
    for label in fades.changed {
      guard let rect = measure.drawnRect(label) else { continue }
      layer.setNeedsDisplay(in: Rect(origin: rect.origin + offset, size: rect.size))
    }
    measure.exchangeMemory(&storage.measure)
  }

  /// Removes the labels, until the next layout.
  func clear() {
    (placement, placedFor, recordedFor, fades, fading) = (nil, nil, nil, LabelFades(), [])
    (isMoving, isStreaming, isWaiting, isReplacing) = (false, false, false, false)
    recorded.removeAll()
    layer.setNeedsDisplay()
  }

  /// Makes labels appear and disappear, and asks for placements while the map moves.
  private func advance(to now: Timestamp) -> MotionState {
    let elapsed = lastTick.map { Double(Scalar(rounding: now.seconds(since: $0))) } ?? 0
    lastTick = now
    if isMoving || isWaiting { map.setNeedsLayout() }
    if !fading.isEmpty {
      fading.advance(by: elapsed)
      layer.setNeedsDisplay()
    }
    if fades.isFading {
      advanceFades(by: elapsed)
      recordedFor = nil
    }
    if fades.isFading || isMoving || isWaiting || !fading.isEmpty { return .moving }
    lastTick = nil
    return .still
  }

  /// Makes labels appear and disappear, and redraws the map where they are.
  private func advanceFades(by elapsed: Double) {
    // A map that is zoomed or turned is drawn as a whole in each frame, and its labels need not be measured.
    guard !(isMoving && isRedrawn), let placement, let view, case (let space, let offset) = self.space(placement, view),
      var measure = measure(placement, space)
    else {
      layer.setNeedsDisplay()
      return fades.advance(by: elapsed) { _ in true }
    }
    let number = space == placement.transform ? spaceCount : nil
    fades.advance(by: elapsed) { item in
      guard let place = item.drawnRect(&measure, space: number, colors: colorCount)?.offsetBy(dx: offset.x, dy: offset.y) else {
        return false
      }
      layer.setNeedsDisplay(in: place)
      return place.intersects(view.bounds)
    }
    measure.exchangeMemory(&storage.measure)
  }

  // MARK: Drawing

  private func draw(_ list: inout DisplayList, _ transform: Homography) {
    guard let view else { return }
    fading.draw(into: &list, transform: transform, within: view.bounds) { style, storage in
      let rules = LabelRules.all(of: style, zoom: map.scale.symbolZoom(view.camera.clampedZoom))
      let measure = LabelMeasure(view, style: style, rules: rules, scale: map.scale, clock: map.baseMap.clock)
      return drawing(measure, space: nil, storage)
    }
    guard let placement else { return }
    let (space, offset) = space(placement, view)
    let part = Rect(origin: view.bounds.origin - offset, size: view.bounds.size)
    if !(recordedFor.map { $0.transform == space && $0.part.union(part) == $0.part && $0.isMoving == isMoving } ?? false) {
      // A pan of some frames uses one recording.
      let margin: Scalar = space == view ? 0 : 128
      let wide = part.insetBy(dx: -margin, dy: -margin)
      record(placement, in: space, within: wide)
      recordedFor = (space, wide, isMoving)
    }
    list.append(recorded, transform: Homography.translation(x: offset.x, y: offset.y).concatenating(transform))
  }

  private func record(_ placement: LabelPlacement, in space: MapTransform, within part: Rect) {
    recorded.removeAll()
    guard let measure = measure(placement, space) else { return }
    let number = space == placement.transform ? spaceCount : nil
    var drawing = drawing(consume measure, space: number, storage)
    fades.withItems { drawing.draw(&$0, within: part, into: &recorded) }
    guard showsShapes, space == placement.transform || !space.isGridAligned else { return }
    for shape in placement.shapes { shape.draw(into: &recorded) }
  }

  private func drawing(_ measure: consuming LabelMeasure, space: Int?, _ storage: LabelStorage) -> LabelDrawing {
    LabelDrawing(
      measure, fonts: map.theme.fonts, icons: icons, storage: storage, space: space, colors: colorCount,
      isMoving: isMoving, workers: map.owningStage?.workers ?? SerialWorkerPool())
  }

  /// Returns a measure in a space. It takes the memory of ``storage``, and its user gives that back.
  func measure(_ placement: LabelPlacement, _ space: MapTransform) -> LabelMeasure? {
    guard let placed = placement.style else { return nil }
    // Colors that change gradually are those of the newest style.
    let newest = map.baseMap.tiles.style
    let style = newest === placed || newest.sharesTiles(with: placed) ? newest : placed
    let zoom = map.scale.symbolZoom(space.camera.clampedZoom)
    let pixelRatio = map.scale.pixelRatio
    if rules?.style !== style || rules?.zoom != zoom || rules?.pixelRatio != pixelRatio {
      rules = (style, zoom, pixelRatio, LabelRules.all(of: style, zoom: zoom))
      spaceCount += 1
    }
    var measure = LabelMeasure(
      space, style: style, rules: rules?.rules ?? [], scale: map.scale, clock: map.baseMap.clock)
    measure.exchangeMemory(&storage.measure)
    return measure
  }
}
