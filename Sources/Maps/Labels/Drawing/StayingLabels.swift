/// Finds the shown labels that a new placement has too.
struct StayingLabels {
  private struct Name: Hashable {
    var layer: Int
    var name: String
    var icon: String

    init(_ label: PlacedLabel) { (layer, name, icon) = (label.key.layer, label.key.name, label.key.icon) }
  }

  /// A shown label.
  private struct Entry {
    /// Its position; nil if it is out of sight.
    var position: SIMD2<Double>?
    /// The index of the next label of the same name; −1 if there is none.
    var next = -1
    var isTaken = false
  }

  private var entries: [Entry] = []
  /// The index of the first label of each name.
  private var heads: [Name: Int] = [:]
  /// The data of another zoom may have the position a little beside, in points.
  private static let tolerance = 8.0

  /// Takes in the labels that are shown.
  mutating func begin(_ items: [LabelDrawing.Item], position: (PlacedLabel) -> SIMD2<Double>?) {
    for item in items { entries.append(Entry(position: position(item.label))) }
    // From the last to the first, so that the first of a name is found first.
    for index in items.indices.reversed() where entries[index].position != nil {
      entries[index].next = heads.updateValue(index, forKey: Name(items[index].label)) ?? -1
    }
  }

  /// Returns the index of the shown label that a label of the placement is, which no other one is then.
  mutating func take(_ label: PlacedLabel, at place: SIMD2<Double>) -> Int? {
    var index = heads[Name(label)] ?? -1
    while index >= 0 {
      if !entries[index].isTaken, let position = entries[index].position, (position - place).length < Self.tolerance {
        entries[index].isTaken = true
        return index
      }
      index = entries[index].next
    }
    return nil
  }

  /// Whether a label that is shown and in sight is none of the placement's.
  func isLeft(_ index: Int) -> Bool { !entries[index].isTaken && entries[index].position != nil }

  /// Forgets all labels, and keeps the memory.
  mutating func end() {
    entries.removeAll(keepingCapacity: true)
    heads.removeAll(keepingCapacity: true)
  }
}
