import CartoucheRaster

/// An object that delivers the contacts on a screen to gesture recognizers, and decides between their
/// gestures.
///
/// A contact is a finger on the screen. If several recognizers receive the same contact, the arena decides
/// which gestures are recognized. This decision is called arbitration.
///
///     ContactEvent, time ▶ recognizers ▶ arbitration ▶ actions, in order
///
/// * A contact is hit-tested once, on touch-down. From then on, the contact belongs to the recognizers of the
///   hit layer and of all superlayers of the hit layer. This holds until the contact's finger is lifted, even
///   if these layers leave the tree.
/// * When a gesture begins, its competitors fail. These are the other gestures that share a finger with this
///   gesture and have not begun. If two gestures would begin at the same event, the gesture of the layer
///   deeper in the tree begins. ``GestureRecognizer/shouldRecognizeSimultaneously`` and
///   ``GestureRecognizer/require(toFail:)`` change these rules. A tap does not make taps with a higher tap
///   count fail.
/// * Recognizers do not delay each other's contacts, and layers receive no contacts. There is therefore no
///   equivalent of UIKit's `cancelsTouchesInView`. An observer of all contacts, such as a kiosk's
///   `onContact`, receives every contact.
/// * The actions are called after every recognizer has received the event, in the order in which the gestures
///   changed. An action may change layers and recognizers. An action may also call ``handle(_:)``. The new
///   event is handled after all events that the arena has received before.
///
/// The arena has no clock. Its time is the latest time of an event, of a cancellation, or of a deadline at
/// which a gesture changed. An event from before the arena's time is handled at the arena's time. Call
/// ``advance(to:)`` at ``nextDeadline``, so that gestures can change without an event.
public final class GestureArena {
  /// The maximum number of simultaneous contacts on the screen.
  ///
  /// A finger that touches down while there are already this many contacts is ignored.
  public static var maximumFingerCount: Int { 32 }
  /// The topmost layer of the layer tree that receives the contacts on the screen.
  ///
  /// This layer represents the whole screen. A contact, which is a finger on the screen, belongs to this
  /// layer if the contact hits no other layer.
  public let root: Layer
  /// The sizes of touch targets and the distances of gestures, such as how far a finger may move during a
  /// tap.
  ///
  /// A new value does not apply to gestures that already have a finger on the screen.
  public var metrics: TouchMetrics

  private struct Finger {
    let start: Contact
    var now: Contact
    var recognizers: [GestureRecognizer]
  }

  private enum Input {
    case contact(ContactEvent)
    case time(Timestamp)
    case cancelAll(Timestamp)
  }

  private struct PendingAction {
    var recognizer: GestureRecognizer?
    let state: GestureRecognizer.State
  }

  private var fingers: [Finger] = []
  /// The recognizers with a gesture in progress, in the order of their first contact.
  private(set) var tracking: [GestureRecognizer] = []
  private var observers: [GestureRecognizer] = []
  private var inbox: [Input] = []
  private var pendingActions: [PendingAction] = []
  private var nextAction = 0
  private var isProcessing = false
  /// The latest time of an event, of a cancellation, or of a deadline at which a gesture changed.
  private var now = Timestamp(nanoseconds: .min)

  /// Creates a gesture arena for the gesture recognizers of a layer tree.
  ///
  /// - Parameters:
  ///   - root: The topmost layer of the layer tree.
  ///   - metrics: The screen's sizes for touch, such as how far a finger may move during a tap.
  public init(root: Layer, metrics: TouchMetrics = .standard) {
    self.root = root
    self.metrics = metrics
  }

  deinit {
    // Do not call actions: what they refer to may be in deallocation too.
    for recognizer in tracking { recognizer.reset() }
  }

  /// Adds a recognizer that observes all fingers on the screen, on any layer.
  ///
  /// The observer does not compete with other recognizers. Its gesture makes no other gesture fail, and no
  /// other gesture makes its gesture fail.
  public func addObserver(_ recognizer: GestureRecognizer) {
    recognizer.isObserver = true
    observers.append(recognizer)
  }

  /// The contacts that are now on the screen.
  public var contacts: [Contact] { fingers.map { $0.now } }

  /// The next time at which a gesture changes without a contact event; nil if there is no such time.
  ///
  /// For example, a long press begins when its finger has stayed in place long enough.
  public var nextDeadline: Timestamp? {
    var earliest: Timestamp?
    for recognizer in tracking where recognizer.phase == .possible {
      if let deadline = recognizer.deadline, deadline < earliest ?? Timestamp(nanoseconds: .max) { earliest = deadline }
    }
    return earliest
  }

