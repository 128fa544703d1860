extension GeoJSONSource {
  /// Changes features by their IDs. The ID of a feature is the value of ``GeoJSONOptions/promoteID``, if
  /// this is set.
  ///
  /// The time depends on the features that are changed, and little on the others, unless the source is
  /// clustered.
  ///
  /// - Complexity: O(m log n) for m features that are changed; O(n) for the first change after
  ///   ``setData(_:)``.
  public func update(_ changes: GeoJSONChanges) {
    change { editor, entries, writer in
      if changes.removesAll { entries = [] }
      for id in changes.removed {
        if let (entry, feature) = editor.find(id, in: entries, rules) { entries[entry].remove(feature) }
      }
      add(changes.added, &editor, &entries, writer)
      let missing = apply(changes.updated, &editor, &entries, writer)
      for id in missing { writer.note("there is no feature \(id) to update", name: name) }
      entries = Self.compacted(entries, rules)
    }
  }

  private func add(
    _ data: GeoJSONData, _ editor: inout Editor, _ entries: inout [TableEntry], _ writer: FeatureWriter
  ) {
    if case .features(let features) = data, features.isEmpty { return }
    // The reader keeps the closure while it reads, and cannot borrow the arguments.
    var (working, known) = (editor, entries)
    var batch: [GeoJSONIdentifier: (location: FeatureWriter.Location, order: Int64)] = [:]
    writer.read(data, name: name) { [rules] draft throws(FeatureFault) in
      let id = rules.identifier(of: draft)
      var order = working.nextOrder
      var replaced: FeatureWriter.Location?
      var old: (entry: Int, feature: Int)?
      if let id {
        if let earlier = batch[id] {
          (replaced, order) = (earlier.location, earlier.order)
        } else if let found = working.find(id, in: known, rules) {
          old = found
          order = known[found.entry].table.features[found.feature].order
        }
      }
      let location = try writer.add(draft, order: order)
      if order == working.nextOrder { working.nextOrder += 1 }
      if let replaced { writer.remove(replaced) }
      if let old { known[old.entry].remove(old.feature) }
      if let id { batch[id] = (location, order) }
    }
    (editor, entries) = (working, known)
    entries += writer.finish()
  }

  /// Applies updates, and returns the IDs that no feature has.
  private func apply(
    _ updates: [GeoJSONFeatureUpdate], _ editor: inout Editor, _ entries: inout [TableEntry], _ writer: FeatureWriter
  ) -> [GeoJSONIdentifier] {
    var missing: [GeoJSONIdentifier] = []
    var draft = FeatureDraft()
    // Several updates of one feature are applied together, in their order.
    var indices: [GeoJSONIdentifier: [Int]] = [:]
    for (index, update) in updates.enumerated() { indices[update.id, default: []].append(index) }
    for (index, update) in updates.enumerated() where indices[update.id]?.first == index {
      guard let (entry, feature) = editor.find(update.id, in: entries, rules) else {
        missing.append(update.id)
        continue
      }
      let table = entries[entry].table
      draft.set(feature, of: table)
      do throws(FeatureFault) {
        for index in indices[update.id] ?? [] { try draft.apply(updates[index]) }
        try writer.add(draft, order: table.features[feature].order)
        entries[entry].remove(feature)
      } catch {
        writer.note("feature \(update.id) is not updated: \(error.reason)", name: name)
      }
    }
    entries += writer.finish()
    return missing
  }

  /// Joins small tables, and drops removed features where they are the majority.
  ///
  /// A table is joined with the previous one if this has at most twice as many features. So there are few
  /// tables, and a feature is copied a logarithmic number of times.
  private static func compacted(_ entries: [TableEntry], _ rules: GeoJSONRules) -> [TableEntry] {
    var result: [TableEntry] = []
    func rewrite(_ parts: [TableEntry]) {
      let writer = FeatureWriter(rules)
      var draft = FeatureDraft()
      let features = parts.indices.flatMap { part in
        parts[part].table.features.indices.filter { !parts[part].isRemoved($0) }.map { (part, $0) }
      }
      for (part, feature) in features.sorted(by: {
        parts[$0.0].table.features[$0.1].order < parts[$1.0].table.features[$1.1].order
      }) { writer.add(feature, of: parts[part].table, &draft) }
      result += writer.finish()
    }
    for entry in entries where entry.liveCount > 0 {
      if entry.liveCount * 2 < entry.table.features.count { rewrite([entry]) } else { result.append(entry) }
      while result.count > 1 {
        let (last, previous) = (result[result.count - 1], result[result.count - 2])
        guard last.liveCount * 2 >= previous.liveCount,
          last.liveCount + previous.liveCount < GeoJSONTableBuilder.featureLimit,
          last.table.vertices.count + previous.table.vertices.count < GeoJSONTableBuilder.vertexLimit
        else { break }
        result.removeLast(2)
        rewrite([previous, last])
      }
    }
    return result
  }
}

extension GeoJSONSource.Editor {
  /// Returns where the feature with an ID is; nil if there is none.
  fileprivate mutating func find(
    _ id: GeoJSONIdentifier, in entries: [TableEntry], _ rules: GeoJSONRules
  ) -> (entry: Int, feature: Int)? {
    for index in entries.indices.reversed() {
      let table = entries[index].table
      let key = ObjectIdentifier(table)
      if featuresByID[key] == nil {
        var features: [GeoJSONIdentifier: Int32] = [:]
        for feature in table.features.indices {
          if let id = rules.identifier(of: feature, in: table) { features[id] = Int32(truncatingIfNeeded: feature) }
        }
        featuresByID[key] = features
      }
      if let feature = featuresByID[key]?[id], !entries[index].isRemoved(Int(feature)) { return (index, Int(feature)) }
    }
    return nil
  }
}

extension FeatureDraft {
  fileprivate mutating func apply(_ update: GeoJSONFeatureUpdate) throws(FeatureFault) {
    if let geometry = update.newGeometry { try set(geometry) }
    if update.removesAllProperties { properties = [] }
    properties.removeAll { property in update.removedProperties.contains { property.name.isIdentical(to: $0) } }
    for name in update.setProperties.keys.sorted() {
      let value = TagValue(update.setProperties[name] ?? .null)
      if let index = properties.firstIndex(where: { $0.name.isIdentical(to: name) }) {
        properties[index].value = value
      } else {
        properties.append((name, value))
      }
    }
  }
}

extension GeoJSONIdentifier: CustomStringConvertible {
  /// The number, or the text in quotes.
  public var description: String {
    switch self {
    case .number(let number): JSONNumber.text(of: number)
    case .text(let text): JSONNode.quoted(text)
    }
  }
}
