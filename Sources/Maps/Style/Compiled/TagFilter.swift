/// A filter that is prepared for one layer of one tile. Keys and values are indices into the layer's tables.
struct TagFilter {
  private indirect enum Test {
    case constant(Bool)
    case kind(VectorFeature.Kind)
    /// The index of the tag's key, and for each value of the layer whether that value passes the filter.
    case tag(UInt32, [Bool])
    case all([Test])
    case any([Test])
    case not(Test)
  }

  private let test: Test

  init(_ filter: StyleFilter, for layer: VectorLayer) {
    test = Self.compile(filter, layer)
  }

  func passes(_ feature: VectorFeature, in layer: VectorLayer) -> Bool {
    Self.passes(test, feature, layer)
  }

  private static func compile(_ filter: StyleFilter, _ layer: VectorLayer) -> Test {
    func tag(_ key: String, _ passes: (TagValue) -> Bool) -> Test {
      guard let index = layer.keys.firstIndex(of: key) else { return .constant(false) }
      let passing = layer.values.map(passes)
      return passing.contains(true) ? .tag(UInt32(index), passing) : .constant(false)
    }
    switch filter {
    case .everything: return .constant(true)
    case .lines: return .kind(.line)
    case .polygons: return .kind(.polygon)
    case .has(let key): return tag(key) { _ in true }
    case .oneOf(let key, let texts):
      return tag(key) { if case .string(let text) = $0 { texts.contains(text) } else { false } }
    case .number(let key, let range):
      return tag(key) { if case .number(let number) = $0 { range.contains(number) } else { false } }
    case .all(let filters): return .all(filters.map { compile($0, layer) })
    case .any(let filters): return .any(filters.map { compile($0, layer) })
    case .not(let filter): return .not(compile(filter, layer))
    // A layer's filter is JSON as a whole or not at all; see ``CompiledStyle``.
    case .json: return .constant(false)
    }
  }

  private static func passes(_ test: Test, _ feature: VectorFeature, _ layer: VectorLayer) -> Bool {
    switch test {
    case .constant(let answer): return answer
    case .kind(let kind): return feature.kind == kind
    case .tag(let key, let passing):
      for index in feature.tags {
        let tag = layer.tags[Int(index)]
        if tag.x == key { return passing[Int(tag.y)] }
      }
      return false
    case .all(let tests): return tests.allSatisfy { passes($0, feature, layer) }
    case .any(let tests): return tests.contains { passes($0, feature, layer) }
    case .not(let test): return !passes(test, feature, layer)
    }
  }
}
