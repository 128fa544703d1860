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

  /// The greatest capacity of ``candidates`` with which the memory is kept.
  private static let limit = 2048

  /// Forgets everything when a placement is done, because candidates retain the contents of tiles.
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
