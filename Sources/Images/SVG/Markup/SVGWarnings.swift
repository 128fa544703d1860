/// Something in a drawing that is not drawn, or not as it says; the rest is.
public struct SVGWarning: Hashable, Sendable, CustomStringConvertible {
  /// Where the element begins that it is about.
  public var location: SVGLocation
  public var message: String

  public var description: String { "\(location): \(message)" }
}

/// Collects warnings, each once.
struct SVGWarnings: Sendable {
  /// What may be left out of a list that becomes too long.
  enum Priority {
    case normal
    /// One that says why the rest of the drawing is missing: there are few of them, and none is only counted.
    case limit
  }

  private var kept: [SVGWarning] = []
  private var limits: [SVGWarning] = []
  private var known: Set<Int> = []
  /// The first of those that are not kept.
  private var first: SVGLocation?
  private var more = 0

  /// Those that are kept; the last one says how many are not.
  var list: [SVGWarning] {
    guard let first else { return kept + limits }
    return kept + limits + [SVGWarning(location: first, message: "and \(more) more from here on")]
  }

  mutating func add(_ message: String, at place: SVGLocation, _ weight: Priority = .normal) {
    let warning = SVGWarning(location: place, message: message)
    guard known.insert(warning.hashValue).inserted else { return }
    if weight == .limit {
      limits.append(warning)
    } else if kept.count < SVGLimit.warnings {
      kept.append(warning)
    } else {
      first = first ?? place
      more += 1
    }
  }

  /// Adds those of another recording of the same drawing; those that both have count once.
  mutating func formUnion(_ other: SVGWarnings) {
    for warning in other.kept { add(warning.message, at: warning.location) }
    for warning in other.limits { add(warning.message, at: warning.location, .limit) }
    let news = other.known.subtracting(known)
    if !news.isEmpty {
      first = first ?? other.first
      more += news.count
      known.formUnion(news)
    }
  }

  /// Adds another's, each as `sentence` puts it.
  mutating func add(_ others: SVGWarnings, _ sentence: (SVGWarning) -> SVGWarning = { $0 }) {
    for (warnings, weight) in [(others.kept, Priority.normal), (others.limits, .limit)] {
      for warning in warnings {
        let own = sentence(warning)
        add(own.message, at: own.location, weight)
      }
    }
    if others.more > 0 {
      first = first ?? others.first.map { sentence(SVGWarning(location: $0, message: "")).location }
      more += others.more
    }
  }
}
