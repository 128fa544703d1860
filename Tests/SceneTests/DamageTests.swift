import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// The rectangle of columns and rows, for short tests.
func pixels(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) -> PixelRect {
  PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
}

/// The pixels of `rects` within a `side` × `side` screen.
func cover(_ rects: [PixelRect], side: Int) -> [Bool] {
  var covered = [Bool](repeating: false, count: side * side)
  for rect in rects {
    let shown = rect.intersection(pixels(0, 0, side, side))
    guard !shown.isEmpty else { continue }
    for y in shown.minY..<shown.maxY { for x in shown.minX..<shown.maxX { covered[y * side + x] = true } }
  }
  return covered
}

@Suite("Damage")
struct DamageTests {
  func rects(_ added: PixelRect...) -> [PixelRect] {
    var damage = Damage()
    for rect in added { damage.add(rect) }
    return damage.rects
  }

  @Test("of nothing is empty")
  func empty() {
    #expect(rects().isEmpty)
    #expect(rects(.empty, pixels(5, 5, 5, 9), pixels(5, 5, 3, 9)).isEmpty)
  }

  @Test("keeps what lies apart apart")
  func apart() {
    #expect(rects(pixels(0, 0, 10, 10), pixels(90, 90, 100, 100)) == [pixels(0, 0, 10, 10), pixels(90, 90, 100, 100)])
  }

  @Test("joins neighbours, overlaps and what is held already")
  func joined() {
    #expect(rects(pixels(0, 0, 10, 10), pixels(10, 0, 20, 10)) == [pixels(0, 0, 20, 10)])
    #expect(rects(pixels(0, 0, 10, 10), pixels(2, 0, 12, 10)) == [pixels(0, 0, 12, 10)])
    #expect(rects(pixels(0, 0, 10, 10), pixels(2, 2, 4, 4)) == [pixels(0, 0, 10, 10)])
    #expect(rects(pixels(2, 2, 4, 4), pixels(6, 6, 8, 8), pixels(0, 0, 10, 10)) == [pixels(0, 0, 10, 10)])
  }

  @Test("does not join what would waste much")
  func wasteful() {
    #expect(rects(pixels(0, 0, 100, 2), pixels(0, 0, 2, 100)).count == 2)
  }

  @Test("takes any numbers")
  func extremes() {
    #expect(rects(pixels(.min, .min, .max, .max), pixels(.max, .max, .min, .min)).count == 1)
  }

  @Test("of random rectangles covers each of them with at most eight, all within their union", arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var damage = Damage()
    var added: [PixelRect] = []
    for _ in 0..<40 {
      let (x, y) = (Int.random(in: 0..<60, using: &random), Int.random(in: 0..<60, using: &random))
      let rect = pixels(x, y, x + Int.random(in: 0..<9, using: &random), y + Int.random(in: 0..<9, using: &random))
      added.append(rect)
      damage.add(rect)
      #expect(damage.rects.count <= Damage.limit)
      let covered = cover(damage.rects, side: 70)
      let wanted = cover(added, side: 70)
      #expect(zip(covered, wanted).allSatisfy { $0 || !$1 })
    }
    let all = added.reduce(PixelRect.empty) { $0.union($1) }
    #expect(damage.rects.allSatisfy { all.contains($0) && !$0.isEmpty })
  }
}

@Suite("Damage by buffer age")
struct DamageHistoryTests {
  let screen = PixelSize(width: 100, height: 50)

  /// A history of presented frames, frame n damaging the pixels n…n+1 of the top row, and one being made.
  func history(frames: Int, remembered: Int = 4) -> DamageHistory {
    var history = DamageHistory(size: screen, frames: remembered)
    for index in 0..<frames {
      history.add([pixels(index * 10, 0, index * 10 + 1, 1)])
      history.framePresented()
    }
    history.add([pixels(frames * 10, 0, frames * 10 + 1, 1)])
    return history
  }

  @Test("is everything for a buffer of unknown content")
  func unknown() {
    #expect(history(frames: 3).damage(forAge: 0) == [pixels(0, 0, 100, 50)])
    #expect(history(frames: 3).damage(forAge: -1) == [pixels(0, 0, 100, 50)])
  }

  @Test("is this frame's for the last frame's buffer")
  func one() {
    #expect(history(frames: 3).damage(forAge: 1) == [pixels(30, 0, 31, 1)])
  }

  @Test("adds the frames between for an older one")
  func older() {
    #expect(Set(history(frames: 3).damage(forAge: 2)) == [pixels(30, 0, 31, 1), pixels(20, 0, 21, 1)])
    #expect(
      Set(history(frames: 3).damage(forAge: 4))
        == [pixels(30, 0, 31, 1), pixels(20, 0, 21, 1), pixels(10, 0, 11, 1), pixels(0, 0, 1, 1)])
  }

  @Test("is everything for one older than is remembered, or than there were frames")
  func forgotten() {
    #expect(history(frames: 9).damage(forAge: 5) == [pixels(0, 0, 100, 50)])
    #expect(history(frames: 1).damage(forAge: 3) == [pixels(0, 0, 100, 50)])
    #expect(history(frames: 0).damage(forAge: 2) == [pixels(0, 0, 100, 50)])
  }

  @Test("counts frames settled but not presented towards the one that is")
  func unpresented() {
    var history = DamageHistory(size: screen)
    history.framePresented()
    history.add([pixels(0, 0, 1, 1)])
    history.add([pixels(50, 0, 51, 1)])
    #expect(history.damage(forAge: 1) == [pixels(0, 0, 1, 1), pixels(50, 0, 51, 1)])
    history.framePresented()
    #expect(history.damage(forAge: 1).isEmpty)
    #expect(history.damage(forAge: 2).count == 2)
  }

  @Test("is cut off at the screen")
  func screenEdge() {
    var history = DamageHistory(size: screen)
    history.add([pixels(-5, -5, 5, 5), pixels(200, 0, 300, 10)])
    #expect(history.damage(forAge: 1) == [pixels(0, 0, 5, 5)])
  }

  @Test("brings every buffer of a rotating set up to date", arguments: 1..<5)
  func rotating(buffers: Int) {
    var random = SplitMix64(seed: UInt64(buffers))
    let side = 24
    var history = DamageHistory(size: PixelSize(width: side, height: side))
    var truth = [Int](repeating: 0, count: side * side)
    var memory = [[Int]](repeating: [Int](repeating: -1, count: side * side), count: buffers)
    var shown = [Int?](repeating: nil, count: buffers)
    for frame in 1...200 {
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let (x, y) = (Int.random(in: 0..<side, using: &random), Int.random(in: 0..<side, using: &random))
        let rect = pixels(x, y, min(x + 6, side), min(y + 3, side))
        for (index, inside) in cover([rect], side: side).enumerated() where inside { truth[index] = frame }
        history.add([rect])
      }
      let buffer = Int.random(in: 0..<buffers, using: &random)
      let age = shown[buffer].map { frame - $0 } ?? 0
      for (index, inside) in cover(history.damage(forAge: age), side: side).enumerated() where inside {
        memory[buffer][index] = truth[index]
      }
      #expect(memory[buffer] == truth)
      shown[buffer] = frame
      history.framePresented()
    }
  }
}
