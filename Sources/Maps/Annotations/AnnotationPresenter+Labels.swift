import CartoucheRaster
import CartoucheScene

extension AnnotationPresenter {
  /// Adds to `frames` the frames of the views and titles that labels of the map avoid, moved by `offset` from
  /// the map view's space.
  ///
  /// The user's location moves all the time, so labels stay below it.
  func addLabelObstacles(_ transform: MapTransform, offset: Point, to frames: inout [Rect]) {
    guard !isEmpty else { return }
    for item in shownInOrder where item.annotation !== map.userLocation && item.view.collisionMode != .none {
      let shown = item.view.frame(at: transform.point(for: item.point))
      let frame = Rect(origin: shown.origin + offset, size: shown.size)
      frames.append(frame)
      if let marker = item.view as? MarkerAnnotationView, marker.showsTitle, let title = marker.titleFrame {
        frames.append(Rect(origin: frame.origin + title.origin, size: title.size))
      }
    }
  }
}
