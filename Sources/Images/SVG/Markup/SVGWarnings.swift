/// A warning that a part of an SVG drawing is omitted, or is drawn differently than the file says.
public struct SVGWarning: Hashable, Sendable, CustomStringConvertible {
  /// The position in the file of the element that caused the warning.
  public var location: SVGLocation
  /// The text of the warning, in English, without the location.
  public var message: String

  /// The warning as one text: its location and its message.
  public var description: String { "\(location): \(message)" }
}

/// A list of distinct warnings with a limited length.
struct SVGWarnings: Sendable {
  /// The priority of a warning in a list that becomes too long.
  enum Priority {
    case normal
    /// A warning that explains why the end of the drawing is missing. There are few such warnings, and all of
    /// them are stored.
    case limit
  }

  private var stored: [SVGWarning] = []
  private var limits: [SVGWarning] = []
  private var seen: Set<Int> = []
  /// The location of the first warning that is not stored.
  private var firstOmitted: SVGLocation?
  private var omittedCount = 0

  /// The stored warnings. If some warnings are not stored, the last element gives their number.
  var list: [SVGWarning] {
    guard let firstOmitted else { return stored + limits }
    return stored + limits + [SVGWarning(location: firstOmitted, message: "and \(omittedCount) more from here on")]
  }

  mutating func add(_ message: String, at location: SVGLocation, _ priority: Priority = .normal) {
    let warning = SVGWarning(location: location, message: message)
    guard seen.insert(warning.hashValue).inserted else { return }
    if priority == .limit {
      limits.append(warning)
    } else if stored.count < SVGLimit.warnings {
      stored.append(warning)
    } else {
      firstOmitted = firstOmitted ?? location
      omittedCount += 1
    }
  }

  /// Adds the warnings of another recording of the same drawing. A warning of both recordings counts once.
  mutating func formUnion(_ other: SVGWarnings) {
    for warning in other.stored { add(warning.message, at: warning.location) }
    for warning in other.limits { add(warning.message, at: warning.location, .limit) }
    let newHashes = other.seen.subtracting(seen)
    if !newHashes.isEmpty {
      firstOmitted = firstOmitted ?? other.firstOmitted
      omittedCount += newHashes.count
      seen.formUnion(newHashes)
    }
  }

  /// Adds the warnings of an embedded drawing, each converted by `transform`.
  mutating func add(_ others: SVGWarnings, _ transform: (SVGWarning) -> SVGWarning = { $0 }) {
    for (warnings, priority) in [(others.stored, Priority.normal), (others.limits, .limit)] {
      for warning in warnings {
        let transformed = transform(warning)
        add(transformed.message, at: transformed.location, priority)
      }
    }
    if others.omittedCount > 0 {
      firstOmitted = firstOmitted ?? others.firstOmitted.map { transform(SVGWarning(location: $0, message: "")).location }
      omittedCount += others.omittedCount
    }
  }
}
