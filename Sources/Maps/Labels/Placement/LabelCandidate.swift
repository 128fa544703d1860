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

/// The places of a label's text, in the order in which they are tried.
struct TextPlaces {
  private let optionCount: Int
  /// The number of the place where the text is written vertically; nil if there is none.
  private let vertical: Int?
  /// The number of the place that is tried first.
  private var first = 0

  /// - Parameter isKept: Whether the label keeps its place, and tries that first.
  init(of label: PlacedLabel, isKept: Bool) {
    let content = label.content
    optionCount = content.options.count
    vertical = content.vertical != nil && label.line == nil ? (content.prefersVertical ? 0 : optionCount) : nil
    guard isKept else { return }
    first = (0..<count).first { place($0) == (label.option, label.isVertical) } ?? 0
  }

  var count: Int { optionCount + (vertical == nil ? 0 : 1) }

  subscript(index: Int) -> (option: Int, isVertical: Bool) {
    place(index == 0 ? first : index <= first ? index - 1 : index)
  }

  /// Returns a place in the order in which a new label tries them.
  private func place(_ number: Int) -> (option: Int, isVertical: Bool) {
    guard let vertical else { return (number, false) }
    return number == vertical ? (0, true) : (number > vertical ? number - 1 : number, false)
  }
}
