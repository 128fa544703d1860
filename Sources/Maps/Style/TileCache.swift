/// The tiles of some sources, decoded and sorted by a style; as many as fit a number of bytes, the longest unused given up first.
final class TileCache {
  /// A tile that stands for another: itself, or an ancestor where it is missing.
  struct ResolvedTile {
    var tile: StyledTile
    var id: TileID
  }

  private struct Key: Hashable {
    var source: Int
    var id: TileID
  }

  private struct Entry {
    /// nil: there is no such tile, or it is broken.
    var tile: StyledTile?
    var lastUse: UInt64
  }

  let sources: [any TileSource]
  let style: MapStyle
  let byteLimit: Int
  /// What was wrong with tiles since ``consumeErrors()``.
  private var problems: [TileError] = []
  private var reported: Set<TileError> = []
  private var entries: [Key: Entry] = [:]
  private(set) var byteCount = 0
  private var clock: UInt64 = 0

  init(sources: [any TileSource], style: MapStyle, byteLimit: Int) {
    self.sources = sources
    self.style = style
    self.byteLimit = byteLimit
  }

  /// The deepest zoom that any source has.
  var maximumZoom: Int { sources.map(\.zoomRange.upperBound).max() ?? 0 }

  /// The tile itself; nil where the source has none, or a broken one.
  func tile(_ id: TileID, of source: Int) -> StyledTile? {
    clock &+= 1
    let key = Key(source: source, id: id)
    if let entry = entries[key] {
      entries[key]?.lastUse = clock
      return entry.tile
    }
    let tile = load(id, from: sources[source])
    entries[key] = Entry(tile: tile, lastUse: clock)
    byteCount += Self.cost(of: tile)
    if byteCount > byteLimit { makeRoom() }
    return tile
  }

  /// The tile, or the nearest ancestor that the source has.
  func nearest(_ id: TileID, of source: Int) -> ResolvedTile? {
    let zoomRange = sources[source].zoomRange
    var next: TileID? = id.ancestor(atZoom: zoomRange.upperBound)
    while let id = next, id.zoom >= zoomRange.lowerBound {
      if let tile = tile(id, of: source) { return ResolvedTile(tile: tile, id: id) }
      next = id.parent
    }
    return nil
  }

  /// What was wrong since the last call; the same fault is told once.
  func consumeErrors() -> [TileError] {
    defer { problems = [] }
    return problems
  }

  private func load(_ id: TileID, from source: any TileSource) -> StyledTile? {
    do throws(TileError) {
      guard let bytes = try source.tile(id) else { return nil }
      do throws(TileDecodingError) {
        let (tile, errors) = try VectorTile.decode(bytes)
        if let first = errors.first { report(Self.error(for: first, of: errors.count, id, source)) }
        return StyledTile(tile, style: style)
      } catch {
        throw .brokenTile(file: source.name, tile: id, reason: error.reason)
      }
    } catch {
      report(error)
      return nil
    }
  }

  private static func error(for flaw: TileDecodingError, of count: Int, _ id: TileID, _ source: any TileSource) -> TileError {
    let reason = count == 1 ? flaw.reason : "\(flaw.reason), and \(count - 1) more such"
    guard let layer = flaw.layer, let feature = flaw.feature else {
      return .brokenTile(file: source.name, tile: id, reason: reason)
    }
    return .brokenFeature(file: source.name, tile: id, layer: layer, feature: feature, reason: reason)
  }

  private func report(_ problem: TileError) {
    // A kiosk on a broken file for months must not fill its memory with sentences.
    guard reported.count < 1000, reported.insert(problem).inserted else { return }
    problems.append(problem)
  }

  private static func cost(of tile: StyledTile?) -> Int { 96 + (tile?.byteCount ?? 0) }

  /// Gives up the longest unused until a quarter of the room is free; one frame's tiles stay alive as long as the frame holds them.
  private func makeRoom() {
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard byteCount > byteLimit / 4 * 3, entry.lastUse != clock else { break }
      entries[key] = nil
      byteCount -= Self.cost(of: entry.tile)
    }
  }
}
