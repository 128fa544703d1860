import CartoucheLinux
import CartoucheRaster
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
