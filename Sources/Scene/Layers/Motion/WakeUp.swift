/// A time at which a layer is to be ticked once, although nothing moves until then.
///
/// It keeps no frame and no replay waiting: a stage at rest stays at rest, and its run loop sleeps until
/// ``Stage/nextWakeUp``. The owner keeps the object as long as the layer, and cancels it before the layer is
/// released.
package final class WakeUp {
  /// The layer, which its owner keeps alive; nil after ``cancel()``.
  private unowned(unsafe) var layer: Layer?
  /// The time on the stage's clock; nil while nothing is due.
  private(set) var time: Timestamp?

  /// A time for ``schedule(at:)`` that does not come: the layer is ticked when the stage's date changes.
  package static var whenDateChanges: Timestamp { Timestamp(nanoseconds: .max) }

  /// Creates a wake-up of a layer, which is not scheduled.
  package init(_ layer: Layer) {
    self.layer = layer
  }

  /// Ticks the layer in the first frame at or after a time, instead of at the time set before.
  ///
  /// If the layer is on no stage, it is ticked as soon as it is on one.
  ///
  /// - Parameter time: The time on the stage's clock; nil for never.
  package func schedule(at time: Timestamp?) {
    self.time = time
    guard time != nil, let layer else { return }
    guard let stage = layer.owningStage else { return fire() }
    stage.add(self)
  }

  /// Forgets the layer.
  package func cancel() { (layer, time) = (nil, nil) }

  func fire() {
    time = nil
    layer?.startTicking()
  }
}

/// The scheduled wake-ups of a stage.
struct WakeUps {
  private var list: [WakeUp] = []

  /// The earliest time that will come; nil if there is none.
  var next: Timestamp? {
    var next = WakeUp.whenDateChanges
    for wakeUp in list { if let time = wakeUp.time { next = min(next, time) } }
    return next < WakeUp.whenDateChanges ? next : nil
  }

  mutating func add(_ wakeUp: WakeUp) {
    list.removeAll { $0.time == nil }
    if !list.contains(where: { $0 === wakeUp }) { list.append(wakeUp) }
  }

  /// Makes the layers tick whose time has come.
  mutating func fire(at now: Timestamp) {
    guard !list.isEmpty else { return }
    for wakeUp in list { if let time = wakeUp.time, time <= now { wakeUp.fire() } }
    list.removeAll { $0.time == nil }
  }
}
