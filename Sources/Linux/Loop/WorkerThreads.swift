internal import CLinux
internal import Glibc

/// A group of threads that each call one closure and then end.
///
/// The threads receive no signals from outside, because an ``EventLoop`` reads these from a descriptor. The
/// signals of a thread's own faults stay unblocked, so that a crash of a thread reaches the handlers that the
/// program installed. Those restore the text console, for instance.
struct WorkerThreads {
  private var threads: [pthread_t] = []
  /// For each thread, the processors that ``keepOff(processor:)`` has given to it.
  private var processors: [cartouche_processors] = []

  /// Starts threads. If the system refuses a thread, the group has fewer threads.
  ///
  /// - Parameters:
  ///   - numbers: One number for each thread.
  ///   - name: The name of the threads in a debugger or in `top`, at most 12 ASCII characters. The thread's
  ///     number is added.
  ///   - body: The closure that each thread calls, with the thread's number.
  init(_ numbers: Range<Int>, named name: String, _ body: @escaping @Sendable (_ number: Int) -> Void) {
    // A thread inherits the blocked signals of the thread that starts it.
    var blocked = sigset_t()
    var previous = sigset_t()
    sigfillset(&blocked)
    for fault in [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT, SIGSYS] { sigdelset(&blocked, fault) }
    pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    for number in numbers {
      var thread = pthread_t()
      let start = Unmanaged.passRetained(
        Start {
          cartouche_name_thread("\(name) \(number)")
          body(number)
        })
      let result = pthread_create(
        &thread, nil,
        { argument in
          Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().body()
          return nil
        }, start.toOpaque())
      guard result == 0 else {
        start.release()
        return
      }
      threads.append(thread)
      processors.append(cartouche_processors())
    }
  }

  /// The number of threads that were started and not joined.
  var count: Int { threads.count }

  /// Waits until all threads have ended. A second call does nothing.
  mutating func join() {
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  /// Lets the threads run where the calling thread may, except for one processor.
  ///
  /// Nothing is changed if there is not a processor for each thread, or for threads whose processors someone
  /// else has chosen.
  mutating func keepOff(processor: Int32) {
    cartouche_keep_off_processor(threads, Int32(threads.count), processor, &processors)
  }

  /// Lets the threads end by themselves. They cannot be joined after that.
  consuming func detach() {
    for thread in threads { pthread_detach(thread) }
  }

  private final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
