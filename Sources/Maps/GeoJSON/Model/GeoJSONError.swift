/// An error in GeoJSON, or in the options of a ``GeoJSONSource``. The source leaves out the broken part, and
/// shows the rest.
public struct GeoJSONError: Error, Hashable, Sendable {
  /// The path of the file, or the name of the source if the data is not from a file.
  public let source: String
  /// The line of the first fault, counted from 1; nil if the fault has no line.
  public let line: Int?
  /// The fault, and the part that is left out.
  public let reason: String
  /// The number of features that have this fault. Only the first is described.
  public let count: Int

  package init(source: String, line: Int? = nil, reason: String, count: Int = 1) {
    (self.source, self.line, self.reason, self.count) = (source, line, reason, count)
  }
}

extension GeoJSONError: CustomStringConvertible {
  /// A message that names the file, the line and the fault.
  public var description: String {
    let position = line.map { "\(source):\($0)" } ?? source
    return count > 1 ? "\(position): \(reason) (and \(count - 1) more with this fault)" : "\(position): \(reason)"
  }
}

/// Why a feature is left out, as a part of a sentence.
struct FeatureFault: Error, Hashable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
