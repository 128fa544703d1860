extension Kiosk {
  /// Plays `replay`: a turn at every tick of the virtual clock, until its end has come.
  func runReplay(_ replay: Replay) throws(KioskError) -> ExitReason {
    let contacts =
      replay.recording.map { recording in
        recording.contactEvents(
          mapping: TouchMapping(
            recording.capabilities, rotation: board.rotation, screen: Size(width: Scalar(size.width), height: Scalar(size.height))),
          palms: board.palms)
      } ?? []
    let limit = Timestamp(nanoseconds: Self.settleTimeout.nanoseconds + (contacts.last?.contact.time.nanoseconds ?? 0))
    var played = 0
    var tick = 0
    let start = EventLoop.now
    while !isStopped {
      let now = tickTime(tick)
      // On a real panel the virtual clock goes as fast as the real one; in memory as fast as it can.
      let due = isHeadless ? .zero : Timestamp(nanoseconds: start.nanoseconds + now.nanoseconds)
      if let signal = try wait(until: due) { return .signalled(signal) }
      let first = played
      while played < contacts.count, contacts[played].contact.time <= now { played += 1 }
      let fingers = Array(contacts[first..<played])
      var outcome = try outcome { () throws(DisplayError) in try conductor.turn(at: now, contacts: fingers) }
      while outcome == .waitingForFlip {
        if let signal = try wait(until: Timestamp(nanoseconds: EventLoop.now.nanoseconds + 1_000_000)) { return .signalled(signal) }
        outcome = try self.outcome { () throws(DisplayError) in
          try (conductor.display as? DRMDisplay)?.handleEvents()
          return try conductor.show(at: now)
        }
      }
      switch replay.end {
      case .settled where played == contacts.count && conductor.nextTurn == .never: return .finished
      case .at(let end) where tickTime(tick + 1) > end: return .finished
      case .at: break
      case .settled:
        guard now < limit else { throw .neverSettled(seconds: Int(Self.settleTimeout.nanoseconds / 1_000_000_000)) }
      }
      tick += 1
    }
    return .stopped
  }

  /// What `step` came to; only the kernel's refusal ends the replay.
  private func outcome(_ step: () throws(DisplayError) -> Conductor.Outcome) throws(KioskError) -> Conductor.Outcome {
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

  /// Lets the loop turn at least once, and on until `due`.
  ///
  /// - Returns: the signal that came meanwhile.
  private func wait(until due: Timestamp) throws(KioskError) -> Int32? {
    while true {
      let left = max(due - EventLoop.now, 0)
      do throws(EventLoopError) {
        if case .signal(let number) = try loop.turn(timeout: Int32(clamping: (left + 999_999) / 1_000_000)) { return number }
      } catch {
        throw .loop(error)
      }
      if left == 0 || isStopped { return nil }
    }
  }

  /// How long after the last finger a screen may go on moving before it counts as one that never settles.
  static let settleTimeout = Timestamp(nanoseconds: 600_000_000_000)

  /// When tick number `tick` of the virtual clock is, rounded down to the nanosecond.
  private func tickTime(_ tick: Int) -> Timestamp {
    let refresh = max(board.mode?.refreshMillihertz ?? 60_000, 1)
    return Timestamp(nanoseconds: Int64(Int128(tick) * 1_000_000_000_000 / Int128(refresh)))
  }
}

extension KioskError {
  init(_ error: DisplayError) {
    switch error {
    case .failed(let errno): self = .displayFailed(errno: errno)
    case .frameStillInFlight, .notActive: self = .displayFailed(errno: 0)  // the conductor answers both with an outcome
    }
  }
}
