import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A pan")
struct PanTests {
  func steps(_ events: [ContactEvent], slop: Scalar = .touchSlop) -> [Pan] {
    var pan = PanRecognizer(slop: slop)
    return events.compactMap { pan.handle($0) }
  }

  @Test(
    "counts its way from touch-down, slop included: x 0, 10, 40, 100 turns a carousel to 0°, 5°, 20°, 50°, and a second pan adds")
  func carousel() {
    var recognizer = PanRecognizer()
    var angle = Angle.zero
    var seen: [Angle] = []
    for _ in 0..<2 {
      for event in [down(200, 99), move(210, 99), move(240, 99), move(300, 99), up(300, 99)] {
        if let pan = recognizer.handle(event) { angle += .degrees(0.5) * pan.delta.x }
        seen.append(angle)
      }
    }
    #expect(seen.map(\.degrees) == [0, 5, 20, 50, 50, 50, 55, 70, 100, 100])
  }

  @Test("begins only beyond the slop, in any direction")
  func slop() {
    #expect(steps([down(50, 50), move(58, 50), move(50, 42), move(55, 56), up(50, 50)]).isEmpty)
    let diagonal = steps([down(50, 50), move(56, 56)])
    #expect(diagonal.map(\.phase) == [.began])
    #expect(diagonal[0].translation == Point(x: 6, y: 6) && diagonal[0].delta == Point(x: 6, y: 6))
  }

  @Test("goes on within the slop once it has begun")
  func back() {
    let pans = steps([down(0), move(20), move(1), move(1), up(1)])
    #expect(pans.map(\.phase) == [.began, .changed, .ended])
    #expect(pans.map(\.delta.x) == [20, -19, 0])
  }

  @Test("says which finger, where it is and when")
  func fields() {
    let pans = steps([down(0, 0, id: 7, ms: 1), move(20, 5, id: 7, ms: 2), up(21, 5, id: 7, ms: 3)])
    #expect(pans.map(\.contact) == [7, 7])
    #expect(pans.map(\.location) == [Point(x: 20, y: 5), Point(x: 21, y: 5)])
    #expect(pans.map(\.time.nanoseconds) == [2_000_000, 3_000_000])
  }

  @Test("is not disturbed by other fingers, which do not take over either")
  func others() {
    let pans = steps([
      down(0, id: 1), down(300, id: 2), move(20, id: 1), move(200, id: 2), move(30, id: 1), up(30, id: 1), move(100, id: 2),
      down(5, id: 3), move(100, id: 3), up(100, id: 3), up(100, id: 2),
    ])
    #expect(pans.map(\.phase) == [.began, .changed, .ended])
    #expect(pans.allSatisfy { $0.contact == 1 })
  }

  @Test("can begin anew when all fingers are up")
  func again() {
    let pans = steps([down(0, id: 1), down(9, id: 2), up(0, id: 1), up(9, id: 2), down(0, id: 3), move(30, id: 3)])
    #expect(pans.map(\.contact) == [3])
  }

  @Test("that is cancelled stays where it was")
  func cancelled() {
    let pans = steps([down(0), move(20), cancel(500, 500)])
    #expect(pans.map(\.phase) == [.began, .cancelled])
    #expect(pans[1].delta == .zero && pans[1].translation == Point(x: 20, y: 0))
  }

  @Test("of a finger lifted, or cancelled, before it was seen beyond the slop is none")
  func flick() {
    #expect(steps([down(0), up(100)]).isEmpty)
    #expect(steps([down(0), cancel(100)]).isEmpty)
  }

  @Test("never comes of moves and ends without a beginning, and they do not keep the next from beginning")
  func late() {
    #expect(steps([move(5), move(50), up(50), cancel(1), down(0), move(20)]).map(\.phase) == [.began])
  }

  @Test("at the number range's ends does not trap")
  func extremes() {
    let pans = steps([down(.min, .max), move(.max, .min), move(.min, .min), up(.max, .max)])
    #expect(pans.map(\.phase) == [.began, .changed, .ended])
    #expect(pans[0].delta.x == .max)
  }

  @Test("of random fingers is well-formed, and its deltas add up to its translation", arguments: 0..<20 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var recognizer = PanRecognizer()
    var places: [Int: Point] = [:]
    var nextID = 0
    var sum: Point?
    var count = 0
    for _ in 0..<2000 {
      let kind = Int.random(in: 0..<10, using: &random)
      let place = Point(x: Scalar(Int.random(in: 0..<80, using: &random)), y: Scalar(Int.random(in: 0..<80, using: &random)))
      let event: ContactEvent
      let ids = places.keys.sorted()
      if ids.isEmpty || (kind == 0 && ids.count < 4) {
        nextID += 1
        places[nextID] = place
        event = down(place.x, place.y, id: nextID)
      } else {
        let id = ids.randomElement(using: &random)!
        switch kind {
        case 1, 2:
          places[id] = nil
          event = up(place.x, place.y, id: id)
        case 3:
          places[id] = nil
          event = cancel(place.x, place.y, id: id)
        default:
          event = move(place.x, place.y, id: id)
        }
      }
      guard let pan = recognizer.handle(event) else { continue }
      count += 1
      switch pan.phase {
      case .began:
        #expect(sum == nil)
        sum = pan.delta
      case .changed, .ended, .cancelled:
        sum = sum.map { $0 + pan.delta }
      }
      #expect(sum == pan.translation)
      if pan.phase == .ended || pan.phase == .cancelled { sum = nil }
    }
    #expect(count > 20)
  }
}
