internal import CLinux
public import CartoucheScene
internal import Glibc

/// A background queue whose workers are threads.
///
/// The threads are started by the first ``submit(_:completion:)``, and sleep while there is no work.
///
///     submit ▶ waiting ──free thread, no pause──▶ running ──▶ finished ──mailbox, or drain()──▶ completion
///
/// Use a queue only on the thread that created the queue. With the ``Mailbox`` of that thread's
/// ``EventLoop``, finished work wakes the loop, and the loop calls the completions. Without a mailbox, call
/// ``drain()`` between frames.
public final class BackgroundThreads: BackgroundQueue {
  /// The number of workers that suits the processors that the calling thread may use. One of these is left
  /// for drawing, and more than four workers would wait for the same storage.
  public static var defaultCount: Int { min(max(Int(cartouche_processor_count()) - 1, 1), 4) }

  /// The number of threads that perform work. It decreases if the system refuses to start a thread.
  public private(set) var workerCount: Int

  private let jobs: JobQueue
  private var threads: WorkerThreads?
  private static let niceness: Int32 = 5
  private static let processorCount = Int(cartouche_processor_count())

  /// Creates a queue without starting threads.
  ///
  /// - Parameters:
  ///   - count: The number of threads, clamped to 1…64.
  ///   - mailbox: The mailbox of the event loop that calls the completions. With nil, only ``drain()`` and
  ///     ``finish()`` call completions.
  public init(count: Int = BackgroundThreads.defaultCount, mailbox: Mailbox? = nil) {
    workerCount = min(max(count, 1), 64)
    jobs = JobQueue(mailbox: mailbox)
  }

  deinit { close() }

  public func submit(_ work: @escaping @Sendable () -> Void, completion: @escaping () -> Void) {
    guard !jobs.isClosed else { return }
    jobs.add(work, completion: completion)
    if threads == nil {
      let jobs = jobs
      let started = WorkerThreads(0..<workerCount, named: "background") { _ in
        lowerPriority(by: Self.niceness)
        jobs.serve()
      }
      (threads, workerCount) = (started, max(started.count, 1))
    }
    // Without threads the work would wait forever.
    if threads?.count == 0 { jobs.performWaiting() }
  }

  /// Calls the completions of the work that has finished so far.
  ///
  /// Work that finishes during this call waits for the next call.
  public func drain() { jobs.drain() }

  /// Lets no more work begin before ``resume()``, if the threads would take a processor from those that draw
  /// a frame. Work that is running goes on.
  ///
  /// A layer submits work while the frame is laid out. If it began at once, it would delay that very frame.
  /// A frame that is drawn by one thread is not protected: on a single processor, no work might ever begin.
  ///
  /// - Parameter drawingThreads: The number of threads that draw the frame.
  package func pause(forDrawingThreads drawingThreads: Int) {
    if drawingThreads > 1, drawingThreads + workerCount > Self.processorCount { jobs.setPaused(true) }
  }

  /// Lets waiting work begin.
  package func resume() { jobs.setPaused(false) }

  /// Waits until all work has finished, and calls the completions. This includes work that these completions
  /// submit. It ends a pause.
  public func finish() {
    resume()
    repeat { jobs.drain() } while jobs.waitForFinished()
  }

  /// Whether there is work that has not finished. Finished work does not count, even if its completion has
  /// not been called.
  package var isWorking: Bool { jobs.isWorking }

  /// Waits for the work that is running, and ends the threads. Work that has not begun is dropped, and no
  /// completion is called any more.
  ///
  /// A closed queue ignores further work. A second call does nothing.
  public func close() {
    jobs.close()
    threads?.join()
    jobs.dropAll()
  }
}

/// The work of a queue, which the threads and the owner of the queue share.
///
/// The completions never leave the owner's thread: a thread reports finished work by its number. A completion
/// may therefore capture layers, which are not `Sendable`.
private final class JobQueue: @unchecked Sendable {
  private struct Entry {
    let number: Int
    var work: (@Sendable () -> Void)?
  }

  private var mailbox: Mailbox?
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signaled when work may begin, or the queue was closed.
  private let added = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Signaled when work has finished.
  private let ended = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  // Guarded by the mutex. The work before `first` has been taken.
  private var waiting: [Entry] = []
  private var first = 0
  private var finished: [Int] = []
  private var isEnding = false
  /// Whether waiting work may not begin.
  private var isPaused = false

