internal import Logging

extension Kiosk {
  /// Performs turns on the real clock until a signal arrives or ``stop()`` is called.
  package func runLive() throws(KioskError) -> ExitReason {
    let run = try LiveRun(self)
    pipeline.backgroundThreads = openBackgroundThreads()
    // The virtual clock of a replay does not wait for threads.
    defer { pipeline.backgroundThreads = nil }
    let reason = try run.run()
    // After a signal a program may exit without releasing its objects.
    if case .signalled = reason { close() }
    return reason
  }
}

/// A run of a kiosk on a live display, which sleeps until there is work.
///
/// A touch, a completed page flip and posted work wake the run. While something on the screen changes, a
/// timer wakes the run too.
///
///     asleep ──touch, post──▶ turn ──presented, more to come──▶ timer for the next frame ──▶ turn
///       ▲                      ├──every buffer in flight──▶ the display's flip, or its deadline ──▶ turn
///       └──────────────────────┴──nothing changed
///
/// The timer wakes the run at the times of a ``FramePacer``. It follows the page flips only if they are at
/// vertical blanks, because most virtual and some real cards report a flip immediately.
@MainActor
final class LiveRun {
  let kiosk: Kiosk
  let pipeline: FramePipeline
  let loop: EventLoop
  /// The time on the monotonic clock at which the kiosk's clock was zero. The kiosk's clock continues from
  /// the time at which a replay or an earlier run stopped.
  let start: Timestamp
  var timer: LoopTimer?
  var touch: TouchDevices?
  var desk: DeskInput?
  var displayWatch: EventLoop.Watch?
  let connection: DisplayConnection?
  private var connectionWatch: EventLoop.Watch?
  var contacts: [ContactEvent] = []
  /// The fingers that were cancelled, or went down, while another virtual terminal was in front.
  var staleContacts: Set<Int> = []
  /// Whether a screen may have been plugged in or unplugged while another virtual terminal was in front.
  var missedConnection = false
  /// Switches the screen off and on; nil if the display cannot.
  let blanking: ScreenBlanking?
  var pacer: FramePacer
  /// The time for which the timer was armed to begin a frame; nil while no frame is due.
  var wanted: Timestamp?
  /// The display's frames whose flips are handled.
  var handledFlips = FlipProgress()
  var failure: DisplayError?

  init(_ kiosk: Kiosk) throws(KioskError) {
    self.kiosk = kiosk
    pipeline = kiosk.pipeline
    loop = kiosk.loop
    connection = DisplayConnection(pipeline.display, logger: kiosk.logger)
    blanking = ScreenBlanking(pipeline.display)
    pacer = FramePacer(interval: pipeline.clock.interval)
    let elapsed = max(pipeline.time, pipeline.stage.time, pipeline.sleepers.now)
    start = Timestamp(nanoseconds: EventLoop.now.nanoseconds - elapsed.nanoseconds)
    do throws(EventLoopError) {
      timer = try loop.makeTimer { _ in }
      try watchDisplay()
      if let listener = connection?.listener {
        connectionWatch = try loop.watch(listener.descriptor) { [unowned self] in
          MainActor.assumeIsolated { readConnectionMessages() }
        }
      }
    } catch {
      if let displayWatch { loop.unwatch(displayWatch) }
      throw .loop(error)
    }
    let start = start
    let addContact: @MainActor (ContactEvent) -> Void = { [unowned self] in contacts.append($0.since(start)) }
    touch = kiosk.openLiveTouch(onContact: addContact) { [unowned self] in desk?.touchscreenDidChange() }
    desk = DeskInput(
      kiosk, hasTouchscreen: { [unowned self] in touch?.paths.isEmpty == false },
      isTouchDevice: { [unowned self] in touch?.reads($0) == true }, onContact: addContact)
  }

