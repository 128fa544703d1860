import CartoucheControls
import CartoucheRaster
import CartoucheScene

/// The base map of a map view: the cache of decoded tiles, and the drawing of tiles in the content layer.
///
/// The content layer caches the pixels that it has drawn. A pan moves these pixels and draws only strips at
/// the edges. A change of the zoom, bearing, size, style or sources redraws the whole layer.
final class BaseMap {
  /// The layer that a pan scrolls. It draws the tiles, and its sublayers are overlays.
  let contentLayer = CachedScrollLayer(frame: .zero)

  unowned let map: MapView
  private var store: TileStore?
  let cache = DrawingCache()
  private(set) var sources = MapSources()
  /// The errors of styles and of stores that were discarded.
  private var olderErrors: [MapError] = []
  /// The transform from the last layout of the content layer.
  private var laidOut: MapTransform?
  /// Of a pan of 10 points a frame, every seventh frame draws a strip. Half the width takes nearly as long.
  private static let panOverscan = 64
  /// The shapes of the whole view, which are reused while no pixels are cached.
  private var drawing: (view: MapTransform, shapes: MapDrawing)?
  /// The images that stand for the shapes while the map is zoomed or turned.
  let ground = GroundImages()
  private var stillness = Stillness()
  /// The time for properties that are changing.
  private(set) var clock = TransitionClock()
  /// The style that was drawn last, from which changes begin; nil before the map is drawn.
  private var drawnStyle: CompiledStyle?
  /// Whether the next style is faded in as a whole, in place of the properties that differ.
  var crossFadesNextStyle = false
  /// The ground in the style before, while it fades out.
  private var fade: GroundFade?

  init(of map: MapView) {
    self.map = map
    contentLayer.drawing = { [unowned self] rect, list, transform in draw(rect, &list, transform) }
    ground.painter.onCompletion = { [unowned map] in map.setNeedsLayout() }
    for painter in [ground.painter, ground.strips.painter] {
      painter.onMissingImages = { [unowned self] in if $1 === tiles.style { reportMissingImages($0) } }
    }
  }

  /// Whether an overlay takes the place of the map, which then draws only a background.
  var isReplaced = false {
    didSet {
      guard isReplaced != oldValue else { return }
      map.labels.layer.isHidden = isReplaced
      if isReplaced { map.labels.clear() }
      fade = nil
      map.setNeedsLayout()
      redraw()
    }
  }

  // MARK: Tiles

  /// Uses the map's present style and sources. Tiles of sources that stay are not read again.
  func updateStyle() {
    sources.replace(map.sources, style: map.style)
    observeData()
    let style = CompiledStyle(
      map.style, sources: sources, language: map.language, pointsOfInterest: map.pointOfInterestFilter,
      replacing: crossFadesNextStyle ? nil : drawnStyle, &clock)
    for error in style.errors { report(.style(error)) }
    for (index, entry) in sources.list.enumerated() where entry.name == nil && !style.isUsed[index] {
      guard case .tiles(let tiles) = entry.source.content, tiles.tileFormat.isImage else { continue }
      report(.tile(.notDrawn(file: tiles.name, format: tiles.tileFormat)))
    }
    guard let store else {
      // There is nothing to fade from.
      crossFadesNextStyle = false
      let store = TileStore(style: style, byteLimit: map.tileByteLimit)
      store.onArrival = { [unowned self] id in tileDidArrive(id) }
      store.willShowStyle = { [unowned self] in beginCrossFade() }
      self.store = store
      return redraw()
    }
    if store.setStyle(style) { redraw() } else { map.setNeedsLayout() }
  }

  /// Changes the states of features, and draws the map again.
  func updateStates(_ change: (inout FeatureStates) -> Void) {
    change(&tiles.states)
    // Another style may read the states later.
    if tiles.readsStates { redraw() }
  }

  /// Loads changed data. Without a queue, the next frame draws it. With a queue, the old data is shown until
  /// its tiles arrive.
  func dataDidChange() {
    guard tiles.queue != nil else { return redraw() }
    ground.dataDidChange()
    map.setNeedsLayout()
  }

  /// The attributions of the sources in use, as one text.
  var attribution: String { AttributionText.joined(sources.list.map(\.source.ownAttribution)) }

  /// The errors that were reported, so that each is reported once.
  private var reported: Set<MapError> = []

  /// Keeps an error for ``takeErrors()``.
  func report(_ error: MapError) {
    // A limit, so that a kiosk whose application makes mistakes for months does not fill its memory.
    guard reported.count < 1000, reported.insert(error).inserted else { return }
    olderErrors.append(error)
  }

