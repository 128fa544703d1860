import CartoucheRaster
import CartoucheScene

/// The strips of a map that a pan will need next, which a worker draws before they come into view.
///
///     a frame of a pan ▶ worker: a strip ahead ▶ … ▶ the strip is needed: its pixels in place of shapes
///
/// The shapes of a strip take longer than all else in a frame of a pan. Where the worker is late, the map
/// draws them itself. The pixels are the same to the bit, except where images and soft lines are sampled.
final class StripImages {
  private struct Strip {
    var image: GroundImage?
    /// The columns or rows that the image shows, in points from the map's corner.
    var range = 0..<0
  }

  let painter = GroundSlicePainter()
  /// A strip to the left or right of the view.
  private var horizontal = Strip()
  /// A strip above or below the view.
  private var vertical = Strip()
  /// The image into which the painter has drawn last.
  private weak var drawn: GroundImage?
  private var origin = PixelPoint(x: 0, y: 0)
  /// The last movement on each axis.
  private var step = PixelPoint(x: 0, y: 0)
  private var lastUpdate = Timestamp.zero
  /// The number of parts of a view that were drawn from images.
  private(set) var drawnPartCount = 0

  /// The distance in points by which an image is longer than the view at each end. That is the overscan, and
  /// some more for a pan that changes its direction.
  private static let reach = 96
  /// The largest distance in points, along a strip, that a view is expected to move until it needs the strip.
  /// Tiles are loaded 256 points beyond the view.
  private static let maximumDrift = 160
  /// A strip is drawn this many frames before it is needed, at most.
  private static let lead = 16
  /// The largest movement in a frame for which strips are drawn ahead. A faster pan needs wider ones.
  private static let maximumStep = 64

  /// Whether there are images, which are given up when the pan has ended.
  var isActive: Bool { horizontal.image != nil || vertical.image != nil }

  /// Gives up the images and their memory.
  func removeAll() { (horizontal, vertical) = (Strip(), Strip()) }

  /// Takes note of a tile that the images do not show yet.
  func tileDidArrive(_ id: TileID) {
    horizontal.image?.tileDidArrive(id)
    vertical.image?.tileDidArrive(id)
  }

  /// Draws the next strip of a map that was panned in this frame, or soon before, if no worker draws one.
  ///
  /// A single jump may be the only one, and a finger may tremble. So strips are drawn from the second
  /// movement in the same direction on.
  func update(_ context: GroundImages.Context, _ tiles: TileStore) {
    let image = horizontal.image ?? vertical.image
    if painter.use(context.queue) || image?.pixels.belongs(to: context.stage) == false { removeAll() }
    let (view, last) = (context.view, origin)
    origin = view.integralOrigin
    let (x, y) = (origin.x &- last.x, origin.y &- last.y)
    let interval = context.stage.time.nanoseconds &- lastUpdate.nanoseconds
    lastUpdate = context.stage.time
    guard context.queue != nil, view.isGridAligned, (0..<GroundMotion.restInterval).contains(interval),
      max(x.magnitude, y.magnitude) <= Self.maximumStep
    else {
      step = PixelPoint(x: 0, y: 0)
      return removeAll()
    }
    let goesOn = (x: x.signum() * step.x.signum() == 1, y: y.signum() * step.y.signum() == 1)
    step = PixelPoint(x: x != 0 ? x : step.x, y: y != 0 ? y : step.y)
    guard !painter.isBusy else { return }
    let window = PixelRect(covering: view.bounds).moved(by: PixelPoint(x: 0 &- origin.x, y: 0 &- origin.y))
    let strips = context.strips
    let frames = (
      horizontal: Self.frames(strips.horizontal.minX, strips.horizontal.maxX, window.minX, window.maxX, step: x),
      vertical: Self.frames(strips.vertical.minY, strips.vertical.maxY, window.minY, window.maxY, step: y)
    )
    if goesOn.x, !strips.horizontal.isEmpty, frames.horizontal < Self.lead {
      var rect = strips.horizontal
      let drift = Self.drift(y, frames.horizontal)
      (rect.minY, rect.maxY) = (window.minY &+ drift &- Self.reach, window.maxY &+ drift &+ Self.reach)
      Self.begin(&horizontal, rect.minX..<rect.maxX, rect, context, tiles)
    }
    if goesOn.y, !strips.vertical.isEmpty, frames.vertical < Self.lead {
      var rect = strips.vertical
      let drift = Self.drift(x, frames.vertical)
      (rect.minX, rect.maxX) = (window.minX &+ drift &- Self.reach, window.maxX &+ drift &+ Self.reach)
      Self.begin(&vertical, rect.minY..<rect.maxY, rect, context, tiles)
    }
    if frames.vertical < frames.horizontal { draw(vertical.image, context, tiles) }
    draw(horizontal.image, context, tiles)
    draw(vertical.image, context, tiles)
  }

