import Observation
import Synchronization

/// What the map keeps of an annotation, shown or not.
final class AnnotationRecord {
  let annotation: any Annotation
  /// When it was added, among all that ever were.
  let serial: Int
  /// nil: no place on the map.
  private(set) var place: MapPoint?
  /// What its view said when it was last prepared; nil, it has not been asked for one yet.
  var traits: AnnotationTraits?
  /// A view that cannot be used for another one.
  var ownView: AnnotationView?
  var isRemoved = false

  init(_ annotation: any Annotation, serial: Int) {
    (self.annotation, self.serial) = (annotation, serial)
  }

  /// Reads where the annotation is, and lets `mailbox` know when it is elsewhere; answers whether it was.
  func read(on map: MapView, telling mailbox: MovedAnnotations) -> Bool {
    let before = place
    let serial = serial
    let coordinate = withObservationTracking {
      annotation.coordinate
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
