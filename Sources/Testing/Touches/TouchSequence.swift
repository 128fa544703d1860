public import Cartouche

/// Movements of one or several fingers on a screen, with their times.
///
///     let first = TouchSequence.drag(from: Point(x: 40, y: 100), to: Point(x: 200, y: 100))
///     let second = TouchSequence.tap(at: Point(x: 300, y: 60)).delayed(by: 0.2)
///     try screen.play(first.together(with: second))
///
/// A sequence begins at the time 0. Every finger of it is lifted at its end. Positions are in points of the
/// screen, and times in seconds. Between two positions a finger moves in a straight line at constant speed.
public struct TouchSequence: Hashable, Sendable {
  /// A position of a finger, and its time in nanoseconds from the start of the sequence.
  struct Keyframe: Hashable, Sendable {
    var time: Int64
    var position: Point
  }

  /// The movement of one finger from touch-down, at its first keyframe, to its lift after the last one.
  struct Stroke: Hashable, Sendable {
    /// At least one keyframe, by time.
    var keyframes: [Keyframe]

    var start: Int64 { keyframes[0].time }
    var end: Int64 { keyframes[keyframes.count - 1].time }

    /// Returns the finger's position at a time, which is clamped to the stroke's duration.
    func position(at time: Int64) -> Point {
      guard let next = keyframes.firstIndex(where: { $0.time > time }) else { return keyframes[keyframes.count - 1].position }
      guard next > 0 else { return keyframes[0].position }
      let (a, b) = (keyframes[next - 1], keyframes[next])
      func interpolate(_ from: Scalar, _ to: Scalar) -> Scalar {
        // ≤ 2^64 · 2^42
        let offset = (Int128(to.rawValue) - Int128(from.rawValue)) * Int128(time - a.time) / Int128(b.time - a.time)
        return Scalar(rawValue: Int64(clamping: Int128(from.rawValue) + offset))
      }
      return Point(x: interpolate(a.position.x, b.position.x), y: interpolate(a.position.y, b.position.y))
    }
  }

  /// The longest duration of a sequence: one hour.
  static let maximumDuration: Int64 = 3_600_000_000_000

  private(set) var strokes: [Stroke] = []
  private var length: Int64 = 0

  /// The time from the start of the sequence to the lift of its last finger, or to the end of its last pause.
  ///
  /// A sequence lasts at most one hour; what goes on longer is cut off.
  public var duration: Seconds { Timestamp(nanoseconds: length).seconds }

  /// Creates a sequence without fingers, which lasts some seconds.
  ///
  /// - Parameter seconds: The duration, clamped to 0…3600.
  public static func pause(_ seconds: Seconds) -> TouchSequence {
    var sequence = TouchSequence()
    sequence.length = nanoseconds(seconds)
    return sequence
  }

  /// Creates the movement of one finger along positions at given times.
  ///
  /// - Parameter path: The positions in points, with their times in seconds from touch-down. Each time is at
  ///   least that of the position before it.
  public static func path(_ path: [(time: Seconds, position: Point)]) -> TouchSequence {
    var sequence = TouchSequence()
    guard !path.isEmpty else { return sequence }
    var latest: Int64 = 0
    let keyframes = path.map { step in
      latest = max(latest, nanoseconds(step.time))
      return Keyframe(time: latest, position: step.position)
    }
    sequence.strokes = [Stroke(keyframes: keyframes)]
    sequence.length = latest
    return sequence
  }

  /// Returns this sequence followed by another one.
  public func then(_ next: TouchSequence) -> TouchSequence {
    together(with: next.shifted(by: length))
  }

  /// Returns both sequences at the same time, each with its own fingers.
  public func together(with other: TouchSequence) -> TouchSequence {
    var sequence = self
    sequence.strokes += other.strokes
    sequence.length = max(length, other.length)
    return sequence
  }

  /// Returns this sequence after a pause.
  ///
  /// - Parameter seconds: The duration of the pause, clamped to 0…3600.
  public func delayed(by seconds: Seconds) -> TouchSequence {
    shifted(by: Self.nanoseconds(seconds))
  }

  private func shifted(by offset: Int64) -> TouchSequence {
    var sequence = self
    sequence.length = min(length + offset, Self.maximumDuration)
    sequence.strokes = strokes.map { stroke in
      Stroke(keyframes: stroke.keyframes.map { Keyframe(time: min($0.time + offset, Self.maximumDuration), position: $0.position) })
    }
    return sequence
  }

  /// Returns a duration in nanoseconds, clamped to 0…``maximumDuration``.
  private static func nanoseconds(_ seconds: Seconds) -> Int64 {
    min(max(Timestamp(seconds: seconds).nanoseconds, 0), maximumDuration)
  }
}
