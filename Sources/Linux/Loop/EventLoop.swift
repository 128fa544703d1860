internal import CLinux
public import CartoucheScene
internal import Dispatch
internal import Glibc

/// Sleeps until a descriptor, a timer, a signal, another thread or the main dispatch queue has something to say.
///
///     epoll ◀─ descriptors watched   touch devices, the DRM card
///           ◀─ timerfd               armed timers
///           ◀─ signalfd              SIGINT and SIGTERM, which end ``run()``
///           ◀─ eventfd               ``Mailbox/post(_:)``, from any thread
///           ◀─ main dispatch queue   so that `Task { @MainActor in … }` runs; if the loop is on the main thread
///
/// Nothing armed and nothing watched means no wake-ups. The loop belongs to the thread that made it. Make it before there are other threads: they
/// inherit the blocking of the two signals, and a thread that does not have it would be killed by them.
public final class EventLoop {
  /// Why ``run()`` returned.
  public enum ExitReason: Hashable, Sendable {
    case stopped
    /// This signal came: `SIGINT` or `SIGTERM`.
    case signal(Int32)
  }

  /// A descriptor being watched.
  public struct Watch: Hashable, Sendable {
    fileprivate let descriptor: Int32
    fileprivate let number: UInt64
  }

  /// Where other threads leave work.
  public let mailbox: Mailbox
  /// How often the loop woke up: an idle program's stays as it is.
  public private(set) var wakeUps = 0

  private let poll: Descriptor
  private let signals: Descriptor
  private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 32)
  private var handlers: [UInt64: () -> Void] = [:]
  private var nextNumber: UInt64 = 0
  private var ending: ExitReason?
  private var previousSignals = sigset_t()

  /// - Throws: ``EventLoopError`` when the kernel refuses a descriptor.
  public init() throws(EventLoopError) {
    poll = Descriptor(try EventLoopError.check(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll_create1"))
    mailbox = Mailbox(
      wakeDescriptor: try EventLoopError.check(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd"))
    var wanted = sigset_t()
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGINT)
    sigaddset(&wanted, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &wanted, &previousSignals)
    signals = Descriptor(
      try EventLoopError.check(signalfd(-1, &wanted, Int32(SFD_CLOEXEC | SFD_NONBLOCK)), "signalfd"))

    let mailbox = mailbox
    try watch(mailbox.wakeDescriptor) { mailbox.deliver() }
    try watch(signals.number) { [unowned self] in takeSignal() }
    if cartouche_is_main_thread() != 0 {
      let queue = cartouche_main_queue_descriptor()
      try watch(queue) {
        // The wakeDescriptor first: what is queued while draining rings it again.
        var count: eventfd_t = 0
        eventfd_read(queue, &count)
        cartouche_drain_main_queue()
      }
    }
  }

  deinit {
    pthread_sigmask(SIG_SETMASK, &previousSignals, nil)
    events.deallocate()
  }

  /// The monotonic clock, which every timer and live input event goes by.
  public static var now: Timestamp {
    Timestamp(nanoseconds: cartouche_now())
  }

  /// Calls `handler` whenever `descriptor` can be read, or has failed; until ``unwatch(_:)``, which must come before it is closed.
  @discardableResult
  public func watch(_ descriptor: Int32, _ handler: @escaping () -> Void) throws(EventLoopError) -> Watch {
    nextNumber += 1
    var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: nextNumber))
    _ = try EventLoopError.check(epoll_ctl(poll.number, EPOLL_CTL_ADD, descriptor, &event), "epoll_ctl")
    handlers[nextNumber] = handler
    return Watch(descriptor: descriptor, number: nextNumber)
  }

  /// Stops watching; harmless when done twice. May be called from a handler, its own too.
  public func unwatch(_ watch: Watch) {
    guard handlers.removeValue(forKey: watch.number) != nil else { return }
    epoll_ctl(poll.number, EPOLL_CTL_DEL, watch.descriptor, nil)
  }

  /// A timer, not yet armed, that lives as long as it is held.
  ///
  /// - Parameter handler: gets how often it fired since the last call: more than 1 when the loop was late for a repeating timer.
  public func makeTimer(_ handler: @escaping (_ count: UInt64) -> Void) throws(EventLoopError) -> LoopTimer {
    let flags = Int32(TFD_CLOEXEC | TFD_NONBLOCK)
    let descriptor = try EventLoopError.check(timerfd_create(CLOCK_MONOTONIC, flags), "timerfd_create")
    let timer = LoopTimer(descriptor: descriptor, loop: self)
    timer.token = try watch(descriptor) { [weak timer] in
      guard let timer else { return }
      let count = timer.readExpirationCount()
      // Disarmed or moved since it was reported: nothing has fired.
      if count > 0 { handler(count) }
    }
    return timer
  }

  /// Has ``run()`` return after the handler that is running.
  public func stop() {
    ending = ending ?? .stopped
  }

  /// Turns until ``stop()`` or a signal.
  ///
  /// - Parameter afterEvents: called at the end of every turn, when all that woke the loop was handled.
  public func run(afterEvents: () -> Void = {}) throws(EventLoopError) -> ExitReason {
    while true {
      if let ending = try turn() { return ending }
      afterEvents()
    }
  }

  /// Waits for something to happen and handles it.
  ///
  /// - Parameter milliseconds: how long to wait; for ever if negative, not at all if 0.
  /// - Returns: why the loop is to end; nil, it is not. It is told once.
  public func turn(timeout milliseconds: Int32 = -1) throws(EventLoopError) -> ExitReason? {
    if ending == nil {
      let count = epoll_wait(poll.number, events.baseAddress, Int32(events.count), milliseconds)
      if count < 0 && errno != EINTR { throw EventLoopError(call: "epoll_wait", errno: errno) }
      if count > 0 { wakeUps += 1 }
      for index in 0..<max(Int(count), 0) where ending == nil {
        // A handler of this batch may have stopped watching another's.
        handlers[events[index].data.u64]?()
      }
    }
    defer { ending = nil }
    return ending
  }

  private func takeSignal() {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while Glibc.read(signals.number, &info, size) == size {
      ending = .signal(Int32(info.ssi_signo))
    }
  }
}

/// The kernel refused something that the loop cannot be without.
public struct EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  public let call: String
  public let errno: Int32

  public var description: String {
    "The event loop cannot work: \(call) failed (\(message(ofError: errno))). Look at the limits of open files with \"ulimit -n\"."
  }

  static func check(_ result: Int32, _ call: String) throws(EventLoopError) -> Int32 {
    if result < 0 { throw EventLoopError(call: call, errno: Glibc.errno) }
    return result
  }
}
