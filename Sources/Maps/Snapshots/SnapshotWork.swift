import CartoucheScene

/// The background queue of a snapshot's stage, whose work the snapshot's own thread performs between frames.
///
/// The loading of a tile and a placement of labels are pieces of work, between which a snapshot can be
/// canceled.
final class SnapshotWork: BackgroundQueue {
  private struct Piece {
    var work: @Sendable () -> Void
    var completion: () -> Void
  }

  let workerCount = 1
  private var pieces: [Piece] = []

  func submit(_ work: @escaping @Sendable () -> Void, completion: @escaping () -> Void) {
    pieces.append(Piece(work: work, completion: completion))
  }

  /// Performs all work, and the work that it submits.
  ///
  /// - Parameter isCancelled: Asked before each piece. If it is true, the rest is not performed.
  func performAll(unless isCancelled: () -> Bool) {
    while !pieces.isEmpty, !isCancelled() {
      let piece = pieces.removeFirst()
      piece.work()
      piece.completion()
    }
  }
}
