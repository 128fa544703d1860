internal import CLinux
public import CartoucheRaster
internal import Glibc
internal import Synchronization

/// Threads that draw, kept for the program's life and asleep while there is nothing to draw.
///
/// The calling thread is worker 0 and works too, so `ThreadPool(count: 1)` has no threads at all. A thread that wakes when the last job has been
/// taken goes back to sleep, and nobody waits for it: on a busy machine a frame never waits for a processor it does not need.
public final class ThreadPool: WorkerPool {
  public let count: Int

  private let shared = Batch()
  private var threads: [pthread_t] = []

  /// - Parameter count: how many jobs run at once, the caller's included; held to 1…64. Fewer if the system refuses a thread.
  public init(count: Int) {
    let wanted = min(max(count, 1), 64)
    // Signals are the event loop's, which reads them from a descriptor; no worker may take one from it.
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    for worker in 1..<max(wanted, 1) {
      var thread = pthread_t()
      let start = Unmanaged.passRetained(Start(batch: shared, worker: worker))
      let result = pthread_create(
        &thread, nil,
        { argument in
          let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
          start.batch.serve(worker: start.worker)
          return nil
        }, start.toOpaque())
      guard result == 0 else {
        start.release()
        break
      }
      threads.append(thread)
    }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    self.count = threads.count + 1
  }

  /// A pool as large as the number of processors this process may use.
  public convenience init() {
    self.init(count: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  deinit {
    shared.stop()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// - Precondition: not called from within a job, nor from two threads at once.
  public func perform(parts jobs: Int, of work: any Job) {
    if threads.isEmpty || jobs <= 1 {
      for index in 0..<max(jobs, 0) { work.perform(index, worker: 0) }
      return
    }
    shared.run(jobs: jobs, work)
  }

  private final class Start {
    let batch: Batch
    let worker: Int

    init(batch: Batch, worker: Int) {
      self.batch = batch
      self.worker = worker
    }
  }
}

/// The jobs of one `perform`, and the threads' meeting place.
///
///     closed ──run──▶ open ──every job taken──▶ closed ──last thread has left──▶ `run` returns
private final class Batch: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let opened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let left = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  // Under the mutex. `work` is set while the batch is open, and `generation` tells one batch from the next.
  private var work: (any Job)?
  private var jobs = 0
  private var generation = 0
  private var working = 0
  private var isStopped = false
  /// The next job nobody has taken.
  private let next = Atomic<Int>(0)

  init() {
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

  func run(jobs: Int, _ work: any Job) {
    pthread_mutex_lock(mutex)
    self.work = work
    self.jobs = jobs
    generation &+= 1
    next.store(0, ordering: .relaxed)
    pthread_cond_broadcast(opened)
    pthread_mutex_unlock(mutex)

    takeJobs(jobs, work, worker: 0)

    pthread_mutex_lock(mutex)
    self.work = nil
    while working > 0 { pthread_cond_wait(left, mutex) }
    pthread_mutex_unlock(mutex)
  }

  func serve(worker: Int) {
    var seen = 0
    pthread_mutex_lock(mutex)
    while true {
      while !isStopped && (work == nil || generation == seen) { pthread_cond_wait(opened, mutex) }
      guard !isStopped, let work else { break }
      seen = generation
      let jobs = self.jobs
      working += 1
      pthread_mutex_unlock(mutex)
      takeJobs(jobs, work, worker: worker)
      pthread_mutex_lock(mutex)
      working -= 1
      if working == 0 { pthread_cond_signal(left) }
    }
    pthread_mutex_unlock(mutex)
  }

  func stop() {
    pthread_mutex_lock(mutex)
    isStopped = true
    pthread_cond_broadcast(opened)
    pthread_mutex_unlock(mutex)
  }

  private func takeJobs(_ jobs: Int, _ work: any Job, worker: Int) {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      if index >= jobs { return }
      work.perform(index, worker: worker)
    }
  }
}
