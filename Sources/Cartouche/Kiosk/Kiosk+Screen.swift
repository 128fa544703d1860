internal import Logging

extension Kiosk {
  /// What the service manager shows while no screen is plugged in.
  static let waitingForScreen = "Waiting for a screen to be plugged in."

  /// What the service manager shows while frames are shown.
  var showingStatus: String { "Showing frames on a screen of \(pipeline.mode.size.width)x\(pipeline.mode.size.height) pixels." }

  /// Waits, asleep, until a screen is plugged into the graphics card. ``size`` is then the size of this
  /// screen.
  ///
  /// A program that lays out its content once, for ``size``, calls this method first. ``run()`` also waits
  /// for a screen, and calls the handlers of ``onResize(_:)`` then. The method returns immediately if a
  /// screen is plugged in, and on displays that cannot be unplugged.
  ///
  /// - Returns: nil if there is a screen. If SIGINT or SIGTERM arrived, or ``stop()`` was called, the reason
  ///   to end the program.
  /// - Throws: ``KioskError`` if the display fails.
  public func waitForScreen() throws(KioskError) -> ExitReason? {
    guard let connection = DisplayConnection(pipeline.display, logger: logger), connection.wakeUp != nil else { return nil }
    var failure: DisplayError?
    do throws(EventLoopError) {
      let timer = try loop.makeTimer { _ in }
      var isProbing = false
      var watch: EventLoop.Watch?
      if let listener = connection.listener {
        watch = try loop.watch(listener.descriptor) {
          if MainActor.assumeIsolated({ connection.readMessages() }) { isProbing = true }
        }
      }
      let notices = try session?.begin { isProbing = true }
      for notice in notices ?? [] { logger.notice("\(notice)") }
      defer {
        session?.end()
        if let watch { loop.unwatch(watch) }
      }
      while failure == nil, session?.failure == nil, let wakeUp = connection.wakeUp {
        service?.waiting(at: EventLoop.now, status: Self.waitingForScreen)
        // A screen that is plugged in while another console is in front is found on the return.
        let next = [session?.isActive ?? true ? wakeUp : nil, service?.due].compactMap { $0 }.min()
        if let next { timer.arm(at: next) } else { timer.disarm() }
        switch try loop.turn() {
        case .signal(let number): return .signalled(number)
        case .stopped: return .stopped
        case nil: break
        }
        guard session?.isActive ?? true, isProbing || connection.isDue(at: EventLoop.now) else { continue }
        do throws(DisplayError) {
          if try connection.update(probing: isProbing) == .connected { displayDidChange() }
        } catch {
          failure = error
        }
        isProbing = false
      }
    } catch {
      throw .loop(error)
    }
    if let lost = session?.failure { throw .seat(lost) }
    if let failure { throw KioskError(failure) }
    return nil
  }
}
