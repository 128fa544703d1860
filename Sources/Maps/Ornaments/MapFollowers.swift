import CartoucheScene

/// A layer that shows something of a map, such as its scale, and may be anywhere on the screen.
protocol MapFollower: AnyObject {
  /// Called in each layout of the map.
  func mapDidLayOut(_ map: MapView, _ transform: MapTransform)
}

/// The layers that follow a map. An application owns them.
struct MapFollowers {
  private struct Entry {
    weak var follower: (any MapFollower)?
  }

  private var entries: [Entry] = []

  mutating func add(_ follower: any MapFollower) {
    entries.removeAll { $0.follower == nil }
    entries.append(Entry(follower: follower))
  }

  func mapDidLayOut(_ map: MapView, _ transform: MapTransform) {
    for entry in entries { entry.follower?.mapDidLayOut(map, transform) }
  }
}
