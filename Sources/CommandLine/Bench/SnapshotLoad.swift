import Cartouche
import Synchronization

/// Snapshots of a map that are made while the map moves, to measure how much they disturb it.
final class SnapshotLoad: Sendable {
  let count: Int
  private let snapshotters: [MapSnapshotter]
  private let completed = Atomic(0)
  private let failed = Atomic(0)

  /// Creates snapshotters of a map's present view, each turned a little.
  init(of map: MapView, count: Int) {
    self.count = count
    snapshotters = (0..<count).map { index in
      var options = MapSnapshotOptions(copying: map)
      options.camera?.bearing = map.camera.bearing + .degrees(WideFixed<32>(index))
      return MapSnapshotter(options: options)
    }
  }

  /// Starts all snapshots.
  func start() {
    for snapshotter in snapshotters {
      Task.detached { [self] in
        do {
          _ = try await snapshotter.start()
        } catch {
          failed.add(1, ordering: .relaxed)
        }
        completed.add(1, ordering: .releasing)
      }
    }
  }

  /// The number of snapshots that are not complete.
  var pendingCount: Int { count - completed.load(ordering: .acquiring) }
  /// The number of snapshots that ended with an error.
  var failureCount: Int { failed.load(ordering: .relaxed) }
}
