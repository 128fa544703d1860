/// The files of a directory with a file for each tile.
struct TileListing {
  let root: String
  /// The endings of names that a tile's file may have, with a dot.
  let suffixes: [String]

  /// Returns the ending of the first tile's file that is found at a zoom; nil if the zoom has no tiles.
  func suffix(ofZoom zoom: Int) -> String? {
    for column in DirectoryListing.numbers(in: "\(root)/\(zoom)", range: 0..<1 << zoom) ?? [] {
      var found: String?
      _ = DirectoryListing.forEachName(in: "\(root)/\(zoom)/\(column)") { name in
        found = suffixes.first { DirectoryListing.number(name, suffix: $0).map { $0 < 1 << zoom } ?? false }
        return found == nil
      }
      if let found { return found }
    }
    return nil
  }

  /// Returns the area of the tiles of a zoom; nil if there are none.
  func bounds(zoom: Int, suffix: String, _ order: TileSetMetadata.RowOrder) -> MapRect? {
    let all = 0..<1 << zoom
    var columns: [Int] = []
    var (lowest, highest) = (Int.max, Int.min)
    for column in DirectoryListing.numbers(in: "\(root)/\(zoom)", range: all) ?? [] {
      let rows = DirectoryListing.numbers(in: "\(root)/\(zoom)/\(column)", range: all, suffix: suffix) ?? []
      guard let first = rows.first, let last = rows.last else { continue }
      columns.append(column)
      (lowest, highest) = (min(lowest, first), max(highest, last))
    }
    guard let west = columns.first, let east = columns.last else { return nil }
    let (north, south) = (order.row(lowest, zoom: zoom), order.row(highest, zoom: zoom))
    return MapRect(zoom: zoom, columns: west...east, rows: min(north, south)...max(north, south))
  }
}
