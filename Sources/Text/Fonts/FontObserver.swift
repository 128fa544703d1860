internal import Synchronization

/// An object that is notified when faces are added to a font collection.
protocol FontObserver: AnyObject {
  /// Notifies the observer that faces were added to the collection.
  func fontsDidChange()
}

/// A flag that another thread sets when it adds faces to a font collection.
final class FontChange: Sendable {
  private let flag = Atomic(false)

  /// Sets the flag.
  func set() { flag.store(true, ordering: .releasing) }

  /// Returns whether the flag was set, and clears it.
  func take() -> Bool { flag.exchange(false, ordering: .acquiring) }
}
