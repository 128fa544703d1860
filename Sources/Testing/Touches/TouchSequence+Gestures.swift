public import Cartouche

extension TouchSequence {
  /// Creates a tap: one finger that touches down and lifts.
  ///
  /// - Parameters:
  ///   - point: The position of the finger in points.
  ///   - duration: The time from touch-down to lift, in seconds.
  public static func tap(at point: Point, duration: Seconds = 0.08) -> TouchSequence {
    path([(0, point), (duration, point)])
  }

  /// Creates two taps in quick succession.
  public static func doubleTap(at point: Point) -> TouchSequence {
    tap(at: point).then(pause(0.1)).then(tap(at: point))
  }

  /// Creates a long press: one finger that rests.
  ///
  /// - Parameter duration: The time from touch-down to lift, in seconds.
  public static func longPress(at point: Point, duration: Seconds = 0.8) -> TouchSequence {
    tap(at: point, duration: duration)
  }

  /// Creates a drag: one finger that moves in a straight line, rests, and lifts.
  ///
  /// - Parameters:
  ///   - start: The position of touch-down in points.
  ///   - end: The position of the lift in points.
  ///   - duration: The time of the movement, in seconds.
  ///   - rest: The time that the finger rests before it lifts, in seconds. With 0, the finger lifts while it
  ///     moves, so that what it drags may continue to move.
  public static func drag(from start: Point, to end: Point, duration: Seconds = 0.4, rest: Seconds = 0.2) -> TouchSequence {
    path([(0, start), (duration, end), (duration + max(rest, 0), end)])
  }

  /// Creates a swipe: a short drag that lifts while the finger moves.
  public static func swipe(from start: Point, to end: Point, duration: Seconds = 0.12) -> TouchSequence {
    drag(from: start, to: end, duration: duration, rest: 0)
  }

  /// Creates a pinch: two fingers on a horizontal line that move apart or together, and may rotate as well.
  ///
  /// - Parameters:
  ///   - center: The point between the fingers.
  ///   - scale: The fingers' distance at the end, divided by their distance at the start. Clamped to
  ///     1/64…64.
  ///   - angle: The angle by which the fingers rotate meanwhile; a positive angle is clockwise.
  ///   - span: The larger of the two distances, in points. Choose it so that both fingers stay on the screen.
  ///   - duration: The time of the movement, in seconds.
  public static func pinch(
    at center: Point, scale: Scalar, angle: Angle = .zero, span: Scalar = 200, duration: Seconds = 0.5
  ) -> TouchSequence {
    let scale = scale.clamped(from: 1 / 64, to: 64)
    let (first, last) = scale < 1 ? (span, span * scale) : (span / scale, span)
    let turns = angle.degrees.magnitude.rounded
    let count = min(max(turns / 3, 1), 1200)
    /// Returns the path of the finger on one side.
    func finger(_ side: Int) -> TouchSequence {
      let positions = (0...count).map { step in
        let radius = (first + (last - first) * step / count) / 2 * side
        let (sine, cosine) = (angle * step / count).sineAndCosine
        return (
          time: duration * step / count,
          position: center + Point(x: radius * Scalar(rounding: cosine), y: radius * Scalar(rounding: sine))
        )
      }
      return path(positions + [(time: duration + 0.1, position: positions[count].position)])
    }
    return finger(-1).together(with: finger(1))
  }

  /// Creates a rotation: two fingers that rotate about the point between them.
  ///
  /// - Parameters:
  ///   - center: The point between the fingers.
  ///   - angle: The angle of the rotation; a positive angle is clockwise.
  ///   - span: The fingers' distance in points.
  ///   - duration: The time of the movement, in seconds.
  public static func rotate(at center: Point, by angle: Angle, span: Scalar = 200, duration: Seconds = 0.5) -> TouchSequence {
    pinch(at: center, scale: 1, angle: angle, span: span, duration: duration)
  }
}
