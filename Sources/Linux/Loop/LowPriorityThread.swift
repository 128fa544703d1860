internal import Glibc

/// A thread of low priority that performs work for any thread, one piece after the other.
///
/// The thread is started by the first ``perform(_:)``, and sleeps while there is no work. While other threads
/// want all processors, it gets about a tenth of the time of one. So it does not hold a lock for long.
public final class LowPriorityThread: Sendable {
  private let work = WorkList()

  /// Creates the object without starting the thread.
  public init() {}

  /// Ends the thread after the work that it is performing. Work that has not begun is dropped.
  deinit { work.close() }

  /// Adds work that the thread will perform.
  ///
  /// - Returns: false if the system refuses to start the thread. The work is then dropped.
  public func perform(_ body: @escaping @Sendable () -> Void) -> Bool { work.add(body) }
}

/// The work of a thread, which it shares with the threads that add work.
private final class WorkList: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signaled when work was added, or the list was closed.
  private let added = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  // Guarded by the mutex.
  private var waiting: [@Sendable () -> Void] = []
  private var isStarted = false
  private var isClosed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(added, nil)
  }

  deinit {
    pthread_cond_destroy(added)
    pthread_mutex_destroy(mutex)
    added.deallocate()
    mutex.deallocate()
  }

  func add(_ body: @escaping @Sendable () -> Void) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if !isStarted {
      // The thread retains this object until the list is closed.
      let threads = WorkerThreads(0..<1, named: "low") { _ in self.serve() }
      guard threads.count == 1 else { return false }
      threads.detach()
      isStarted = true
    }
    waiting.append(body)
    pthread_cond_signal(added)
    return true
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_signal(added)
    pthread_mutex_unlock(mutex)
  }

  private static let niceness: Int32 = 10

  private func serve() {
    lowerPriority(by: Self.niceness)
    pthread_mutex_lock(mutex)
    while true {
      while waiting.isEmpty && !isClosed { pthread_cond_wait(added, mutex) }
      if isClosed { break }
      var body: (@Sendable () -> Void)? = waiting.removeFirst()
      pthread_mutex_unlock(mutex)
      body?()
      // Released while the mutex is not locked, because it may release anything.
      body = nil
      pthread_mutex_lock(mutex)
    }
    let dropped = waiting
    waiting = []
    pthread_mutex_unlock(mutex)
    withExtendedLifetime(dropped) {}
  }
}

/// Raises the niceness of the calling thread, so that others go first where they want the same processor.
func lowerPriority(by niceness: Int32) {
  // On Linux the number 0 is the calling thread, not its process.
  let process = __priority_which_t(PRIO_PROCESS.rawValue)
  setpriority(process, 0, getpriority(process, 0) + niceness)
}
