import Glibc

/// A reference to a map for observers of data, which may change on any thread.
///
/// Only changes on the map's own thread reach the map at once. Others are shown in the map's next layout.
final class MapReference: @unchecked Sendable {
  private weak var map: MapView?
  private let thread = pthread_self()

  init(_ map: MapView) { self.map = map }

  func dataDidChange() {
    guard pthread_equal(thread, pthread_self()) != 0, let map else { return }
    map.baseMap.dataDidChange()
  }
}