  /// Draws the whole map again in the next frame.
  func redraw() {
    ground.removeAll()
    redrawShapes()
  }

  private func redrawShapes() {
    drawing = nil
    contentLayer.setNeedsDisplay()
    map.labels.setNeedsPlacement()
    if store?.style.newTransitions != nil { map.startTicking() }
  }

  /// Begins to fade from the ground and the labels of the last frame, before another style is shown.
  private func beginCrossFade() {
    guard crossFadesNextStyle else { return }
    crossFadesNextStyle = false
    guard let stage = map.owningStage, let last = laidOut?.withoutOverscan, drawnStyle != nil, !isReplaced else { return }
    drawnStyle = nil
    let isOpaque = tiles.style.hasOpaqueBackground(at: map.scale.styleZoom(last.camera.clampedZoom))
    ground.memory.release()
    fade = GroundFade(of: last, isOpaque: isOpaque, on: stage) { view, list, transform in
      let shapes = MapDrawing(view, tiles: tiles, scale: map.scale, cache: cache, clock: clock, within: view.bounds)
      groundDrawing.draw(shapes, within: nil, over: view.bounds, into: &list, transform: transform)
      // A style that is replaced while it is faded in.
      fade?.draw(over: view, into: &list, transform: transform)
    }
    map.labels.crossFade()
    map.startTicking()
  }

  /// Moves properties that are changing to their values at `now`.
  func advance(to now: Timestamp) -> MotionState {
    guard let store else { return .still }
    let (wasRunning, wasChanging) = (clock.isRunning, clock.isChanging)
    clock.advance(to: now, showing: store.style)
    if wasChanging || clock.isChanging || clock.hasEnded {
      drawing = nil
      ground.removeAll()
      contentLayer.setNeedsDisplay()
      map.labels.colorsDidChange()
    }
    if clock.isRunning { return .moving }
    // Without transitions, values are known to be opaque again, and pixels can be cached.
    if wasRunning { updateStyle() }
    guard map.isLaidOut else {
      // Without layouts nothing of it would end.
      ground.removeAll()
      if fade != nil { contentLayer.setNeedsDisplay() }
      fade = nil
      return .still
    }
    guard ground.isActive || fade != nil else { return .still }
    // The next image is drawn in slices, and the layout finds when the map is at rest.
    map.setNeedsLayout()
    return .moving
  }

  var isLoading: Bool {
    if ground.isRedrawing, map.owningStage != nil, map.isLaidOut { return true }
    return store?.isLoading ?? false
  }

  func takeErrors() -> [MapError] {
    defer { olderErrors = [] }
    for (source, _) in observed { for error in source.takeErrors() { report(.geoJSON(error)) } }
    return olderErrors + (store?.takeErrors().map { .tile($0) } ?? [])
  }

  var tiles: TileStore {
    if store == nil { updateStyle() }
    guard let store else { preconditionFailure("updateStyle makes a store") }
    return store
  }

  /// The images that the style lacks.
  private var missingImages = MissingImages()

  /// Returns the names of images that patterns named and the style lacks. Each name is returned once.
  func takeMissingImages() -> [String] { missingImages.take() }

  /// Reports an image that a symbol names and the style lacks.
  func reportMissingImage(_ name: String) { if missingImages.add(name) { didMissImage(name) } }

  private func reportMissingImages(_ names: Set<String>) { for name in missingImages.add(names) { didMissImage(name) } }

  private func didMissImage(_ name: String) {
    report(.style(StyleError(file: map.style.path, "there is no image \"\(name)\". What it fills is not drawn.")))
    map.startTicking()
  }

  /// Draws the pixels again that a tile covers.
  private func tileDidArrive(_ id: TileID) {
    drawing = nil
    map.labels.setNeedsPlacement()
    ground.tileDidArrive(id)
    // An image of the ground shows the tile later.
    defer { if !isLoading, ground.shown.isEmpty { map.didDrawTiles() } }
    guard let view = laidOut, view.isGridAligned, contentLayer.cachesPixels else { return redrawShapes() }
    map.setNeedsLayout()
    // Circles and heatmaps reach beyond their tile.
    guard !tiles.style.drawsBeyondTiles else { return contentLayer.setContentNeedsDisplay(in: view.bounds) }
    let parts = TileCover.rects(of: id, in: view)
    if let stage = map.owningStage, ground.redrawInSlices(parts, of: view.viewBounds, at: stage.time) {
      awaitsSlices = true
      return map.startTicking()
    }
    for part in parts { contentLayer.setContentNeedsDisplay(in: part) }
  }

