public import CartoucheRaster

/// Draws a ``FogOverlay``: one colour where it is covered.
///
/// By the halving of the grid whose texels are just not larger than pixels, smoothed between four of them, in strips of squares of 128 × 128 pixels. Strips that are
/// covered are rectangles, those that are clear cost nothing, and the others are masks that stay as long as the map is only panned: the squares lie on a grid of pixels
/// that belongs to the map and is shown at whole pixels, and a frame of a pan copies it; while the map is zoomed or turned fog can be half a pixel beside it.
open class FogRenderer: OverlayRenderer {
  /// The fog's colour; its alpha is how much of the map it hides.
  public final var color = Color.black.withAlpha(0.7) {
    didSet {
      if color != oldValue { setNeedsDisplay() }
    }
  }

  /// A strip among those of one copy of the world.
  private struct Key: Hashable {
    var shift: Int64
    var row: Int64
    /// Which strip of the row.
    var number: Int64
  }

  private var strips: [Key: FogStrip] = [:]
  /// The camera that the strips are for, wherever it stands.
  private var camera: MapCamera?
  private var frame = 0
  private var patch: [UInt8] = []
  private var clearness = [UInt8](repeating: 0, count: (FogStrip.side + 2) * (FogStrip.side + 2))

  /// How many strips stay that are not in view.
  private static let maximumUnseenStripCount = 12

  public init(fog: FogOverlay) {
    super.init(overlay: fog)
    fog.observeChanges(for: self) { [weak self] in self?.change($0) }
  }

  /// Forgets what of the strips shows some of `rect`, and has as much of them drawn.
  private func change(_ rect: MapRect) {
    for strip in strips.values { strip.forget(rect) }
    setNeedsDisplay(in: rect)
  }

  open override var drawingOutset: Scalar { 3 }