  func run() throws(KioskError) -> ExitReason {
    // End the watches before the caller closes the display.
    let start = start
    pipeline.liveTime = { Timestamp(nanoseconds: EventLoop.now - start) }
    pipeline.sleepers.follow(liveFrom: start)
    // A handler may close the kiosk. Its descriptor is watched no more then.
    pipeline.willClose = { [unowned self] in unwatchDisplay() }
    kiosk.idleTimer.restart(at: EventLoop.now)
    blanking?.recover()
    defer {
      if blanking?.setBlank(false) == true { pipeline.redrawAll() }
      kiosk.session?.end()
      pipeline.confirmAllFrames()
      (pipeline.liveTime, pipeline.wakeUp, pipeline.willClose) = (nil, nil, nil)
      pipeline.sleepers.follow(liveFrom: nil)
      touch?.close()
      desk?.close()
      unwatchDisplay()
      if let connectionWatch { loop.unwatch(connectionWatch) }
      timer = nil
    }
    // A replay before this run used another clock.
    pipeline.gestures.arena.reset()
    do throws(EventLoopError) {
      let clockWatch = try kiosk.followMachineClock()
      defer {
        kiosk.leaveMachineClock()
        withExtendedLifetime(clockWatch) {}
      }
      let notices = try kiosk.session?.begin { [unowned self] in MainActor.assumeIsolated { sessionDidChange() } }
      for notice in notices ?? [] { kiosk.logger.notice("\(notice)") }
      turn()
      while failure == nil, kiosk.session?.failure == nil {
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
    if let lost = kiosk.session?.failure { throw .seat(lost) }
    throw KioskError(failure ?? .notActive)
  }

  /// Performs a turn if a turn is due, and arms the timer for the next turn.
  private func turn() {
    let wasDark = blanking?.isBlank == true
    followIdleTimer()
    dropStaleContacts(wasDark: wasDark)
    isActive ? performTurn() : turnWhileAway()
    // The application may have called `blankScreen()`.
    followIdleTimer()
  }

  private func performTurn() {
    if let deadline = pipeline.display?.deadline, EventLoop.now >= deadline { handleDisplayEvents() }
    if connection?.isDue(at: EventLoop.now) == true { updateConnection(probing: false) }
    let now = EventLoop.now
    guard failure == nil else { return }
    guard !contacts.isEmpty || isDue(at: now) else {
      reportRest(at: now)
      return rest()
    }
    guard now >= pacer.due else { return wakeForFrame() }
    let delay = wanted.map { max(now - $0, 0) } ?? 0
    pipeline.wakeUp = (due: wanted.map { Timestamp(nanoseconds: $0 - start) }, delay: .nanoseconds(delay))
    wanted = nil
    do throws(DisplayError) {
      let time = Timestamp(nanoseconds: now - start)
      let readTime = Timestamp(nanoseconds: loop.wakeUpTime - start)
      let outcome = try pipeline.turn(at: time, targetTime: targetTime(at: now), contacts: contacts, readAt: readTime)
      contacts.removeAll(keepingCapacity: true)
      switch outcome {
      case .presented:
        connection?.logDiagnostics()
        pacer.frameBegan(at: now, wakeUpDelay: delay)
        pacer.framePresented(at: EventLoop.now, pendingFlips: pendingFlips)
        handleFlips()
        kiosk.service?.framePresented(at: now, size: pipeline.mode.size, status: kiosk.showingStatus)
        pipeline.hasWork ? wakeForFrame() : rest()
      case .waitingForFlip:
        // A frame is due, so this turn is no sign of life for a watchdog.
        rest(serving: nil)
      case .notActive:
        // There is no event when another program gives the card back: try twice a second.
        let retry = connection?.retryTime ?? Timestamp(nanoseconds: now.nanoseconds + 500_000_000)
        connection?.logDiagnostics()
        // A screen that is plugged in and refuses frames is a fault.
        let service = connection?.wakeUp == nil ? nil : kiosk.service
        if service != nil { reportRest(at: now) }
        wake(at: [retry, pipeline.sleepers.nextDeadline.map(monotonic), service?.due].compactMap { $0 }.min() ?? retry)
      case .idle:
        reportRest(at: now)
        // A touch that changes nothing does not use up the refresh.
        guard pipeline.hasWork else { return rest() }
        pacer.frameBegan(at: now)
        wakeForFrame()
      }
    } catch {
      failure = error
    }
  }

  /// Tells the service manager that this turn owes no frame.
  private func reportRest(at now: Timestamp) {
    if connection?.wakeUp == nil {
      kiosk.service?.nothingWasDue(at: now)
    } else {
      kiosk.service?.waiting(at: now, status: Kiosk.waitingForScreen)
    }
  }

  private func rest() {
    rest(serving: kiosk.service)
  }

  /// Arms the timer for the time at which an animation, a gesture, a task or the display's deadline is due.
  ///
  /// If nothing is due, the timer is disarmed, and the run sleeps until another event.
  ///
  /// - Parameter service: The reports to a watchdog that wake a run at rest; nil if a frame is owed.
  private func rest(serving service: ServiceReports?) {
    wanted = nil
    let blankTime = blanking == nil ? nil : kiosk.idleTimer.deadline
    var next = [pipeline.display?.deadline, connection?.wakeUp, blankTime, service?.due].compactMap { $0 }.min()
    if case .at(let time) = pipeline.nextWakeUp { next = next.map { min($0, monotonic(time)) } ?? monotonic(time) }
    if let next { wake(at: next) } else { timer?.disarm() }
  }

  /// Returns the time on the monotonic clock of a time on the kiosk's clock, saturated.
  func monotonic(_ time: Timestamp) -> Timestamp {
    let (sum, overflow) = start.nanoseconds.addingReportingOverflow(time.nanoseconds)
    return Timestamp(nanoseconds: overflow ? .max : sum)
  }

  private func isDue(at now: Timestamp) -> Bool {
    switch pipeline.nextWakeUp {
    case .nextRefresh: true
    case .at(let time): now - start >= time.nanoseconds
    case .never: false
    }
  }

  /// The number of refreshes that the presented frames still need.
  private var pendingFlips: Int { pipeline.display?.flipProgress?.pendingCount ?? 0 }

  /// Tells the pacer and the statistics of a page flip that the display reported.
  private func handleFlips() {
    guard let progress = pipeline.display?.flipProgress, progress.shown != handledFlips.shown else { return }
    handledFlips = progress
    if let time = progress.time { pacer.flipped(at: time, reported: EventLoop.now, pendingFlips: progress.pendingCount) }
    pipeline.confirmFrames(progress, start: start)
  }

  /// Arms the timer for the next frame.
  private func wakeForFrame() {
    // A frame that took longer than a refresh was not woken late.
    wanted = max(pacer.due, EventLoop.now)
    wake(at: pacer.due)
  }

  /// Returns the time on the kiosk's clock at which a frame that is drawn now will be visible.
  ///
  /// This is the time of the next refresh, counted from the last vertical blank that the display reported.
  ///
  /// - Returns: nil if the display reported no vertical blank in the last second.
  private func targetTime(at now: Timestamp) -> Timestamp? {
    if let target = pacer.target(at: now, pendingFlips: pendingFlips) { return Timestamp(nanoseconds: target - start) }
    guard let blank = pipeline.display?.lastVerticalBlank else { return nil }
    let (since, interval) = (now - blank, pipeline.clock.interval)
    guard since >= 0, since < 1_000_000_000 else { return nil }
    return Timestamp(nanoseconds: blank - start + (since / interval + 1) * interval)
  }

  func wake(at time: Timestamp) {
    timer?.arm(at: time)
  }

  private func handleDisplayEvents() {
    do throws(DisplayError) {
      try pipeline.display?.handleEvents()
      connection?.logDiagnostics()
      handleFlips()
      kiosk.handleWindowEvents { contacts.append($0.since(start)) }
    } catch {
      switch error {
      case .failed:
        failure = error
      case .notActive, .frameStillInFlight:
        // The queued frame is lost: draw everything again when the display is active.
        pipeline.confirmAllFrames()
        pipeline.redrawAll()
        wake(at: connection?.retryTime ?? Timestamp(nanoseconds: EventLoop.now.nanoseconds + 500_000_000))
      }
    }
  }

  func unwatchDisplay() {
    if let displayWatch { loop.unwatch(displayWatch) }
    displayWatch = nil
  }

  func watchDisplay() throws(EventLoopError) {
    guard let descriptor = pipeline.display?.descriptor else { return }
    displayWatch = try loop.watch(descriptor) { [unowned self] in
      MainActor.assumeIsolated { handleDisplayEvents() }
    }
  }
}
