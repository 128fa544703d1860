import CartoucheRaster
import CartoucheScene

/// The time for transitions of properties, which begin in the first frame that shows a changed style.
package struct TransitionClock: Sendable {
  /// Changes of the style that began at the same time, and in which properties are still to change.
  private struct Running {
    /// The numbers of the changes. One that was followed by another one before it was shown began with that.
    var changes: ClosedRange<Int>
    var begin: Timestamp
    /// The time from the end of the shortest delay to the end of the longest transition.
    var times: ClosedRange<Timestamp>
  }

  /// Beyond this number of changes in progress, the oldest end at once.
  private static let maximumCount = 64

  private var now = Timestamp.zero
  private var running: [Running] = []
  /// The newest change that has begun.
  private var lastBegun = 0
  /// The number of the latest change of the style.
  private var changeCount = 0

  package init() {}

  /// Whether a property is to change, now or after a delay.
  var isRunning: Bool { !running.isEmpty }
  /// Whether a property is changing now.
  var isChanging: Bool { running.contains { $0.times.contains(now) } }
  /// Whether changes ended at the last step of the time.
  private(set) var hasEnded = false

  /// Returns the number of a new change of the style.
  mutating func newChange() -> Int {
    changeCount += 1
    return changeCount
  }

  /// Moves to a time, at which `style` is shown.
  mutating func advance(to time: Timestamp, showing style: CompiledStyle) {
    now = time
    hasEnded = false
    if style.change > lastBegun {
      if let timings = style.newTransitions {
        if running.count == Self.maximumCount {
          running.removeFirst()
          hasEnded = true
        }
        let times = time.advanced(by: timings.start)...time.advanced(by: timings.end)
        running.append(Running(changes: lastBegun + 1...style.change, begin: time, times: times))
      }
      lastBegun = style.change
    }
    let count = running.count
    running.removeAll { $0.times.upperBound <= now }
    if running.count < count { hasEnded = true }
  }

  /// Whether a change has begun, and may have ended.
  func hasBegun(_ change: Int) -> Bool { change <= lastBegun }

  /// Returns how far a transition is, from 0 to 1.
  func progress(of transition: PropertyTransition) -> Progress {
    guard hasBegun(transition.change) else { return 0 }
    guard let begin = running.last(where: { $0.changes.contains(transition.change) })?.begin else { return 1 }
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
