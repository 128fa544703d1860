/// The fingers on a kiosk's screen: its arena, and those who watch the screen whole.
@MainActor
final class ScreenGestures {
  let arena: GestureArena
  private var onPan: [(Pan) -> Void] = []
  private var onTap: [(Point) -> Void] = []
  private var onContact: [(ContactEvent) -> Void] = []
  private var pan = Pan(phase: .ended, contact: 0, location: .zero, translation: .zero, delta: .zero, velocity: .zero, time: .zero)
  /// The finger that went down first since the screen was free.
  private var firstContact = 0

  init(root: Layer) {
    arena = GestureArena(root: root)
  }

  func addPanHandler(_ handler: @escaping (Pan) -> Void) {
    onPan.append(handler)
    guard onPan.count == 1 else { return }
    let recognizer = PanGestureRecognizer { [unowned self] recognizer in step(recognizer) }
    recognizer.maximumNumberOfTouches = 1
    arena.addObserver(recognizer)
  }

  func addTapHandler(_ handler: @escaping (Point) -> Void) {
    onTap.append(handler)
    guard onTap.count == 1 else { return }
    arena.addObserver(
      TapGestureRecognizer { [unowned self] recognizer in
        for handler in onTap { handler(recognizer.location) }
      })
  }

  func addContactHandler(_ handler: @escaping (ContactEvent) -> Void) {
    onContact.append(handler)
  }

  /// What the fingers did up to `time`: layers' recognizers first, then those who watch the screen, then those who want bare contacts.
  func handle(_ contacts: [ContactEvent], until time: Timestamp) {
    for event in contacts {
      if case .began(let contact) = event, arena.contacts.isEmpty { firstContact = contact.id }
      arena.handle(event)
      for handler in onContact { handler(event) }
    }
    arena.advance(to: time)
  }

  /// Cancels all fingers: the screen is not ours, or not lit.
  func cancelAll(at time: Timestamp) {
    let contacts = arena.contacts
    arena.cancelAll(at: time)
    for contact in contacts {
      for handler in onContact { handler(.cancelled(Contact(id: contact.id, position: contact.position, time: time))) }
    }
  }

  private func step(_ recognizer: PanGestureRecognizer) {
    let phase: Pan.Phase =
      switch recognizer.state {
      case .began: .began
      case .changed: .changed
      case .ended: .ended
      case .possible, .cancelled, .failed: .cancelled
      }
    let before = phase == .began ? Point.zero : pan.translation
    pan = Pan(
      phase: phase, contact: firstContact, location: recognizer.location, translation: recognizer.translation,
      delta: recognizer.translation - before, velocity: recognizer.velocity, time: recognizer.time)
    for handler in onPan { handler(pan) }
  }
}

/// One step of a finger's way over the screen.
public struct Pan: Hashable, Sendable {
  public enum Phase: UInt8, Hashable, Sendable {
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
  /// How fast the finger goes, in points a second; zero if it stopped before it was lifted.
  public var velocity: Point
  public var time: Timestamp
}
