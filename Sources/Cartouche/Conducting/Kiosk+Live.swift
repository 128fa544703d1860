internal import Logging

extension Kiosk {
  /// Turns on the real clock until a signal or ``stop()``.
  func runLive() throws(KioskError) -> ExitReason {
    let run = try LiveRun(self)
    let ending = try run.run()
    // A program that a signal ended may go without letting its objects go.
    if case .signalled = ending { close() }
    return ending
  }
}

/// The loop on a real screen: woken by fingers, flips, posts and, only while something is to be shown, a timer.
///
///     asleep ──finger, post──▶ turn ──presented, more to come──▶ timer for the next refresh ──▶ turn
///       ▲                       ├──every buffer in flight──▶ the card's flip, or its deadline ──▶ turn
///       └───────────────────────┴──nothing changed
///
/// The timer and not the flips sets the pace: most virtual and some real cards report a flip at once.
@MainActor
private final class LiveRun {
  private let kiosk: Kiosk
  private let conductor: Conductor
  private let loop: EventLoop
  /// When the kiosk's clock would have begun: it goes on where a replay, or an earlier run, left it.
  private let start: Timestamp
  private var timer: LoopTimer?
  private var touch: TouchDevice?
  private var touchWatch: EventLoop.Watch?
  private var cardWatch: EventLoop.Watch?
  private var contacts: [ContactEvent] = []
  /// No frame is presented before this: one a refresh is enough.
  private var earliest = Timestamp.zero
  private var failure: DisplayError?

  init(_ kiosk: Kiosk) throws(KioskError) {
    self.kiosk = kiosk
    conductor = kiosk.conductor
    loop = kiosk.loop
    let elapsed = max(conductor.time, conductor.stage.time)
    start = Timestamp(nanoseconds: EventLoop.now.nanoseconds - elapsed.nanoseconds)
    do throws(EventLoopError) {
      timer = try loop.makeTimer { _ in }
      if let card = conductor.display as? DRMDisplay {
        cardWatch = try loop.watch(card.descriptor) { [unowned self] in MainActor.assumeIsolated { handleFlip() } }
      }
      try openTouch()
    } catch {
      throw .loop(error)
    }
  }

  func run() throws(KioskError) -> ExitReason {
    // What is watched must be let go before the caller closes the display.
    let start = start
    conductor.liveTime = { Timestamp(nanoseconds: EventLoop.now - start) }
    defer {
      conductor.liveTime = nil
      if let touchWatch { loop.unwatch(touchWatch) }
      if let cardWatch { loop.unwatch(cardWatch) }
      timer = nil
    }
    // The clock of a replay before this is another.
    conductor.gestures.arena.reset()
    turn()
    do throws(EventLoopError) {
      while failure == nil {
        switch try loop.turn() {
        case .signal(let number):
          return .signalled(number)
        case .stopped:
          return .stopped
        case nil:
          turn()
        }
      }
    } catch {
      throw .loop(error)
    }
    throw KioskError(failure ?? .notActive)
  }

  /// A turn if there is something to do and it is time, and then the timer for the next if there is still.
  private func turn() {
    if let card = conductor.display as? DRMDisplay, let deadline = card.deadline, EventLoop.now >= deadline { handleFlip() }
    let now = EventLoop.now
    guard !contacts.isEmpty || isDue(at: now) else { return rest() }
    guard now >= earliest else { return wake(at: earliest) }
    do throws(DisplayError) {
      let time = Timestamp(nanoseconds: now - start)
      let outcome = try conductor.turn(at: time, targetTime: targetTime(at: now), contacts: contacts)
      contacts.removeAll(keepingCapacity: true)
      switch outcome {
      case .presented:
        earliest = Timestamp(nanoseconds: now.nanoseconds + conductor.clock.interval)
        conductor.hasWork ? wake(at: earliest) : rest()
      case .waitingForFlip:
        rest()
      case .notActive:
        // Nobody says when the console is ours again: ask now and then.
        wake(at: Timestamp(nanoseconds: now.nanoseconds + 500_000_000))
      case .idle:
        conductor.hasWork ? wake(at: Timestamp(nanoseconds: now.nanoseconds + conductor.clock.interval)) : rest()
      }
    } catch {
      failure = error
    }
  }

  /// Sleeps until something comes by itself, an animation is to begin or a gesture is due; a flip that never does is given up at the card's deadline.
  private func rest() {
    var next = (conductor.display as? DRMDisplay)?.deadline
    if case .at(let time) = conductor.nextTurn {
      let (sum, overflow) = start.nanoseconds.addingReportingOverflow(time.nanoseconds)
      let due = Timestamp(nanoseconds: overflow ? .max : sum)
      next = next.map { min($0, due) } ?? due
    }
    if let next { wake(at: next) } else { timer?.disarm() }
  }

  private func isDue(at now: Timestamp) -> Bool {
    switch conductor.nextTurn {
    case .nextRefresh: true
    case .at(let time): now - start >= time.nanoseconds
    case .never: false
    }
  }

  /// When a frame that is drawn now will be seen, on the kiosk's clock: at the next of the refreshes that the card told of last; nil where it told none lately.
  private func targetTime(at now: Timestamp) -> Timestamp? {
    guard let flip = (conductor.display as? DRMDisplay)?.statistics.lastFlip else { return nil }
    let (since, interval) = (now - flip, conductor.clock.interval)
    guard since >= 0, since < 1_000_000_000 else { return nil }
    return Timestamp(nanoseconds: flip - start + (since / interval + 1) * interval)
  }

  private func wake(at time: Timestamp) {
    timer?.arm(at: time)
  }

  private func handleFlip() {
    guard let card = conductor.display as? DRMDisplay else { return }
    do throws(DisplayError) {
      try card.handleEvents()
    } catch {
      switch error {
      case .failed:
        failure = error
      case .notActive, .frameStillInFlight:
        // The frame that waited is lost: all is drawn again when the screen is ours.
        conductor.redrawAll()
        wake(at: Timestamp(nanoseconds: EventLoop.now.nanoseconds + 500_000_000))
      }
    }
  }

  // MARK: Touch

  private func openTouch() throws(EventLoopError) {
    guard kiosk.replay?.recording == nil else { return }
    do throws(TouchOpeningError) {
      touch = try kiosk.board.openTouch(screen: kiosk.size)
    } catch {
      // A screen without touch is a screen all the same.
      kiosk.logger.notice("\(error)")
    }
    if let touch { touchWatch = try loop.watch(touch.descriptor) { [unowned self] in MainActor.assumeIsolated { handleTouch() } } }
  }

  private func handleTouch() {
    guard let touch else { return }
    let reading = touch.read { contacts.append($0.since(start)) }
    for remark in touch.takeDiagnostics() { kiosk.logger.notice("\(touch.path): \(remark)") }
    guard reading == .disconnected else { return }
    if let touchWatch { loop.unwatch(touchWatch) }
    kiosk.logger.notice("\(touch.path): the touch panel is gone")
    (self.touch, touchWatch) = (nil, nil)
  }
}

extension ContactEvent {
  /// The same on a clock that began at `start`: a kiosk's fingers and frames have one clock.
  fileprivate func since(_ start: Timestamp) -> ContactEvent {
    var contact = contact
    contact.time = Timestamp(nanoseconds: contact.time - start)
    switch self {
    case .began: return .began(contact)
    case .moved: return .moved(contact)
    case .ended: return .ended(contact)
    case .cancelled: return .cancelled(contact)
    }
  }
}
