extension Kiosk {
  /// Plays `replay`: performs a turn at every tick of the virtual clock until the replay's end.
  func runReplay(_ replay: Replay) throws(KioskError) -> ExitReason {
    let contacts =
      replay.recording.map { recording in
        recording.contactEvents(
          mapping: TouchMapping(
            recording.capabilities, rotation: board.rotation, screen: Size(width: Scalar(size.width), height: Scalar(size.height))),
          palms: board.palms)
      } ?? []
    let limit = Timestamp(nanoseconds: Self.settleTimeout.nanoseconds + (contacts.last?.contact.time.nanoseconds ?? 0))
    var playedCount = 0
    var tick = 0
    let start = EventLoop.now
    while !isStopped {
      let now = tickTime(tick)
      // On a real panel the virtual clock runs as fast as the real one; in memory as fast as possible.
      let deadline = isHeadless ? .zero : Timestamp(nanoseconds: start.nanoseconds + now.nanoseconds)
      if let signal = try wait(until: deadline) { return .signalled(signal) }
      let first = playedCount
      while playedCount < contacts.count, contacts[playedCount].contact.time <= now { playedCount += 1 }
      let due = Array(contacts[first..<playedCount])
      var outcome = try outcome { () throws(DisplayError) in try pipeline.turn(at: now, contacts: due) }
      while outcome == .waitingForFlip {
        if let signal = try wait(until: Timestamp(nanoseconds: EventLoop.now.nanoseconds + 1_000_000)) { return .signalled(signal) }
        outcome = try self.outcome { () throws(DisplayError) in
          try pipeline.display?.handleEvents()
          return try pipeline.show(at: now)
        }
      }
      switch replay.end {
      case .settled where playedCount == contacts.count && pipeline.nextTurn == .never: return .finished
      case .at(let end) where tickTime(tick + 1) > end: return .finished
      case .at: break
      case .settled:
        guard now < limit else { throw .neverSettled(seconds: Int(Self.settleTimeout.nanoseconds / 1_000_000_000)) }
      }
      tick += 1
    }
    return .stopped
  }

  /// Performs `step` and returns its outcome. Only a frame that the kernel refuses ends the replay.
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

  /// Runs one or more turns of the event loop until the time `due`.
  ///
  /// - Returns: The number of the signal that arrived during the wait, or nil if no signal arrived.
  private func wait(until due: Timestamp) throws(KioskError) -> Int32? {
    while true {
      let left = max(due - EventLoop.now, 0)
      do throws(EventLoopError) {
        if case .signal(let number) = try loop.turn(timeout: Timestamp(nanoseconds: left).seconds) { return number }
      } catch {
        throw .loop(error)
      }
      if left == 0 || isStopped { return nil }
    }
  }

  /// The longest time that the screen may move after a replay's last touch. After this time, the replay fails
  /// with ``KioskError/neverSettled(seconds:)``.
  static let settleTimeout = Timestamp(nanoseconds: 600_000_000_000)

  /// Returns the time of a tick of the virtual clock, rounded down to a nanosecond.
  private func tickTime(_ tick: Int) -> Timestamp {
    let refresh = max(board.mode?.refreshMillihertz ?? 60_000, 1)
    return Timestamp(nanoseconds: Int64(Int128(tick) * 1_000_000_000_000 / Int128(refresh)))
  }
}
