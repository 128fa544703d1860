import CartoucheRaster

/// The memory of a placement, which is kept from one to the next. While annotations move over a map, labels
/// are placed four times in a second.
struct LabelPlacementMemory {
  var candidates: [LabelCandidate] = []
  var ranks: [LabelCandidate.Rank] = []
  /// The tile of the first symbol with each key.
  var keys: [PlacedLabel.Key: TileCell] = [:]
  var names = LabelNames()
  /// The labels that have room, and the distances of their anchors from the top of the block.
  var placed: [(label: PlacedLabel, y: Double)] = []
  /// The indices of ``placed`` in the order of drawing.
  var order: [Int] = []
  var grid = LabelGrid()
  var measure = LabelMeasure.Memory()
  /// The space of the text and of the icon that are being placed.
  var text = LabelMeasure.Space()
  var icon = LabelMeasure.Space()

  /// The number of candidates above which memory is given back.
  private static let limit = 8192

  /// Forgets everything when a placement is done. It must not keep the contents of tiles.
  mutating func removeAll() {
    guard candidates.capacity <= Self.limit else {
      self = LabelPlacementMemory()
      return
    }
    candidates.removeAll(keepingCapacity: true)
    ranks.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    names.removeAll()
    placed.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }
}

/// The positions of the labels that were placed, by their names.
struct LabelNames {
  private struct Name: Hashable {
    var layer: Int
    var name: String
    var icon: String

    init(_ content: LabelContent) {
      (layer, name, icon) = (content.layer, content.name, content.icon?.name ?? "")
    }
  }

  /// The last position of each name.
  private var heads: [Name: Int] = [:]
  /// The positions of all names, each with the index of the one before it of the same name.
  private var positions: [(position: SIMD2<Double>, previous: Int)] = []

  mutating func add(_ content: LabelContent, at position: SIMD2<Double>) {
    let head = heads.updateValue(positions.count, forKey: Name(content)) ?? -1
    positions.append((position, head))
  }

  /// Whether a label of the same name is less than a distance away.
  func contains(_ content: LabelContent, within distance: Double, of position: SIMD2<Double>) -> Bool {
    var index = heads[Name(content)] ?? -1
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
