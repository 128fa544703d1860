import CartoucheScene
import Synchronization

/// The annotations that have changed since the last layout.
///
/// An observed annotation may change on any thread, and is added on that thread.
final class ChangedAnnotations: Sendable {
  private let serials = Mutex<Set<Int>>([])
  /// Schedules a layout of the map, on the thread that has changed the annotation.
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func add(_ serial: Int) {
    serials.withLock { _ = $0.insert(serial) }
    wake()
  }

  /// Moves the serial numbers into `taken`, which is empty. Its memory is reused for the next changes.
  func takeAll(into taken: inout Set<Int>) {
    serials.withLock { swap(&$0, &taken) }
  }
}

/// Schedules a layout of a map from a sendable closure.
///
/// The `onChange` closure of an observation has to be sendable, and layers are not sendable.
final class LayoutWaker: @unchecked Sendable {
  private weak var map: Layer?

  init(_ map: Layer) {
    self.map = map
  }

  func wake() {
    map?.setNeedsLayout()
  }
}