  // Used only on the owner's thread: the completions that have not been called, by the number of their work.
  private var completions: [Int: () -> Void] = [:]
  private var nextNumber = 0
  /// The numbers of the finished work that a call of `drain` has taken from the threads.
  private var ready: ArraySlice<Int> = []
  private(set) var isClosed = false

  init(mailbox: Mailbox?) {
    self.mailbox = mailbox
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(added, nil)
    pthread_cond_init(ended, nil)
  }

  deinit {
    pthread_cond_destroy(ended)
    pthread_cond_destroy(added)
    pthread_mutex_destroy(mutex)
    ended.deallocate()
    added.deallocate()
    mutex.deallocate()
  }

  // MARK: The owner's thread

  func add(_ work: @escaping @Sendable () -> Void, completion: @escaping () -> Void) {
    nextNumber += 1
    completions[nextNumber] = completion
    pthread_mutex_lock(mutex)
    waiting.append(Entry(number: nextNumber, work: work))
    if !isPaused { pthread_cond_signal(added) }
    pthread_mutex_unlock(mutex)
  }

  /// Lets waiting work begin, or no more of it.
  func setPaused(_ value: Bool) {
    pthread_mutex_lock(mutex)
    if isPaused, !value, first < waiting.count { pthread_cond_broadcast(added) }
    isPaused = value
    pthread_mutex_unlock(mutex)
  }

  func drain() {
    pthread_mutex_lock(mutex)
    ready += finished
    finished = []
    pthread_mutex_unlock(mutex)
    // A completion may submit work, drain again, or close the queue.
    while let number = ready.popFirst() { completions.removeValue(forKey: number)?() }
  }

  /// Waits until finished work can be drained.
  ///
  /// - Returns: false if there is no work to wait for.
  func waitForFinished() -> Bool {
    if completions.isEmpty { return false }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while finished.isEmpty { pthread_cond_wait(ended, mutex) }
    return true
  }

  /// Whether there is work that has not finished.
  var isWorking: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return completions.count > finished.count + ready.count
  }

  /// Performs all waiting work on the calling thread.
  func performWaiting() {
    pthread_mutex_lock(mutex)
    while first < waiting.count { performFirst() }
    pthread_mutex_unlock(mutex)
  }

  /// Makes the threads end after the work that they are performing.
  func close() {
    isClosed = true
    pthread_mutex_lock(mutex)
    isEnding = true
    pthread_cond_broadcast(added)
    pthread_mutex_unlock(mutex)
  }

  /// Releases everything that has not been called, after the threads have ended.
  func dropAll() {
    // The closures are released last, because what they release may use this queue.
    let dropped = (waiting, completions)
    (waiting, first, finished, ready, completions) = ([], 0, [], [], [:])
    // The mailbox retains this object if its loop has ended before posted work was run.
    mailbox = nil
    withExtendedLifetime(dropped) {}
  }

  // MARK: The threads

  /// Performs work until the queue is closed.
  func serve() {
    pthread_mutex_lock(mutex)
    while true {
      while (isPaused || first == waiting.count) && !isEnding { pthread_cond_wait(added, mutex) }
      if isEnding { break }
      performFirst()
    }
    pthread_mutex_unlock(mutex)
  }

  /// Performs the first waiting work. The mutex is locked before and after the call, but not during the work.
  private func performFirst() {
    let number = waiting[first].number
    var work = waiting[first].work.take()
    first += 1
    removeTaken()
    pthread_mutex_unlock(mutex)
    work?()
    // Released before the completion is called, which then owns alone what both closures captured.
    work = nil
    pthread_mutex_lock(mutex)
    finished.append(number)
    pthread_cond_signal(ended)
    if finished.count == 1 { mailbox?.post { [self] in drain() } }
  }

  /// Removes the entries of taken work, seldom enough that a long queue costs constant time for each entry.
  private func removeTaken() {
    guard first == waiting.count || first >= 64 && first * 2 >= waiting.count else { return }
    waiting.removeSubrange(..<first)
    first = 0
  }
}
