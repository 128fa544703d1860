import CartoucheRaster
import CartoucheScene

/// The time for transitions of properties, which begin in the first frame that shows a changed style.
package struct TransitionClock: Sendable {
  private var now = Timestamp.zero
  /// The changes that may still be in progress, in the order in which they were shown. A change that was
  /// followed by another one before it was shown began with that one.
  private var running: [(change: Int, begin: Timestamp, end: Timestamp)] = []
  /// The newest change of which nothing is in progress.
  private var lastEnded = 0
  /// The number of the latest change of the style.
  private(set) var changeCount = 0

  package init() {}

  /// Whether a transition is in progress.
  var isRunning: Bool { !running.isEmpty }

  /// Returns the number of a new change of the style.
  mutating func newChange() -> Int {
    changeCount += 1
    return changeCount
  }

  /// Moves to a time, at which `style` is shown.
  mutating func advance(to time: Timestamp, showing style: CompiledStyle) {
    now = time
    if let duration = style.transitionDuration, style.change > lastEnded, !running.contains(where: { $0.change == style.change }) {
      running.append((style.change, time, time.advanced(by: duration)))
    }
    while let first = running.first, first.end <= now {
      lastEnded = max(lastEnded, first.change)
      running.removeFirst()
    }
  }

  /// Returns how far a transition is, from 0 to 1.
  func progress(of transition: PropertyTransition) -> Progress {
    guard transition.change > lastEnded else { return 1 }
    guard let begin = running.first(where: { $0.change >= transition.change })?.begin else { return 0 }
    let elapsed = now.seconds(since: begin) - transition.timing.delay
    guard elapsed > 0 else { return 0 }
    guard elapsed < transition.timing.duration else { return 1 }
    // Slow, fast, slow: the cubic curve that MapLibre uses.
    let time = elapsed / transition.timing.duration
    let distance = min(time, 1 - time)
    let cube = distance * distance * distance * 4
    return time < 0.5 ? cube : 1 - cube
  }
}
