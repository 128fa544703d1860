internal import CLinux
public import CartoucheRaster
internal import Glibc
internal import Synchronization

/// A worker pool whose threads live as long as the pool, and sleep while there is no job.
///
/// A job is divided into parts, which the workers perform in parallel. The thread that calls
/// ``perform(parts:of:)`` is worker 0, and performs parts of the job too. So `ThreadPool(count: 1)` starts no
/// threads.
///
/// The method ``perform(parts:of:)`` waits only for threads that have begun to work on the job. On a busy
/// machine, a thread may get no processor time. The method does not wait for such a thread.
///
/// The threads do not run on the processor of the calling thread, if there are enough others. Threads and
/// processes that a part of a job starts inherit this. Where the processors of a thread have been chosen
/// otherwise, for example by taskset(1), they are kept.
public final class ThreadPool: WorkerPool {
  /// The number of workers in the pool. The thread that calls ``perform(parts:of:)`` counts as one worker.
  public let count: Int

  private let batch: Batch
  private var threads: WorkerThreads
  /// The processor of the caller of the last job that was given to threads; −1 before the first.
  private var callersProcessor: Int32 = -1

  /// Creates a pool with a number of workers. For n workers, the pool starts n − 1 threads. The remaining
  /// worker is the thread that calls ``perform(parts:of:)``.
  ///
  /// - Parameter count: The number of workers, clamped to 1…64. If the system refuses to start a thread, the
  ///   pool has fewer workers.
  public init(count: Int) {
    let wanted = min(max(count, 1), 64)
    let batch = Batch(workers: wanted)
    self.batch = batch
    threads = WorkerThreads(1..<wanted, named: "worker") { batch.serve(worker: $0) }
    self.count = threads.count + 1
  }

  /// Creates a pool with one worker for each processor that the calling thread may use. The thread that calls
  /// ``perform(parts:of:)`` counts as one worker.
  ///
  /// These are the processors that are online, or those that taskset(1) or `CPUAffinity` of systemd allow.
  public convenience init() {
    self.init(count: Int(cartouche_processor_count()))
  }

  deinit {
    batch.stop()
    threads.join()
  }

  /// Performs the parts 0..<`parts` of a job on the workers, and returns after all parts are done.
  ///
  /// Each part is performed once. The workers perform different parts in parallel.
  ///
  /// - Precondition: Only one thread calls this method at a time. A part of a job never calls this method.
  public func perform(parts: Int, of work: any Job) {
    if threads.count == 0 || parts <= 1 { return performShort(parts: parts, of: work) }
    leaveCallersProcessor()
    batch.run(parts: parts, work)
  }

  /// Performs the parts 0..<`parts` of a short job in their order, on the calling thread.
  ///
  /// - Precondition: As for ``perform(parts:of:)``.
  public func performShort(parts: Int, of work: any Job) {
    for index in 0..<max(parts, 0) { work.perform(index, worker: 0) }
  }
}

extension ThreadPool {
  /// Keeps the threads off the processor of the calling thread.
  ///
  /// A thread that wakes begins where it ran last. If that is the caller's processor now, the kernel looks
  /// for an idle one only while the machine has little to do: with two processors, below about 60 % of their
  /// capacity (`SIS_UTIL` in kernel/sched/fair.c). The caller would wait for its own workers.
  private func leaveCallersProcessor() {
    let processor = cartouche_processor()
    guard processor != callersProcessor else { return }
    callersProcessor = processor
    threads.keepOff(processor: processor)
  }
}

/// The parts of one call of `perform`, which all workers share.
///
///     closed ──run──▶ open ──every part taken──▶ closed ──last thread has left──▶ `run` returns
private final class Batch: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let opened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let left = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  // Guarded by the mutex. `work` is set while the batch is open; `generation` counts the batches, so that a
  // thread that has finished one does not start it again.
  private var work: (any Job)?
  private var generation = 0
  private var isStopped = false
  /// The number of threads that perform parts. It is changed while the mutex is locked.
  private let working = Atomic<Int>(0)
  /// Divided while the mutex is locked and no thread performs parts. The run of a worker whose thread could
  /// not be started is taken by the others.
  private let runs: PartRuns

  init(workers: Int) {
    runs = PartRuns(workers: workers)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(opened, nil)
    pthread_cond_init(left, nil)
  }

  deinit {
    pthread_cond_destroy(left)
    pthread_cond_destroy(opened)
    pthread_mutex_destroy(mutex)
    left.deallocate()
    opened.deallocate()
    mutex.deallocate()
  }

  /// The time in nanoseconds for which a caller waits for the other threads before it sleeps.
  private static let waitBeforeSleep = 30_000

  /// Waits awake until no thread performs parts, or the time is over.
  private func waitForThreads(nanoseconds: Int) {
    var (checks, start) = (0, timespec())
    while working.load(ordering: .acquiring) > 0 {
      // Asking for the time takes longer than looking.
      if checks & 63 == 0 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        if checks == 0 { start = now }
        if (now.tv_sec - start.tv_sec) * 1_000_000_000 + now.tv_nsec - start.tv_nsec > nanoseconds { return }
      }
      checks += 1
    }
  }

  func run(parts: Int, _ work: any Job) {
    pthread_mutex_lock(mutex)
    self.work = work
    generation &+= 1
    runs.divide(parts)
    pthread_cond_broadcast(opened)
    pthread_mutex_unlock(mutex)

    runs.perform(work, worker: 0)

    pthread_mutex_lock(mutex)
    self.work = nil
    pthread_mutex_unlock(mutex)
    // The other threads are at their last parts. To sleep and be woken takes longer than most of those.
    waitForThreads(nanoseconds: Self.waitBeforeSleep)
    // While a thread is counted or has the mutex, it may hold a reference to the job.
    pthread_mutex_lock(mutex)
    while working.load(ordering: .relaxed) > 0 { pthread_cond_wait(left, mutex) }
    pthread_mutex_unlock(mutex)
  }

  func serve(worker: Int) {
    var lastGeneration = 0
    pthread_mutex_lock(mutex)
    while true {
      while !isStopped && (work == nil || generation == lastGeneration) { pthread_cond_wait(opened, mutex) }
      guard !isStopped, let work else { break }
      lastGeneration = generation
      working.wrappingAdd(1, ordering: .relaxed)
      pthread_mutex_unlock(mutex)
      runs.perform(work, worker: worker)
      pthread_mutex_lock(mutex)
      if working.wrappingSubtract(1, ordering: .releasing).newValue == 0 { pthread_cond_signal(left) }
    }
    pthread_mutex_unlock(mutex)
  }

  func stop() {
    pthread_mutex_lock(mutex)
    isStopped = true
    pthread_cond_broadcast(opened)
    pthread_mutex_unlock(mutex)
  }
}
