import Observation

/// The state that a map keeps for an annotation on the map, whether the annotation is visible or not.
final class AnnotationRecord {
  let annotation: any Annotation
  /// The annotation's number.
  ///
  /// An annotation that reports its changes keeps its number when it is removed and added again, and an
  /// observed one keeps it until it changes. If no layout lies between, the annotation keeps its view too.
  let serial: Int
  /// The rank of the annotation by time of adding, among all annotations ever added.
  let order: Int
  /// The annotation's point on the tiles' plane; nil if the annotation's coordinate is not on the map.
  private(set) var point: MapPoint?
  /// The traits of the annotation's view when the view was last prepared.
  ///
  /// The value is nil until the application was asked for a view of the annotation.
  var traits: AnnotationTraits?
  /// The unused view of the annotation, if the view has no reuse identifier and so belongs to this
  /// annotation.
  var ownView: AnnotationView?
  var isRemoved = false
  /// Whether the map was told to hear of the next change of the annotation.
  ///
  /// An observation cannot be canceled, and a second observation would be redundant.
  private(set) var isWatched = false

  private let reportsChanges: Bool

  /// - Parameter isWatched: Whether the map observes the next change of the annotation already.
  init(_ annotation: any Annotation, serial: Int, order: Int, isWatched: Bool) {
    reportsChanges = annotation is any ReportingAnnotation
    (self.annotation, self.serial, self.order, self.isWatched) = (annotation, serial, order, isWatched)
  }

  /// Called after a change. An observation ends with the change that it has found.
  func endObservation() {
    if !reportsChanges { isWatched = false }
  }

  /// Reads the annotation's coordinate, and observes the annotation's next change unless the annotation
  /// reports its changes.
  ///
  /// - Parameter mailbox: The object that gets the serial number when the annotation changes.
  /// - Returns: Whether the annotation's point has changed since the last call.
  func read(on map: MapView, notifying mailbox: ChangedAnnotations) -> Bool {
    let previous = point
    if isWatched {
      point = map.mapPoint(for: annotation.coordinate)
      return point != previous
    }
    isWatched = true
    let serial = serial
    if let reporting = annotation as? any ReportingAnnotation {
      reporting.changeReports.begin(to: mailbox, serial: serial)
      point = map.mapPoint(for: annotation.coordinate)
      return point != previous
    }
    let coordinate = withObservationTracking {
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
