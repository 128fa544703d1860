internal import CLinux
public import CartoucheRaster
public import CartoucheScene
internal import Dispatch
internal import Glibc

/// An event loop that sleeps until there is work, and then calls the handlers for that work.
///
/// The work comes from file descriptors, timers, signals, other threads and the main dispatch queue.
///
///     epoll ◀─ watched descriptors   touch devices, the DRM card
///           ◀─ timerfd               armed timers
///           ◀─ signalfd              SIGINT and SIGTERM, which end ``run(afterEvents:)``, and signals of
///                                    ``handle(signal:_:)``
///           ◀─ eventfd               ``Mailbox/post(_:)``, from any thread
///           ◀─ main dispatch queue   if the loop is on the main thread: runs `Task { @MainActor in … }`
///
/// While no timer is armed and no event arrives, the event loop does not wake. Use an event loop only on the
/// thread that created the event loop.
///
/// Create the event loop before the program starts other threads. The event loop blocks SIGINT and SIGTERM in
/// its own thread. A new thread inherits the blocked signals of the thread that starts it. If any thread
/// leaves these signals unblocked, a signal ends the whole process, and ``run(afterEvents:)`` does not
/// return.
public final class EventLoop {
  /// The reasons why ``EventLoop/run(afterEvents:)`` can return.
  public enum ExitReason: Hashable, Sendable {
    /// ``EventLoop/stop()`` was called.
    case stopped
    /// The process received the signal with this number, `SIGINT` or `SIGTERM`.
    case signal(Int32)
  }

  /// A token for a file descriptor that an event loop watches. To stop watching, pass the token to
  /// ``EventLoop/unwatch(_:)``.
  public struct Watch: Hashable, Sendable {
    fileprivate let descriptor: Int32
    fileprivate let number: UInt64
  }

  /// The queue to which any thread can post work for the event loop's thread.
  public let mailbox: Mailbox
  /// The number of times that events have woken the event loop since the loop was created. While a program is
  /// idle, the number does not change.
  public private(set) var wakeUps = 0
  /// The time just after the current or last turn stopped waiting; the earliest time before the first turn.
  ///
  /// The turn reads what descriptors received up to this time, except perhaps in the last microseconds.
  package private(set) var wakeUpTime = Timestamp(nanoseconds: .min)

