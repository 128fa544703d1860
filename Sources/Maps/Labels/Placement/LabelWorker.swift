import CartoucheText
import Synchronization

/// Runs placements one after the other, on whatever thread.
final class LabelWorker: Sendable {
  /// The placer has fonts of its own, so that it needs only not to be used by two threads at the same time.
  private struct Box: @unchecked Sendable {
    let placer = LabelPlacer()
  }

  private let box = Mutex(Box())

  func place(_ scene: LabelScene, faces: FontFaceList) -> LabelPlacer.Outcome {
    box.withLock { $0.placer.place(scene, faces: faces) }
  }
}
