/// A condition that selects the features that a style layer draws. A filter tests a feature's kind and its
/// tags, which are pairs of a key and a value.
///
/// A filter is data, not a closure. The conditions on a tag are therefore evaluated once for each distinct
/// tag value in a tile's layer, not once for each feature.
public indirect enum StyleFilter: Hashable, Sendable {
  /// All features pass.
  case everything
  /// The feature has a tag with the given key, and the tag's value is one of the given texts.
  case oneOf(String, [String])
  /// The feature has a tag with the given key, and the tag's value is a number in the given range.
  case number(String, ClosedRange<Double>)
  /// The feature has a tag with the given key. The value of the tag does not matter.
  case has(String)
  /// The feature is a line.
  case lines
  /// The feature is a polygon.
  case polygons
  /// The feature passes every one of the filters.
  case all([StyleFilter])
  /// The feature passes at least one of the filters.
  case any([StyleFilter])
  /// The feature does not pass the filter.
  case not(StyleFilter)

  /// Returns a filter that selects the features whose tag `key` has the text `value`.
  public static func equals(_ key: String, _ value: String) -> StyleFilter {
    .oneOf(key, [value])
  }
}

/// A filter that is prepared for one layer of one tile. Keys and values are indices into the layer's tables.
struct CompiledFilter {
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
