/// A symbol that a placement may show.
struct LabelCandidate {
  var label: PlacedLabel
  /// The contents of the label's tile, which shape its text when that is needed, and its number in them.
  var contents: TileContents?
  var number: Int32 = 0
  var position: SIMD2<Double>
  var isKept = false
  /// The order of the feature in its tile, and the tile.
  var order: (Int32, Int64, Int64)

  /// What the order of candidates depends on. Sorting these copies no references.
  struct Rank: Comparable {
    private var isKept: Bool
    private var layer: Int
    private var sortKey: Double
    private var order: (Int32, Int64, Int64)
    private var anchor: MapPoint
    let index: Int

    init(_ candidate: LabelCandidate, index: Int) {
      (isKept, order, anchor, self.index) = (candidate.isKept, candidate.order, candidate.label.anchor, index)
      (layer, sortKey) = (candidate.label.content.layer, candidate.label.content.sortKey)
    }

    static func < (a: Rank, b: Rank) -> Bool {
      if a.isKept != b.isKept { return a.isKept }
      if a.layer != b.layer { return a.layer > b.layer }
      if a.sortKey != b.sortKey { return a.sortKey < b.sortKey }
      if a.order != b.order { return a.order < b.order }
      return (a.anchor.y, a.anchor.x, a.index) < (b.anchor.y, b.anchor.x, b.index)
    }

    static func == (a: Rank, b: Rank) -> Bool { a.index == b.index }
  }
}
