internal import Logging

/// A run of a kiosk on its virtual clock, which performs a turn at every tick.
///
///     wake sleeping tasks ▶ wait for announced work ▶ deliver touches ▶ turn ▶ is it over? ▶ next tick
///
/// The clock continues from one call of ``play(_:until:)`` to the next. A live display shows the frames at
/// the speed of the real clock, and memory as fast as possible.
@MainActor
package final class VirtualRun {
  /// The conditions that end a part of the run.
  package enum End: Hashable, Sendable {
    /// All touches are played, no work waits, and nothing moves.
    case settled
    /// The next tick would be after this time.
    case at(Timestamp)
    /// All touches are played, and the next tick would be after this time.
    case played(until: Timestamp)
  }

  private let kiosk: Kiosk
  private let pipeline: FramePipeline
  private let loop: EventLoop
  private let workTimeout: Seconds
  /// The number of the next tick.
  private var tick = 0
  /// The time on the monotonic clock at which the virtual clock was zero, for a run at the real clock's
  /// speed.
  private var start = EventLoop.now
  private var contacts: [ContactEvent] = []
  private var playedCount = 0

  /// Creates a run that begins at the time 0.
  ///
  /// - Parameter workTimeout: The real time to wait for announced work, in seconds.
  package init(_ kiosk: Kiosk, workTimeout: Seconds = 60) {
    self.kiosk = kiosk
    self.workTimeout = workTimeout
    pipeline = kiosk.pipeline
    loop = kiosk.loop
  }

  /// The longest time that the screen may move after the last touch. After this time, the run fails with
  /// ``KioskError/neverSettled(seconds:)``.
  static let settleTimeout = Timestamp(nanoseconds: 600_000_000_000)

  /// The time of the next tick.
  package var nextTime: Timestamp { time(of: tick) }

  /// Performs turns until the end of this part of the run, and blocks while it waits for announced work.
  ///
  /// - Parameter contacts: The touches to play, by time. Touches before the next tick are played at that
  ///   tick.
  /// - Returns: ``ExitReason/finished`` at the end, or the reason why the run ended before.
  package func play(_ contacts: [ContactEvent], until end: End) throws(KioskError) -> ExitReason {
    let limit = begin(contacts)
    try beginSession()
    defer { kiosk.session?.end() }
    while !kiosk.isStopped {
      if isOver(end) { return .finished }
      try handleDisplayEvents()
      if kiosk.isStopped { break }
      if let signal = try wait(until: deadline) { return .signalled(signal) }
      pipeline.advance(to: nextTime)
      if let signal = try waitForWork() { return .signalled(signal) }
      var outcome = try turn()
      while outcome == .waitingForFlip {
        if let signal = try wait(until: EventLoop.now.advanced(by: Self.flipInterval)) { return .signalled(signal) }
        outcome = try showAgain()
      }
      if try isFinished(end, limit: limit) { return .finished }
    }
    return .stopped
  }

  /// Lets other consoles be shown during the run. The clock goes on meanwhile, and nothing is drawn.
  private func beginSession() throws(KioskError) {
    let (pipeline, logger) = (pipeline, kiosk.logger)
    do throws(EventLoopError) {
      let notices = try kiosk.session?.begin { MainActor.assumeIsolated { pipeline.redrawAll() } }
      for notice in notices ?? [] { logger.notice("\(notice)") }
    } catch {
      throw .loop(error)
    }
  }

  /// Does what the other method of this name does, but suspends the task while it waits. So work on the main
  /// actor continues even if the main actor is not on the thread of the main queue.
  package func play(_ contacts: [ContactEvent], until end: End) async throws(KioskError) -> ExitReason {
    let limit = begin(contacts)
    try beginSession()
    defer { kiosk.session?.end() }
    while !kiosk.isStopped {
      if isOver(end) { return .finished }
      repeat {
        if let signal = try poll() { return .signalled(signal) }
        await Self.pause(until: deadline)
      } while EventLoop.now < deadline
      pipeline.advance(to: nextTime)
      let waitLimit = EventLoop.now.advanced(by: workTimeout)
      while pipeline.sleepers.isWorkRunning, !kiosk.isStopped {
        await Self.pause(until: EventLoop.now.advanced(by: Self.flipInterval))
        if let signal = try poll() { return .signalled(signal) }
        try checkWork(waitLimit)
      }
      var outcome = try turn()
      while outcome == .waitingForFlip {
        await Self.pause(until: EventLoop.now.advanced(by: Self.flipInterval))
        if let signal = try poll() { return .signalled(signal) }
        outcome = try showAgain()
      }
      if try isFinished(end, limit: limit) { return .finished }
    }
    return .stopped
  }

  /// Handles the events of a display: a page flip submits the frame that waited for it, and a window stays
  /// usable during a run. The run has the fingers.
  private func handleDisplayEvents() throws(KioskError) {
    let outcome = try outcome { () throws(DisplayError) in
      try pipeline.display?.handleEvents()
      return .idle
    }
    // A frame that waited for a page flip was lost.
    if outcome == .notActive { pipeline.redrawAll() }
    if pipeline.display is any InteractiveDisplay { kiosk.handleWindowEvents { _ in } }
  }

  private static let flipInterval: Seconds = 0.001

  private func begin(_ contacts: [ContactEvent]) -> Timestamp {
    self.contacts = contacts
    playedCount = 0
    kiosk.isStopped = false
    return max(contacts.last?.contact.time ?? .zero, nextTime).advanced(by: Self.settleTimeout.seconds)
  }

  /// Returns whether the part of the run ends before the next tick. The first tick always happens.
  private func isOver(_ end: End) -> Bool {
    switch end {
    case .settled: false
    case .at(let end), .played(let end): tick > 0 && nextTime > end && playedCount == contacts.count
    }
  }

  /// Performs the turn of the next tick, with the touches that are due.
  private func turn() throws(KioskError) -> FramePipeline.Outcome {
    let (now, first) = (nextTime, playedCount)
    while playedCount < contacts.count, contacts[playedCount].contact.time <= now { playedCount += 1 }
    let due = Array(contacts[first..<playedCount])
    return try outcome { () throws(DisplayError) in try pipeline.turn(at: now, contacts: due) }
  }

  /// Presents the current frame, after every buffer was in use.
  private func showAgain() throws(KioskError) -> FramePipeline.Outcome {
    let now = nextTime
    return try outcome { () throws(DisplayError) in
      try pipeline.display?.handleEvents()
      return try pipeline.show(at: now)
    }
  }

  /// Returns whether this part of the run ends with the current tick, and goes on to the next tick.
  ///
  /// - Parameter limit: The time at which the screen must have settled.
  private func isFinished(_ end: End, limit: Timestamp) throws(KioskError) -> Bool {
    let now = nextTime
    tick += 1
    let isPlayed = playedCount == contacts.count
    switch end {
    case .played(let end): return isPlayed && nextTime > end
    case .at(let end): return nextTime > end
    case .settled:
      if isPlayed, pipeline.nextTurn == .never, !pipeline.sleepers.hasWork { return true }
      guard now < limit else { throw .neverSettled(seconds: Int(Self.settleTimeout.nanoseconds / 1_000_000_000)) }
      return false
    }
  }

  /// Performs `step` and returns its outcome. Only a frame that the kernel refuses ends the run.
  private func outcome(_ step: () throws(DisplayError) -> FramePipeline.Outcome) throws(KioskError) -> FramePipeline.Outcome {
    do throws(DisplayError) {
      return try step()
    } catch {
      switch error {
      case .failed: throw KioskError(error)
      case .frameStillInFlight: return .waitingForFlip
      case .notActive: return .notActive
      }
    }
  }

  // MARK: Waiting

  /// The time on the monotonic clock of the next tick; zero if the run is as fast as possible.
  private var deadline: Timestamp {
    kiosk.isHeadless && !kiosk.runsInRealTime ? .zero : Timestamp(nanoseconds: start.nanoseconds + nextTime.nanoseconds)
  }

  /// Runs one or more turns of the event loop until the time `due`.
  ///
  /// - Returns: The number of the signal that arrived during the wait, or nil if no signal arrived.
  private func wait(until due: Timestamp) throws(KioskError) -> Int32? {
    while true {
      let left = max(due - EventLoop.now, 0)
      if let signal = try poll(timeout: left) { return signal }
      if left == 0 || kiosk.isStopped { return nil }
    }
  }

  /// Runs turns of the event loop while announced work runs. The virtual clock stands still meanwhile.
  private func waitForWork() throws(KioskError) -> Int32? {
    let begin = EventLoop.now
    let limit = begin.advanced(by: workTimeout)
    while pipeline.sleepers.isWorkRunning, !kiosk.isStopped {
      if let signal = try poll(timeout: max(limit - EventLoop.now, 0)) { return signal }
      try checkWork(limit)
    }
    // Frames after a long wait are not hurried to catch up.
    start = Timestamp(nanoseconds: start.nanoseconds + (EventLoop.now - begin))
    return nil
  }

  private func checkWork(_ limit: Timestamp) throws(KioskError) {
    guard EventLoop.now >= limit, pipeline.sleepers.isWorkRunning else { return }
    throw .workNeverEnded(seconds: Int(workTimeout.rounded))
  }

  /// Performs one turn of the event loop.
  ///
  /// - Parameter timeout: The longest time to wait for an event, in nanoseconds.
  /// - Returns: The number of the signal that arrived, or nil.
  private func poll(timeout: Int64 = 0) throws(KioskError) -> Int32? {
    do throws(EventLoopError) {
      if case .signal(let number) = try loop.turn(timeout: Timestamp(nanoseconds: timeout).seconds) { return number }
      return nil
    } catch {
      throw .loop(error)
    }
  }

  /// Lets other tasks run, at least until a time on the monotonic clock.
  private nonisolated static func pause(until time: Timestamp) async {
    let left = time - EventLoop.now
    if left > 0 { try? await Task.sleep(nanoseconds: UInt64(left)) } else { await Task.yield() }
  }

  /// Returns the time of a tick of the virtual clock, rounded down to a nanosecond.
  private func time(of tick: Int) -> Timestamp {
    let refresh = max(kiosk.board.mode?.refreshMillihertz ?? 60_000, 1)
    return Timestamp(nanoseconds: Int64(clamping: Int128(tick) * 1_000_000_000_000 / Int128(refresh)))
  }
}

extension VirtualRun.End {
  init(_ end: Replay.End) {
    switch end {
    case .settled: self = .settled
    case .at(let time): self = .at(time)
    }
  }
}

extension Kiosk {
  /// Returns the touches of a replay, at positions on the kiosk's screen.
  func contacts(of replay: Replay) -> [ContactEvent] {
    guard let recording = replay.recording else { return [] }
    let mapping = TouchMapping(
      recording.capabilities, rotation: board.rotation, screen: Size(width: Scalar(size.width), height: Scalar(size.height)))
    return recording.contactEvents(mapping: mapping, palms: board.palms)
  }
}
