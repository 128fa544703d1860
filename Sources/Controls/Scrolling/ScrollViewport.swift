import CartoucheRaster
import CartoucheScene

/// The layer that clips the content of a scroll view, and that moves its pixels when the content scrolls.
final class ScrollViewport {
  let layer = CachedScrollLayer(frame: .zero)
  /// The offset of the content that is shown, in whole points.
  private(set) var offset = PixelPoint(x: 0, y: 0)
  private var background: Paint?
  /// The area of the background, which is made once and not in each frame.
  private var area = Path()

  init() {
    layer.cachesPixels = false
    layer.drawing = { [unowned self] _, list, transform in
      if let background { list.fill(area, with: background, transform: transform) }
    }
  }

  func changeBackground(to color: Color?) {
    background = color.map { Paint.color($0) }
    layer.cachesPixels = color?.alpha == 255
    layer.setNeedsDisplay()
  }

  func resize(to bounds: Rect) {
    guard layer.frame != bounds else { return }
    layer.frame = bounds
    area = Path(rect: Rect(origin: .zero, size: bounds.size))
    layer.setNeedsDisplay()
  }

  /// Shows the content at an offset.
  ///
  /// - Returns: Whether the offset has changed.
  func scroll(_ content: Layer, to point: Point) -> Bool {
    let limit = 1 << 40
    let target = PixelPoint(
      x: point.x.rounded.clamped(from: -limit, to: limit), y: point.y.rounded.clamped(from: -limit, to: limit))
    guard target != offset else { return false }
    content.scroll(by: Point(x: Scalar(offset.x - target.x), y: Scalar(offset.y - target.y)))
    offset = target
    layer.contentOffset = target
    return true
  }
}
