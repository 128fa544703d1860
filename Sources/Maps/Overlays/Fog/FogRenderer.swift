public import CartoucheRaster

/// Draws a ``FogOverlay``: one colour where it is covered.
///
/// By the halving of the grid whose texels are just not larger than pixels, smoothed between four of them, in squares of 128 × 128 pixels. Squares that are covered are
/// rectangles, those that are clear cost nothing, and the others are masks that stay as long as the map is only panned: the squares lie on a grid of pixels that belongs
/// to the map and is shown at whole pixels, so fog can be half a pixel beside the map, and a frame of a pan copies it.
open class FogRenderer: OverlayRenderer {
  /// The fog's colour; its alpha is how much of the map it hides.
  public final var color = Color.black.withAlpha(0.7) {
    didSet {
      if color != oldValue { setNeedsDisplay() }
    }
  }

  /// A square among those of one copy of the world.
  private struct Key: Hashable {
    var shift: Int64
    var column: Int64
    var row: Int64
  }

  private enum Look {
    case covered
    case clear
    /// How much of each pixel is covered, and of one more on every side.
    case mask(CoverageMask)
  }

  private struct Square {
    var look: Look
    /// What of the map can be seen in it.
    var rect: MapRect
    var frame: Int
  }

  private var squares: [Key: Square] = [:]
  /// The camera that the squares are for, wherever it stands.
  private var camera: MapCamera?
  private var frame = 0
  private var patch: [UInt8] = []
  private var clearness = [UInt8](repeating: 0, count: (side + 2) * (side + 2))

  private static let sideBits = 7
  private static let side = 1 << sideBits
  /// How many squares stay that are not in view.
  private static let mostUnseen = 128

  public init(fog: FogOverlay) {
    super.init(overlay: fog)
    fog.watch(for: self) { [weak self] in self?.change($0) }
  }

  /// Forgets the squares that show some of `rect`, and has as much of them drawn.
  private func change(_ rect: MapRect) {
    for (key, square) in squares where square.rect.intersects(rect) { squares[key] = nil }
    setNeedsDisplay(in: rect)
  }