  // MARK: Input

  /// Delivers a contact event to the gesture recognizers.
  ///
  /// Before the delivery, gestures change whose deadlines are not later than the event; see ``advance(to:)``.
  public func handle(_ event: ContactEvent) {
    enqueue(.contact(event))
  }

  /// Lets the gestures that have a deadline up to `time` change, without a contact event.
  ///
  /// For example, a long press begins if its finger has stayed in place long enough at `time`. A later event
  /// may be older than `time`, because it was read late. It keeps its time, unless a gesture has changed at a
  /// later deadline.
  public func advance(to time: Timestamp) {
    enqueue(.time(time))
  }

  /// Advances the gestures to `time`, and then cancels every contact and every gesture.
  ///
  /// For example, call this method when the screen goes dark, or when another program takes over the screen.
  public func cancelAll(at time: Timestamp) {
    enqueue(.cancelAll(time))
  }

  /// Cancels every contact and every gesture, and forgets the time of the last event.
  ///
  /// Call this method before you pass events whose times are from another clock.
  public func reset() {
    cancelAll(at: now)
    now = Timestamp(nanoseconds: .min)
  }

  private func enqueue(_ input: Input) {
    inbox.append(input)
    processInbox()
  }

  /// Processes the inbox in order.
  ///
  /// A reentrant call returns at once: input that an action sends is appended to the inbox.
  private func processInbox() {
    guard !isProcessing else { return }
    isProcessing = true
    performPendingActions()
    var next = 0
    while next < inbox.count {
      process(inbox[next])
      performPendingActions()
      next += 1
    }
    inbox.removeAll(keepingCapacity: true)
    isProcessing = false
  }

  private func process(_ input: Input) {
    for recognizer in tracking where recognizer.phase == .active && recognizer.isDetached(from: root) {
      apply(.cancel, of: recognizer)
    }
    switch input {
    case .time(let time):
      fireDeadlines(to: time)
    case .contact(let event):
      fireDeadlines(to: event.contact.time)
      now = max(now, event.contact.time)
      var contact = event.contact
      contact.time = now
      switch event {
      case .began: begin(contact)
      case .moved: move(contact)
      case .ended: lift(contact, .ended)
      case .cancelled: lift(contact, .cancelled)
      }
    case .cancelAll(let time):
      fireDeadlines(to: time)
      now = max(now, time)
      for finger in fingers { lift(Contact(id: finger.now.id, position: finger.now.position, time: now), .cancelled) }
      for recognizer in tracking where recognizer.touches.isEmpty { fail(recognizer) }
    }
  }

  /// Lets each gesture with a deadline up to `time` change at its deadline.
  private func fireDeadlines(to time: Timestamp) {
    while let due = nextDeadline, due <= time {
      now = max(now, due)
      for recognizer in tracking where recognizer.phase == .possible && recognizer.deadline == due {
        recognizer.deadline = nil
        recognizer.time = now
        apply(recognizer.transition(for: .deadlineReached), of: recognizer)
      }
      performPendingActions()
    }
  }

  // MARK: Fingers

  private func begin(_ contact: Contact) {
    if let old = fingers.first(where: { $0.now.id == contact.id }) {
      lift(Contact(id: contact.id, position: old.now.position, time: now), .cancelled)
      performPendingActions()
    }
    guard fingers.count < Self.maximumFingerCount else { return }
    // A gesture that waits for another contact than this one fails before this one is delivered.
    for recognizer in tracking
    where recognizer.phase == .possible && recognizer.touches.isEmpty && !recognizer.continues(with: contact) {
      fail(recognizer)
    }
    performPendingActions()
    let receivers = recognizers(under: contact)
    for recognizer in receivers { join(recognizer, contact) }
    fingers.append(Finger(start: contact, now: contact, recognizers: receivers))
    let touch = Touch(start: contact, now: contact)
    for recognizer in receivers { send(recognizer, .began(touch)) }
  }

  /// Returns the recognizers that receive the contact.
  ///
  /// The recognizers of the deepest layer come first, and observers come last.
  private func recognizers(under contact: Contact) -> [GestureRecognizer] {
    var found: [GestureRecognizer] = []
    var layer: Layer? = root.hitTest(contact.position) ?? root
    while let current = layer {
      found += current.gestureRecognizers
      layer = current.superlayer
    }
    found += observers
    return found.filter { recognizer in
      guard recognizer.isEnabled, recognizer.arena == nil || recognizer.arena === self else { return false }
      if recognizer.arena == nil {
        recognizer.metrics = metrics
        recognizer.screen = root.bounds
      }
      guard recognizer.accepts(contact) else { return false }
      return recognizer.shouldReceive?(contact) ?? true
    }
  }

