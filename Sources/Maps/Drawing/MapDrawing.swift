package import CartoucheRaster

/// The drawing of a map for one camera and one view size: shapes in the view's points, from bottom to top.
///
/// The shapes are ordered by style layer first, and by tile second. A road's casing from one tile therefore
/// never covers the road's fill from the next tile. A shape extends beyond its tile, but is shown only in the
/// pixels that the tile owns. Tiles therefore meet without a seam.
package struct MapDrawing {
  /// The content of a shape.
  package enum Content {
    case fill(Path, Paint)
    case stroke(Path, StrokeStyle, Paint)
    /// Something that needs several items, in the view's space.
    case list(DisplayList)
    /// The paint of the whole view.
    case background(Paint)
    /// The shapes up to the matching end are drawn as one, with an opacity of 0…255.
    case beginGroup(UInt8)
    case endGroup
  }

  package struct Shape {
    package var content: Content
    /// The index in `cells` of the cell to which the shape is clipped; −1 if it is not clipped.
    package var cell = -1
    /// The index of the style layer that draws the shape.
    package var style: Int
    /// The number of map features in the shape.
    package var features = 0
  }

  package internal(set) var shapes: [Shape] {
    get { storage.shapes }
    _modify { yield &storage.shapes }
  }
  /// The corners, on the view, of each cell to which shapes are clipped.
  var cells: [CellCorners] {
    get { storage.cells }
    _modify { yield &storage.cells }
  }
  /// The names of images that the style lacks and that would be drawn.
  package internal(set) var missingImages: Set<String> {
    get { storage.missingImages }
    _modify { yield &storage.missingImages }
  }
  var frame: MapFrame
  let style: CompiledStyle
  let cache: DrawingCache
  /// The stops of gradients of lines, by style layer.
  var gradients: [Int: [GradientStop]] = [:]
  var storage = DrawingStorage()
  /// Whether areas and lines are drawn in plain colors, so that they also cover what their patterns leave
  /// transparent.
  var ignoresPatterns = false

  /// Creates the drawing of the map that a view with `transform` shows.
  ///
  /// - Parameters:
  ///   - cache: The images that are kept from frame to frame.
  ///   - clock: The time for properties that are changing.
  ///   - part: The part of the view to draw. Shapes outside this part may be omitted.
  package init(
    _ transform: MapTransform, tiles: TileStore, scale: MapScale = MapScale(), cache: DrawingCache = DrawingCache(),
    clock: TransitionClock = TransitionClock(), within part: Rect
  ) {
    var empty = DrawingStorage()
    self.init(transform, tiles: tiles, scale: scale, cache: cache, clock: clock, within: part, reusing: &empty)
  }

  /// Creates a drawing with the memory of a drawing before, which is taken out of `storage`.
  init(
    _ transform: MapTransform, tiles: TileStore, scale: MapScale, cache: DrawingCache, clock: TransitionClock,
    within part: Rect, reusing storage: inout DrawingStorage
  ) {
    self.init(tilesOf: transform, tiles, scale: scale, cache: cache, clock: clock, within: part, reusing: &storage)
    addShapes()
  }

  /// Creates a drawing with the tiles of a view, but without shapes. They are added by ``addShapes()``, which
  /// any thread may call.
  init(
    tilesOf transform: MapTransform, _ tiles: TileStore, scale: MapScale, cache: DrawingCache, clock: TransitionClock,
    within part: Rect, reusing storage: inout DrawingStorage
  ) {
    self.init(empty: transform, style: tiles.style, scale: scale, cache: cache, clock: clock, within: part)
    swap(&self.storage, &storage)
    var placements: [[TilePlacement]] = []
    swap(&placements, &self.storage.placements)
    findPlacements(&placements, tiles)
    swap(&placements, &self.storage.placements)
  }

  /// Adds the shapes of the tiles.
  mutating func addShapes() {
    var placements: [[TilePlacement]] = []
    swap(&placements, &storage.placements)
    for layer in style.layers.indices where style.layers[layer].zoomRange.shows(frame.zoom) {
      draw(layer, &placements)
    }
    // A drawing that is kept must not keep tiles that the store has discarded.
    for index in placements.indices { placements[index].removeAll(keepingCapacity: true) }
    swap(&placements, &storage.placements)
  }

  /// Creates a drawing without shapes.
  init(
    empty transform: MapTransform, style: CompiledStyle, scale: MapScale, cache: DrawingCache, clock: TransitionClock,
    within part: Rect
  ) {
    (self.style, self.cache) = (style, cache)
    frame = MapFrame(transform, part: part, scale: scale, style: style, clock: clock)
  }

  /// Returns the drawing's memory for another drawing. This one is empty afterwards.
  mutating func recycle() -> DrawingStorage {
    var storage = DrawingStorage()
    swap(&storage, &self.storage)
    storage.removeAll()
    return storage
  }

  // MARK: Tiles

  /// Finds the tiles to draw of each source.
  mutating func findPlacements(_ placements: inout [[TilePlacement]], _ tiles: TileStore) {
    for source in style.sources.list.indices {
      if source == placements.count { placements.append([]) }
      guard style.isUsed[source], let zoom = tileZoom(of: source) else { continue }
      let cellZoom = max(zoom, frame.transform.camera.tileZoom - 2)
      // Features that are drawn beyond their tile may come from tiles around the view.
      let reach = reach(of: source)
      // All cells of the view: a part could have smaller cells than the view, which limits their number.
      let (isWhole, wide) = (frame.part == frame.transform.bounds && reach == 0, frame.part.insetBy(dx: -reach, dy: -reach))
      for cell in storage.covers.cells(of: frame.transform, zoom: cellZoom, reach: reach) {
        let corners = frame.transform.corners(of: cell)
        guard isWhole || Self.touches(corners, wide) else { continue }
        let isBeyond = reach > 0 && !Self.touches(corners, frame.part)
        tiles.resolve(cell.id.ancestor(atZoom: zoom), source: source, zoom: frame.wholeZoom) { resolved in
          // A tile of a higher zoom that stands in covers a part of the cell.
          let isPart = resolved.id.zoom > cell.id.zoom
          let shown = isPart ? TileCell(id: resolved.id, copy: cell.copy) : cell
          let shownCorners = isPart ? frame.transform.corners(of: shown) : corners
          let index = storage.indices[shown] ?? storage.cells.count
          if index == storage.cells.count {
            storage.cells.append(shownCorners)
            storage.indices[shown] = index
          }
          placements[source].append(
            TilePlacement(
              resolved.tile, TileCell(id: resolved.id, copy: cell.copy), cell: index, shown.id, corners: shownCorners,
              isBeyond: isBeyond))
        }
      }
    }
  }

  /// Returns the zoom of the tiles of a source that the view shows; nil if the source has none at this zoom.
  private func tileZoom(of source: Int) -> Int? {
    if case .image = style.sources.list[source].source.content { return nil }
    return style.tileZoom(of: source, at: frame.zoom)
  }

  /// Returns how far features of a source may be drawn beyond their tile, in points.
  private mutating func reach(of source: Int) -> Scalar {
    var reach: Scalar = 0
    for layer in style.layers where layer.sources.contains(source) && layer.zoomRange.shows(frame.zoom) {
      switch layer.paint {
      case .circle(let paint): reach = max(reach, frame.reach(paint))
      case .heatmap(let paint): reach = max(reach, frame.reach(paint))
      case .background, .fill, .line, .raster, .symbol: break
      }
    }
    return min(reach, 512)
  }

  /// Returns whether the bounding box of `corners` meets a part of the view.
  private static func touches(_ corners: CellCorners, _ part: Rect) -> Bool {
    corners.contains { $0.x < part.maxX } && corners.contains { $0.x > part.minX } && corners.contains { $0.y < part.maxY }
      && corners.contains { $0.y > part.minY }
  }

  // MARK: Layers

  private mutating func draw(_ index: Int, _ placements: inout [[TilePlacement]]) {
    let layer = style.layers[index]
    if case .background(let paint) = layer.paint { return drawBackground(paint, layer) }
    if case .symbol = layer.paint { return }
    var groupOpacity: Scalar = 1
    if case .fill(let paint) = layer.paint, paint.isOpacityOfLayer { groupOpacity = frame.number(paint.opacity) }
    guard groupOpacity > 0 else { return }
    let first = shapes.count
    if case .heatmap(let paint) = layer.paint { return drawHeatmap(paint, layer, index, &placements) }
    for source in layer.sources {
      if case (.raster(let paint), .image(let image)) = (layer.paint, style.sources.list[source].source.content) {
        drawImage(paint, layer, image)
      }
      for placement in placements[source].indices {
        draw(layer, index, &placements[source][placement])
      }
    }
    guard groupOpacity < 1, shapes.count > first else { return }
    let alpha = UInt8(clamping: (groupOpacity * 255).rounded)
    shapes.insert(Shape(content: .beginGroup(alpha), style: layer.index), at: first)
    shapes.append(Shape(content: .endGroup, style: layer.index))
  }

  private mutating func draw(_ layer: CompiledLayer, _ index: Int, _ placement: inout TilePlacement) {
    if placement.isBeyond { guard case .circle = layer.paint else { return } }
    guard case .vector(let tile) = placement.tile.tile else {
      if case (.raster(let paint), .image(let image)) = (layer.paint, placement.tile.tile) {
        drawRaster(paint, layer, image, placement)
      }
      return
    }
    guard let match = placement.tile.match(ofStyle: index) else { return }
    frame.tileZoom = placement.tile.zoom
    let tileLayer = tile.layers[match.layer]
    for group in match.groups { draw(group, layer, tileLayer, &placement) }
  }

  /// Adds the shapes of features that have the same values of their properties.
  mutating func draw(_ group: FeatureGroup, _ layer: CompiledLayer, _ tileLayer: VectorLayer, _ placement: inout TilePlacement) {
    switch layer.paint {
    case .fill(let paint): drawFill(paint, layer, group, tileLayer, &placement)
    case .line(let paint): drawLine(paint, layer, group, tileLayer, &placement)
    case .circle(let paint): drawCircles(paint, layer, group, tileLayer, &placement)
    case .background, .raster, .heatmap, .symbol: break
    }
  }

  private mutating func drawBackground(_ paint: BackgroundPaint, _ layer: CompiledLayer) {
    let opacity = frame.number(paint.opacity)
    switch pattern(paint.pattern) {
    case .missing: return
    case .image(let image): return drawBackground(image, opacity: opacity, layer)
    case .none: break
    }
    guard let color = frame.color(paint.color)?.faded(by: opacity), color.alpha > 0 else { return }
    shapes.append(Shape(content: .background(.color(color)), style: layer.index))
  }

  /// Builds one path of features, and adds a shape made of it.
  mutating func add(
    _ features: ArraySlice<Int32>, of tileLayer: VectorLayer, as part: FeaturePart, reach: Scalar, _ layer: CompiledLayer,
    _ placement: inout TilePlacement, _ content: (consuming Path) -> Content
  ) {
    let window = placement.window(frame, extentBits: tileLayer.extentBits, outset: reach)
    var path = storage.paths.take()
    let count =
      part == .outline
      ? storage.builder.stroke(features, of: tileLayer, in: window, into: &path)
      : storage.builder.fill(features, of: tileLayer, in: window, isWidened: part == .widenedArea, into: &path)
    guard !path.isEmpty else { return storage.paths.put(path) }
    shapes.append(Shape(content: content(consume path), cell: placement.cell, style: layer.index, features: count))
  }

  /// The part of features from which a path is made.
  enum FeaturePart {
    /// The area, extended by half a point.
    case widenedArea
    case area, outline
  }
}
