import CartoucheRaster
import CartoucheScene

/// An image of the ground in the style before, which fades out above the ground in the new one.
///
/// The image follows the camera like a ``GroundImage``. Where it does not reach, the new style is seen at
/// once.
struct GroundFade {
  private let image: GroundImage
  /// The time of the first frame with the new style; nil before it.
  private var begin: Timestamp?
  private var progress: Int64 = 0

  /// The time in nanoseconds in which the image fades out.
  private static let duration: Int64 = 300_000_000
  /// The distance in points by which the image is larger than the view, for a map that moves.
  private static let margin: Scalar = 64

  /// Draws the image of a view.
  ///
  /// - Parameters:
  ///   - isOpaque: Whether the style draws every pixel.
  ///   - draw: Adds the ground, as the last frame showed it, to a list.
  /// - Returns: nil if there is too little memory.
  init?(
    of last: MapTransform, isOpaque: Bool, on stage: Stage,
    _ draw: (_ view: MapTransform, _ list: inout DisplayList, _ transform: Homography) -> Void
  ) {
    let wide = last.viewBounds.insetBy(dx: -Self.margin, dy: -Self.margin)
    let (left, top) = (Scalar(wide.minX.floor), Scalar(wide.minY.floor))
    let bounds = Rect(x: left, y: top, width: Scalar(wide.maxX.ceiling) - left, height: Scalar(wide.maxY.ceiling) - top)
    let size = PixelSize(width: bounds.width.floor, height: bounds.height.floor)
    guard let pixels = CachedImage(size: size, on: stage) else { return nil }
    let view = MapTransform(last, bounds: bounds, overscan: 0)
    var list = DisplayList()
    draw(view, &list, Homography.translation(x: -left, y: -top))
    CachedImagePainter().draw(into: pixels, rect: PixelRect(size), on: nil) { [list] in
      $0 = list
    } completion: {
    }
    if isOpaque { pixels.finish() }
    image = GroundImage(pixels, view: view, .full, .rectangle)
  }

  /// Moves to the time of a frame, and returns whether the image is still seen.
  mutating func advance(to now: Timestamp) -> Bool {
    let start = begin ?? now
    begin = start
    progress = max(now.nanoseconds &- start.nanoseconds, 0)
    return progress < Self.duration
  }

  /// Draws the image above the ground of a view.
  func draw(over view: MapTransform, into list: inout DisplayList, transform: Homography) {
    guard let place = image.transform(to: view) else { return }
    let opacity = UInt8(clamping: 255 - progress * 255 / Self.duration)
    list.draw(image.pixels.image, transform: place.concatenating(transform), opacity: opacity)
  }
}
