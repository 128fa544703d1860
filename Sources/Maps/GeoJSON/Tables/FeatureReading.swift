/// Reads the features of data, and collects what is wrong with it.
///
/// A fault that many features have is reported once. If the text has NaN or Infinity, which are not JSON, it
/// is read again through a ``NonFiniteNumberFilter``.
final class FeatureReading {
  private(set) var errors: [GeoJSONError] = []
  private let body: (FeatureDraft) throws(FeatureFault) -> Void
  /// For each fault, the offset of the first feature that has it, and the number of these features.
  private var faults: [FeatureFault: (offset: Int, count: Int)] = [:]
  /// The number of features that were read.
  private var count = 0
  /// The offset of the last feature that was read or left out.
  private var lastOffset = -1

  /// The number of faults that are told apart.
  private static let faultLimit = 16

  /// Prepares to read features, and to pass each to `body`, which may refuse it.
  init(_ body: @escaping (FeatureDraft) throws(FeatureFault) -> Void) { self.body = body }

  /// Reads the features of data.
  ///
  /// - Parameter name: The name of data that is no file, for messages.
  func read(_ data: GeoJSONData, name: String) {
    switch data {
    case .file(let path):
      do throws(JSONError) {
        read(try JSONFile(path: path), name: path)
      } catch {
        errors.append(GeoJSONError(source: path, line: error.location?.line, reason: error.reason))
      }
    case .bytes(let bytes): bytes.withUnsafeBytes { read(JSONMemory(bytes: $0), name: name) }
    case .features(let features): read(features, name: name)
    }
  }

  private func read(_ features: [GeoJSONFeature], name: String) {
    var draft = FeatureDraft()
    for (index, feature) in features.enumerated() {
      do throws(FeatureFault) {
        try draft.set(feature)
        try body(draft)
      } catch {
        note(error, at: index)
      }
    }
    for (fault, place) in sortedFaults {
      let reason = "feature \(place.offset) is left out: \(fault.reason)"
      errors.append(GeoJSONError(source: name, reason: reason, count: place.count))
    }
  }

  private func read(_ source: some JSONSource, name: String) {
    var failure = failure(of: source, isFiltered: false)
    // Other words that are no JSON have the same reason, and remain in the text.
    if let first = failure, first.reason.contains("NaN") {
      failure = self.failure(of: NonFiniteNumberFilter(source), isFiltered: true)
      if failure?.location != first.location {
        let reason = first.reason + "; they count as null"
        errors.append(GeoJSONError(source: name, line: first.location?.line, reason: reason))
      }
    }
    for (fault, place) in sortedFaults {
      let line = source.location(of: place.offset).line
      errors.append(GeoJSONError(source: name, line: line, reason: "a feature is left out: \(fault.reason)", count: place.count))
    }
    if let failure {
      let end = count > 0 ? "; the features before it are shown" : ""
      errors.append(GeoJSONError(source: name, line: failure.location?.line, reason: failure.reason + end))
    }
  }

  /// Reads the features after ``lastOffset``, and returns the error that ends the text.
  private func failure(of source: some JSONSource, isFiltered: Bool) -> JSONError? {
    let known = lastOffset
    let reader = GeoJSONReader(
      take: { [self] draft, offset throws(FeatureFault) in
        guard offset > known else { return }
        lastOffset = offset
        try body(draft)
        count += 1
      },
      report: { [self] fault, offset in
        guard offset > known else { return }
        lastOffset = offset
        note(fault, at: offset)
      })
    reader.isFiltered = isFiltered
    do throws(JSONError) {
      try JSONReader.read(source, depthLimit: JSONReader.skippedDepthLimit, pieceSize: JSONReader.pieceSize, into: reader)
      return nil
    } catch {
      return error
    }
  }

  private func note(_ fault: FeatureFault, at offset: Int) {
    if let known = faults[fault] {
      faults[fault] = (known.offset, known.count + 1)
    } else if faults.count < Self.faultLimit {
      faults[fault] = (offset, 1)
    } else {
      faults[FeatureFault("it has a fault of another kind"), default: (offset, 0)].count += 1
    }
  }

  private var sortedFaults: [(key: FeatureFault, value: (offset: Int, count: Int))] {
    faults.sorted { ($0.value.offset, $0.key.reason) < ($1.value.offset, $1.key.reason) }
  }
}
