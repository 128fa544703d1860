public import Cartouche

extension TestScreen {
  /// Taps with one finger. Positions are in points of the screen.
  ///
  /// - Throws: The errors of `play(_:)`, as every method of this kind.
  public func tap(at point: Point) throws { try play(.tap(at: point)) }

  /// Taps twice in quick succession.
  public func doubleTap(at point: Point) throws { try play(.doubleTap(at: point)) }

  /// Presses with one finger for some seconds.
  public func longPress(at point: Point, duration: Seconds = 0.8) throws {
    try play(.longPress(at: point, duration: duration))
  }

  /// Drags with one finger, which rests before it lifts. See ``TouchSequence/drag(from:to:duration:rest:)``.
  public func drag(from start: Point, to end: Point, duration: Seconds = 0.4) throws {
    try play(.drag(from: start, to: end, duration: duration))
  }

  /// Swipes with one finger, which lifts while it moves.
  public func swipe(from start: Point, to end: Point, duration: Seconds = 0.12) throws {
    try play(.swipe(from: start, to: end, duration: duration))
  }

  /// Moves two fingers apart (`scale` > 1) or together. See
  /// ``TouchSequence/pinch(at:scale:angle:span:duration:)``.
  public func pinch(at center: Point, scale: Scalar, span: Scalar = 200) throws {
    try play(.pinch(at: center, scale: scale, span: span))
  }

  /// Rotates two fingers about the point between them; a positive angle is clockwise. See
  /// ``TouchSequence/rotate(at:by:span:duration:)``.
  public func rotate(at center: Point, by angle: Angle, span: Scalar = 200) throws {
    try play(.rotate(at: center, by: angle, span: span))
  }

  /// Lets some seconds of virtual time pass.
  public func wait(_ seconds: Seconds) throws { try play(.pause(seconds)) }
}

// The same gestures for asynchronous tests, during which tasks on the main actor run.
extension TestScreen {
  /// Taps with one finger, while tasks on the main actor run.
  public func tap(at point: Point) async throws { try await play(.tap(at: point)) }

  /// Taps twice in quick succession, while tasks on the main actor run.
  public func doubleTap(at point: Point) async throws { try await play(.doubleTap(at: point)) }

  /// Presses with one finger for some seconds, while tasks on the main actor run.
  public func longPress(at point: Point, duration: Seconds = 0.8) async throws {
    try await play(.longPress(at: point, duration: duration))
  }

  /// Drags with one finger, while tasks on the main actor run.
  public func drag(from start: Point, to end: Point, duration: Seconds = 0.4) async throws {
    try await play(.drag(from: start, to: end, duration: duration))
  }

  /// Swipes with one finger, while tasks on the main actor run.
  public func swipe(from start: Point, to end: Point, duration: Seconds = 0.12) async throws {
    try await play(.swipe(from: start, to: end, duration: duration))
  }

  /// Moves two fingers apart or together, while tasks on the main actor run.
  public func pinch(at center: Point, scale: Scalar, span: Scalar = 200) async throws {
    try await play(.pinch(at: center, scale: scale, span: span))
  }

  /// Rotates two fingers about the point between them, while tasks on the main actor run.
  public func rotate(at center: Point, by angle: Angle, span: Scalar = 200) async throws {
    try await play(.rotate(at: center, by: angle, span: span))
  }

  /// Lets some seconds of virtual time pass, while tasks on the main actor run.
  public func wait(_ seconds: Seconds) async throws { try await play(.pause(seconds)) }
}
