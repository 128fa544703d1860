/// The text and icon that identify a label in its layer, wherever it is.
struct LabelName: Hashable {
  var layer: Int
  var name: String
  var icon = ""
}

/// The positions of the labels that were placed, by their names.
struct LabelNames {
  /// The last position of each name.
  private var heads: [LabelName: Int] = [:]
  /// The positions of all names, each with the index of the one before it of the same name.
  private var positions: [(position: SIMD2<Double>, previous: Int)] = []

  private static func name(_ content: LabelContent) -> LabelName {
    LabelName(layer: content.layer, name: content.name, icon: content.icon?.name ?? "")
  }

  mutating func add(_ content: LabelContent, at position: SIMD2<Double>) {
    let head = heads.updateValue(positions.count, forKey: Self.name(content)) ?? -1
    positions.append((position, head))
  }

  /// Whether a label of the same name is less than a distance away.
  func contains(_ content: LabelContent, within distance: Double, of position: SIMD2<Double>) -> Bool {
    var index = heads[Self.name(content)] ?? -1
    while index >= 0 {
      if (positions[index].position - position).length < distance { return true }
      index = positions[index].previous
    }
    return false
  }

  mutating func removeAll() {
    heads.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
  }
}