  /// Whether the content layer must draw the view that is drawn in slices, because a large tile has arrived.
  private var awaitsSlices = false

  // MARK: Layout and drawing

  /// The distance, in points, beyond the view for which pixels are drawn and cached in a pan.
  var overscan: Scalar { Scalar(contentLayer.overscan) }

  /// Scrolls the content layer to its position in `exact`, or redraws the layer.
  ///
  /// The layer is redrawn if anything except the position has changed since the last layout.
  func layOut(_ exact: MapTransform) {
    if contentLayer.bounds != map.bounds || contentLayer.position != map.bounds.center {
      (contentLayer.bounds, contentLayer.position) = (map.bounds, map.bounds.center)
    }
    let zoom = map.scale.styleZoom(exact.camera.clampedZoom)
    if !isReplaced {
      prepareTiles(exact, zoom: zoom)
    } else if let store, store.showsNextStyle(zoom: zoom.floor, { _, _ in [] }) {
      redraw()
    }
    let wasFading = fade != nil
    if let stage = map.owningStage, fade?.advance(to: stage.time) == false { fade = nil }
    let isOpaque = isReplaced || tiles.style.hasOpaqueBackground(at: zoom)
    chooseGroundImages(exact, isOpaque: isOpaque)
    // Off the grid, cached pixels serve no other frame, unless fingers stay where they are.
    let isStill = stillness.isStill(exact, at: map.owningStage?.time ?? .zero) || exact.isGridAligned
    contentLayer.cachesPixels = ground.shown.isEmpty && isStill && isOpaque && fade == nil
    contentLayer.overscan = contentLayer.cachesPixels && exact.isGridAligned ? Self.panOverscan : 0
    let view = overscan > 0 ? exact.enlarged(by: overscan) : exact
    defer { laidOut = view }
    let isScrolled = view == laidOut || laidOut?.isTranslation(of: view) == true
    if ground.isChanged || wasFading || !isScrolled { contentLayer.setNeedsDisplay() }
    if view.isGridAligned {
      let origin = view.integralOrigin
      contentLayer.contentOffset = PixelPoint(x: 0 &- origin.x, y: 0 &- origin.y)
    }
    if awaitsSlices, !ground.isRedrawing {
      awaitsSlices = false
      contentLayer.setContentNeedsDisplay(in: view.bounds)
    }
  }

  /// Chooses the images that stand for the shapes, where they can.
  private func chooseGroundImages(_ view: MapTransform, isOpaque: Bool) {
    guard let stage = map.owningStage, isOpaque, !isReplaced, map.alignsToPixels, stage.usesScrollCache, !clock.isRunning,
      !tiles.style.drawsBeyondTiles
    else { return ground.removeAll() }
    let context = GroundImages.Context(
      view: view, stage: stage, queue: map.backgroundQueue, clock: clock, scale: map.scale, cache: cache,
      zoomRange: map.cameraState.limits.stretchedZoomRange, isFading: fade != nil, turnAnchor: map.tracking.turnAnchor,
      mayZoom: map.mayFingersZoomOrTurn, strips: contentLayer.nextStrips)
    ground.layOut(context, tiles: tiles)
    if ground.isActive { map.startTicking() }
  }

  /// The cells of the view, and of a margin around it.
  private var covers = TileCovers()

  /// Asks for the tiles of the view, and of a margin around it, so that they are there when they are drawn.
  private func prepareTiles(_ view: MapTransform, zoom: Scalar) {
    let tiles = tiles
    tiles.queue = map.backgroundQueue
    if tiles.byteLimit != map.tileByteLimit { tiles.byteLimit = map.tileByteLimit }
    // What a flight will show is wanted first, and what is near the finger.
    let finger = map.gestures.location.map { view.mapPoint(at: $0) }
    tiles.beginFrame(near: finger ?? map.flightGoal?.centerPoint ?? view.camera.centerPoint)
    reportEmptyView(view, tiles.style)
    guard tiles.queue != nil else {
      // The queue went away while it prepared a style.
      if tiles.showsNextStyle(zoom: zoom.floor, { _, _ in [] }) { redraw() }
      return
    }
    let margin = ground.tileMargin(of: view.bounds, turns: map.tracking.turnAnchor != nil)
    covers.removeAll()
    for source in tiles.style.sources.list.indices where tiles.style.isUsed[source] {
      guard let level = tiles.style.tileZoom(of: source, at: zoom) else { continue }
      for cell in covers.cells(of: view, zoom: level, reach: margin) {
        tiles.resolve(cell.id, source: source, zoom: zoom.floor) { _ in }
      }
    }
    let isRestyled = tiles.showsNextStyle(zoom: zoom.floor) { style, source in
      guard let level = style.tileZoom(of: source, at: zoom) else { return [] }
      return covers.cells(of: view, zoom: level, reach: GroundImages.leastTileMargin).map(\.id)
    }
    if isRestyled { redraw() }
    tiles.startLoading()
  }

