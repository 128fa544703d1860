import CartoucheLinux
import CartoucheRaster
import Testing

@Suite("Runs of a job's parts")
struct PartRunsTests {
  private final class Order: Job {
    var parts: [Int] = []
    func perform(_ index: Int, worker: Int) { parts.append(index) }
  }

  /// The order in which a worker takes parts that no other worker takes.
  private func order(of worker: Int, of workers: Int, parts: Int) -> [Int] {
    let (runs, order) = (PartRuns(workers: workers), Order())
    runs.divide(parts)
    runs.perform(order, worker: worker)
    runs.perform(order, worker: worker)
    return order.parts
  }

  @Test("two workers begin in the middle and go to the two ends")
  func outward() {
    #expect(order(of: 0, of: 2, parts: 7) == [2, 1, 0, 3, 4, 5, 6])
    #expect(order(of: 1, of: 2, parts: 7) == [3, 4, 5, 6, 2, 1, 0])
  }

  @Test("a worker takes its own run first, then those of the next workers")
  func own() {
    #expect(order(of: 1, of: 4, parts: 8) == [3, 2, 4, 5, 6, 7, 1, 0])
    #expect(order(of: 3, of: 4, parts: 8) == [6, 7, 1, 0, 3, 2, 4, 5])
  }

  @Test("fewer parts than workers are each taken once", arguments: 0..<5)
  func fewParts(count: Int) {
    for worker in 0..<5 {
      #expect(order(of: worker, of: 5, parts: count).sorted() == Array(0..<count))
    }
  }

  @Test("a divided job begins again")
  func again() {
    let (runs, order) = (PartRuns(workers: 2), Order())
    for parts in [3, 0, 4] {
      runs.divide(parts)
      runs.perform(order, worker: 0)
      #expect(order.parts.sorted() == Array(0..<parts))
      order.parts.removeAll()
    }
  }
}
