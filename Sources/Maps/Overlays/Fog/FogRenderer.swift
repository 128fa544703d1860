public import CartoucheRaster

/// Draws a ``FogOverlay``: one colour where it is covered.
///
/// At each zoom by the halving of the grid whose texels are just not larger than pixels. Tiles that are covered are rectangles, side by side without a seam; those that
/// are clear cost nothing; those between are pictures, smoothed across their edges, and kept as long as they do not change.
open class FogRenderer: OverlayRenderer {
  /// The fog's colour; its alpha is how much of the map it hides.
  public final var color = Color.black.withAlpha(0.7) {
    didSet {
      guard color != oldValue else { return }
      pictures.removeAll()
      setNeedsDisplay()
    }
  }

  private struct Key: Hashable {
    var level: Int
    var place: FogPlace
  }

  /// What a tile shows; where its neighbours begin otherwise, a covered or a clear one too is a picture.
  private enum Look {
    case covered
    case clear
    case picture(Picture)
  }

  private struct Kept {
    var look: Look
    /// Of the tile and those round it: the sum grows with each change.
    var versions: UInt64
    var frame: Int
  }

  private var pictures: [Key: Kept] = [:]
  private var frame = 0
  /// A tile's side in the last frame, in map units as a power of two.
  private var tileBits: Int64 = 41
  /// The tiles in view and those round them, row by row; kept for its storage.
  private var inView: [FogTile?] = []
  /// How many pictures stay that are not in view.
  private static let mostUnseen = 512

  public init(fog: FogOverlay) {
    super.init(overlay: fog)
    fog.watch(for: self) { [weak self] changed in
      guard let self else { return }
      // Whole tiles: one that becomes a picture, or is none any more, may be rounded otherwise.
      let mask = (Int64(1) << tileBits) - 1
      let box = MapBox(changed).widened(by: (mask + 1) >> Int64(FogTile.sideBits))
      let (left, top) = (box.minX & ~mask, box.minY & ~mask)
      setNeedsDisplay(
        in: MapRect(origin: MapPoint(x: left, y: top), width: (box.maxX | mask) + 1 - left, height: (box.maxY | mask) + 1 - top))
    }
  }