  private func join(_ recognizer: GestureRecognizer, _ contact: Contact) {
    if recognizer.arena == nil {
      recognizer.arena = self
      tracking.append(recognizer)
    }
    recognizer.touches.append(Touch(start: contact, now: contact))
    if recognizer.touchIDs.count == Self.maximumFingerCount { recognizer.touchIDs.removeFirst() }
    recognizer.touchIDs.append(contact.id)
  }

  private func move(_ contact: Contact) {
    guard let index = fingers.firstIndex(where: { $0.now.id == contact.id }) else { return }
    fingers[index].now = contact
    let touch = Touch(start: fingers[index].start, now: contact)
    for recognizer in fingers[index].recognizers {
      if recognizer.updateTouch(touch) { send(recognizer, .moved(touch)) }
    }
  }

  private enum LiftReason {
    case ended, cancelled
  }

  private func lift(_ contact: Contact, _ reason: LiftReason) {
    guard let index = fingers.firstIndex(where: { $0.now.id == contact.id }) else { return }
    var finger = fingers.remove(at: index)
    // The position of a cancelled contact is unreliable; use the last one.
    finger.now = reason == .ended ? contact : Contact(id: contact.id, position: finger.now.position, time: now)
    let touch = Touch(start: finger.start, now: finger.now)
    for recognizer in finger.recognizers where recognizer.updateTouch(touch) {
      send(recognizer, reason == .ended ? .ended(touch) : .cancelled(touch))
      recognizer.touches = recognizer.touches.without(touch)
    }
  }

  private func send(_ recognizer: GestureRecognizer, _ input: TouchEvent) {
    if case .finished = recognizer.phase { return }
    recognizer.time = now
    if let center = recognizer.location(of: recognizer.touches) { recognizer.location = center }
    apply(recognizer.transition(for: input), of: recognizer)
  }

  // MARK: Actions

  /// Enqueues a call of the recognizer's action.
  func enqueueAction(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    pendingActions.append(PendingAction(recognizer: recognizer, state: state))
  }

  /// Removes a recognizer that was disabled or detached.
  func withdraw(_ recognizer: GestureRecognizer) {
    let hasBegun = recognizer.state == .began || recognizer.state == .changed
    for index in nextAction..<pendingActions.count where pendingActions[index].recognizer === recognizer {
      pendingActions[index].recognizer = nil
    }
    for index in fingers.indices { fingers[index].recognizers.removeAll { $0 === recognizer } }
    recognizer.touches = []
    if recognizer.phase == .active { recognizer.phase = .finished(hasRecognized: true) } else { fail(recognizer) }
    if hasBegun { enqueueAction(recognizer, .cancelled) }
    processInbox()
  }

  /// Calls the pending actions and resets recognizers whose gestures are finished.
  private func performPendingActions() {
    repeat {
      while nextAction < pendingActions.count {
        let action = pendingActions[nextAction]
        nextAction += 1
        guard let recognizer = action.recognizer else { continue }
        recognizer.state = action.state
        recognizer.performAction()
      }
      pendingActions.removeAll(keepingCapacity: true)
      nextAction = 0
      // Without a contact and a deadline, the gesture cannot make progress.
      for recognizer in tracking
      where recognizer.phase == .possible && recognizer.touches.isEmpty && recognizer.deadline == nil {
        fail(recognizer)
      }
      tracking.removeAll { recognizer in
        guard case .finished = recognizer.phase, recognizer.touches.isEmpty,
          !pendingActions.contains(where: { $0.recognizer === recognizer })
        else {
          return false
        }
        recognizer.reset()
        return true
      }
    } while !pendingActions.isEmpty
  }
}

extension GestureRecognizer {
  /// Updates the position of a touch, and returns whether the touch is one of this recognizer's.
  fileprivate func updateTouch(_ touch: Touch) -> Bool {
    guard let index = touches.firstIndex(where: { $0.id == touch.id }) else { return false }
    touches[index].now = touch.now
    return true
  }

  /// Returns the recognizer to its state before the first contact.
  fileprivate func reset() {
    arena = nil
    phase = .possible
    state = .possible
    touches = []
    touchIDs = []
    deadline = nil
    resetTracking()
  }
}
