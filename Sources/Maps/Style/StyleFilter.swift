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
  /// The feature passes a filter that is written as in a style sheet: `["==", ["get", "class"], "river"]`.
  case json(StyleJSON)

  /// Returns a filter that selects the features whose tag `key` has the text `value`.
  public static func equals(_ key: String, _ value: String) -> StyleFilter {
    .oneOf(key, [value])
  }
}
