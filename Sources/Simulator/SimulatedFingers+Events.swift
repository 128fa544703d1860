public import CartoucheLinux
public import CartoucheRaster
public import CartoucheScene

// The steps of simulated fingers as arrays of events.

extension SimulatedFingers {
  /// Touches down with one finger, or with two if a modifier is set. Returns the events.
  public mutating func press(at point: Point, modifiers: Modifiers, in size: PixelSize, time: Timestamp) -> [ContactEvent] {
    var events: [ContactEvent] = []
    press(at: point, modifiers: modifiers, in: size, time: time) { events.append($0) }
    return events
  }

  /// Moves the fingers with the pointer to `point`, in the panel's pixels. Returns the events.
  public mutating func move(to point: Point, modifiers: Modifiers, time: Timestamp) -> [ContactEvent] {
    var events: [ContactEvent] = []
    move(to: point, modifiers: modifiers, time: time) { events.append($0) }
    return events
  }

  /// Lifts all fingers at their last positions. Returns the events.
  public mutating func release(at time: Timestamp) -> [ContactEvent] {
    var events: [ContactEvent] = []
    release(at: time) { events.append($0) }
    return events
  }

  /// Cancels all fingers, for example because another window has the pointer. Returns the events.
  public mutating func cancel(at time: Timestamp) -> [ContactEvent] {
    var events: [ContactEvent] = []
    cancel(at: time) { events.append($0) }
    return events
  }
}
