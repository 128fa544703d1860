import Cartouche

/// How long each step of the frames took, together.
final class StageTimings {
  enum Step: Int, CaseIterable {
    case committing, preparing, binning, composing
  }

  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private var totals = [Duration](repeating: .zero, count: Step.allCases.count)

  init() {
    last = clock.now
  }

  func begin() {
    last = clock.now
  }

  func end(_ step: Step) {
    let now = clock.now
    totals[step.rawValue] += now - last
    last = now
  }

  /// Forgets what was counted.
  func reset() {
    for index in totals.indices { totals[index] = .zero }
  }

  /// Counts what `renderer` does.
  func watch(_ renderer: Renderer) {
    renderer.onStep = { [unowned self] step in
      switch step {
      case .prepared: end(.preparing)
      case .binned: end(.binning)
      case .composed: end(.composing)
      }
    }
  }

  /// Each step's share of the whole, in words.
  var shares: String {
    let whole = max(totals.reduce(.zero, +) / .nanoseconds(1), 1)
    return "of a frame: "
      + Step.allCases.map { step in
        let thousandths = Int(totals[step.rawValue] / .nanoseconds(1) / whole * 1000 + 0.5)
        return "\(step) \(thousandths / 10).\(thousandths % 10) %"
      }.joined(separator: ", ")
  }
}
