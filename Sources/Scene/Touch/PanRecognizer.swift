public import CartoucheRaster

/// One step of a finger's way over the screen.
public struct Pan: Hashable, Sendable, BitwiseCopyable {
  public enum Phase: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// The finger has left the slop round where it went down.
    case began
    case changed
    /// The finger was lifted.
    case ended
    /// The finger is not to be counted any more; what it did so far may be undone.
    case cancelled
  }

  public var phase: Phase
  /// Which finger: its ``Contact/id``.
  public var contact: Int
  /// Where the finger is now, in the screen's points.
  public var location: Point
  /// From where the finger went down to where it is now: the slop is part of the way.
  public var translation: Point
  /// The way since the step before; all of a pan's deltas add up to its translation.
  public var delta: Point
  public var time: Timestamp
}

/// Recognizes one finger that travels.
///
///     idle ──began──▶ pressed ──moved beyond slop──▶ panning ──moved──▶ panning   emits .began, .changed
///                        │                              ├─ ended ─────┐           emits .ended
///                        │                              ├─ cancelled ─┤           emits .cancelled
///                        └─ ended or cancelled ─────────┴─────────────┴▶ over ──last finger up──▶ idle
///
/// The first finger pans; what others do meanwhile changes nothing, and they do not take over when it is lifted. A finger that is lifted before
/// it was seen beyond the slop has not panned. A value with no clock and no callbacks: feed it events, read its answer.
public struct PanRecognizer: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case idle
    case pressed(Contact)
    /// Where the finger went down, and its last step.
    case panning(from: Contact, last: Contact)
    case over
  }

  /// How far a finger has to travel before it pans, in points.
  public let slop: Scalar

  private var state = State.idle
  private var fingers = FingerCount()

  public init(slop: Scalar = .touchSlop) {
    self.slop = slop
  }

  /// Takes in what a finger did.
  ///
  /// - Returns: the step that `event` makes, if it belongs to a pan.
  public mutating func handle(_ event: ContactEvent) -> Pan? {
    fingers.count(event)
    let now = event.contact
    switch (state, event) {
    case (.idle, .began):
      state = .pressed(now)
    case (.pressed(let first), .moved) where now.id == first.id && !now.isNear(first, within: slop):
      state = .panning(from: first, last: now)
      return step(.began, from: first, last: first, now: now)
    case (.pressed(let first), .ended) where now.id == first.id, (.pressed(let first), .cancelled) where now.id == first.id:
      state = fingers.value == 0 ? .idle : .over
    case (.panning(let first, let last), .moved) where now.id == first.id:
      state = .panning(from: first, last: now)
      return now.position == last.position ? nil : step(.changed, from: first, last: last, now: now)
    case (.panning(let first, let last), .ended) where now.id == first.id:
      state = fingers.value == 0 ? .idle : .over
      return step(.ended, from: first, last: last, now: now)
    case (.panning(let first, let last), .cancelled) where now.id == first.id:
      state = fingers.value == 0 ? .idle : .over
      // Where a cancelled finger is said to be is not to be trusted: the pan stays where it was.
      return step(.cancelled, from: first, last: last, now: Contact(id: last.id, position: last.position, time: now.time))
    case (.over, _) where fingers.value == 0:
      state = .idle
    case (.idle, _), (.pressed, _), (.panning, _), (.over, _):
      break
    }
    return nil
  }

  private func step(_ phase: Pan.Phase, from first: Contact, last: Contact, now: Contact) -> Pan {
    Pan(
      phase: phase, contact: now.id, location: now.position, translation: now.position - first.position,
      delta: now.position - last.position, time: now.time)
  }
}
