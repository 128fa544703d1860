import CartoucheRaster

/// The identifier of a map tile: its zoom, its column `x` and its row `y`.
///
/// At each zoom, the world is divided into 2^zoom columns and 2^zoom rows of tiles.
public struct TileID: Hashable, Sendable, BitwiseCopyable {
  /// The zoom of the tile, from 0 to ``maximumZoom``.
  public let zoom: Int
  /// The column of the tile. Columns are counted from 0, eastward from the world's west edge.
  public let x: Int
  /// The row of the tile. Rows are counted from 0, southward from the world's north edge.
  public let y: Int

  /// The highest zoom of a tile, 24. A tile of this zoom is less than 3 m wide on the ground.
  public static let maximumZoom = 24

  /// Creates a tile identifier from a zoom, a column and a row.
  ///
  /// - Returns: The identifier; nil if there is no such zoom, or no such column or row at the zoom.
  public init?(zoom: Int, x: Int, y: Int) {
    guard zoom >= 0, zoom <= Self.maximumZoom, x >= 0, y >= 0, x < 1 << zoom, y < 1 << zoom else { return nil }
    self.init(unchecked: zoom, x, y)
  }

  package init(unchecked zoom: Int, _ x: Int, _ y: Int) {
    self.zoom = zoom
    self.x = x
    self.y = y
  }

  /// Creates the identifier of the tile at `zoom` that contains `point`.
  ///
  /// The point may be in any copy of the world. If the point is north or south of the map, the tile is the
  /// nearest tile at the map's edge. The zoom is clamped to 0 … ``maximumZoom``.
  public init(at point: MapPoint, zoom: Int) {
    let clampedZoom = zoom.clamped(from: 0, to: Self.maximumZoom)
    let shift = Int64(41 - clampedZoom)
    let row = (point.y >> shift).clamped(from: 0, to: (1 << Int64(clampedZoom)) - 1)
    self.init(unchecked: clampedZoom, Int(point.wrapped.x >> shift), Int(row))
  }

  /// The tile of the next lower zoom that contains this tile; nil for the tile of zoom 0.
  public var parent: TileID? {
    zoom == 0 ? nil : TileID(unchecked: zoom - 1, x >> 1, y >> 1)
  }

  /// Returns the tile at `zoom` that contains this tile.
  ///
  /// If `zoom` is negative, or is the tile's own zoom or a higher zoom, the method returns this tile.
  public func ancestor(atZoom zoom: Int) -> TileID {
    guard zoom < self.zoom, zoom >= 0 else { return self }
    return TileID(unchecked: zoom, x >> (self.zoom - zoom), y >> (self.zoom - zoom))
  }

  /// The map point of the tile's northwest corner.
  public var origin: MapPoint { MapPoint(x: Int64(x) << Int64(41 - zoom), y: Int64(y) << Int64(41 - zoom)) }

  /// The width of the tile in units of ``MapPoint``. The height of the tile is equal to the width.
  public var size: Int64 { 1 << Int64(41 - zoom) }
}

extension TileID: CustomStringConvertible {
  /// The tile's zoom, column and row, separated by slashes, for example `14/8627/5747`.
  public var description: String { "\(zoom)/\(x)/\(y)" }
}

extension TileID {
  /// The number that identifies the tile in a PMTiles archive.
  ///
  /// The tile of zoom 0 has the number 0. The four tiles of zoom 1 have the numbers 1 to 4, and the sixteen
  /// tiles of zoom 2 have the numbers 5 to 20. Within a zoom, the tiles are numbered along a Hilbert curve.
  ///
  /// - Source: PMTiles Version 3 Specification, section 4 (tile ids). The curve is the Hilbert curve of
  ///   Hamilton and Rau-Chaplin.
  public var hilbertIndex: UInt64 {
    var number = ((1 as UInt64) << UInt64(2 * zoom)) / 3  // Σ 4^i for i < zoom, because 4^zoom mod 3 is 1
    var (column, row) = (x, y)
    var side = zoom == 0 ? 0 : 1 << (zoom - 1)
    while side > 0 {
      let right = column & side != 0
      let lower = row & side != 0
      number += UInt64(side) * UInt64(side) * ((right ? 3 : 0) ^ (lower ? 1 : 0))  // < 2^48
      if !lower {
        if right {
          column = side - 1 - (column & (side - 1))
          row = side - 1 - (row & (side - 1))
        }
        swap(&column, &row)
      }
      side >>= 1
    }
    return number
  }

  /// Creates a tile identifier from the tile's ``hilbertIndex``.
  ///
  /// - Returns: The identifier; nil if the index belongs to a zoom higher than ``maximumZoom``.
  public init?(hilbertIndex: UInt64) {
    var zoom = 0
    var rest = hilbertIndex
    while zoom <= Self.maximumZoom, rest >= 1 << UInt64(2 * zoom) {
      rest -= 1 << UInt64(2 * zoom)
      zoom += 1
    }
    guard zoom <= Self.maximumZoom else { return nil }
    var (column, row) = (0, 0)
    var side = 1
    while side < 1 << zoom {
      let right = rest & 2 != 0 ? 1 : 0
      let lower = (Int(truncatingIfNeeded: rest) & 1) ^ right
      if lower == 0 {
        if right == 1 {
          column = side - 1 - column
          row = side - 1 - row
        }
        swap(&column, &row)
      }
      column += side * right
      row += side * lower
      rest >>= 2
      side <<= 1
    }
    self.init(unchecked: zoom, column, row)
  }
}

extension TileID {
  /// The four tiles of the next zoom in the tile's area; empty at the highest zoom.
  var children: [TileID] {
    guard zoom < Self.maximumZoom else { return [] }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map { TileID(unchecked: zoom + 1, x * 2 + $0.0, y * 2 + $0.1) }
  }
}
