public import CartoucheRaster

/// A renderer that draws a ``FogOverlay`` in one color. Where the fog is cleared, the renderer draws nothing.
///
/// The renderer divides the map into squares of 128 × 128 pixels. Sixteen squares in a row form a strip. A
/// fully covered strip is drawn as a filled rectangle, and a fully clear strip is not drawn. Any other strip
/// is drawn with a coverage mask. The mask stays cached while the map is panned, but not while it is zoomed
/// or rotated.
///
/// Each pixel of a mask is interpolated between four texels (cells) of the fog's grid. For lower zooms, the
/// grid has mip levels, which are smaller copies with larger texels. The renderer samples the copy with the
/// largest texels that are no larger than a pixel. If all texels are larger than a pixel, the renderer
/// samples the grid itself.
///
/// The squares move with the map in steps of whole pixels. Each frame of a pan can therefore reuse the pixels
/// of the previous frame. While the map is zoomed or rotated, the fog can be up to half a pixel from its
/// exact position.
open class FogRenderer: OverlayRenderer {
  /// The color of the fog, which hides the map except where the fog was cleared. The higher the color's
  /// alpha, the less of the map is visible through the fog.
  public final var color = Color.black.withAlpha(0.7) {
    didSet {
      if color != oldValue { setNeedsDisplay() }
    }
  }

  /// The position of a strip of squares.
  private struct Key: Hashable {
    var shift: Int64
    var row: Int64
    /// The index of the strip in the row of squares.
    var number: Int64
  }

  private var strips: [Key: FogStrip] = [:]
  /// The camera for which the strips were made, without the camera's position.
  private var camera: MapCamera?
  private var frame = 0
  private var patch: [UInt8] = []
  private var clearness = [UInt8](repeating: 0, count: (FogStrip.side + 2) * (FogStrip.side + 2))

  /// The maximum number of strips outside the view that stay cached.
  private static let maximumUnseenStripCount = 12

  /// Creates a renderer for a fog overlay. When the fog changes, the renderer redraws the changed area.
  public init(fog: FogOverlay) {
    super.init(overlay: fog)
    fog.observeChanges(for: self) { [weak self] in self?.change($0) }
  }

  /// Discards the samples of the squares within `rect`, and marks `rect` as needing to be redrawn.
  private func change(_ rect: MapRect) {
    for strip in strips.values { strip.invalidate(rect) }
    setNeedsDisplay(in: rect)
  }

  open override var drawingOutset: Scalar { 3 }

