/// A token for work whose result a kiosk will show later, such as data that another thread loads.
/// ``Kiosk/beginWork()`` creates the token.
///
/// The work is pending until ``end()`` is called, or until nothing refers to the token.
public final class KioskWork: Sendable {
  private let time: KioskTime
  let id: KioskTime.WorkID

  init(_ time: KioskTime) {
    self.time = time
    id = time.beginWork()
  }

  deinit {
    end()
  }

  /// Ends the work. May be called from any thread. A second call does nothing.
  ///
  /// Call this method after the ``Kiosk/post(_:)`` that delivers the result, so that the result is in the
  /// next frame.
  public func end() {
    time.endWork(id)
  }
}
