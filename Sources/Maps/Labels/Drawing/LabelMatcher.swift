/// Matches the labels of a new placement with the labels that are shown.
struct LabelMatcher {
  /// A shown label.
  private struct Entry {
    /// Its position; nil if it is out of sight.
    var position: SIMD2<Double>?
    /// The index of the next label of the same name; −1 if there is none.
    var next = -1
    var isMatched = false
  }

  private var entries: [Entry] = []
  /// The index of the first label of each name.
  private var heads: [LabelName: Int] = [:]
  /// The distance, in points, below which two positions are those of one label. The data of two zooms may
  /// differ by a few points.
  private static let tolerance = 8.0

  private static func name(_ label: PlacedLabel) -> LabelName {
    LabelName(layer: label.key.layer, name: label.key.name, icon: label.key.icon)
  }

  /// Adds the shown labels.
  mutating func begin(_ items: [LabelDrawing.Item], position: (PlacedLabel) -> SIMD2<Double>?) {
    for item in items { entries.append(Entry(position: position(item.label))) }
    // From the last to the first, so that the first of a name is found first.
    for index in items.indices.reversed() where entries[index].position != nil {
      entries[index].next = heads.updateValue(index, forKey: Self.name(items[index].label)) ?? -1
    }
  }

  /// Returns the index of the first shown label of the same name near a place, and marks it as matched.
  mutating func match(_ label: PlacedLabel, at place: SIMD2<Double>) -> Int? {
    var index = heads[Self.name(label)] ?? -1
    while index >= 0 {
      if !entries[index].isMatched, let position = entries[index].position, (position - place).length < Self.tolerance {
        entries[index].isMatched = true
        return index
      }
      index = entries[index].next
    }
    return nil
  }

  /// Whether a shown label is in sight and matches no label of the placement.
  func isUnmatched(_ index: Int) -> Bool { !entries[index].isMatched && entries[index].position != nil }

  /// Forgets all labels, and keeps the memory.
  mutating func end() {
    entries.removeAll(keepingCapacity: true)
    heads.removeAll(keepingCapacity: true)
  }
}