  override var prefersPartialDrawing: Bool { true }
  override var suitsImages: Bool { false }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let fog = overlay as? FogOverlay else { return reportUnsuitableOverlay() }
    guard color.alpha > 0 else { return }
    let isWorld = fog.boundingMapRect.width >= MapPoint.worldSize
    // Fog around the whole world is drawn with the first copy, for all of them.
    if isWorld && !context.isFirstCopy { return }
    frame += 1
    let transform = context.transform
    var positionless = transform.camera
    positionless.centerPoint = MapPoint(x: 0, y: 0)
    if camera != positionless { strips.removeAll() }
    camera = positionless
    // Clipped to the clip extent rather than the view, because clipping would tilt a slanted edge slightly
    // wherever the view is.
    let (visible, overlayBounds) = (context.clipExtent, InclusiveMapRect(fog.boundingMapRect))
    let isCut =
      visible.minY < overlayBounds.minY || visible.maxY >= overlayBounds.maxY
      || (!isWorld && (visible.minX < overlayBounds.minX || visible.maxX >= overlayBounds.maxX))
    if isCut, isWorld, !transform.isUpright { context.dependsOnClipExtent = true }
    let clip = isCut ? context.list.open(.beginClip(edge(overlayBounds, isWorld, visible, context), .nonZero)) : -1
    drawSquares(fog.bitmap, &context)
    if clip >= 0 { context.list.closeClip(clip) }
    if strips.count > Self.maximumUnseenStripCount {
      let unseen = strips.filter { $0.value.frame < frame - 1 }.map(\.key)
      if unseen.count > Self.maximumUnseenStripCount { for key in unseen { strips[key] = nil } }
    }
  }

  /// Returns the outline of the fog's rectangle in the view.
  private func edge(_ overlayBounds: InclusiveMapRect, _ isWorld: Bool, _ visible: InclusiveMapRect, _ context: MapContext) -> Path
  {
    let (left, right) = isWorld ? (visible.minX, visible.maxX) : (overlayBounds.minX, overlayBounds.maxX)
    let corners = context.viewCorners(
      MapRect(
        origin: MapPoint(x: left, y: overlayBounds.minY), width: right - left, height: overlayBounds.maxY - overlayBounds.minY))
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
    // The grid's first pixel, at a whole pixel; in 64 bits, which `Int` does not have on every platform.
    let (left, top) = ((origin.x.rawValue + 32768) >> 16, (origin.y.rawValue + 32768) >> 16)
    let side = Int64(FogStrip.side)
    func points(_ pixels: Int64) -> Scalar { Scalar(rawValue: pixels << 16) }
    let level = (bitmap.zoom - transform.camera.clampedZoom.ceiling).clamped(from: 0, to: bitmap.levelCount - 1)
    let paintedArea = Path(rect: bounds.insetBy(dx: -2, dy: -2))
    func rect(_ columns: ClosedRange<Int64>, _ row: Int64) -> Rect {
      Rect(
        x: points(left + columns.lowerBound * side), y: points(top + row * side),
        width: points(Int64(columns.count) * side), height: points(side)
      ).intersection(bounds)
    }
    func squares(_ from: Scalar, _ to: Scalar, _ first: Int64) -> ClosedRange<Int64> {
      ((Int64(from.floor) - first) >> FogStrip.sideBits)...((Int64(to.ceiling) - 1 - first) >> FogStrip.sideBits)
    }
    /// Draws a range of squares of a strip.
    func draw(_ strip: FogStrip, _ columns: ClosedRange<Int64>, _ row: Int64) {
      let rect = rect(columns, row)
      guard !rect.isEmpty else { return }
      switch strip.content(of: columns) {
      case .clear: return
      case .covered: context.list.clipped(to: PixelClip(rect)) { $0.fill(paintedArea, with: .color(color)) }
      case .mixed:
        guard let mask = strip.mask else { return }
        // The mask has a pixel more on each side, which is visible where the view itself is rotated or
        // scaled.
        let map = Homography.translation(x: points(left + strip.first * side), y: points(top + row * side))
        context.list.clipped(to: PixelClip(rect)) { $0.fill(mask, with: .color(color), transform: map) }
      }
    }
    let columns = squares(bounds.minX, bounds.maxX, left)
    for row in squares(bounds.minY, bounds.maxY, top) {
      for number in (columns.lowerBound >> FogStrip.countBits)...(columns.upperBound >> FogStrip.countBits) {
        let key = Key(shift: context.shift, row: row, number: number)
        let first = number << FogStrip.countBits
        let visible = columns.clamped(to: first...(first + (1 << FogStrip.countBits) - 1))
        strips[key]?.frame = frame
        // A strip in view stays cached, even if it is outside the part to draw.
        guard rect(visible, row).intersects(context.partRect) else { continue }
        let strip = strips[key] ?? FogStrip(first: first)
        strips[key] = strip
        strip.frame = frame
        strip.complete(visible) { sample($0, row, bitmap, level, context) }
        draw(strip, visible, row)
      }
    }
  }

  /// Samples the fog of a square. If the square is mixed, the method stores the clearness of its pixels, and
  /// of one more pixel on each side, in ``clearness``.
  private func sample(_ column: Int64, _ row: Int64, _ bitmap: FogBitmap, _ level: Int, _ context: MapContext) -> FogStrip.Square {
    let transform = context.transform
    let half = Scalar(rawValue: 1 << 15)
    func offset(_ x: Int, _ y: Int) -> MapPoint {
      func rect(_ square: Int64, _ pixel: Int) -> Scalar {
        Scalar(rawValue: (square << FogStrip.sideBits + Int64(pixel)) << 16) + half
      }
      return transform.mapOffset(of: Point(x: rect(column, x), y: rect(row, y)))
    }
    let sampler = FogSampler(
      bitmap, level: level, first: offset(-1, -1), across: transform.mapOffset(of: Point(x: 4096, y: 0)),
      down: transform.mapOffset(of: Point(x: 0, y: 4096)))
    let side = FogStrip.side
    var box = InclusiveMapRect.null
    for (x, y) in [(-3, -3), (side + 2, -3), (-3, side + 2), (side + 2, side + 2)] { box.add(offset(x, y)) }
    box = box.expanded(by: 2 << Int64(bitmap.texelBits(ofLevel: level)))
    let content = sampler.read(bitmap, side: side + 2, patch: &patch, clearness: &clearness)
    return FogStrip.Square(content: content, rect: box.rect, clearness: content == .mixed ? clearness : [])
  }
}