  open override var reach: Scalar { 3 }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let fog = overlay as? FogOverlay, color.alpha > 0 else { return }
    let isWorld = fog.boundingMapRect.width >= MapPoint.worldSize
    // Round the world fog goes on from copy to copy, and is drawn with the first.
    if isWorld && !context.isFirstCopy { return }
    frame += 1
    let transform = context.transform
    var stand = transform.camera
    stand.centerPoint = MapPoint(x: 0, y: 0)
    if camera != stand { squares.removeAll() }
    camera = stand
    let (seen, home) = (MapBox(context.visibleMapRect), MapBox(fog.boundingMapRect))
    let isCut = seen.minY < home.minY || seen.maxY >= home.maxY || (!isWorld && (seen.minX < home.minX || seen.maxX >= home.maxX))
    let clip = isCut ? context.list.open(.beginClip(edge(home, isWorld, seen, context), .nonZero)) : -1
    drawSquares(fog.bitmap, mapRect, &context)
    if clip >= 0 { context.list.closeClip(clip) }
    if squares.count > Self.mostUnseen {
      let unseen = squares.filter { $0.value.frame < frame - 1 }.map(\.key)
      if unseen.count > Self.mostUnseen { for key in unseen { squares[key] = nil } }
    }
  }

  /// What the fog covers, on the view.
  private func edge(_ home: MapBox, _ isWorld: Bool, _ seen: MapBox, _ context: MapContext) -> Path {
    let (left, right) = isWorld ? (seen.minX, seen.maxX) : (home.minX, home.maxX)
    let corners = context.viewCorners(
      MapRect(origin: MapPoint(x: left, y: home.minY), width: right - left, height: home.maxY - home.minY))
    var edge = Path()
    edge.move(to: corners[0])
    for corner in corners.dropFirst() { edge.addLine(to: corner) }
    edge.closeSubpath()
    return edge
  }

  private func drawSquares(_ bitmap: FogBitmap, _ mapRect: MapRect, _ context: inout MapContext) {
    let transform = context.transform
    let bounds = transform.bounds
    let origin = context.viewPoint(for: MapPoint(x: 0, y: 0))
    // The grid's first pixel, at a whole pixel; in 64 bits, which an `Int` does not have everywhere.
    let (left, top) = ((origin.x.rawValue + 32768) >> 16, (origin.y.rawValue + 32768) >> 16)
    let side = Int64(Self.side)
    func points(_ pixels: Int64) -> Scalar { Scalar(rawValue: pixels << 16) }
    let level = min(max(bitmap.zoom - transform.camera.heldZoom.ceiling, 0), bitmap.levelCount - 1)
    let inPieces = mapRect != context.visibleMapRect
    let ground = Path(rect: bounds.insetBy(dx: -2, dy: -2))
    func place(_ columns: ClosedRange<Int64>, _ row: Int64) -> Rect {
      Rect(
        x: points(left + columns.lowerBound * side), y: points(top + row * side),
        width: points(Int64(columns.count) * side), height: points(side)
      ).intersection(bounds)
    }
    func cover(_ columns: ClosedRange<Int64>, _ row: Int64) {
      context.list.clipped(to: PixelClip(place(columns, row))) { $0.fill(ground, with: .color(color)) }
    }
    func squares(_ from: Scalar, _ to: Scalar, _ first: Int64) -> ClosedRange<Int64> {
      ((Int64(from.floor) - first) >> Int64(Self.sideBits))...((Int64(to.ceiling) - 1 - first) >> Int64(Self.sideBits))
    }
    let columns = squares(bounds.minX, bounds.maxX, left)
    for row in squares(bounds.minY, bounds.maxY, top) {
      var covered: ClosedRange<Int64>?
      for column in columns {
        let rect = place(column...column, row)
        if rect.isEmpty || (inPieces && !isIn(mapRect, rect, context)) {
          if let run = covered { cover(run, row) }
          covered = nil
          continue
        }
        switch look(column, row, bitmap, level, context) {
        case .covered:
          covered = (covered?.lowerBound ?? column)...column
          continue
        case .clear: break
        case .mask(let mask):
          // A pixel more on every side, which shows where the view itself is seen turned or scaled.
          let map = Homography.translation(x: points(left + column * side), y: points(top + row * side))
          context.list.clipped(to: PixelClip(rect)) { $0.fill(mask, with: .color(color), transform: map) }
        }
        if let run = covered { cover(run, row) }
        covered = nil
      }
      if let covered { cover(covered, row) }
    }
  }

  /// Whether a square belongs to the piece: it does to the one that has its middle, or the middle of what is in view.
  private func isIn(_ piece: MapRect, _ rect: Rect, _ context: MapContext) -> Bool {
    let place = context.transform.place(at: rect.center)
    let (x, y) = (place.x &- context.shift, place.y)
    return x >= piece.origin.x && x < piece.origin.x + piece.width && y >= piece.origin.y && y < piece.origin.y + piece.height
  }

  private func look(_ column: Int64, _ row: Int64, _ bitmap: FogBitmap, _ level: Int, _ context: MapContext) -> Look {
    let key = Key(shift: context.shift, column: column, row: row)
    if let index = squares.index(forKey: key) {
      squares.values[index].frame = frame
      return squares.values[index].look
    }
    let transform = context.transform
    let half = Scalar(rawValue: 1 << 15)
    func offset(_ x: Int, _ y: Int) -> MapPoint {
      func place(_ square: Int64, _ pixel: Int) -> Scalar {
        Scalar(rawValue: (square << Int64(Self.sideBits) + Int64(pixel)) << 16) + half
      }
      return transform.mapOffset(of: Point(x: place(column, x), y: place(row, y)))
    }
    let sampling = FogSampling(
      bitmap, level: level, first: offset(-1, -1), across: transform.mapOffset(of: Point(x: 4096, y: 0)),
      down: transform.mapOffset(of: Point(x: 0, y: 4096)))
    var box = MapBox.nothing
    for (x, y) in [(-3, -3), (Self.side + 2, -3), (-3, Self.side + 2), (Self.side + 2, Self.side + 2)] { box.add(offset(x, y)) }
    box = box.widened(by: 2 << Int64(bitmap.texelBits(ofLevel: level)))
    let look: Look
    switch sampling.read(bitmap, side: Self.side + 2, patch: &patch, clearness: &clearness) {
    case .covered: look = .covered
    case .clear: look = .clear
    case .mixed:
      look = .mask(
        CoverageMask(bounds: PixelRect(minX: -1, minY: -1, maxX: Self.side + 1, maxY: Self.side + 1)) { coverages in
          for index in coverages.indices { coverages[index] = 255 - clearness[index] }
        })
    }
    squares[key] = Square(look: look, rect: box.rect, frame: frame)
    return look
  }
}
