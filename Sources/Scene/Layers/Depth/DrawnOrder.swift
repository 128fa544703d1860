/// The pieces of a space in the order in which a walk drew them, for comparing them with those of the next
/// walk.
///
/// A drawn order keeps its storage from one walk to the next.
struct DrawnOrder {
  private struct Entry {
    let layer: ObjectIdentifier
    /// An index of ``regions``.
    let region: Int?
    let isSmooth: Bool
  }

  private var entries: [Entry] = []
  private var regions: [ConvexPolygon] = []

  /// The number of pieces.
  var count: Int { entries.count }

  /// Returns the ranks in `order` between the common beginning and the common end of the two orders.
  func reorderedRange(comparedWith order: DepthOrder) -> Range<Int> {
    let count = order.order.count
    let shared = min(count, entries.count)
    var prefix = 0
    while prefix < shared, matches(prefix, order, at: prefix) { prefix += 1 }
    var suffix = 0
    while suffix < shared - prefix, matches(entries.count - 1 - suffix, order, at: count - 1 - suffix) { suffix += 1 }
    return prefix..<(count - suffix)
  }

  private func matches(_ index: Int, _ order: DepthOrder, at rank: Int) -> Bool {
    let (entry, piece) = (entries[index], order.order[rank])
    guard entry.layer == ObjectIdentifier(order.elements[order.pieces[piece].element].layer),
      entry.isSmooth == order.pieces[piece].isSmooth
    else { return false }
    guard let region = entry.region, let other = order.pieces[piece].region else {
      return entry.region == order.pieces[piece].region
    }
    return regions[region] == order.regions[other]
  }

  /// Replaces the order by another.
  mutating func set(_ order: DepthOrder) {
    entries.removeAll(keepingCapacity: true)
    regions.removeAll(keepingCapacity: true)
    for piece in order.order {
      entries.append(
        Entry(
          layer: ObjectIdentifier(order.elements[order.pieces[piece].element].layer), region: order.pieces[piece].region,
          isSmooth: order.pieces[piece].isSmooth))
    }
    regions.append(contentsOf: order.regions)
  }
}
