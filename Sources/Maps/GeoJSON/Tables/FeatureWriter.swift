/// Writes features to tables, and begins another table when one is full.
final class FeatureWriter {
  /// The place of a feature among the writer's tables.
  struct Location: Hashable {
    var entry: Int
    var feature: Int
  }

  private var builder: GeoJSONTableBuilder
  private var entries: [TableEntry] = []
  private var replaced: [Location] = []
  private var featureCount = 0
  private(set) var errors: [GeoJSONError] = []

  init(_ rules: GeoJSONRules) { builder = GeoJSONTableBuilder(rules) }

  /// Adds a feature at a place in the drawing order.
  @discardableResult
  func add(_ draft: FeatureDraft, order: Int64) throws(FeatureFault) -> Location {
    if builder.isFull { endTable() }
    try builder.add(draft, order: order)
    featureCount += 1
    return Location(entry: entries.count, feature: featureCount - 1)
  }

  /// Adds a feature of a table.
  func add(_ feature: Int, of table: GeoJSONTable, _ draft: inout FeatureDraft) {
    draft.set(feature, of: table)
    do throws(FeatureFault) {
      try add(draft, order: table.features[feature].order)
    } catch {
      // It was added before, so it has no fault.
    }
  }

  /// Removes a feature that this writer has added.
  func remove(_ location: Location) { replaced.append(location) }

  private func endTable() {
    if builder.isEmpty { return }
    entries.append(TableEntry(builder.finish()))
    featureCount = 0
  }

  /// Returns the tables, and begins again without features.
  func finish() -> [TableEntry] {
    endTable()
    for location in replaced { entries[location.entry].remove(location.feature) }
    defer { (entries, replaced) = ([], []) }
    return entries
  }

  func note(_ reason: String, name: String) { errors.append(GeoJSONError(source: name, reason: reason)) }

  /// Reads features, and passes each to `body`, which may add it.
  ///
  /// - Parameter name: The name of data that is no file, for messages.
  func read(_ data: GeoJSONData, name: String, _ body: @escaping (FeatureDraft) throws(FeatureFault) -> Void) {
    let reading = FeatureReading(body)
    reading.read(data, name: name)
    errors += reading.errors
  }
}

extension FeatureDraft {
  /// Copies a feature of a table.
  mutating func set(_ feature: Int, of table: GeoJSONTable) {
    reset()
    id = table.id(of: feature)
    properties = table.properties(of: feature)
    for index in table.features[feature].shapes {
      let shape = table.shapes[index]
      for part in shape.parts { addPart(table.vertices[table.vertexRange(ofPart: part)], isHole: table.isHole(part)) }
      // A table does not keep the type, which only a decoder tells apart.
      endShape(shape.kind, isMulti: shape.parts.count > 1)
    }
  }
}
