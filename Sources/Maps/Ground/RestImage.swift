import CartoucheRaster
import CartoucheScene

/// The exact pixels of a map, drawn in slices while other pixels are still shown: an image of the motion that
/// has ended, or a map that lacks a large tile.
///
///     motion ends, or a tile arrives ▶ a slice a frame ▶ … ▶ content layer: the image in place of shapes
///
/// All shapes of a view take longer than a frame should. As the layer caches the pixels, it needs the image
/// in one frame only.
struct RestImage {
  private(set) var image: GroundImage?
  private var start: Timestamp?
  /// Whether all slices of the image are drawn.
  private var isComplete = false
  /// Whether a tile has arrived meanwhile, so that the image may take as long again.
  private var isExtended = false

  /// The time in nanoseconds after which the map is drawn as shapes if the image is not complete. Beginning
  /// when a motion pauses, a map is exact 150 ms after its last change, or 230 ms if a tile
  /// arrives meanwhile.
  private static let limit: Int64 = 80_000_000
  /// The time in nanoseconds in which workers are given all slices.
  private static let drawingTime: Int64 = 60_000_000

  /// Whether slices are being drawn, or the complete image takes memory.
  var isActive: Bool { start != nil }

  /// Draws the next slices, and returns whether the map can be drawn without other pixels from now on.
  ///
  /// - Parameter interval: The time since the last frame in nanoseconds.
  mutating func update(
    _ context: GroundImages.Context, interval: Int64, tiles: TileStore, painter: GroundSlicePainter,
    _ memory: GroundMemory
  ) -> Bool {
    let now = context.stage.time
    let begin = start ?? now
    start = begin
    if image?.view.isScrolled(context.view) != true { restart() }
    if finish(painter) { return true }
    let elapsed = now.nanoseconds &- begin.nanoseconds
    guard elapsed >= 0, elapsed + interval / 2 < (isExtended ? 2 * Self.limit : Self.limit) else { return giveUp() }
    guard !painter.isBusy else { return false }
    image = image ?? Self.makeImage(context, memory)
    guard let image else { return giveUp() }
    let frames = Int((Self.drawingTime / max(interval, 1)).clamped(from: 1, to: 3))
    if let rect = image.takeSlices(limit: (image.sliceCount + frames - 1) / frames) {
      isComplete = false
      painter.draw(rect, of: image, context, tiles)
    }
    return finish(painter)
  }

  /// Begins again, because the image shows something else by now.
  mutating func restart() { (image, isComplete) = (nil, false) }

  private mutating func finish(_ painter: GroundSlicePainter) -> Bool {
    guard let image, image.missingSlices == 0, !painter.isBusy else { return false }
    image.pixels.finish()
    isComplete = true
    return true
  }

  private mutating func giveUp() -> Bool {
    self = RestImage()
    return true
  }

  /// Returns an empty image of the view; nil if there is too little memory, or no exact pixels. If
  /// memory is short, the memory kept for other images is given up first.
  private static func makeImage(_ context: GroundImages.Context, _ memory: GroundMemory) -> GroundImage? {
    let view = context.view
    let bounds = GroundImage.bounds(for: view.bounds, .full, .view)
    let size = PixelSize(width: bounds.width.floor, height: bounds.height.floor)
    func allocated() -> CachedImage? {
      CachedImage(size: size, on: context.stage, sparing: GroundImages.cachedBytes(of: view))
    }
    func reclaimed() -> CachedImage? {
      memory.release()
      return allocated()
    }
    guard view.isGridAligned, let pixels = allocated() ?? reclaimed() else { return nil }
    return GroundImage(pixels, view: MapTransform(view, bounds: bounds, overscan: 0), .full, .view)
  }

  /// Draws a part again where a tile has arrived.
  mutating func tileDidArrive(_ id: TileID) {
    if image?.tileDidArrive(id) == true { isExtended = true }
  }

  /// Draws what the image shows of a part of a view.
  ///
  /// - Returns: The rest of that part; nil if the image is of no use.
  func draw(_ part: Rect, in view: MapTransform, into list: inout DisplayList, transform: Homography) -> [Rect]? {
    isComplete ? image?.draw(part, in: view, into: &list, transform: transform) : nil
  }
}
