import CartoucheRaster

/// Where gestures contend: hands the fingers on a screen to the recognizers of the layers under them, and decides between those.
///
///     ContactEvent, time ▶ recognizers ▶ arbitration ▶ actions, in order
///
/// * A finger is hit-tested once, when it goes down. It belongs, until it is lifted, to the recognizers of the layer hit and of all layers that one stands in,
///   even if they are taken out of the tree meanwhile.
/// * What begins first makes the others that have a finger in common with it fail; where several would at the same event, the deeper layer's is first.
///   ``GestureRecognizer/shouldRecognizeSimultaneously`` and ``GestureRecognizer/require(toFail:)`` say otherwise. A tap leaves those of more taps in the race.
/// * Recognizers hold no finger back from one another, and layers get none: there is nothing like UIKit's `cancelsTouchesInView`, and who is told of
///   bare contacts (a kiosk's `onContact`) is told of all of them.
/// * Actions are called when every recognizer has seen the event, in the order in which the gestures made up their minds. An action may change layers and
///   recognizers at will, and hand in events: they are taken after those at hand.
///
/// No clock: time comes with events and by ``advance(to:)``. Between them something happens by itself at ``nextDeadline`` at the earliest. Time
/// that goes back counts as standing still.
public final class GestureArena {
  /// More fingers than this at once are not looked at.
  public static var maximumFingerCount: Int { 32 }
  /// The layer whose tree is hit-tested; it stands for the whole screen, so a finger beside it counts as on it.
  public let root: Layer
  /// The measures for gestures that begin from now on.
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

  private struct Call {
    var recognizer: GestureRecognizer?
    let state: GestureRecognizer.State
  }

  private var fingers: [Finger] = []
  /// The recognizers that are in the middle of something, in the order in which they got their first finger.
  private(set) var tracking: [GestureRecognizer] = []
  private var observers: [GestureRecognizer] = []
  private var inbox: [Input] = []
  private var calls: [Call] = []
  private var nextCall = 0
  private var isWorking = false
  private var now = Timestamp(nanoseconds: .min)

  public init(root: Layer, metrics: TouchMetrics = .standard) {
    self.root = root
    self.metrics = metrics
  }

  deinit {
    // No action is called: what it speaks to may be going too.
    for recognizer in tracking { recognizer.reset() }
  }

  /// Lets `recognizer` see all fingers, whatever they hit, without taking part in arbitration: it makes nothing fail, and nothing makes it.
  public func addObserver(_ recognizer: GestureRecognizer) {
    recognizer.isObserver = true
    observers.append(recognizer)
  }

  /// The fingers that are down.
  public var contacts: [Contact] { fingers.map { $0.now } }

  /// When something happens if no finger does anything until then; nil, nothing does.
  public var nextDeadline: Timestamp? {
    var earliest: Timestamp?
    for recognizer in tracking where recognizer.phase == .possible {
      if let deadline = recognizer.deadline, deadline < earliest ?? Timestamp(nanoseconds: .max) { earliest = deadline }
    }
    return earliest
  }

  // MARK: Input

  /// Takes in what a finger did; what was due before it happens before it.
  public func handle(_ event: ContactEvent) {
    take(.contact(event))
  }

  /// Lets happen what is due at `time` or before.
  public func advance(to time: Timestamp) {
    take(.time(time))
  }

  /// Cancels every finger and every gesture: the screen went dark, or is another's.
  public func cancelAll(at time: Timestamp) {
    take(.cancelAll(time))
  }

  /// Cancels everything and forgets what time it is: another clock begins.
  public func reset() {
    cancelAll(at: now)
    now = Timestamp(nanoseconds: .min)
  }

  private func take(_ input: Input) {
    inbox.append(input)
    work()
  }

  /// Everything that has come, one after the other, and nothing twice: an action that hands in more adds to the end.
  private func work() {
    guard !isWorking else { return }
    isWorking = true
    tidy()
    var next = 0
    while next < inbox.count {
      process(inbox[next])
      tidy()
      next += 1
    }
    inbox.removeAll(keepingCapacity: true)
    isWorking = false
  }

  private func process(_ input: Input) {
    for recognizer in tracking where recognizer.phase == .active && recognizer.isDetached(from: root) {
      take(.cancel, of: recognizer)
    }
    switch input {
    case .time(let time):
      elapse(to: time)
    case .contact(let event):
      elapse(to: event.contact.time)
      var contact = event.contact
      contact.time = now
      switch event {
      case .began: begin(contact)
      case .moved: move(contact)
      case .ended: lift(contact, .ended)
      case .cancelled: lift(contact, .cancelled)
      }
    case .cancelAll(let time):
      elapse(to: time)
      for finger in fingers { lift(Contact(id: finger.now.id, position: finger.now.position, time: now), .cancelled) }
      for recognizer in tracking where recognizer.touches.isEmpty { fail(recognizer) }
    }
  }

