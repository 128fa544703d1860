/// Collects warnings, each once.
struct SVGWarnings: Sendable {
  /// What may be left out of a list that becomes too long.
  enum Priority {
    case normal
    /// One that says why the rest of the drawing is missing: there are few of them, and none is only counted.
    case limit
  }

  private var kept: [SVG.Warning] = []
  private var limits: [SVG.Warning] = []
  private var known: Set<Int> = []
  /// The first of those that are not kept.
  private var first: SVG.Location?
  private var more = 0

  /// Those that are kept; the last one says how many are not.
  var list: [SVG.Warning] {
    guard let first else { return kept + limits }
    return kept + limits + [SVG.Warning(location: first, message: "and \(more) more from here on")]
  }

  mutating func add(_ message: String, at place: SVG.Location, _ weight: Priority = .normal) {
    let warning = SVG.Warning(location: place, message: message)
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
  mutating func add(_ others: SVGWarnings, _ sentence: (SVG.Warning) -> SVG.Warning = { $0 }) {
    for (warnings, weight) in [(others.kept, Priority.normal), (others.limits, .limit)] {
      for warning in warnings {
        let own = sentence(warning)
        add(own.message, at: own.location, weight)
      }
    }
    if others.more > 0 {
      first = first ?? others.first.map { sentence(SVG.Warning(location: $0, message: "")).location }
      more += others.more
    }
  }
}