  private let poll: Descriptor
  private let signals: Descriptor
  private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 32)
  private var handlers: [UInt64: () -> Void] = [:]
  private var nextNumber: UInt64 = 0
  private var exitReason: ExitReason?
  private var previousSignals = sigset_t()
  /// The signals that the descriptor `signals` reports.
  private var reportedSignals = sigset_t()
  private var signalHandlers: [Int32: () -> Void] = [:]

  /// Creates an event loop for the calling thread, and blocks SIGINT and SIGTERM in that thread.
  ///
  /// - Throws: ``EventLoopError`` if the kernel refuses to create a file descriptor.
  public init() throws(EventLoopError) {
    poll = Descriptor(try EventLoopError.check(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll_create1"))
    mailbox = Mailbox(
      wakeDescriptor: Descriptor(try EventLoopError.check(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")))
    sigemptyset(&reportedSignals)
    sigaddset(&reportedSignals, SIGINT)
    sigaddset(&reportedSignals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &reportedSignals, &previousSignals)
    signals = Descriptor(
      try EventLoopError.check(signalfd(-1, &reportedSignals, Int32(SFD_CLOEXEC | SFD_NONBLOCK)), "signalfd"))

    let mailbox = mailbox
    try watch(mailbox.wakeDescriptor.number) { mailbox.deliver() }
    try watch(signals.number) { [unowned self] in readSignals() }
    if cartouche_is_main_thread() != 0 {
      let queue = cartouche_main_queue_descriptor()
      try watch(queue) {
        // Reset the descriptor first: work queued while draining makes it readable again.
        var count: eventfd_t = 0
        eventfd_read(queue, &count)
        cartouche_drain_main_queue()
      }
    }
  }

  deinit {
    dropHandledSignals()
    pthread_sigmask(SIG_SETMASK, &previousSignals, nil)
    events.deallocate()
  }

  /// Drops signals that arrived for ``handle(signal:_:)`` and were not read. They would end the process when
  /// they are no longer blocked.
  private func dropHandledSignals() {
    guard !signalHandlers.isEmpty else { return }
    var handled = sigset_t()
    sigemptyset(&handled)
    for number in signalHandlers.keys { sigaddset(&handled, number) }
    var now = timespec()
    while sigtimedwait(&handled, nil, &now) > 0 || errno == EINTR {}
  }

  /// The current time on the monotonic clock, which timers and live input events also use.
  public static var now: Timestamp {
    Timestamp(nanoseconds: cartouche_now())
  }

  /// Starts to watch a file descriptor. The event loop calls `handler` whenever `descriptor` is readable or
  /// has failed.
  ///
  /// Call ``unwatch(_:)`` before the file descriptor is closed.
  ///
  /// - Returns: A token to pass to ``unwatch(_:)``.
  /// - Throws: ``EventLoopError`` if the kernel refuses to watch the file descriptor.
  @discardableResult
  public func watch(_ descriptor: Int32, _ handler: @escaping () -> Void) throws(EventLoopError) -> Watch {
    try watch(descriptor, for: EPOLLIN, handler)
  }

  /// Starts to watch a file of `/sys` whose changes the kernel reports. Such a file is always readable, so
  /// the event loop waits for the report of a change. `handler` reads the file from its beginning.
  func watchAttribute(_ descriptor: Int32, _ handler: @escaping () -> Void) throws(EventLoopError) -> Watch {
    try watch(descriptor, for: EPOLLPRI, handler)
  }

  private func watch(
    _ descriptor: Int32, for events: EPOLL_EVENTS, _ handler: @escaping () -> Void
  ) throws(EventLoopError) -> Watch {
    nextNumber += 1
    var event = epoll_event(events: events.rawValue, data: epoll_data_t(u64: nextNumber))
    _ = try EventLoopError.check(epoll_ctl(poll.number, EPOLL_CTL_ADD, descriptor, &event), "epoll_ctl")
    handlers[nextNumber] = handler
    return Watch(descriptor: descriptor, number: nextNumber)
  }

  /// Stops watching a file descriptor. A second call with the same token does nothing.
  ///
  /// Any handler of the event loop may call this method, including the handler of this file descriptor.
  ///
  /// - Parameter watch: The token that ``watch(_:_:)`` returned.
  public func unwatch(_ watch: Watch) {
    guard handlers.removeValue(forKey: watch.number) != nil else { return }
    epoll_ctl(poll.number, EPOLL_CTL_DEL, watch.descriptor, nil)
  }

  /// Blocks a signal in the calling thread, and calls `handler` from then on when the process receives the
  /// signal. A second call with the same signal replaces the handler.
  ///
  /// As with SIGINT and SIGTERM, call this method before the program starts other threads.
  ///
  /// - Throws: ``EventLoopError`` if the kernel refuses to report the signal.
  public func handle(signal number: Int32, _ handler: @escaping () -> Void) throws(EventLoopError) {
    var added = sigset_t()
    sigemptyset(&added)
    sigaddset(&added, number)
    sigaddset(&reportedSignals, number)
    pthread_sigmask(SIG_BLOCK, &added, nil)
    _ = try EventLoopError.check(signalfd(signals.number, &reportedSignals, Int32(SFD_CLOEXEC | SFD_NONBLOCK)), "signalfd")
    signalHandlers[number] = handler
  }

  /// Creates a timer that is not armed. Each time that the timer fires, `handler` is called.
  ///
  /// The event loop does not retain the timer. If the caller releases the timer, the timer never fires.
  ///
  /// - Parameter handler: A closure that is called when the timer fires. The closure's parameter `count` is
  ///   the number of times that the timer expired since the last call. The number is more than 1 if the event
  ///   loop was late for a repeating timer.
  /// - Throws: ``EventLoopError`` if the kernel refuses to create a file descriptor.
  public func makeTimer(_ handler: @escaping (_ count: UInt64) -> Void) throws(EventLoopError) -> LoopTimer {
    let flags = Int32(TFD_CLOEXEC | TFD_NONBLOCK)
    let number = try EventLoopError.check(timerfd_create(CLOCK_MONOTONIC, flags), "timerfd_create")
    let timer = LoopTimer(descriptor: Descriptor(number), loop: self)
    timer.token = try watch(number) { [weak timer] in
      guard let timer else { return }
      let count = timer.readExpirationCount()
      // A count of 0: the timer was disarmed or armed for another time after epoll reported it.
      if count > 0 { handler(count) }
    }
    return timer
  }

  /// Interrupts the process by SIGINT, as Ctrl and C do in a terminal. The loop then reports the signal.
  package static func interrupt() {
    kill(getpid(), SIGINT)
  }

  /// Stops the event loop. ``run(afterEvents:)`` returns when the current handler has returned.
  public func stop() {
    exitReason = exitReason ?? .stopped
  }

  /// Runs the event loop until ``stop()`` is called, or until the signal SIGINT or SIGTERM arrives.
  ///
  /// The event loop works in turns. A turn waits until at least one event arrives, and handles all events
  /// that have arrived.
  ///
  /// - Parameter afterEvents: Called at the end of every turn except the last turn, after all events of the
  ///   turn are handled.
  /// - Returns: The reason why the event loop ended.
  /// - Throws: ``EventLoopError`` if the kernel refuses to wait.
  public func run(afterEvents: () -> Void = {}) throws(EventLoopError) -> ExitReason {
    while true {
      if let exitReason = try turn() { return exitReason }
      afterEvents()
    }
  }

  /// Performs one turn of the event loop: waits for events and handles the events that have arrived.
  ///
  /// - Parameter timeout: The longest time to wait in seconds, rounded up to whole milliseconds. With 0 or
  ///   less, the method does not wait. With nil, the method waits without a time limit.
  /// - Returns: The reason why the event loop should end, or nil if the loop should continue. The method can
  ///   be called again after it has returned a reason. It then waits for events as before.
  /// - Throws: ``EventLoopError`` if the kernel refuses to wait.
  public func turn(timeout: Seconds? = nil) throws(EventLoopError) -> ExitReason? {
    if exitReason == nil {
      let milliseconds = timeout.map { Self.milliseconds(roundingUp: $0) } ?? -1
      let count = epoll_wait(poll.number, events.baseAddress, Int32(events.count), milliseconds)
      if count < 0 && errno != EINTR { throw EventLoopError(call: "epoll_wait", errno: errno) }
      wakeUpTime = Self.now
      if count > 0 { wakeUps += 1 }
      for index in 0..<max(Int(count), 0) where exitReason == nil {
        // An earlier handler of this turn may have ended the watch of a later one.
        handlers[events[index].data.u64]?()
      }
    }
    defer { exitReason = nil }
    return exitReason
  }

  /// Returns a timeout for epoll in milliseconds. A timeout less than 0 becomes 0, with which epoll does not
  /// wait.
  private static func milliseconds(roundingUp timeout: Seconds) -> Int32 {
    let nanoseconds = max(Timestamp(seconds: timeout).nanoseconds, 0)
    return Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
  }

  private func readSignals() {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while Glibc.read(signals.number, &info, size) == size {
      let number = Int32(info.ssi_signo)
      if let handler = signalHandlers[number] { handler() } else { exitReason = .signal(number) }
    }
  }
}

/// An error that is thrown if the kernel refuses a system call of an event loop.
///
/// The error's `description` is a sentence for the user.
public struct EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the refused system call.
  public let call: String
  /// The `errno` value of the refused system call.
  public let errno: Int32

  public var description: String {
    "The event loop cannot work: \(call) failed (\(message(ofError: errno))). Check the limit of open files with \"ulimit -n\"."
  }

  static func check(_ result: Int32, _ call: String) throws(EventLoopError) -> Int32 {
    if result < 0 { throw EventLoopError(call: call, errno: Glibc.errno) }
    return result
  }
}
