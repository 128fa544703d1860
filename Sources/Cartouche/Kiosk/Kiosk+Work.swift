extension Kiosk {
  /// Announces work whose result the kiosk will show later, and returns a token that ends the announcement.
  ///
  ///     let work = kiosk.beginWork()
  ///     loader.load { stops in  // on another thread
  ///       kiosk.post { list.show(stops) }
  ///       work.end()
  ///     }
  ///
  /// On the virtual clock of a replay, time stands still until the work ends. So its result is in the same
  /// frame in every run, and the replay does not end with ``Replay/End/settled`` before. If the work does not
  /// end within ``Replay/workTimeout``, the run fails with ``KioskError/workNeverEnded(seconds:)``. On a live
  /// display, announced work has no effect.
  ///
  /// Work that was not announced arrives in whichever frame is next. Such a replay may end before it arrives.
  ///
  /// Work with this token must not sleep on ``clock``, because the clock stands still. Use ``announce(_:)``
  /// for tasks that sleep. May be called from any thread.
  public nonisolated func beginWork() -> KioskWork {
    KioskWork(clock.time)
  }

  /// Runs an asynchronous operation on the main actor as announced work.
  ///
  ///     kiosk.announce {
  ///       let stops = try await fetchStops()
  ///       list.show(stops)
  ///       try await kiosk.clock.sleep(for: .seconds(5))
  ///       list.isHidden = true
  ///     }
  ///
  /// On the virtual clock of a replay, time stands still while the operation runs or waits, except while it
  /// sleeps on ``clock``. If the operation has child tasks, time passes while one of them sleeps there. The
  /// rest is as with ``beginWork()``.
  ///
  /// - Parameter operation: The operation. It begins after this call, when the run loop is next free.
  /// - Returns: The task of the operation, with its result or error. Cancelling the task ends a sleep.
  @discardableResult
  public func announce<Success: Sendable>(
    _ operation: @escaping @MainActor () async throws -> Success
  ) -> Task<Success, any Error> {
    let work = beginWork()
    return KioskTime.$currentWork.withValue(work.id) {
      Task {
        defer { work.end() }
        return try await operation()
      }
    }
  }
}

extension Kiosk {
  /// The date at the zero of the kiosk's clock; nil, the default, for the date of the machine.
  ///
  /// Maps read the date to be dark by night: see `MapView.daylightCoordinate`. In a replay, the machine's
  /// date is not used, so that frames do not depend on it: without a start, the date is not known.
  public var startDate: WallTime? {
    get { givenStartDate }
    set {
      givenStartDate = newValue
      setWallClock()
    }
  }

  /// Makes layers see the machine's date, unless the application sets another one.
  ///
  /// - Returns: The watch that reports a clock that was set.
  func followMachineClock() throws(EventLoopError) -> WallClockWatch {
    followsMachineClock = true
    setWallClock()
    let stage = pipeline.stage
    return try loop.watchWallClock { stage.wallClockDidChange() }
  }

  /// Ends what ``followMachineClock()`` began.
  func leaveMachineClock() {
    followsMachineClock = false
    setWallClock()
  }

  private func setWallClock() {
    if let start = givenStartDate {
      pipeline.stage.wallClock = { start.advanced(byNanoseconds: $0.nanoseconds) }
    } else {
      pipeline.stage.wallClock = followsMachineClock ? { _ in EventLoop.wallTime } : nil
    }
  }
}