  /// A texel is smoothed with those beside it, each a pixel wide at most.
  open override var reach: Scalar { 3 }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let fog = overlay as? FogOverlay, color.alpha > 0 else { return }
    frame += 1
    let bitmap = fog.bitmap
    let seen = MapBox(mapRect)
    let home = MapBox(fog.boundingMapRect)
    let part = MapBox(
      minX: max(seen.minX, home.minX), minY: max(seen.minY, home.minY, 0), maxX: min(seen.maxX, home.maxX) - 1,
      maxY: min(seen.maxY, home.maxY, MapPoint.worldSize) - 1)
    guard !part.isEmpty else { return }
    let isCut = !home.holds(seen) && fog.boundingMapRect != .world
    let corners = context.viewCorners(fog.boundingMapRect)
    var edge = Path()
    edge.move(to: corners[0])
    for corner in corners.dropFirst() { edge.addLine(to: corner) }
    edge.closeSubpath()
    let clip = isCut ? context.list.open(.beginClip(edge, .nonZero)) : -1
    drawTiles(bitmap, part, &context)
    if clip >= 0 { context.list.closeClip(clip) }
    if pictures.count > Self.mostUnseen {
      let unseen = pictures.filter { $0.value.frame != frame }.map(\.key)
      if unseen.count > Self.mostUnseen { for key in unseen { pictures[key] = nil } }
    }
  }

  private func drawTiles(_ bitmap: FogBitmap, _ part: MapBox, _ context: inout MapContext) {
    let zoom = context.transform.camera.heldZoom
    let level = min(max(bitmap.zoom - zoom.ceiling, 0), bitmap.levelCount - 1)
    let bits = Int64(bitmap.texelBits(ofLevel: level) + FogTile.sideBits)
    tileBits = bits
    let columns = Int64(1) << Int64(bitmap.columnBits(ofLevel: level))
    let isUpright = context.turn.isIdentity
    let bounds = Path(rect: context.transform.bounds)
    func rect(_ columns: ClosedRange<Int64>, _ row: Int64) -> MapRect {
      MapRect(
        origin: MapPoint(x: columns.lowerBound << bits, y: row << bits),
        width: (columns.upperBound - columns.lowerBound + 1) << bits,
        height: 1 << bits)
    }
    // What of a tile is in this piece: pieces meet as tiles do.
    func shown(_ rect: MapRect) -> MapRect {
      let (x, y) = (max(rect.origin.x, part.minX), max(rect.origin.y, part.minY))
      return MapRect(
        origin: MapPoint(x: x, y: y), width: min(rect.origin.x + rect.width, part.maxX + 1) - x,
        height: min(rect.origin.y + rect.height, part.maxY + 1) - y)
    }
    func cover(_ columns: ClosedRange<Int64>, _ row: Int64) {
      for quad in ViewClipping.quads(of: context.viewCorners(shown(rect(columns, row))), within: context.transform.bounds) {
        context.list.clipped(to: PixelClip(quad[0], quad[1], quad[2], quad[3])) { $0.fill(bounds, with: .color(color)) }
      }
    }
    let (top, bottom, left, right) = (part.minY >> bits, part.maxY >> bits, part.minX >> bits, part.maxX >> bits)
    gather(bitmap, level, rows: (top - 1)...(bottom + 1), columns: (left - 1)...(right + 1))
    let width = Int(right - left) + 3
    for row in top...bottom {
      var covered: ClosedRange<Int64>?
      for column in left...right {
        let place = FogPlace(column: Int32(truncatingIfNeeded: column & (columns - 1)), row: Int32(row))
        switch look(of: place, level, at: Int(row - top + 1) * width + Int(column - left + 1), width) {
        case .covered where isUpright:
          // Side by side they are one rectangle; turned, its edge would not be that of the tiles above and below.
          covered = (covered?.lowerBound ?? column)...column
          continue
        case .covered: cover(column...column, row)
        case .clear: break
        case .picture(let picture):
          let tile = rect(column...column, row)
          draw(picture, at: tile, within: shown(tile), &context)
        }
        if let run = covered { cover(run, row) }
        covered = nil
      }
      if let covered { cover(covered, row) }
    }
  }

  private func gather(_ bitmap: FogBitmap, _ level: Int, rows: ClosedRange<Int64>, columns: ClosedRange<Int64>) {
    let side = Int64(1) << Int64(bitmap.columnBits(ofLevel: level))
    inView.removeAll(keepingCapacity: true)
    for row in rows {
      for column in columns {
        let isThere = row >= 0 && row < side
        inView.append(isThere ? bitmap.tile(FogPlace(column: Int32(column & (side - 1)), row: Int32(row)), level: level) : nil)
      }
    }
  }

  /// The picture has a texel more on every side than is shown, so that it is smoothed with those of its neighbours.
  private func draw(_ picture: Picture, at rect: MapRect, within shown: MapRect, _ context: inout MapContext) {
    let origin = context.upright.point(forOffset: context.offset(of: rect.origin.x, rect.origin.y))
    typealias Element = WideFixed<32>
    let texel = Element(rounding: context.zoomScale.points(forUnits: rect.width)) / FogTile.side
    let place = Homography(
      AffineTransform(
        a: texel, b: 0, c: 0, d: texel, tx: Element(rounding: origin.x) - texel, ty: Element(rounding: origin.y) - texel))
    let map = context.turn.isIdentity ? place : place.concatenating(context.turn)
    for quad in ViewClipping.quads(of: context.viewCorners(shown), within: context.transform.bounds) {
      context.list.clipped(to: PixelClip(quad[0], quad[1], quad[2], quad[3])) {
        $0.draw(picture, transform: map, filter: .bilinear)
      }
    }
  }

  private func look(of place: FogPlace, _ level: Int, at index: Int, _ width: Int) -> Look {
    var versions: UInt64 = 0
    var (clear, covered) = (0, 0)
    for dy in -1...1 {
      for dx in -1...1 {
        guard let tile = inView[index + dy * width + dx] else {
          covered += 1
          continue
        }
        // A tile that comes is a change too.
        versions &+= tile.version &+ 1
        if tile.isClear { clear += 1 }
      }
    }
    if covered == 9 { return .covered }
    if clear == 9 { return .clear }
    let key = Key(level: level, place: place)
    if let kept = pictures[key], kept.versions == versions {
      pictures[key]?.frame = frame
      return kept.look
    }
    let look = made((0..<9).map { inView[index + ($0 / 3 - 1) * width + $0 % 3 - 1] })
    pictures[key] = Kept(look: look, versions: versions, frame: frame)
    return look
  }

  /// A tile's texels and one of its neighbours' on every side, in the fog's colour.
  private func made(_ around: [FogTile?]) -> Look {
    let side = FogTile.side
    let colors = (0...255).map { (clear: Int) -> UInt32 in
      var faded = color
      faded.alpha = UInt8(truncatingIfNeeded: (Int(color.alpha) * (255 - clear) + 127) / 255)
      return faded.premultiplied
    }
    var (least, most) = (UInt8.max, UInt8.min)
    let picture = Picture(size: PixelSize(width: side + 2, height: side + 2)) { pixels in
      var index = 0
      for y in -1...side {
        let (dy, inY) = y < 0 ? (0, side - 1) : y == side ? (2, 0) : (1, y)
        for x in -1...side {
          let (dx, inX) = x < 0 ? (0, side - 1) : x == side ? (2, 0) : (1, x)
          let tile = around[dy * 3 + dx]
          let clear = tile.map { $0.texels.map { $0[inY * side + inX] } ?? 255 } ?? 0
          (least, most) = (min(least, clear), max(most, clear))
          pixels[index] = colors[Int(clear)]
          index += 1
        }
      }
    }
    return most == 0 ? .covered : least == 255 ? .clear : .picture(picture)
  }
}
