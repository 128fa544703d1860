import CartoucheLinux
import CartoucheRaster
import Glibc
import Synchronization
import Testing

@Suite("The thread pool")
struct ThreadPoolTests {
  @Test("every part runs once, with any number of workers", arguments: [1, 2, 3, 8])
  func once(count: Int) {
    let pool = ThreadPool(count: count)
    #expect(pool.count == count)
    for parts in [0, 1, 2, 7, 1000] {
      let counts = UnsafeMutableBufferPointer<Int>.allocate(capacity: parts + 1)
      defer { counts.deallocate() }
      counts.initialize(repeating: 0)
      let total = Atomic<Int>(0)
      let base = Address(counts.baseAddress!)
      pool.perform(parts: parts) { index, worker in
        base.pointer[index] += 1
        total.add(1, ordering: .relaxed)
      }
      #expect(total.load(ordering: .relaxed) == parts)
      #expect(counts.prefix(parts).allSatisfy { $0 == 1 })
    }
  }

  @Test("parts of many small jobs in a row run once, with threads that wake late")
  func smallJobs() {
    let pool = ThreadPool(count: 4)
    let sums = UnsafeMutableBufferPointer<Int>.allocate(capacity: 6)
    defer { sums.deallocate() }
    let base = Address(sums.baseAddress!)
    var faults = 0
    for round in 0..<3000 {
      sums.update(repeating: 0)
      let parts = 2 + round % 5
      pool.perform(parts: parts) { index, _ in base.pointer[index] += 1 }
      for index in 0..<6 where sums[index] != (index < parts ? 1 : 0) { faults += 1 }
    }
    #expect(faults == 0)
  }

  @Test("a short job is performed in order by the thread that calls")
  func shortJob() {
    let pool = ThreadPool(count: 3)
    let caller = pthread_self()
    var parts: [Int] = []
    let job = ClosureJob { index, worker in
      #expect(worker == 0 && pthread_equal(pthread_self(), caller) != 0)
      parts.append(index)
    }
    pool.performShort(parts: 100, of: job)
    #expect(parts == Array(0..<100))
  }

  @Test("threads leave the caller's processor, and return to the one that it has left", .enabled(if: Processors.current.count > 1))
  func processors() throws {
    let all = Processors.current
    let pool = ThreadPool(count: 2)
    for processor in all.numbers {
      // The caller begins on this processor, and may leave it at any time.
      var thread: Processors?
      for _ in 0..<100 where thread == nil {
        Self.move(to: processor, of: all)
        var caller: Int?
        let processors = try #require(Self.threadsProcessors(of: pool, whileCaller: { caller = Processors.callers }))
        if caller == processor { thread = processors }
      }
      #expect(try #require(thread).numbers == all.numbers.subtracting([processor]))
    }
  }

  @Test("threads run everywhere if there is not a processor for each")
  func fewProcessors() throws {
    let all = Processors.current
    let pool = ThreadPool(count: all.count + 1)
    let mask = try #require(Self.threadsProcessors(of: pool))
    #expect(mask == all)
  }

  @Test("a pool has a worker for each processor that its creator may use")
  func usableProcessors() throws {
    let all = Processors.current
    defer { all.apply() }
    #expect(ThreadPool().count == min(all.count, 64))
    let one = Processors(numbers: [try #require(all.numbers.first)])
    one.apply()
    #expect(ThreadPool().count == 1)
    #expect(BackgroundThreads.defaultCount == 1)
  }

  @Test("a thread whose processors someone has chosen keeps them", .enabled(if: Processors.current.count > 1))
  func chosenProcessors() throws {
    let all = Processors.current
    let pool = ThreadPool(count: 2)
    // The thread chooses for itself, as taskset(1) would: the processor that it was kept off.
    let choice = try #require(
      Self.threadsProcessors(
        of: pool, afterChange: { Processors(numbers: all.numbers.subtracting(Processors.current.numbers)).apply() }))
    #expect(choice.count == 1)
    for processor in all.numbers {
      Self.move(to: processor, of: all)
      #expect(try #require(Self.threadsProcessors(of: pool)) == choice)
    }
  }

  /// Moves the calling thread to a processor, without limiting it to that.
  private static func move(to processor: Int, of all: Processors) {
    Processors(numbers: [processor]).apply()
    all.apply()
  }

  /// Returns the processors on which the second worker of a pool may run; nil if it gets no part within ten
  /// seconds.
  ///
  /// - Parameters:
  ///   - observe: Called by the first worker, in the same job.
  ///   - change: Called by the second worker, before it looks at its processors.
  private static func threadsProcessors(
    of pool: ThreadPool, whileCaller observe: () -> Void = {}, afterChange change: () -> Void = {}
  ) -> Processors? {
    let found = Mutex<Processors?>(nil)
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      pool.perform(parts: 2) { _, worker in
        if worker == 1 {
          change()
          found.withLock { $0 = Processors.current }
        } else {
          observe()
          usleep(1000)
        }
      }
      if let processors = found.withLock({ $0 }) { return processors }
    }
    return nil
  }

