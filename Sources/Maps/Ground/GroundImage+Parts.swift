import CartoucheRaster
import CartoucheScene

extension GroundImage {
  /// Returns the part of ``view`` that a rectangle of pixels shows.
  func part(of rect: PixelRect) -> Rect {
    let origin = view.bounds.origin
    return Rect(
      x: origin.x + Scalar(rect.minX), y: origin.y + Scalar(rect.minY), width: Scalar(rect.width), height: Scalar(rect.height))
  }

  /// Returns where the image is in another view whose pixels are those of the image, moved by whole points;
  /// nil if there are no such pixels.
  func scrolledBounds(in other: MapTransform) -> Rect? {
    guard view.isScrolled(other), view.camera.zoom == other.camera.zoom else { return nil }
    return Rect(origin: view.bounds.origin + other.offset(from: view), size: view.bounds.size)
  }

  /// Draws what an image of exact pixels shows of a part of a view.
  ///
  /// - Returns: The rest of that part; nil if the image is incomplete, or shows nothing of it.
  func draw(_ part: Rect, in other: MapTransform, into list: inout DisplayList, transform: Homography) -> [Rect]? {
    guard missingSlices == 0, let bounds = scrolledBounds(in: other) else { return nil }
    let inside = part.intersection(bounds)
    guard !inside.isEmpty else { return nil }
    list.draw(pixels.image, transform: Homography.translation(x: bounds.minX, y: bounds.minY).concatenating(transform))
    func strip(_ left: Scalar, _ top: Scalar, _ right: Scalar, _ bottom: Scalar) -> Rect {
      Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
    let strips = [
      strip(part.minX, part.minY, part.maxX, inside.minY), strip(part.minX, inside.maxY, part.maxX, part.maxY),
      strip(part.minX, inside.minY, inside.minX, inside.maxY), strip(inside.maxX, inside.minY, part.maxX, inside.maxY),
    ]
    return strips.filter { !$0.isEmpty }
  }
}
