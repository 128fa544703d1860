public import CartoucheRaster

/// The damage of the last frames, from which the outdated pixels of a reused buffer are computed.
///
///     add(committed damage) ▶ damage(forAge:) of the next buffer ▶ draw ▶ framePresented()
///
/// Damage is the pixels that changed from one frame to the next. A buffer of age 1 contains the previous
/// frame, and lacks only the damage of the current frame. A buffer of age n also lacks the damage of the n −
/// 1 frames before. If a commit's frame was not presented, the commit's damage counts for the next frame.
public struct DamageHistory: Hashable, Sendable {
  private let screen: PixelRect
  /// The damage of the current frame and of those before it, newest first.
  private var frames: [Damage]
  /// The number of elements of ``frames`` that are meaningful.
  private var knownFrameCount = 1

  /// Creates a history for a screen that was never drawn.
  ///
  /// - Parameter frames: The number of frames to remember, clamped to 1…64. The display's number of buffers
  ///   is enough.
  public init(size: PixelSize, frames: Int = 4) {
    screen = PixelRect(size)
    self.frames = Array(repeating: Damage(), count: frames.clamped(from: 1, to: 64))
  }

  /// Adds rectangles to the damage of the current frame, clipped to the screen.
  public mutating func add(_ damage: [PixelRect]) {
    for rect in damage { frames[0].add(rect.intersection(screen)) }
  }

  /// Returns the pixels that are out of date in a buffer that was shown `age` frames ago.
  ///
  /// - Parameter age: The age of the buffer, as in ``Frame/age``: 1 for the previous frame, and 0 for a
  ///   buffer with unknown content.
  /// - Returns: The rectangles to draw. If the buffer's content is unknown or older than the history, the
  ///   result is the whole screen.
  public func damage(forAge age: Int) -> [PixelRect] {
    guard age >= 1, age <= knownFrameCount else { return screen.isEmpty ? [] : [screen] }
    guard age > 1 else { return frames[0].rects }
    var sum = frames[0]
    for frame in frames[1..<age] { sum.add(frame) }
    return sum.rects
  }

  /// Ends the current frame, which was presented, and starts the damage of the next frame.
  public mutating func framePresented() {
    knownFrameCount = min(knownFrameCount + 1, frames.count)
    let oldest = frames.count - 1
    frames[oldest].removeAll()
    // Moves the oldest element, now empty, to the front, so that its storage is reused.
    var index = oldest
    while index > 0 {
      frames.swapAt(index, index - 1)
      index -= 1
    }
  }
}