  @Test("parts of one worker never overlap, and worker numbers are below the count")
  func numbers() {
    let pool = ThreadPool(count: 4)
    let busy = UnsafeMutableBufferPointer<Int>.allocate(capacity: 4)
    defer { busy.deallocate() }
    busy.initialize(repeating: 0)
    let base = Address(busy.baseAddress!)
    let faults = Atomic<Int>(0)
    for _ in 0..<200 {
      pool.perform(parts: 50) { _, worker in
        guard (0..<4).contains(worker) else {
          faults.add(1, ordering: .relaxed)
          return
        }
        base.pointer[worker] += 1
        if base.pointer[worker] != 1 { faults.add(1, ordering: .relaxed) }
        base.pointer[worker] -= 1
      }
    }
    #expect(faults.load(ordering: .relaxed) == 0)
  }

  @Test("the count is clamped to 1…64")
  func clamped() {
    #expect(ThreadPool(count: 0).count == 1)
    #expect(ThreadPool(count: -5).count == 1)
    #expect(ThreadPool(count: 1_000_000).count <= 64)
    #expect(ThreadPool().count >= 1)
  }

  private struct Address: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Int>
    init(_ pointer: UnsafeMutablePointer<Int>) { self.pointer = pointer }
  }
}

/// A job whose parts a closure performs.
private final class ClosureJob: Job {
  private let body: (Int, Int) -> Void

  init(_ body: @escaping (Int, Int) -> Void) { self.body = body }

  func perform(_ index: Int, worker: Int) { body(index, worker) }
}

/// The processors on which a thread may run.
private struct Processors: Equatable {
  var numbers: Set<Int>

  init(numbers: Set<Int>) { self.numbers = numbers }

  /// Those of the calling thread.
  static var current: Processors {
    var set = cpu_set_t()
    guard call("pthread_getaffinity_np", &set) == 0 else { return Processors(numbers: []) }
    return withUnsafeBytes(of: set) { bytes in
      Processors(numbers: Set((0..<bytes.count * 8).filter { bytes[$0 / 8] & 1 << ($0 % 8) != 0 }))
    }
  }

  /// The processor that the calling thread runs on.
  static var callers: Int? {
    dlsym(nil, "sched_getcpu").map { Int(unsafeBitCast($0, to: (@convention(c) () -> Int32).self)()) }
  }

  var count: Int { numbers.count }

  /// Lets the calling thread run on these processors only.
  func apply() {
    var set = cpu_set_t()
    withUnsafeMutableBytes(of: &set) { bytes in
      for number in numbers { bytes[number / 8] |= 1 << (number % 8) }
    }
    _ = Self.call("pthread_setaffinity_np", &set)
  }

  /// Calls a function of the C library for the calling thread. Swift's module of the library lacks it.
  private static func call(_ name: String, _ set: UnsafeMutablePointer<cpu_set_t>) -> Int32 {
    typealias Function = @convention(c) (pthread_t, Int, UnsafeMutablePointer<cpu_set_t>) -> Int32
    guard let address = dlsym(nil, name) else { return ENOSYS }
    return unsafeBitCast(address, to: Function.self)(pthread_self(), MemoryLayout<cpu_set_t>.size, set)
  }
}
