import CartoucheRaster
import CartoucheScene

extension GroundImage {
  /// Draws what an image of exact pixels shows of a part of a view.
  ///
  /// - Returns: The rest of that part; nil if the image is incomplete, or shows nothing of it.
  func draw(_ part: Rect, in other: MapTransform, into list: inout DisplayList, transform: Homography) -> [Rect]? {
    guard missingSlices == 0, view.isScrolled(other), view.camera.zoom == other.camera.zoom else { return nil }
    let corner = view.bounds.origin + other.offset(from: view)
    let inside = part.intersection(Rect(origin: corner, size: view.bounds.size))
    guard !inside.isEmpty else { return nil }
    list.draw(pixels.image, transform: Homography.translation(x: corner.x, y: corner.y).concatenating(transform))
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
