import CartoucheRaster

/// A tile that is drawn in a cell of the view.
struct TilePlacement {
  let tile: StyledTile
  let id: TileCell
  /// The index of the cell in ``MapDrawing/cells``.
  let cell: Int
  /// The area of the cell, which may be a part of the tile.
  let cellID: TileID
  /// The bounds of the cell on the view.
  let cellBounds: Rect
  /// Whether the cell is outside the drawn part. Then only features that reach out of the cell matter.
  let isBeyond: Bool
  /// The window of the layer that was drawn last. All layers of a tile commonly have the same extent.
  private var known: (extentBits: Int, window: TilePathBuilder.Window)?

  init(_ tile: StyledTile, _ id: TileCell, cell: Int, _ cellID: TileID, corners: CellCorners, isBeyond: Bool = false) {
    (self.tile, self.id, self.cell, self.cellID, self.isBeyond) = (tile, id, cell, cellID, isBeyond)
    var box = BoundingBox()
    for corner in corners { box.add(corner) }
    cellBounds = box.rect ?? .zero
  }

  /// The northwest corner of the cell.
  var cellOrigin: MapPoint { TileCell(id: cellID, copy: id.copy).origin }

  /// Returns the part of the tile that is drawn.
  ///
  /// - Parameter outset: The maximum distance of a drawn pixel from a feature, in points.
  mutating func window(_ frame: MapFrame, extentBits: Int, outset: Scalar) -> TilePathBuilder.Window {
    if let known, known.extentBits == extentBits { return known.window.widened(by: outset) }
    let window = window(frame, extentBits)
    known = (extentBits, window)
    return window.widened(by: outset)
  }

  private func window(_ frame: MapFrame, _ extentBits: Int) -> TilePathBuilder.Window {
    let tileTransform = TileTransform(frame.transform, id, extentBits: extentBits)
    let own = cellUnits(extentBits: extentBits, margin: 1)
    let view = tileTransform.units(of: frame.part.clipBounds)
    // Geometry is clipped where the cell ends, not where the view ends, so a pan changes no bits.
    let box = cellBounds.insetBy(dx: -1024, dy: -1024)
    return TilePathBuilder.Window(
      placement: tileTransform,
      visible: TileRect(
        minX: max(own.minX, view.minX), minY: max(own.minY, view.minY), maxX: min(own.maxX, view.maxX),
        maxY: min(own.maxY, view.maxY)),
      near: tileTransform.units(of: box.insetBy(dx: -1024, dy: -1024).clipBounds), box: box.clipBounds)
  }

  /// Returns the cell in the tile's units, enlarged by a margin because the cell may end within a unit.
  func cellUnits(extentBits: Int, margin: Int64) -> TileRect {
    let down = Int64(cellID.zoom - id.id.zoom)
    let unit = Int64(extentBits)
    func edge(_ column: Int, _ from: Int) -> Int64 {
      ((Int64(column) - Int64(from) << down) << unit) >> down
    }
    return TileRect(
      minX: Int32(clamping: edge(cellID.x, id.id.x) - margin), minY: Int32(clamping: edge(cellID.y, id.id.y) - margin),
      maxX: Int32(clamping: edge(cellID.x + 1, id.id.x) + margin), maxY: Int32(clamping: edge(cellID.y + 1, id.id.y) + margin))
  }
}

extension TilePathBuilder.Window {
  /// Returns a window whose visible area is enlarged by the reach of the drawing.
  func widened(by outset: Scalar) -> TilePathBuilder.Window {
    // A unit is at least 2^38 >> shift in 1/65536 points.
    let units = Int32(clamping: (min(outset.rawValue, 1 << 30) << placement.shift) >> 38 + 1)  // < 2^59
    func added(_ a: Int32, _ b: Int32) -> Int32 { Int32(clamping: Int64(a) + Int64(b)) }
    var wide = self
    wide.visible = TileRect(
      minX: added(visible.minX, -units), minY: added(visible.minY, -units), maxX: added(visible.maxX, units),
      maxY: added(visible.maxY, units))
    return wide
  }
}
