import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Fingers without ids (protocol A)")
struct AnonymousContactTests {
  private func panel(keys: Set<UInt16> = [], plain: Bool = false) throws -> TouchDecoder {
    var device = DeviceDescription(name: "panel")
    device.keys = keys
    for code: UInt16 in [0x35, 0x36] + (plain ? [0, 1] : []) { device.axes[code] = AxisRange(minimum: 0, maximum: 999) }
    let capabilities = try TouchCapabilities(device)
    return TouchDecoder(capabilities, mapping: TouchMapping(capabilities, screen: Size(width: 1000, height: 1000)))
  }

  private func decode(_ decoder: inout TouchDecoder, _ events: [(UInt16, UInt16, Int32)]) -> [String] {
    var output: [String] = []
    for (type, code, value) in events {
      decoder.decode(InputEvent(time: .zero, type: type, code: code, value: value)) {
        let contact = $0.contact
        let kind = String(describing: $0).prefix { $0 != "(" }
        output.append("\(kind) \(contact.id) \(contact.position.x.floor),\(contact.position.y.floor)")
      }
    }
    return output
  }

  private let report: (UInt16, UInt16, Int32) = (0, 0, 0)
  private let end: (UInt16, UInt16, Int32) = (0, 2, 0)
  private func finger(_ x: Int32, _ y: Int32) -> [(UInt16, UInt16, Int32)] { [(3, 0x35, x), (3, 0x36, y), end] }

  @Test("a second finger that is listed first is another contact, and the first does not jump")
  func secondFinger() throws {
    var decoder = try panel()
    #expect(decode(&decoder, finger(100, 100) + [report]) == ["began 1 100,100"])
    #expect(decode(&decoder, finger(800, 700) + finger(103, 101) + [report]) == ["moved 1 103,101", "began 2 800,700"])
    #expect(decode(&decoder, finger(110, 101) + finger(805, 700) + [report]) == ["moved 1 110,101", "moved 2 805,700"])
    #expect(decode(&decoder, finger(806, 700) + [report]) == ["ended 1 110,101", "moved 2 806,700"])
    #expect(decode(&decoder, [end, report]) == ["ended 2 806,700"])
    #expect(decode(&decoder, [end, report]) == [])
  }

  @Test("a finger that lifts while another lands elsewhere is not a movement")
  func jump() throws {
    var decoder = try panel()
    _ = decode(&decoder, finger(100, 100) + [report])
    #expect(decode(&decoder, finger(800, 700) + [report]) == ["ended 1 100,100", "began 2 800,700"])
    // A fast swipe: 200 of 1000 in one report.
    #expect(decode(&decoder, finger(600, 700) + [report]) == ["moved 2 600,700"])
  }

  @Test("a touch key that is up lifts all fingers, and a report without fingers changes nothing")
  func touchKey() throws {
    var decoder = try panel(keys: [0x14a], plain: true)
    #expect(decode(&decoder, [(3, 0, 10), (3, 1, 10)] + finger(10, 10) + [(1, 0x14a, 1), report]) == ["began 1 10,10"])
    #expect(decode(&decoder, [(4, 5, 1), report]) == [])
    #expect(decode(&decoder, [(1, 0x14a, 0), report]) == ["ended 1 10,10"])
    #expect(decode(&decoder, [(1, 0x14a, 1)] + finger(20, 10) + finger(500, 10) + [report]) == ["began 2 20,10", "began 3 500,10"])
    #expect(decode(&decoder, [(0, 3, 0), report]) == ["cancelled 2 20,10", "cancelled 3 500,10"])
    #expect(decode(&decoder, finger(20, 10) + [report]) == ["began 4 20,10"])
  }

  @Test("a driver that never lists fingers is read by ABS_X, ABS_Y and BTN_TOUCH")
  func plain() throws {
    var decoder = try panel(keys: [0x14a], plain: true)
    #expect(decode(&decoder, [(3, 0, 10), (3, 1, 20), (1, 0x14a, 1), report]) == ["began 1 10,20"])
    #expect(decode(&decoder, [(3, 0, 11), report]) == ["moved 1 11,20"])
    #expect(decode(&decoder, [(1, 0x14a, 0), report]) == ["ended 1 11,20"])
  }

  @Test("positions outside the range are clamped, and fingers beyond the sixteenth ignored")
  func limits() throws {
    var decoder = try panel()
    let many = (0..<20).flatMap { finger(Int32($0) * 40, $0 == 0 ? 5000 : 500) }
    #expect(decode(&decoder, many + [report]).count == 16)
    #expect(decoder.takeDiagnostics().count == 1)
    #expect(decode(&decoder, [end, report]).count == 16)
    #expect(decoder.contactCount == 0)
  }

  @Test("the assignment has the smallest sum of squared distances of all assignments")
  func smallestSum() {
    typealias Position = ContactAssignment.Position
    func distance(_ a: Position, _ b: Position) -> Int64 { (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) }
    let landing = ContactAssignment.farthest * ContactAssignment.farthest
    func cost(_ pairs: [Int?], _ fingers: [Position], _ previous: [Position]) -> Int64 {
      let matched = zip(fingers, pairs).map { finger, index in index.map { distance(finger, previous[$0]) } ?? landing }
      return matched.reduce(0, +) + Int64(previous.count - pairs.compactMap { $0 }.count) * landing
    }
    func best(_ fingers: ArraySlice<Position>, _ previous: [Position], _ pairs: [Int?], _ all: [Position]) -> Int64 {
      guard let finger = fingers.first else { return cost(pairs, all, previous) }
      var least = best(fingers.dropFirst(), previous, pairs + [nil], all)
      for index in previous.indices where !pairs.contains(index) && distance(finger, previous[index]) <= landing {
        least = min(least, best(fingers.dropFirst(), previous, pairs + [index], all))
      }
      return least
    }
    var random = SplitMix64(seed: 22)
    for _ in 0..<500 {
      func positions() -> [Position] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Position(x: .random(in: 0...2048, using: &random), y: .random(in: 0...2048, using: &random))
        }
      }
      let (fingers, previous) = (positions(), positions())
      let pairs = ContactAssignment.previous(of: fingers, among: previous)
      let used = pairs.compactMap { $0 }
      #expect(Set(used).count == used.count)
      #expect(cost(pairs, fingers, previous) == best(fingers[...], previous, [], fingers))
    }
  }
}