  /// Returns the number of frames before the view reaches a strip. Without a movement, it is ``lead``.
  private static func frames(_ low: Int, _ high: Int, _ windowLow: Int, _ windowHigh: Int, step: Int) -> Int {
    step == 0 ? lead : max(low &- windowHigh, windowLow &- high, 0) / abs(step)
  }

  /// Returns how far the view will have moved along a strip when the strip is needed.
  private static func drift(_ step: Int, _ frames: Int) -> Int {
    (0 - step * (frames + 1)).clamped(from: -maximumDrift, to: maximumDrift)
  }

  private func draw(_ image: GroundImage?, _ context: GroundImages.Context, _ tiles: TileStore) {
    guard !painter.isBusy, let image, let rect = image.takeSlices(limit: .max) else { return }
    drawn = image
    painter.draw(rect, of: image, context, tiles)
  }

  /// Begins another image, unless there is one of that strip.
  private static func begin(
    _ strip: inout Strip, _ range: Range<Int>, _ rect: PixelRect, _ context: GroundImages.Context, _ tiles: TileStore
  ) {
    let (view, size) = (context.view, PixelSize(width: rect.width, height: rect.height))
    if let image = strip.image, strip.range == range, image.view.isScrolled(view) { return }
    let old = strip.image.take()?.pixels
    guard !hasLimitedTiles(context, tiles.style) else { return }
    // The spare memory in which the content layer moves its pixels is worth more than a strip.
    let pixels =
      old?.image.size == size
      ? old : CachedImage(size: size, on: context.stage, sparing: GroundImages.cachedBytes(of: view) / 2 * 3)
    guard let pixels else { return }
    let origin = view.integralOrigin
    let bounds = Rect(
      x: Scalar(rect.minX &+ origin.x), y: Scalar(rect.minY &+ origin.y), width: Scalar(rect.width), height: Scalar(rect.height))
    strip.range = range
    strip.image = GroundImage(pixels, view: MapTransform(view, bounds: bounds, overscan: 0), .full, .view)
  }

  /// Whether the view has so many tiles that it gets larger ones. A strip alone would get others.
  private static func hasLimitedTiles(_ context: GroundImages.Context, _ style: CompiledStyle) -> Bool {
    let (zoom, view) = (context.scale.styleZoom(context.view.camera.clampedZoom), context.view.enlarged(by: Scalar(reach)))
    // The tiles of a background's pattern.
    if TileCover.isLimited(view, zoom: max(zoom.floor, 0)) { return true }
    return style.sources.list.indices.contains { source in
      guard style.isUsed[source], let level = style.tileZoom(of: source, at: zoom) else { return false }
      return TileCover.isLimited(view, zoom: max(level, view.camera.tileZoom - 2))
    }
  }

  /// Draws what is known of a part of a view.
  ///
  /// - Returns: The rest of that part; nil if nothing is known.
  func draw(_ part: Rect, in view: MapTransform, into list: inout DisplayList, transform: Homography) -> [Rect]? {
    let image = part.height > part.width ? horizontal.image : vertical.image
    // A worker may be drawing into it. It serves strips only, and not all of the view.
    guard let image, image.missingSlices == 0, !(painter.isBusy && image === drawn),
      min(part.width, part.height) <= Scalar(Self.reach)
    else { return nil }
    image.pixels.finish()
    guard let rest = image.draw(part, in: view, into: &list, transform: transform) else { return nil }
    drawnPartCount &+= 1
    return rest
  }
}
