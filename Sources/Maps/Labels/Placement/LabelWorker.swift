import CartoucheText
import Synchronization

/// Runs placements one after the other, on whatever thread.
final class LabelWorker: Sendable {
  /// The placer has fonts of its own, so that it needs only not to be used by two threads at the same time.
  private struct Box: @unchecked Sendable {
    let placer = LabelPlacer()
  }

  private let box = Mutex(Box())

  var statistics: LabelStatistics { counted.withLock { $0 } }
  private let counted = Mutex(LabelStatistics())

  func place(_ scene: LabelScene, faces: FontFaceList) -> LabelPlacer.Outcome {
    box.withLock { box in
      let start = ContinuousClock.now
      let outcome = box.placer.place(scene, faces: faces)
      let duration = ContinuousClock.now - start
      counted.withLock { $0.add(duration, shapedTextCount: outcome.shapedTextCount) }
      return outcome
    }
  }
}

/// How often labels were placed, how long it took, and how many texts were shaped for that.
package struct LabelStatistics: Sendable {
  package private(set) var placementCount = 0
  package private(set) var total = Duration.zero
  package private(set) var longest = Duration.zero
  package private(set) var shapedTextCount = 0

  fileprivate mutating func add(_ duration: Duration, shapedTextCount count: Int) {
    shapedTextCount += count
    placementCount += 1
    total += duration
    longest = max(longest, duration)
  }
}
