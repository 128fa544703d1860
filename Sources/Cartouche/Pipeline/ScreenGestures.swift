/// The gestures on a kiosk's screen: the arena of all recognizers, and the handlers for the entire screen.
@MainActor
final class ScreenGestures {
  let arena: GestureArena
  private var onPan: [(PanEvent) -> Void] = []
  private var onTap: [(Point) -> Void] = []
  private var onContact: [(ContactEvent) -> Void] = []
  private var pan = PanEvent(
    phase: .ended, contact: 0, location: .zero, translation: .zero, delta: .zero, velocity: .zero, time: .zero)
  /// The id of the contact that began when no other contact was on the panel.
  private var firstContact = 0

  init(root: Layer) {
    arena = GestureArena(root: root)
  }

  func addPanHandler(_ handler: @escaping (PanEvent) -> Void) {
    onPan.append(handler)
    guard onPan.count == 1 else { return }
    let recognizer = PanGestureRecognizer { [unowned self] recognizer in handlePan(recognizer) }
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

  /// Passes contact events to the layers' recognizers, then to the screen's recognizers, then to the contact
  /// handlers.
  ///
  /// - Parameter time: The time up to which all events are known. After the events, recognizers are advanced
  ///   to this time.
  func handle(_ contacts: [ContactEvent], until time: Timestamp) {
    for event in contacts {
      if case .began(let contact) = event, arena.contacts.isEmpty { firstContact = contact.id }
      arena.handle(event)
      for handler in onContact { handler(event) }
    }
    arena.advance(to: time)
  }

  /// Cancels all contacts, because the display is not active or not lit.
  func cancelAll(at time: Timestamp) {
    let contacts = arena.contacts
    arena.cancelAll(at: time)
    for contact in contacts {
      for handler in onContact { handler(.cancelled(Contact(id: contact.id, position: contact.position, time: time))) }
    }
  }

  private func handlePan(_ recognizer: PanGestureRecognizer) {
    let phase: PanEvent.Phase =
      switch recognizer.state {
      case .began: .began
      case .changed: .changed
      case .ended: .ended
      case .possible, .cancelled, .failed: .cancelled
      }
    let previous = phase == .began ? Point.zero : pan.translation
    pan = PanEvent(
      phase: phase, contact: firstContact, location: recognizer.location, translation: recognizer.translation,
      delta: recognizer.translation - previous, velocity: recognizer.velocity, time: recognizer.time)
    for handler in onPan { handler(pan) }
  }
}
