public import CartoucheRaster

/// A record of the damage of the last frames, used to find the outdated pixels of a reused buffer.
///
///     add(committed damage) ▶ damage(forAge:) of the next buffer ▶ draw ▶ framePresented()
///
/// The damage of a frame is the pixels in which the frame differs from the previous frame. A buffer of age 1
/// contains the previous frame, so only the damage of the current frame is redrawn. In a buffer of age n, the
/// damage of the last n frames, including the current frame, is redrawn. If a committed frame is not
/// presented, its damage is added to the damage of the next frame.
public struct DamageHistory: Hashable, Sendable {
  private let screen: PixelRect
  /// The damage of the current frame and of those before it, newest first.
  private var frames: [Damage]
  /// The number of elements of ``frames`` that are meaningful.
  private var knownFrameCount = 1

  /// Creates a history for a screen on which nothing was drawn yet.
  ///
  /// - Parameters:
  ///   - size: The size of the screen in pixels.
  ///   - frames: The number of frames that the history remembers, clamped to 1…64. For a display with three
  ///     buffers, three frames are enough.
  public init(size: PixelSize, frames: Int = 4) {
    screen = PixelRect(size)
    self.frames = Array(repeating: Damage(), count: frames.clamped(from: 1, to: 64))
  }

  /// Adds rectangles to the damage of the current frame. Parts outside the screen are ignored.
  public mutating func add(_ damage: [PixelRect]) {
    for rect in damage { frames[0].add(rect.intersection(screen)) }
  }

  /// Returns the pixels of a reused buffer that are out of date.
  ///
  /// - Parameter age: The age of the buffer's content, as in ``Frame/age``. The age is 1 if the content is
  ///   the previous frame, and 0 if the content is unknown.
  /// - Returns: The rectangles to draw. If the buffer's content is unknown, the result is the whole screen.
  ///   The result is also the whole screen if the content is older than the oldest frame whose damage is
  ///   recorded.
  public func damage(forAge age: Int) -> [PixelRect] {
    var sum = Damage()
    return damage(forAge: age, sum: &sum)
  }

  /// Returns the same as ``damage(forAge:)`` without an allocation in steady frames.
  ///
  /// - Parameter sum: Storage for the damage of several frames, which is reused.
  public func damage(forAge age: Int, sum: inout Damage) -> [PixelRect] {
    guard age >= 1, age <= knownFrameCount else { return screen.isEmpty ? [] : [screen] }
    guard age > 1 else { return frames[0].rects }
    sum.removeAll()
    for frame in frames[..<age] { sum.add(frame) }
    return sum.rects
  }

  /// Ends the current frame, and starts the next frame with empty damage.
  ///
  /// Call this method after the current frame was presented.
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
