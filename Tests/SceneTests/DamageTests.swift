import CAllocations
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// Returns the rectangle of the given columns and rows.
func pixels(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) -> PixelRect {
  PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
}

/// Returns which pixels of a `side` × `side` screen are in `rects`.
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

  @Test("is empty without rectangles")
  func empty() {
    #expect(rects().isEmpty)
    #expect(rects(.empty, pixels(5, 5, 5, 9), pixels(5, 5, 3, 9)).isEmpty)
  }

  @Test("keeps distant rectangles apart")
  func apart() {
    #expect(rects(pixels(0, 0, 10, 10), pixels(90, 90, 100, 100)) == [pixels(0, 0, 10, 10), pixels(90, 90, 100, 100)])
  }

  @Test("joins adjacent, overlapping and contained rectangles")
  func joins() {
    #expect(rects(pixels(0, 0, 10, 10), pixels(10, 0, 20, 10)) == [pixels(0, 0, 20, 10)])
    #expect(rects(pixels(0, 0, 10, 10), pixels(2, 0, 12, 10)) == [pixels(0, 0, 12, 10)])
    #expect(rects(pixels(0, 0, 10, 10), pixels(2, 2, 4, 4)) == [pixels(0, 0, 10, 10)])
    #expect(rects(pixels(2, 2, 4, 4), pixels(6, 6, 8, 8), pixels(0, 0, 10, 10)) == [pixels(0, 0, 10, 10)])
  }

  @Test("does not join rectangles if their union would be much larger")
  func wasteful() {
    #expect(rects(pixels(0, 0, 100, 2), pixels(0, 0, 2, 100)).count == 2)
  }

  @Test("accepts the extremes of Int")
  func extremes() {
    #expect(rects(pixels(.min, .min, .max, .max), pixels(.max, .max, .min, .min)).count == 1)
  }

  @Test("covers random rectangles with at most eight, all within their union", arguments: 0..<40 as Range<UInt64>)
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
      let expected = cover(added, side: 70)
      #expect(zip(covered, expected).allSatisfy { $0 || !$1 })
    }
    let all = added.reduce(PixelRect.empty) { $0.union($1) }
    #expect(damage.rects.allSatisfy { all.contains($0) && !$0.isEmpty })
  }
}

@Suite("Damage history")
struct DamageHistoryTests {
  let screen = PixelSize(width: 100, height: 50)

  /// A history in which frame n damaged the pixel at x = 10 n of the top row; the last frame is not
  /// presented.
  func history(frames: Int, remembered: Int = 4) -> DamageHistory {
    var history = DamageHistory(size: screen, frames: remembered)
    for index in 0..<frames {
      history.add([pixels(index * 10, 0, index * 10 + 1, 1)])
      history.framePresented()
    }
    history.add([pixels(frames * 10, 0, frames * 10 + 1, 1)])
    return history
  }

  @Test("returns the whole screen for a buffer with unknown content")
  func unknown() {
    #expect(history(frames: 3).damage(forAge: 0) == [pixels(0, 0, 100, 50)])
    #expect(history(frames: 3).damage(forAge: -1) == [pixels(0, 0, 100, 50)])
  }

  @Test("returns the current frame's damage for the last frame's buffer")
  func one() {
    #expect(history(frames: 3).damage(forAge: 1) == [pixels(30, 0, 31, 1)])
  }

  @Test("adds the damage of the frames between for an older buffer")
  func older() {
    #expect(Set(history(frames: 3).damage(forAge: 2)) == [pixels(30, 0, 31, 1), pixels(20, 0, 21, 1)])
    #expect(
      Set(history(frames: 3).damage(forAge: 4))
        == [pixels(30, 0, 31, 1), pixels(20, 0, 21, 1), pixels(10, 0, 11, 1), pixels(0, 0, 1, 1)])
  }

  @Test("the damage of several frames in which one place changes allocates nothing")
  func allocations() {
    var (history, sum, most): (DamageHistory, Damage, UInt64) = (DamageHistory(size: screen), Damage(), 0)
    for frame in 0..<20 {
      history.add([pixels(frame, 0, frame + 10, 10)])
      let before = cartouche_thread_allocations()
      let count = history.damage(forAge: 2, sum: &sum).count
      if frame > 4 { most = max(most, cartouche_thread_allocations() - before) }
      #expect(count == 1)
      history.framePresented()
    }
    #expect(most == 0)
  }

  @Test("returns the whole screen for a buffer older than the history")
  func forgotten() {
    #expect(history(frames: 9).damage(forAge: 5) == [pixels(0, 0, 100, 50)])
    #expect(history(frames: 1).damage(forAge: 3) == [pixels(0, 0, 100, 50)])
    #expect(history(frames: 0).damage(forAge: 2) == [pixels(0, 0, 100, 50)])
  }

  @Test("counts frames that were not presented toward the next one that is")
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

  @Test("is clipped to the screen")
  func screenEdge() {
    var history = DamageHistory(size: screen)
    history.add([pixels(-5, -5, 5, 5), pixels(200, 0, 300, 10)])
    #expect(history.damage(forAge: 1) == [pixels(0, 0, 5, 5)])
  }

  @Test("brings every buffer of a rotating set up to date", arguments: 1..<5)
  func rotating(bufferCount: Int) {
    var random = SplitMix64(seed: UInt64(bufferCount))
    let side = 24
    var history = DamageHistory(size: PixelSize(width: side, height: side))
    var expected = [Int](repeating: 0, count: side * side)
    var buffers = [[Int]](repeating: [Int](repeating: -1, count: side * side), count: bufferCount)
    var shown = [Int?](repeating: nil, count: bufferCount)
    for frame in 1...200 {
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let (x, y) = (Int.random(in: 0..<side, using: &random), Int.random(in: 0..<side, using: &random))
        let rect = pixels(x, y, min(x + 6, side), min(y + 3, side))
        for (index, inside) in cover([rect], side: side).enumerated() where inside { expected[index] = frame }
        history.add([rect])
      }
      let buffer = Int.random(in: 0..<bufferCount, using: &random)
      let age = shown[buffer].map { frame - $0 } ?? 0
      for (index, inside) in cover(history.damage(forAge: age), side: side).enumerated() where inside {
        buffers[buffer][index] = expected[index]
      }
      #expect(buffers[buffer] == expected)
      shown[buffer] = frame
      history.framePresented()
    }
  }
}
