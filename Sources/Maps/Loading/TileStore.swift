import CartoucheRaster
import CartoucheScene

/// The tiles of a map: decoded, and prepared for the map's style.
///
///     wanted tiles ▶ [worker: read ▶ decode ▶ evaluate the style] ▶ cached tiles ▶ MapDrawing
///
/// Without a queue, a tile is loaded at once when it is asked for. With a queue, workers load tiles. Until a
/// tile arrives, others stand in: the same tile for another zoom, its four children, its nearest ancestor, or
/// what there is of the next six zooms. If the cache exceeds its limit in bytes, the least recently used
/// tiles are discarded.
package final class TileStore {
  /// A tile of one source.
  package struct Key: Hashable, Sendable {
    /// The number of the source; see ``MapSources``.
    var source: Int
    var id: TileID
  }

  /// The tile that is drawn in a cell of the map.
  struct Resolved {
    var tile: StyledTile
    var id: TileID
  }

  /// The style that is shown.
  private(set) var style: CompiledStyle
  /// The number of zooms by which a tile may be enlarged where finer tiles are missing.
  private static let maximumEnlargement = 10
  /// The number of zooms by which tiles of 2^12 units may be reduced where there is no coarser tile. Tiles of
  /// finer units may be reduced less, so that the numbers of a ``TileTransform`` do not become too large.
  private static let maximumReduction = 6
  /// The same for the labels of tiles. Further away they would be far too many.
  static let maximumLabelReduction = 3
  /// The style that is being prepared while ``style`` is still shown.
  private var nextStyle: CompiledStyle?
  var isPreparingStyle: Bool { nextStyle != nil }
  var states = FeatureStates() { didSet { if readsStates { statesRevision += 1 } } }
  /// Whether tiles depend on the states of features.
  var readsStates: Bool { style.readsFeatureStates || nextStyle?.readsFeatureStates == true }
  private var statesRevision = 0
  var byteLimit: Int { didSet { discardUnused() } }
  /// The queue that loads tiles. Without one, tiles are loaded at once.
  var queue: (any BackgroundQueue)?
  /// A closure that is called with the ID of each tile that a worker has loaded.
  var onArrival: ((TileID) -> Void)?
  /// A closure that is called before another style is shown, while the tiles are those of the old one.
  var willShowStyle: (() -> Void)?

  private var entries: [Key: Entry] = [:] { didSet { ancestors.isStale = true } }
  private var ancestors = TileAncestors()
  package private(set) var byteCount = 0
  private var clock: UInt64 = 0
  /// The tiles that the present frame asked for.
  private var wanted: Set<TileRequest> = []
  private var focus = MapPoint(x: 0, y: 0)
  private var loading: Set<TileRequest> = []
  private var errors: [TileError] = []
  private var reported: Set<TileError> = []
  private var sourcesWithUnknownLayers: Set<Int> = []
  /// Whether the style draws something of a tile that was loaded.
  private var drawsFeatures = false

  package init(style: CompiledStyle, byteLimit: Int) {
    (self.style, self.byteLimit) = (style, byteLimit)
  }

  /// Returns the errors that occurred since this method was last called. Each error is reported once.
  package func takeErrors() -> [TileError] {
    if !drawsFeatures, !isLoading { reportBlankMap() }
    defer { errors = [] }
    return errors
  }

  /// Whether tiles are still to arrive.
  package var isLoading: Bool { !loading.isEmpty || !wanted.isEmpty || nextStyle != nil }

  // MARK: Asking for tiles

  /// Begins a new frame: tiles that are not asked for again are no longer wanted.
  ///
  /// - Parameter point: The tiles nearest to this point are loaded first.
  func beginFrame(near point: MapPoint) {
    focus = point
    // Tiles of an earlier frame, which were more than the limit allows, need not stay.
    discardUnused()
    clock &+= 1
    wanted.removeAll(keepingCapacity: true)
  }

  /// Passes the tiles to draw in a cell to a closure: the tile itself, its four children if all of them are
  /// loaded, its nearest loaded ancestor, or else all loaded tiles of the next six zooms in its area. Below
  /// zoom 0, these are fewer zooms.
  ///
  /// - Parameters:
  ///   - source: The index of the source among the map's sources.
  ///   - zoom: The zoom of the view, rounded down.
  func resolve(_ id: TileID, source: Int, zoom: Int, _ body: (Resolved) -> Void) {
    let range = style.sources.list[source].zoomRange
    guard style.sources.list[source].contains(id) else { return }
    var next: TileID? = id.ancestor(atZoom: range.upperBound)
    let own = next
    var isFirst = true
    var parts: [Resolved] = []
    let lowest = max(range.lowerBound, (next?.zoom ?? 0) - Self.maximumEnlargement)
    while let id = next, id.zoom >= lowest {
      switch lookUp(id, source, zoom: max(zoom, id.zoom), isWanted: isFirst) {
      case .ready(let tile): return body(Resolved(tile: tile, id: id))
      case .absent: break
      case .loading:
        // Below an ancestor are tiles of other cells too.
        if isFirst, id == own {
          ancestors.update(entries.keys)
          // Below zoom 0, a tile is reduced already.
          addDescendants(of: id, source, levels: Self.maximumReduction + min(zoom, 0), to: &parts)
          if parts.count == 4, parts.allSatisfy({ $0.id.zoom == id.zoom + 1 }) { return parts.forEach(body) }
        }
        isFirst = false
      }
      next = id.parent
    }
    // A map that was loaded at a high zoom, and is zoomed out, has no tile of a lower zoom yet.
    parts.forEach(body)
  }

  private enum Lookup {
    case ready(StyledTile)
    case absent, loading
  }

  private func lookUp(_ id: TileID, _ source: Int, zoom: Int, isWanted: Bool) -> Lookup {
    let request = request(id, source, zoom: zoom, style)
    if isWanted, !isCurrent(request, style) { want(request, style) }
    guard let entry = entries[request.key] else { return .loading }
    entry.lastUse = clock
    if entry.decoded == nil { return .absent }
    let exact = request.zoom.flatMap { zoom in entry.styled.last { $0.tile.zoom == zoom } }
    return (exact ?? entry.styled.last).map { .ready($0.tile) } ?? .loading
  }

  /// Adds the loaded tiles in the area of a tile that is not loaded, of which none contains another one.
  private func addDescendants(of id: TileID, _ source: Int, levels: Int, to parts: inout [Resolved]) {
    let number = style.sources.list[source].number
    guard ancestors.contains(Key(source: number, id: id)) else { return }
    for child in id.children {
      if let entry = entries[Key(source: number, id: child)], let tile = entry.styled.last,
        entry.extentBits < 12 + levels
      {
        entry.lastUse = clock
        parts.append(Resolved(tile: tile.tile, id: child))
      } else if levels > 1 {
        addDescendants(of: child, source, levels: levels - 1, to: &parts)
      }
    }
  }

  // MARK: Changing the style

  /// Replaces the style. Without a queue, the new style is shown in the next frame. With a queue, the old one
  /// stays until ``showsNextStyle(zoom:_:)`` finds that the new one is ready.
  ///
  /// - Returns: Whether the new style is shown in the next frame.
  func setStyle(_ new: CompiledStyle) -> Bool {
    let isShown = new.sharesTiles(with: style)
    // A property that changes in each frame must not restart the preparation of a style each time.
    if !isShown, queue != nil, let nextStyle, new.sharesTiles(with: nextStyle) {
      self.nextStyle = new
      return false
    }
    let isAtOnce = isShown || queue == nil || entries.isEmpty
    if isAtOnce { willShowStyle?() }
    for key in Array(entries.keys) { update(key) { $0.next = [] } }
    // Requests refer to sources by their indices in a style.
    wanted.removeAll(keepingCapacity: true)
    if isShown {
      (nextStyle, style) = (nil, new)
      return true
    }
    if isAtOnce {
      nextStyle = nil
      show(new)
      return true
    }
    nextStyle = new
    return false
  }

  /// Shows the style that is being prepared, if its tiles are ready. Otherwise, asks for these tiles.
  ///
  /// - Parameter cells: Returns the tiles that the view shows of a source, given the source's index.
  /// - Returns: Whether the style changed.
  func showsNextStyle(zoom: Int, _ cells: (CompiledStyle, _ source: Int) -> [TileID]) -> Bool {
    guard let next = nextStyle else { return false }
    var isReady = true
    for source in next.sources.list.indices where next.isUsed[source] {
      let range = next.sources.list[source].zoomRange
      for cell in cells(next, source) where next.sources.list[source].contains(cell) {
        var candidate: TileID? = cell.ancestor(atZoom: range.upperBound)
        // In place of a tile that the source does not have, its nearest ancestor is drawn.
        while let id = candidate, id.zoom >= range.lowerBound {
          let request = request(id, source, zoom: max(zoom, id.zoom), next)
          guard isCurrent(request, next) else {
            want(request, next)
            isReady = false
            break
          }
          entries[request.key]?.lastUse = clock
          if entries[request.key]?.decoded != nil { break }
          candidate = id.parent
        }
      }
    }
    guard isReady else { return false }
    willShowStyle?()
    nextStyle = nil
    show(next)
    return true
  }

  private func show(_ new: CompiledStyle) {
    style = new
    drawsFeatures = false
    wanted.removeAll(keepingCapacity: true)
    let numbers = Set(new.sources.list.map(\.number))
    for key in Array(entries.keys) {
      if numbers.contains(key.source) {
        update(key) { ($0.styled, $0.next) = ($0.next, []) }
      } else if let entry = entries.removeValue(forKey: key) {
        byteCount -= entry.byteCount
      }
    }
  }

  private func update(_ key: Key, _ change: (Entry) -> Void) {
    guard let entry = entries[key] else { return }
    byteCount -= entry.byteCount
    change(entry)
    byteCount += entry.byteCount
  }

  // MARK: Loading

  private func request(_ id: TileID, _ source: Int, zoom: Int, _ style: CompiledStyle) -> TileRequest {
    TileRequest(
      key: Key(source: style.sources.list[source].number, id: id), index: source,
      zoom: style.dependsOnTileZoom[source] ? zoom : nil, isForNextStyle: style === nextStyle)
  }

  private func version(_ request: TileRequest, _ style: CompiledStyle) -> Version {
    Version(data: style.sources.list[request.index].source.revision, states: statesRevision)
  }

  /// Whether the cache has what a request asks for, in its latest version.
  private func isCurrent(_ request: TileRequest, _ style: CompiledStyle) -> Bool {
    let version = version(request, style)
    guard let entry = entries[request.key], entry.dataRevision == version.data else { return false }
    if entry.decoded == nil { return true }
    let tiles = style === self.style ? entry.styled : entry.next
    return tiles.contains { $0.version == version && (request.zoom == nil || $0.tile.zoom == request.zoom) }
  }

  private func want(_ request: TileRequest, _ style: CompiledStyle) {
    guard queue != nil else { return take(load(request, style).perform(), request, style) }
    if !loading.contains(request) { wanted.insert(request) }
  }

  /// Returns the distance of a tile's center from the point near which tiles are loaded first.
  private func distance(_ request: TileRequest) -> Int64 {
    let (corner, half) = (request.key.id.origin, request.key.id.size / 2)
    return max(abs(MapPoint.wrappedDelta(from: focus.x, to: corner.x + half)), abs(corner.y + half - focus.y))
  }

  /// Gives the most urgent of the wanted tiles to workers that are free.
  func startLoading() {
    guard let queue else { return }
    while loading.count < queue.workerCount, let request = wanted.min(by: { (distance($0), $0) < (distance($1), $1) }) {
      wanted.remove(request)
      guard let style = request.isForNextStyle ? nextStyle : style, !isCurrent(request, style),
        loading.insert(request).inserted
      else { continue }
      let work = load(request, style)
      queue.compute {
        work.perform()
      } completion: { [weak self] outcome in
        guard let self else { return }
        loading.remove(request)
        take(outcome, request, style)
        onArrival?(request.key.id)
        startLoading()
      }
    }
  }

  private func load(_ request: TileRequest, _ style: CompiledStyle) -> TileLoading {
    let source = style.sources.list[request.index].source
    let styling = TileStyling(
      style: style, source: request.index, name: style.sources.list[request.index].name, isGeoJSON: source.isGeoJSON,
      promotedIDs: source.promotedIDs, states: states)
    let entry = entries[request.key]
    let isFresh = entry?.dataRevision == version(request, style).data
    return TileLoading(
      key: request.key, source: source, decoded: isFresh ? entry?.decoded : nil, styling: styling, zoom: request.zoom,
      version: version(request, style))
  }

  /// Puts the result of loading a tile into the cache.
  private func take(_ outcome: TileLoading.Outcome, _ request: TileRequest, _ style: CompiledStyle) {
    for error in outcome.errors { report(error) }
    // The style may have changed meanwhile. Then the tile may serve the new one, or at least need not be
    // read again.
    let isForStyle = serves(style, self.style)
    let isForNext = !isForStyle && nextStyle.map { serves(style, $0) } == true
    guard isForStyle || isForNext || isUsed(request.key.source) else { return }
    let version = outcome.version
    let entry = entries[request.key] ?? Entry(dataRevision: version.data, lastUse: clock)
    guard version.data >= entry.dataRevision else { return }
    byteCount -= entries[request.key]?.byteCount ?? 0
    (entry.decoded, entry.dataRevision) = (outcome.decoded, version.data)
    if let styled = outcome.styled {
      if styled.drawsFeatures { drawsFeatures = true } else { reportUnknownLayers(styled, request.key, request.index, style) }
      let prepared = Prepared(tile: styled, version: version)
      if isForStyle { Self.replace(&entry.styled, prepared) } else if isForNext { Self.replace(&entry.next, prepared) }
    } else {
      (entry.styled, entry.next) = ([], [])
    }
    entries[request.key] = entry
    byteCount += entry.byteCount
    if byteCount > byteLimit { discardUnused() }
  }

  /// Whether tiles that were prepared for one style serve another one.
  private func serves(_ style: CompiledStyle, _ other: CompiledStyle) -> Bool {
    style === other || style.sharesTiles(with: other)
  }

  /// Whether a source is one of the present style, or of the one that is being prepared.
  private func isUsed(_ number: Int) -> Bool {
    style.sources.list.contains { $0.number == number } || nextStyle?.sources.list.contains { $0.number == number } == true
  }

  /// Adds a tile to those of one style, of which at most two are kept.
  private static func replace(_ tiles: inout [Prepared], _ tile: Prepared) {
    tiles.removeAll { $0.tile.zoom == tile.tile.zoom }
    if tiles.count > 1 { tiles.removeFirst() }
    tiles.append(tile)
  }

  /// Reports a tile that has none of the layers that the style draws, once for each source.
  private func reportUnknownLayers(_ styled: StyledTile, _ key: Key, _ index: Int, _ style: CompiledStyle, isBlank: Bool = false) {
    guard case .vector(let tile) = styled.tile, !tile.layers.isEmpty else { return }
    let source = style.sources.list[index].source
    guard case .tiles(let tiles) = source.content, !sourcesWithUnknownLayers.contains(key.source) else { return }
    let names = Set(style.layers.lazy.filter { $0.sources.contains(index) }.map(\.sourceLayer))
    let declared = tiles.vectorLayers
    // A tile of a low zoom may have only a few of the layers, and of those perhaps none that the style draws.
    guard isBlank || !declared.isEmpty || key.id.zoom == style.sources.list[index].zoomRange.upperBound else { return }
    guard (tile.layers.map(\.name) + declared).allSatisfy({ !names.contains($0) }) else { return }
    sourcesWithUnknownLayers.insert(key.source)
    report(.unknownLayers(file: tiles.name, tile: key.id, layers: tile.layers.map(\.name)))
  }

  /// Reports a tile of each source, if the style draws nothing of any tile in view.
  private func reportBlankMap() {
    for (key, entry) in entries.sorted(by: { $0.key.id.origin.x < $1.key.id.origin.x }) where entry.lastUse == clock {
      guard let styled = entry.styled.last, let index = style.sources.list.firstIndex(where: { $0.number == key.source }) else {
        continue
      }
      reportUnknownLayers(styled.tile, key, index, style, isBlank: true)
    }
  }

  private func report(_ error: TileError) {
    // A limit, so that a kiosk that shows a broken file for months does not fill its memory with errors.
    guard reported.count < 1000, reported.insert(error).inserted else { return }
    errors.append(error)
  }

  /// Discards the least recently used tiles until a quarter of the limit is free.
  ///
  /// Tiles of the present frame stay. A tile that a worker or a drawing still uses stays alive until then.
  private func discardUnused() {
    guard byteCount > byteLimit else { return }
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard byteCount > byteLimit / 4 * 3, entry.lastUse != clock else { break }
      entries[key] = nil
      byteCount -= entry.byteCount
    }
  }
}
