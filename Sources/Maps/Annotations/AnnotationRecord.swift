import Observation

/// The state that a map keeps for an annotation, whether it is shown or not.
final class AnnotationRecord {
  let annotation: any Annotation
  /// The annotation's number. An annotation that is added again before its coordinate has changed has the
  /// same one.
  let serial: Int
  /// The rank by time of adding, among all annotations ever added.
  let order: Int
  /// The annotation's point on the tiles' plane; nil if its coordinate is not on the map.
  private(set) var point: MapPoint?
  /// The traits of its view when that was last prepared; nil before the application was asked for a view.
  var traits: AnnotationTraits?
  /// A view without a reuse identifier, which belongs to this annotation.
  var ownView: AnnotationView?
  var isRemoved = false
  /// Whether the next change of the annotation is observed. An observation cannot be cancelled, and a second
  /// one would be redundant.
  var isWatched = false

  init(_ annotation: any Annotation, serial: Int, order: Int) {
    (self.annotation, self.serial, self.order) = (annotation, serial, order)
  }

  /// Reads the annotation's coordinate, and observes its next change.
  ///
  /// - Parameter mailbox: Gets the serial number when the annotation changes.
  /// - Returns: Whether the coordinate was changed.
  func read(on map: MapView, notifying mailbox: MovedAnnotations) -> Bool {
    let previous = point
    if isWatched {
      point = map.mapPoint(for: annotation.coordinate)
      return point != previous
    }
    isWatched = true
    let serial = serial
    let coordinate = withObservationTracking {
      if let user = annotation as? UserLocation { _ = (user.heading, user.accuracy) }
      // Texts of callouts and markers.
      _ = (annotation.title, annotation.subtitle)
      return annotation.coordinate
    } onChange: { [weak mailbox] in
      mailbox?.add(serial)
    }
    point = map.mapPoint(for: coordinate)
    return point != previous
  }
}
