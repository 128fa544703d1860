import Observation
import Synchronization

/// What the map keeps of an annotation, shown or not.
final class AnnotationRecord {
  let annotation: any Annotation
  /// What it is known by; added again before it has moved, an annotation has the same.
  let serial: Int
  /// When it was added, among all that ever were.
  let order: Int
  /// nil: no place on the map.
  private(set) var place: MapPoint?
  /// What its view said when it was last prepared; nil, it has not been asked for one yet.
  var traits: AnnotationTraits?
  /// A view that cannot be used for another one.
  var ownView: AnnotationView?
  var isRemoved = false
  /// Whether its next change will be told: a watch once set cannot be taken off, and two would be one too many.
  var isWatched = false

  init(_ annotation: any Annotation, serial: Int, order: Int) {
    (self.annotation, self.serial, self.order) = (annotation, serial, order)
  }

  /// Reads where the annotation is, and lets `mailbox` know when it is elsewhere; answers whether it was.
  func read(on map: MapView, notifying mailbox: MovedAnnotations) -> Bool {
    let before = place
    if isWatched {
      place = map.mapPoint(for: annotation.coordinate)
      return place != before
    }
    isWatched = true
    let serial = serial
    let coordinate = withObservationTracking {
      if let user = annotation as? UserLocation { _ = (user.heading, user.accuracy) }
      // What a callout and a marker say.
      _ = (annotation.title, annotation.subtitle)
      return annotation.coordinate
    } onChange: { [weak mailbox] in
      mailbox?.add(serial)
    }
    place = map.mapPoint(for: coordinate)
    return place != before
  }
}

/// The annotations that have moved since the map looked last: they tell from whatever thread they are changed on.
final class MovedAnnotations: Sendable {
  private let serials = Mutex<Set<Int>>([])
  /// Asks the map to look, on the thread of the change.
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func add(_ serial: Int) {
    serials.withLock { _ = $0.insert(serial) }
    wake()
  }

  func takeAll() -> Set<Int> {
    serials.withLock { serials in
      defer { serials.removeAll(keepingCapacity: true) }
      return serials
    }
  }
}
