import CartoucheRaster
import CartoucheScene

/// The layer that draws an image in place of overlays. It has no size.
final class OverlayImageLayer: Layer {
  private var image: GroundImage?
  /// The transform from the image's pixels to points of the view.
  private var place = Homography.identity
  private var viewBounds = Rect.zero

  init() {
    super.init(frame: .zero)
    isHidden = true
  }

  override var drawnBounds: Rect { viewBounds }

  /// Shows an image if it covers a view, and otherwise nothing.
  func show(_ next: GroundImage?, in view: MapTransform?) {
    guard let next, let view, let nextPlace = next.place(in: view) else {
      image = nil
      if !isHidden { isHidden = true }
      return
    }
    guard isHidden || image !== next || place != nextPlace || viewBounds != view.viewBounds else { return }
    (image, place, viewBounds) = (next, nextPlace, view.viewBounds)
    if isHidden { isHidden = false }
    setNeedsDisplay()
  }

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let image else { return }
    list.clipped(to: viewBounds, transform: transform) {
      $0.draw(image.pixels.image, transform: place.concatenating(transform), opacity: opacity)
    }
  }
}

extension GroundImage {
  /// Returns the transform from the image's pixels to points of another view that the image covers; nil if it
  /// does not cover that view. On the grid of the image, it moves the pixels by whole points.
  func place(in other: MapTransform) -> Homography? {
    guard let bounds = scrolledBounds(in: other) else { return coveringTransform(to: other) }
    return bounds.contains(other.viewBounds) ? .translation(x: bounds.minX, y: bounds.minY) : nil
  }
}
