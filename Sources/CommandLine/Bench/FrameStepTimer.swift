import Cartouche

/// Adds up how long each step of the frames takes.
final class FrameStepTimer {
  enum Step: Int, CaseIterable {
    /// Everything that comes before the frame is drawn, but for the next step.
    case committing
    /// Drawing images of layers, which is divided among the workers like the frame.
    case caching
    case preparing, binning, composing
  }

  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private var totals = [Duration](repeating: .zero, count: Step.allCases.count)

  init() {
    last = clock.now
  }

  /// Starts the first step of a frame.
  func begin() {
    last = clock.now
  }

  /// Ends `step` and starts the next one.
  func end(_ step: Step) {
    let now = clock.now
    totals[step.rawValue] += now - last
    last = now
  }

  /// Resets the totals to zero.
  func reset() {
    for index in totals.indices { totals[index] = .zero }
  }

  /// Measures the steps of `renderer`.
  func watch(_ renderer: Renderer) {
    renderer.onStep = { [unowned self] step in
      switch step {
      case .began: break
      case .prepared: end(.preparing)
      case .binned: end(.binning)
      case .composed: end(.composing)
      }
    }
  }

  /// Measures the images of layers that a stage draws during its commits.
  func watchCachedImages(of stage: Stage) {
    stage.onCachedImageStep = { [unowned self] step in
      switch step {
      case .began: end(.committing)
      case .prepared, .binned: break
      case .composed: end(.caching)
      }
    }
  }

  /// The share of each step in percent, as text.
  var shares: String {
    let total = max(totals.reduce(.zero, +) / .nanoseconds(1), 1)
    return "of a frame: "
      + Step.allCases.map { step in
        let thousandths = Int(totals[step.rawValue] / .nanoseconds(1) / total * 1000 + 0.5)
        return "\(step) \(thousandths / 10).\(thousandths % 10) %"
      }.joined(separator: ", ")
  }
}
