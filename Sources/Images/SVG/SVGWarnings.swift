/// Collects warnings, each once.
struct SVGWarnings: Sendable {
  /// What may be left out of a list that becomes too long.
  enum Weight {
    case usual
    /// One that says why the rest of the drawing is missing: there are few of them, and none is only counted.
    case limit
  }

  private var kept: [SVG.Warning] = []
  private var limits: [SVG.Warning] = []
  private var known: Set<Int> = []
  /// The first of those that are not kept.
  private var first: SVG.Place?
  private var more = 0

  /// Those that are kept; the last one says how many are not.
  var list: [SVG.Warning] {
    guard let first else { return kept + limits }
    return kept + limits + [SVG.Warning(place: first, message: "and \(more) more from here on")]
  }

  mutating func add(_ message: String, at place: SVG.Place, _ weight: Weight = .usual) {
    let warning = SVG.Warning(place: place, message: message)
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
    for warning in other.kept { add(warning.message, at: warning.place) }
    for warning in other.limits { add(warning.message, at: warning.place, .limit) }
    let news = other.known.subtracting(known)
    if !news.isEmpty {
      first = first ?? other.first
      more += news.count
      known.formUnion(news)
    }
  }

  /// Adds another's, each as `sentence` puts it.
  mutating func add(_ others: SVGWarnings, _ sentence: (SVG.Warning) -> SVG.Warning = { $0 }) {
    for (warnings, weight) in [(others.kept, Weight.usual), (others.limits, .limit)] {
      for warning in warnings {
        let own = sentence(warning)
        add(own.message, at: own.place, weight)
      }
    }
    if others.more > 0 {
      first = first ?? others.first.map { sentence(SVG.Warning(place: $0, message: "")).place }
      more += others.more
    }
  }
}
