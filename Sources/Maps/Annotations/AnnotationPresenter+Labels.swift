import CartoucheRaster
import CartoucheScene

extension AnnotationPresenter {
  /// Returns the frames of the views and titles that labels of the map avoid, in the map view's space.
  ///
  /// The user's location moves all the time, so labels stay below it.
  func labelObstacles(_ transform: MapTransform) -> [Rect] {
    guard !isEmpty else { return [] }
    var frames: [Rect] = []
    for item in shownInOrder where item.annotation !== map.userLocation && item.view.collisionMode != .none {
      let frame = item.view.frame(at: transform.point(for: item.point))
      frames.append(frame)
      if let marker = item.view as? MarkerAnnotationView, marker.showsTitle, let title = marker.titleFrame {
        frames.append(Rect(origin: frame.origin + title.origin, size: title.size))
      }
    }
    return frames
  }
}
