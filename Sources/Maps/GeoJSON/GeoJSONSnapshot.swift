/// The features of a ``GeoJSONSource`` at one time. Threads cut tiles from a snapshot while another one is
/// made.
struct GeoJSONSnapshot: Sendable {
  var entries: [TableEntry] = []
  var clusters: GeoJSONClusters?
  var revision = 0

  var byteCount: Int { entries.reduce(0) { $0 + $1.table.byteCount } + (clusters?.byteCount ?? 0) }

  var featureCount: Int { entries.reduce(0) { $0 + $1.liveCount } }

  /// The smallest rectangle around the features; nil if there are none. Where features were removed, it may
  /// be larger.
  var bounds: MapRect? {
    var union: InclusiveBox?
    for entry in entries where entry.liveCount > 0 {
      guard let box = entry.table.bounds else { continue }
      if union == nil { union = box } else { union?.formUnion(box) }
    }
    guard let union else { return nil }
    let width = min(union.maxX - union.minX + 1, MapPoint.worldSize)
    // The west edge is moved into the world.
    let origin = width == MapPoint.worldSize ? 0 : union.minX & (MapPoint.worldSize - 1)
    let top = min(union.minY, MapPoint.worldSize - 1)
    return MapRect(
      origin: MapPoint(x: origin, y: top), width: width, height: min(union.maxY - top + 1, MapPoint.worldSize - top))
  }
}
