/// A tile that is wanted for a style and a zoom.
struct TileRequest: Hashable, Comparable {
  var key: TileStore.Key
  /// The index of the source among the map's sources.
  var index: Int
  /// The zoom for which the tile is prepared; nil if it serves all zooms.
  var zoom: Int?
  var isForNextStyle = false

  static func == (a: TileRequest, b: TileRequest) -> Bool {
    a.key == b.key && a.zoom == b.zoom && a.isForNextStyle == b.isForNextStyle
  }

  /// Any order that does not change from run to run.
  static func < (a: TileRequest, b: TileRequest) -> Bool {
    (a.index, a.key.id.zoom, a.key.id.x, a.key.id.y, a.zoom ?? 0) < (b.index, b.key.id.zoom, b.key.id.x, b.key.id.y, b.zoom ?? 0)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(zoom)
  }
}
