/// A table, of which some features may have been removed.
struct TableEntry: Sendable {
  let table: GeoJSONTable
  /// A bit for each feature that was removed; empty if there is none.
  private var removed: [UInt64] = []
  private(set) var liveCount: Int

  init(_ table: GeoJSONTable) {
    self.table = table
    liveCount = table.features.count
  }

  mutating func remove(_ feature: Int) {
    if removed.isEmpty { removed = Array(repeating: 0, count: (table.features.count + 63) >> 6) }
    if isRemoved(feature) { return }
    removed[feature >> 6] |= 1 << UInt64(feature & 63)
    liveCount -= 1
  }

  func isRemoved(_ feature: Int) -> Bool { !removed.isEmpty && removed[feature >> 6] & 1 << UInt64(feature & 63) != 0 }
}
