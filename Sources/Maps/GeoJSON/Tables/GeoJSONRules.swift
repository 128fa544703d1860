/// The options of a ``GeoJSONSource`` with their compiled expressions.
struct GeoJSONRules: Sendable {
  struct ClusterProperty: Sendable {
    let name: String
    let map: StyleExpression
    let reduce: StyleExpression
  }

  let options: GeoJSONOptions
  private(set) var clusterProperties: [ClusterProperty] = []
  private var filter: FilterExpression?

  /// Compiles the expressions. Those with an error are left out.
  ///
  /// - Parameter onError: Takes a sentence for each of them.
  init(_ options: GeoJSONOptions, onError: (String) -> Void) {
    self.options = options
    var keys = PropertyKeys()
    func compile<Compiled>(_ text: String, _ what: String, _ body: (JSONNode) throws(ExpressionError) -> Compiled) -> Compiled? {
      let node: JSONNode
      do throws(JSONError) {
        node = try JSONNode(parsing: text)
      } catch {
        onError("\(what) is not valid JSON (\(error.reason)), and is ignored")
        return nil
      }
      do throws(ExpressionError) {
        return try body(node)
      } catch {
        onError("\(what) is ignored: \(error)")
        return nil
      }
    }
    if let text = options.filter {
      filter = compile(text, "the filter") { node throws(ExpressionError) in try FilterExpression(node, keys: &keys) }
    }
    for property in options.clusterProperties {
      let what = "the cluster property \"\(property.name)\""
      func expression(_ text: String) -> StyleExpression? {
        compile(text, what) { node throws(ExpressionError) in try StyleExpression(node, type: nil, keys: &keys) }
      }
      guard let map = expression(property.map), let reduce = expression(property.reduce) else { continue }
      clusterProperties.append(ClusterProperty(name: property.name, map: map, reduce: reduce))
    }
  }

  /// Returns whether a feature passes the filter.
  func passes(_ draft: FeatureDraft) -> Bool {
    guard let filter else { return true }
    let feature = PropertyFeature(
      kind: draft.shapes.first?.kind, id: StyleValue(draft.id),
      properties: StyleObject(draft.properties.map { ($0.name, StyleValue($0.value)) }))
    var context = EvaluationContext(zoom: 0, feature: feature)
    return filter.passes(&context)
  }

  /// Returns the ID of a feature in tiles: a whole number that is not negative.
  func id(of feature: GeoJSONTable.Feature, in table: GeoJSONTable) -> UInt64? {
    if options.generatesIDs { return UInt64(exactly: feature.order) }
    guard let name = options.promoteID else { return UInt64(exactly: feature.idNumber) }
    guard case .number(let number) = table.value(named: name, of: feature) else { return nil }
    return UInt64(exactly: number)
  }

  /// Returns the ID by which changes find a feature.
  func identifier(of draft: FeatureDraft) -> GeoJSONIdentifier? {
    guard let name = options.promoteID else { return draft.id }
    return GeoJSONIdentifier(draft.properties.last { $0.name.isIdentical(to: name) }?.value)
  }

  func identifier(of feature: Int, in table: GeoJSONTable) -> GeoJSONIdentifier? {
    guard let name = options.promoteID else { return table.id(of: feature) }
    return GeoJSONIdentifier(table.value(named: name, of: table.features[feature]))
  }

  /// Returns the values of the cluster properties for one point.
  func clusterValues(of table: GeoJSONTable, _ feature: Int) -> [StyleValue] {
    if clusterProperties.isEmpty { return [] }
    let properties = StyleObject(table.properties(of: feature).map { ($0.name, StyleValue($0.value)) })
    let feature = PropertyFeature(kind: .point, id: StyleValue(table.id(of: feature)), properties: properties)
    var context = EvaluationContext(zoom: 0, feature: feature)
    return clusterProperties.map { (try? $0.map.evaluate(&context)) ?? .null }
  }

  /// Joins the values of a cluster with those of one more member.
  func reduce(_ values: inout [StyleValue], with member: [StyleValue]) {
    let properties = StyleObject(clusterProperties.indices.map { (clusterProperties[$0].name, member[$0]) })
    var context = EvaluationContext(zoom: 0, feature: PropertyFeature(kind: .point, properties: properties))
    for (index, property) in clusterProperties.enumerated() {
      context.accumulated = values[index]
      values[index] = (try? property.reduce.evaluate(&context)) ?? .null
    }
  }
}

extension StyleValue {
  init(_ id: GeoJSONIdentifier?) {
    switch id {
    case .number(let number): self = .number(number)
    case .text(let text): self = .string(text)
    case nil: self = .null
    }
  }
}

extension GeoJSONIdentifier {
  fileprivate init?(_ value: TagValue?) {
    switch value {
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }
}

extension TagValue {
  /// Creates a tag from a value of an expression. Colors and other values of styles become text.
  init(_ value: StyleValue) {
    switch value {
    case .null: self = .null
    case .boolean(let flag): self = .flag(flag)
    case .number(let number): self = number.isFinite ? .number(number) : .null
    case .string(let string): self = .string(string)
    case .array, .object: self = .json(value.json)
    default: self = .string(value.text)
    }
  }
}
