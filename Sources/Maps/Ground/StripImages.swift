import CartoucheRaster
import CartoucheScene

/// The strips of a map that a pan will need next, which a worker draws before they come into view.
///
///     a frame of a pan ▶ worker: a strip ahead ▶ … ▶ the strip is needed: its pixels in place of shapes
///
/// The shapes of a strip take longer than all else in a frame of a pan. Where the worker is late, the map
/// draws them itself. The pixels are the same.
final class StripImages {
  private struct Strip {
    var image: GroundImage?
    /// The columns or rows that the image shows, in points from the map's corner.
    var range = 0..<0
    /// The memory of an earlier image.
    var spare: CachedImage?
  }

  let painter = GroundSlicePainter()
  /// A strip to the left or right of the view.
  private var horizontal = Strip()
  /// A strip above or below the view.
  private var vertical = Strip()
  /// The image into which the painter has drawn last.
  private weak var drawn: GroundImage?
  private var origin = PixelPoint(x: 0, y: 0)
  private var lastUpdate = Timestamp.zero
  /// The number of parts of a view that were drawn from images.
  private(set) var drawnPartCount = 0

  /// The distance in points by which an image is longer than the view at each end: the overscan, and some
  /// more for a pan that changes its direction.
  private static let reach = 96
  /// The number of frames before a strip is needed in which it is drawn. A finger that trembles never needs
  /// most strips.
  private static let lead = 16
  /// The largest movement in a frame for which strips are drawn ahead. A faster pan needs wider ones.
  private static let maximumStep = 64

  /// Whether there are images, which are given up when the pan has ended.
  var isActive: Bool { horizontal.image != nil || vertical.image != nil }

  /// Gives up the images and their memory.
  func removeAll() {
    if horizontal.image != nil || horizontal.spare != nil { horizontal = Strip() }
    if vertical.image != nil || vertical.spare != nil { vertical = Strip() }
  }

  /// Takes note of a tile that the images do not show yet.
  func tileDidArrive(_ id: TileID) {
    horizontal.image?.tileDidArrive(id)
    vertical.image?.tileDidArrive(id)
  }

  /// Draws the next strip of a map that was panned in this frame, or soon before, if no worker draws one.
  ///
  /// A single jump may be the only one, so strips are drawn from the next movement on.
  func update(_ context: GroundImages.Context, _ tiles: TileStore) {
    if painter.use(context.queue) { removeAll() }
    let (view, last) = (context.view, origin)
    origin = view.integralOrigin
    let (x, y) = (origin.x &- last.x, origin.y &- last.y)
    let interval = context.stage.time.nanoseconds &- lastUpdate.nanoseconds
    lastUpdate = context.stage.time
    guard context.queue != nil, (0..<GroundMotion.restInterval).contains(interval),
      max(x.magnitude, y.magnitude) <= Self.maximumStep
    else { return removeAll() }
    guard !painter.isBusy else { return }
    let window = PixelRect(covering: view.bounds).moved(by: PixelPoint(x: 0 &- origin.x, y: 0 &- origin.y))
    let (beside, below) = context.strips
    if x != 0, !beside.isEmpty {
      let frames = max(beside.minX &- window.maxX, window.minX &- beside.maxX, 0) / abs(x)
      let shift = Self.drift(y, frames)
      let rect = PixelRect(
        minX: beside.minX, minY: window.minY &+ shift &- Self.reach, maxX: beside.maxX, maxY: window.maxY &+ shift &+ Self.reach)
      if frames < Self.lead { Self.begin(&horizontal, beside.minX..<beside.maxX, rect, context) }
    }
    if y != 0, !below.isEmpty {
      let frames = max(below.minY &- window.maxY, window.minY &- below.maxY, 0) / abs(y)
      let shift = Self.drift(x, frames)
      let rect = PixelRect(
        minX: window.minX &+ shift &- Self.reach, minY: below.minY, maxX: window.maxX &+ shift &+ Self.reach, maxY: below.maxY)
      if frames < Self.lead { Self.begin(&vertical, below.minY..<below.maxY, rect, context) }
    }
    draw(horizontal.image, context, tiles)
    draw(vertical.image, context, tiles)
  }

  /// Returns how far the view will have moved along a strip when the strip is needed.
  private static func drift(_ step: Int, _ frames: Int) -> Int {
    (0 - step * (min(frames, lead) + 1)).clamped(from: -256, to: 256)
  }

  private func draw(_ image: GroundImage?, _ context: GroundImages.Context, _ tiles: TileStore) {
    guard !painter.isBusy, let image, let rect = image.takeSlices(limit: .max) else { return }
    drawn = image
    painter.draw(rect, of: image, context, tiles)
  }

  /// Begins another image, unless there is one of that strip.
  private static func begin(_ strip: inout Strip, _ range: Range<Int>, _ rect: PixelRect, _ context: GroundImages.Context) {
    let view = context.view
    if let image = strip.image, strip.range == range, image.view.isScrolled(view) { return }
    let size = PixelSize(width: rect.width, height: rect.height)
    if let old = strip.image.take() { strip.spare = old.pixels }
    if strip.spare?.image.size != size || strip.spare?.belongs(to: context.stage) != true {
      strip.spare = nil
      strip.spare = CachedImage(size: size, on: context.stage, sparing: GroundImages.cachedBytes(of: view))
    }
    guard let pixels = strip.spare.take() else { return }
    let origin = view.integralOrigin
    let bounds = Rect(
      x: Scalar(rect.minX &+ origin.x), y: Scalar(rect.minY &+ origin.y), width: Scalar(rect.width), height: Scalar(rect.height))
    strip.range = range
    strip.image = GroundImage(pixels, view: MapTransform(view, bounds: bounds, overscan: 0), .full, .view)
  }

  /// Draws what is known of a part of a view.
  ///
  /// - Returns: The rest of that part; nil if nothing is known.
  func draw(_ part: Rect, in view: MapTransform, into list: inout DisplayList, transform: Homography) -> [Rect]? {
    let image = part.height > part.width ? horizontal.image : vertical.image
    // A worker may be drawing into it.
    guard let image, image.missingSlices == 0, !(painter.isBusy && image === drawn) else { return nil }
    image.pixels.finish()
    guard let rest = image.draw(part, in: view, into: &list, transform: transform) else { return nil }
    drawnPartCount &+= 1
    return rest
  }
}