  /// The sources of GeoJSON data, and the numbers of their observers.
  var observed: [(source: GeoJSONSource, number: Int)] = []

  /// Whether the application knows that the view shows nothing because all data is elsewhere.
  var hasReportedEmptyView = false

  deinit { for (source, number) in observed { source.removeObserver(number) } }

  /// Draws the tiles that touch `rect`, with the transform of the last layout.
  ///
  /// While the map's size is animated, its bounds differ from the bounds of the content layer.
  private func draw(_ rect: Rect, _ list: inout DisplayList, _ transform: Homography) {
    // A part is drawn once, into cached pixels; only the shapes of the whole view are worth keeping.
    let isWhole = contentLayer.partialDrawRect == nil
    guard let laidOut else { return }
    if isReplaced {
      list.fill(
        Path(rect: contentLayer.partialDrawRect ?? contentLayer.bounds), with: .color(map.theme.backgroundColor.withAlpha(1)),
        transform: transform)
      return map.didDrawTiles()
    }
    if isWhole, transform.isTranslation, contentLayer.bounds == laidOut.viewBounds, !ground.shown.isEmpty {
      recycleDrawing()
      for image in ground.shown {
        list.draw(image.image, transform: image.transform.concatenating(transform), opacity: image.opacity)
      }
      fade?.draw(over: laidOut, into: &list, transform: transform)
      if !tiles.isLoading, !ground.shown.contains(where: \.isStale) { map.didDrawTiles() }
      return
    }
    if contentLayer.drawsOverscan(of: laidOut),
      let strips = ground.drawRest(of: rect, in: laidOut, into: &list, transform: transform)
    {
      let keepsOutlines = TileOutlineClipping.keepsOutlines(of: laidOut, transform: transform)
      for strip in strips {
        var shapes = makeDrawing(of: laidOut, within: strip)
        reportMissingImages(shapes.missingImages)
        let clip = keepsOutlines ? nil : strip
        list.clipped(to: strip, transform: transform) {
          groundDrawing.draw(shapes, within: clip, over: strip, into: &$0, transform: transform)
        }
        storage = shapes.recycle()
      }
      tiles.startLoading()
      drawnStyle = tiles.style
      if !isLoading { map.didDrawTiles() }
      return
    }
    let view = contentLayer.drawsOverscan(of: laidOut) ? laidOut : laidOut.withoutOverscan
    let bounds = view.bounds
    let known = isWhole && drawing?.view == view ? drawing?.shapes : nil
    // While the map is zoomed, each frame has a drawing of the whole view.
    if known == nil { recycleDrawing() }
    var shapes = known ?? makeDrawing(of: view, within: isWhole ? bounds : rect)
    drawing = isWhole ? (view, shapes) : nil
    defer { if !isWhole { storage = shapes.recycle() } }
    drawnStyle = shapes.style
    reportMissingImages(shapes.missingImages)
    // Where a view has too many tiles, the drawing may ask for others than the layout did.
    tiles.startLoading()
    if !isLoading { map.didDrawTiles() }
    if !missingImages.isEmpty { map.startTicking() }
    let isTranslated = TileOutlineClipping.keepsOutlines(of: view, transform: transform)
    let background = contentLayer.partialDrawRect ?? contentLayer.bounds
    defer { fade?.draw(over: view, into: &list, transform: transform) }
    guard isTranslated else {
      return groundDrawing.draw(shapes, within: bounds, over: background, into: &list, transform: transform)
    }
    // The bounds are whole pixels, so the clip needs no group.
    list.clipped(to: bounds, transform: transform) {
      groundDrawing.draw(shapes, within: nil, over: background, into: &$0, transform: transform)
    }
  }

  private func makeDrawing(of view: MapTransform, within rect: Rect) -> MapDrawing {
    MapDrawing(view, tiles: tiles, scale: map.scale, cache: cache, clock: clock, within: rect, reusing: &storage)
  }

  /// The memory of the drawing before.
  private var storage = DrawingStorage()

  private var groundDrawing = GroundDrawing()

  /// Gives up the drawing of the whole view, and keeps its memory for the next one.
  private func recycleDrawing() {
    guard let outdated = drawing?.shapes.recycle() else { return }
    (storage, drawing) = (outdated, nil)
  }
}
