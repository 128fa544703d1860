/// An annotation that reports its changes to its maps itself: a ``PointAnnotation`` or the ``UserLocation``.
///
/// To observe one change with `Observation` allocates a dozen pieces of memory. That is too much for a
/// vehicle that moves in every frame. An annotation and its maps belong to one thread.
protocol ReportingAnnotation: Annotation {
  var changeReports: AnnotationChangeReports { get set }
}

/// The maps to which an annotation reports its changes.
struct AnnotationChangeReports {
  private struct Receiver {
    weak var mailbox: ChangedAnnotations?
    /// The annotation's serial number on the receiver's map. It is kept while the annotation is not on the
    /// map.
    let serial: Int
    var isOnMap = true
  }

  // Nearly always one.
  private var receivers: [Receiver] = []

  /// Returns the serial number that the annotation has or had on the map of `mailbox`.
  func serial(on mailbox: ChangedAnnotations) -> Int? { receivers.first { $0.mailbox === mailbox }?.serial }

  /// Reports every later change to `mailbox`, by the given serial number.
  mutating func begin(to mailbox: ChangedAnnotations, serial: Int) {
    receivers.removeAll { $0.mailbox == nil || $0.mailbox === mailbox }
    receivers.append(Receiver(mailbox: mailbox, serial: serial))
  }

  /// Reports no more changes to `mailbox`.
  mutating func end(to mailbox: ChangedAnnotations) {
    for index in receivers.indices where receivers[index].mailbox === mailbox { receivers[index].isOnMap = false }
  }

  /// Reports a change, unless the new value is the same as the old one.
  ///
  /// Callers pass the stored property, whose name begins with an underscore. To read the observable one would
  /// let an observer that sets it observe it too.
  func report<Value: Equatable>(_ old: Value, _ new: Value) {
    guard old != new else { return }
    for receiver in receivers where receiver.isOnMap { receiver.mailbox?.add(receiver.serial) }
  }
}
