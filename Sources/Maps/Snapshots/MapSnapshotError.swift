public import CartoucheRaster

/// A reason why there is no snapshot of a map.
///
/// A source or a style that fails is no such reason: the rest of the map is drawn, and
/// ``MapSnapshot/errors`` has the failures.
public enum MapSnapshotError: Error, Hashable, Sendable {
  /// The image would have no pixels, a side that is too long, or more bytes than
  /// ``MapSnapshotOptions/byteLimit``.
  case unsupportedSize(PixelSize, byteLimit: Int)
  /// The region or the rectangle to show is empty, not finite, or not on the map.
  case invalidArea
  /// The system has too little memory for an image of this number of bytes.
  case outOfMemory(byteCount: Int)
  /// The content still moves after this number of seconds of animation, so the map is never at rest.
  case neverSettled(seconds: Int)
  /// The snapshot was canceled.
  case cancelled
  /// The snapshotter is still making a snapshot.
  case alreadyLoading
  /// The system refuses to start the thread that makes snapshots.
  case noThread
}

extension MapSnapshotError: CustomStringConvertible {
  /// A message that says what happened, and what to do.
  public var description: String {
    switch self {
    case .unsupportedSize(let size, let byteLimit):
      "a snapshot of \(size.width)x\(size.height) pixels is not possible: a side has 1 to "
        + "\(MapSnapshotOptions.maximumSide) pixels, and the image takes at most \(byteLimit >> 10) KiB. Choose another size."
    case .invalidArea:
      "the area to show is empty or not on the map. Give a region or a rectangle with a size, whose center is on the map."
    case .outOfMemory(let byteCount):
      "there is too little memory for an image of \(byteCount >> 10) KiB. Choose a smaller size."
    case .neverSettled(let seconds):
      "the map still moves after \(seconds) seconds, so there is no picture of it at rest. Leave out animations that repeat."
    case .cancelled: "the snapshot was canceled."
    case .alreadyLoading: "the snapshotter is still making a snapshot. Wait for its end, or use another snapshotter."
    case .noThread: "the system refuses to start a thread for snapshots. Check the limit of processes with \"ulimit -u\"."
    }
  }
}
