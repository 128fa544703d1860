import CartoucheRaster
import CartoucheTestSupport
import Dispatch
import Testing

/// Threads that come in any order.
private final class ConcurrentWorkers: Workers {
  let count = 3

  func perform(jobs: Int, of work: any Work) {
    nonisolated(unsafe) let work = work
    let count = count
    DispatchQueue.concurrentPerform(iterations: count) { worker in
      for index in stride(from: jobs - 1 - worker, through: 0, by: -count) { work.perform(index, worker: worker) }
    }
  }
}

@Suite("Laws of the renderer")
struct LawTests {
  static let seeds: [UInt64] = Array(1...12)

  @Test("D1: one worker and three draw the same bits", arguments: seeds)
  func workers(seed: UInt64) {
    let list = DisplayList.random(seed: seed, width: 131, height: 77)
    let one = Canvas(width: 131, height: 77)
    let three = Canvas(width: 131, height: 77)
    one.draw(list)
    three.draw(list, workers: ConcurrentWorkers())
    #expect(one.bytes == three.bytes)
  }

  @Test("a list drawn in pieces is the list drawn whole", arguments: seeds)
  func pieces(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let list = DisplayList.random(seed: seed, width: 131, height: 77)
    let whole = Canvas(width: 131, height: 77)
    let pieces = Canvas(width: 131, height: 77)
    whole.draw(list)
    let renderer = Renderer()
    var y = 0
    while y < 77 {
      let endY = min(77, y + Int.random(in: 1...30, using: &generator))
      var x = 0
      while x < 131 {
        let endX = min(131, x + Int.random(in: 1...60, using: &generator))
        pieces.draw(list, damage: [PixelRect(minX: x, minY: y, maxX: endX, maxY: endY)], renderer: renderer)
        x = endX
      }
      y = endY
    }
    #expect(whole.bytes == pieces.bytes)
  }

  @Test("a poisoned region repainted is as it was, and nothing else is written", arguments: seeds)
  func poison(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let list = DisplayList.random(seed: seed, width: 90, height: 60)
    let whole = Canvas(width: 90, height: 60)
    let poisoned = Canvas(width: 90, height: 60, poison: 0x5a)
    whole.draw(list)
    let x = Int.random(in: 0..<80, using: &generator)
    let y = Int.random(in: 0..<50, using: &generator)
    let damage = PixelRect(minX: x, minY: y, maxX: x + 10, maxY: y + 9)
    poisoned.draw(list, damage: [damage])
    for row in 0..<60 {
      for column in 0..<90 {
        let inside = column >= damage.minX && column < damage.maxX && row >= damage.minY && row < damage.maxY
        #expect(poisoned[column, row] == (inside ? whole[column, row] : 0x5a5a_5a5a))
      }
    }
  }

  @Test("a row's padding is never written")
  func padding() {
    let canvas = Canvas(width: 33, height: 20, slack: 28, poison: 0x77)
    canvas.draw(DisplayList.random(seed: 3, width: 33, height: 20))
    let bytes = canvas.bytes
    for y in 0..<20 {
      #expect(bytes[(y * canvas.bytesPerRow + 33 * 4)..<((y + 1) * canvas.bytesPerRow)].allSatisfy { $0 == 0x77 })
    }
  }

  @Test("a second frame with the same renderer is the first")
  func again() {
    let renderer = Renderer()
    let first = Canvas(width: 131, height: 77)
    let second = Canvas(width: 131, height: 77)
    first.draw(.random(seed: 9, width: 131, height: 77), renderer: renderer)
    second.draw(.random(seed: 10, width: 131, height: 77), renderer: renderer)
    second.draw(.random(seed: 9, width: 131, height: 77), renderer: renderer)
    #expect(first.bytes == second.bytes)
  }

  @Test("no damage, or damage off the screen, writes nothing")
  func noDamage() {
    let canvas = Canvas(width: 10, height: 10, poison: 1)
    let off = PixelRect(minX: 50, minY: -9, maxX: 60, maxY: -1)
    #expect(canvas.draw(.random(seed: 1, width: 10, height: 10), damage: []).blocks == 0)
    #expect(canvas.draw(.random(seed: 1, width: 10, height: 10), damage: [off]).bytesWritten == 0)
    #expect(canvas.bytes.allSatisfy { $0 == 1 })
  }
}
