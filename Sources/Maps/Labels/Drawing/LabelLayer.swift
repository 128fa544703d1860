import CartoucheRaster
import CartoucheScene

/// The layer that shows the labels of a map. It draws them in each frame, and is in no cached image.
final class LabelLayer: Layer {
  /// Draws the labels, in the layer's space.
  var drawing: ((_ list: inout DisplayList, _ transform: Homography) -> Void)?
  /// Moves labels that appear or disappear to a time.
  var advance: ((_ now: Timestamp) -> MotionState)?

  override init(frame: Rect) {
    super.init(frame: frame)
    masksToBounds = true
  }

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    drawing?(&list, transform)
  }

  override func tick(at now: Timestamp) -> MotionState { advance?(now) ?? .still }

  /// Labels are a part of the map, which receives touches itself.
  override func hitTest(_ point: Point) -> Layer? { nil }
}
