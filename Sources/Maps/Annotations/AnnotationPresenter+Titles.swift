import CartoucheRaster
import CartoucheScene

extension AnnotationPresenter {
  /// Shows the titles of the markers on the map.
  ///
  /// Titles that may overlap are placed first. The other titles follow from the highest priority to the
  /// lowest, and a title that would overlap something is left out.
  func placeTitles(_ transform: MapTransform) {
    placeTitles(transform, avoidingOverlap: false)
    placeTitles(transform, avoidingOverlap: true)
  }

  private func placeTitles(_ transform: MapTransform, avoidingOverlap: Bool) {
    for candidate in placement.candidates {
      guard let item = shown[candidate.key], let marker = item.view as? MarkerAnnotationView else { continue }
      guard let title = marker.titleFrame else {
        marker.showsTitle = false
        continue
      }
      guard avoidingOverlap == (marker.titleVisibility == .adaptive && !marker.isSelected) else { continue }
      // A view's claimed rectangle may end a point lower, because it was rounded.
      let origin = marker.frame(at: transform.point(for: item.point)).origin + title.origin + Point(x: 0, y: 1)
      let frame = Rect(origin: origin, size: Size(width: title.width, height: title.height - 1))
      marker.showsTitle = !avoidingOverlap || placement.hasRoom(for: frame)
      if marker.showsTitle { placement.claim(frame) }
    }
  }

  /// Requests another placement of annotations if the title of a marker has changed.
  func updateTitle(of record: AnnotationRecord) {
    if (shown[AnnotationKey(record)]?.view as? MarkerAnnotationView)?.hasTitleChanged == true { setNeedsPlacement() }
  }
}