  override var prefersPartialDrawing: Bool { true }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let fog = overlay as? FogOverlay, color.alpha > 0 else { return }
    let isWorld = fog.boundingMapRect.width >= MapPoint.worldSize
    // Round the world fog goes on from copy to copy, and is drawn with the first.
    if isWorld && !context.isFirstCopy { return }
    frame += 1
    let transform = context.transform
    var stand = transform.camera
    stand.centerPoint = MapPoint(x: 0, y: 0)
    if camera != stand { strips.removeAll() }
    camera = stand
    // Of the ground and not of the view, which would turn a slanted edge by a hair wherever it is.
    let (seen, home) = (context.clipExtent, MapBounds(fog.boundingMapRect))
    let isCut = seen.minY < home.minY || seen.maxY >= home.maxY || (!isWorld && (seen.minX < home.minX || seen.maxX >= home.maxX))
    let clip = isCut ? context.list.open(.beginClip(edge(home, isWorld, seen, context), .nonZero)) : -1
    drawSquares(fog.bitmap, &context)
    if clip >= 0 { context.list.closeClip(clip) }
    if strips.count > Self.maximumUnseenStripCount {
      let unseen = strips.filter { $0.value.frame < frame - 1 }.map(\.key)
      if unseen.count > Self.maximumUnseenStripCount { for key in unseen { strips[key] = nil } }
    }
  }

  /// What the fog covers, on the view.
  private func edge(_ home: MapBounds, _ isWorld: Bool, _ seen: MapBounds, _ context: MapContext) -> Path {
    let (left, right) = isWorld ? (seen.minX, seen.maxX) : (home.minX, home.maxX)
    let corners = context.viewCorners(
      MapRect(origin: MapPoint(x: left, y: home.minY), width: right - left, height: home.maxY - home.minY))
    var edge = Path()
    edge.move(to: corners[0])
    for corner in corners.dropFirst() { edge.addLine(to: corner) }
    edge.closeSubpath()
    return edge
  }

  private func drawSquares(_ bitmap: FogBitmap, _ context: inout MapContext) {
    let transform = context.transform
    let bounds = transform.bounds
    let origin = context.viewPoint(for: MapPoint(x: 0, y: 0))
    // The grid's first pixel, at a whole pixel; in 64 bits, which an `Int` does not have everywhere.
    let (left, top) = ((origin.x.rawValue + 32768) >> 16, (origin.y.rawValue + 32768) >> 16)
    let side = Int64(FogStrip.side)
    func points(_ pixels: Int64) -> Scalar { Scalar(rawValue: pixels << 16) }
    let level = min(max(bitmap.zoom - transform.camera.clampedZoom.ceiling, 0), bitmap.levelCount - 1)
    let ground = Path(rect: bounds.insetBy(dx: -2, dy: -2))
    func place(_ columns: ClosedRange<Int64>, _ row: Int64) -> Rect {
      Rect(
        x: points(left + columns.lowerBound * side), y: points(top + row * side),
        width: points(Int64(columns.count) * side), height: points(side)
      ).intersection(bounds)
    }
    func squares(_ from: Scalar, _ to: Scalar, _ first: Int64) -> ClosedRange<Int64> {
      ((Int64(from.floor) - first) >> FogStrip.sideBits)...((Int64(to.ceiling) - 1 - first) >> FogStrip.sideBits)
    }
    /// Shows some of a strip's squares.
    func show(_ strip: FogStrip, _ columns: ClosedRange<Int64>, _ row: Int64) {
      let rect = place(columns, row)
      guard !rect.isEmpty else { return }
      switch strip.content(of: columns) {
      case .clear: return
      case .covered: context.list.clipped(to: PixelClip(rect)) { $0.fill(ground, with: .color(color)) }
      case .mixed:
        guard let mask = strip.mask else { return }
        // A pixel more on every side, which shows where the view itself is seen turned or scaled.
        let map = Homography.translation(x: points(left + strip.first * side), y: points(top + row * side))
        context.list.clipped(to: PixelClip(rect)) { $0.fill(mask, with: .color(color), transform: map) }
      }
    }
    let columns = squares(bounds.minX, bounds.maxX, left)
    for row in squares(bounds.minY, bounds.maxY, top) {
      for number in (columns.lowerBound >> FogStrip.countBits)...(columns.upperBound >> FogStrip.countBits) {
        let key = Key(shift: context.shift, row: row, number: number)
        let first = number << FogStrip.countBits
        let seen = columns.clamped(to: first...(first + (1 << FogStrip.countBits) - 1))
        strips[key]?.frame = frame
        // One that is in view stays, though nothing of it is to be drawn this time.
        guard place(seen, row).intersects(context.partRect) else { continue }
        let strip = strips[key] ?? FogStrip(first: first)
        strips[key] = strip
        strip.frame = frame
        strip.complete(seen) { look($0, row, bitmap, level, context) }
        show(strip, seen, row)
      }
    }
  }

  /// What a square looks like; of one that is mixed ``clearness`` has its pixels and one more on every side.
  private func look(_ column: Int64, _ row: Int64, _ bitmap: FogBitmap, _ level: Int, _ context: MapContext) -> FogStrip.Square {
    let transform = context.transform
    let half = Scalar(rawValue: 1 << 15)
    func offset(_ x: Int, _ y: Int) -> MapPoint {
      func place(_ square: Int64, _ pixel: Int) -> Scalar {
        Scalar(rawValue: (square << FogStrip.sideBits + Int64(pixel)) << 16) + half
      }
      return transform.mapOffset(of: Point(x: place(column, x), y: place(row, y)))
    }
    let sampling = FogSampler(
      bitmap, level: level, first: offset(-1, -1), across: transform.mapOffset(of: Point(x: 4096, y: 0)),
      down: transform.mapOffset(of: Point(x: 0, y: 4096)))
    let side = FogStrip.side
    var box = MapBounds.null
    for (x, y) in [(-3, -3), (side + 2, -3), (-3, side + 2), (side + 2, side + 2)] { box.add(offset(x, y)) }
    box = box.expanded(by: 2 << Int64(bitmap.texelBits(ofLevel: level)))
    let finding = sampling.read(bitmap, side: side + 2, patch: &patch, clearness: &clearness)
    return FogStrip.Square(content: finding, rect: box.rect, clearness: finding == .mixed ? clearness : [])
  }
}