  /// Lets the deadlines up to `time` come, each at its own time.
  private func elapse(to time: Timestamp) {
    while let due = nextDeadline, due <= time {
      now = max(now, due)
      for recognizer in tracking where recognizer.phase == .possible && recognizer.deadline == due {
        recognizer.deadline = nil
        recognizer.time = now
        take(recognizer.transition(for: .deadlineReached), of: recognizer)
      }
      tidy()
    }
    now = max(now, time)
  }

  // MARK: Fingers

  private func begin(_ contact: Contact) {
    if let old = fingers.first(where: { $0.now.id == contact.id }) {
      lift(Contact(id: contact.id, position: old.now.position, time: now), .cancelled)
      tidy()
    }
    guard fingers.count < Self.maximumFingerCount else { return }
    // What was waiting for another finger than this is over before this one is dealt with.
    for recognizer in tracking
    where recognizer.phase == .possible && recognizer.touches.isEmpty && !recognizer.continues(with: contact) {
      fail(recognizer)
    }
    tidy()
    let takers = recognizers(under: contact)
    for recognizer in takers { join(recognizer, contact) }
    fingers.append(Finger(start: contact, now: contact, recognizers: takers))
    let touch = Touch(start: contact, now: contact)
    for recognizer in takers { tell(recognizer, .began(touch)) }
  }

  /// Whose the finger is, the deepest layer's first and those that only look on last.
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
      if recognizer.follow(touch) { tell(recognizer, .moved(touch)) }
    }
  }

  private enum Leaving {
    case ended, cancelled
  }

  private func lift(_ contact: Contact, _ leaving: Leaving) {
    guard let index = fingers.firstIndex(where: { $0.now.id == contact.id }) else { return }
    var finger = fingers.remove(at: index)
    // Where a cancelled finger is said to be is not to be trusted.
    finger.now = leaving == .ended ? contact : Contact(id: contact.id, position: finger.now.position, time: now)
    let touch = Touch(start: finger.start, now: finger.now)
    for recognizer in finger.recognizers where recognizer.follow(touch) {
      tell(recognizer, leaving == .ended ? .ended(touch) : .cancelled(touch))
      recognizer.touches = recognizer.touches.without(touch)
    }
  }

  private func tell(_ recognizer: GestureRecognizer, _ input: TouchEvent) {
    if case .finished = recognizer.phase { return }
    recognizer.time = now
    if let place = recognizer.location(of: recognizer.touches) { recognizer.location = place }
    take(recognizer.transition(for: input), of: recognizer)
  }

  // MARK: Actions

  /// Puts a call of `recognizer`'s action at the end of the line.
  func call(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    calls.append(Call(recognizer: recognizer, state: state))
  }

  /// Takes a recognizer out that is disabled or detached.
  func withdraw(_ recognizer: GestureRecognizer) {
    let hasBegun = recognizer.state == .began || recognizer.state == .changed
    for index in nextCall..<calls.count where calls[index].recognizer === recognizer { calls[index].recognizer = nil }
    for index in fingers.indices { fingers[index].recognizers.removeAll { $0 === recognizer } }
    recognizer.touches = []
    if recognizer.phase == .active { recognizer.phase = .finished(hasRecognized: true) } else { fail(recognizer) }
    if hasBegun { call(recognizer, .cancelled) }
    work()
  }

  /// Calls the actions that wait, and lets go of those recognizers that are done.
  private func tidy() {
    repeat {
      while nextCall < calls.count {
        let call = calls[nextCall]
        nextCall += 1
        guard let recognizer = call.recognizer else { continue }
        recognizer.state = call.state
        recognizer.performAction()
      }
      calls.removeAll(keepingCapacity: true)
      nextCall = 0
      // Without a finger and without a deadline nothing can come of it any more.
      for recognizer in tracking
      where recognizer.phase == .possible && recognizer.touches.isEmpty && recognizer.deadline == nil {
        fail(recognizer)
      }
      tracking.removeAll { recognizer in
        guard case .finished = recognizer.phase, recognizer.touches.isEmpty,
          !calls.contains(where: { $0.recognizer === recognizer })
        else {
          return false
        }
        recognizer.reset()
        return true
      }
    } while !calls.isEmpty
  }
}

extension GestureRecognizer {
  /// Brings a finger to where it is now; whether it is one of this recognizer's.
  fileprivate func follow(_ touch: Touch) -> Bool {
    guard let index = touches.firstIndex(where: { $0.id == touch.id }) else { return false }
    touches[index].now = touch.now
    return true
  }

  /// Back to where it was before the first finger.
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
