import Cartouche
import CartoucheTesting
import Foundation
import Testing

@MainActor
@Suite("Simulated touch panels")
struct SimulatedTouchPanelTests {
  /// Returns the contact events of a sequence on a panel, with times in milliseconds.
  private func events(_ sequence: TouchSequence, on panel: SimulatedTouchPanel) throws -> [(kind: String, x: Scalar, time: Int64)] {
    var result: [(kind: String, x: Scalar, time: Int64)] = []
    let screen = try TestScreen(size: PixelSize(width: 200, height: 100), panel: panel) { kiosk in
      kiosk.onContact { event in
        let kind =
          switch event {
          case .began: "began"
          case .moved: "moved"
          case .ended: "ended"
          case .cancelled: "cancelled"
          }
        result.append((kind, event.contact.position.x, event.contact.time.nanoseconds / 1_000_000))
      }
    }
    try screen.play(sequence)
    return result
  }

  @Test("positions come at the panel's rate, and a finger that rests is not reported")
  func rate() throws {
    let sequence = TouchSequence.drag(from: Point(x: 20, y: 50), to: Point(x: 60, y: 50), duration: 0.04, rest: 0.1)
    let events = try events(sequence, on: .multitouch)
    #expect(events.map(\.kind) == ["began", "moved", "moved", "moved", "moved", "ended"])
    #expect(events.map { $0.time - events[0].time } == [0, 10, 20, 30, 40, 150])
    for (event, x) in zip(events, [20, 30, 40, 50, 60, 60] as [Scalar]) { #expect((event.x - x).magnitude < 0.001) }
  }

  @Test("a panel for one finger ignores the others")
  func singleTouch() throws {
    let pair = TouchSequence.pinch(at: Point(x: 100, y: 50), scale: 2, span: 100)
    let single = try events(pair, on: .singleTouch)
    #expect(single.count { $0.kind == "began" } == 1 && single.count { $0.kind == "ended" } == 1)
    #expect(try events(pair, on: .multitouch).count { $0.kind == "began" } == 2)
  }

  @Test("a recorded device has its own units, slots and rate")
  func recordedDevice() throws {
    let lines = """
      N: coarse panel
      P: 02 00 00 00 00 00 00 00
      A: 2f 0 1 0 0
      A: 35 0 9 0 0
      A: 36 -5 4 0 0
      A: 39 0 65535 0 0
      E: 0.000000 0003 0039 7
      E: 0.000000 0000 0000 0

      """
    let panel = SimulatedTouchPanel(try TouchRecording(Array(lines.utf8), file: "coarse.evemu"), reportsPerSecond: 25)
    #expect(panel.capabilities.reporting == .slots(2) && panel.reportsPerSecond == 25)
    let drag = try events(.drag(from: Point(x: 5, y: 50), to: Point(x: 195, y: 50), duration: 0.4, rest: 0), on: panel)
    #expect(Set(drag.map(\.x)).isSubset(of: Set((0..<10).map { Scalar($0 * 20 + 10) })), "the middle of one of ten steps")
    #expect(drag.first?.x == 10 && drag.last?.x == 190)
    #expect(drag.dropFirst().allSatisfy { ($0.time - drag[0].time) % 40 == 0 })
    let three = [20, 100, 180].map { TouchSequence.tap(at: Point(x: $0, y: 50), duration: 0.2) }
    let taps = try events(three[0].together(with: three[1]).together(with: three[2]), on: panel)
    #expect(taps.count { $0.kind == "began" } == 2)
  }

  @Test("points outside of the screen are at its edge, and durations are clamped")
  func limits() throws {
    let outside = try events(.tap(at: Point(x: .max, y: .min)), on: .multitouch)
    #expect(outside.count == 2 && outside[0].x > 199.99 && outside[0].x <= 200)
    #expect(TouchSequence.pause(.max).then(.pause(5)).duration == 3600)
    #expect(TouchSequence.pause(-5).duration == 0 && TouchSequence.path([]).duration == 0)
    #expect(TouchSequence.tap(at: .zero, duration: .min).duration == 0)
    #expect(TouchSequence.pinch(at: .zero, scale: .max, angle: Angle(degrees: .max)).duration > 0.5)
    #expect(throws: UnsupportedTouchDevice.self) { try SimulatedTouchPanel(DeviceDescription(name: "keyboard")) }
  }
}
