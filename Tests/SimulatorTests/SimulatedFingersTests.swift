import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import CartoucheSimulator
import Testing

@Suite("Fingers of a mouse")
struct SimulatedFingersTests {
  private let panel = PixelSize(width: 200, height: 100)

  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  private func contact(_ id: Int, _ x: Scalar, _ y: Scalar, _ milliseconds: Int64) -> Contact {
    Contact(id: id, position: Point(x: x, y: y), time: time(milliseconds))
  }

  @Test("a press, a drag and a release are one finger with one number")
  func drag() {
    var fingers = SimulatedFingers()
    #expect(fingers.move(to: Point(x: 5, y: 5), modifiers: [], time: time(0)) == [])
    #expect(fingers.press(at: Point(x: 20, y: 30), modifiers: [], in: panel, time: time(1)) == [.began(contact(1, 20, 30, 1))])
    #expect(fingers.positions == [Point(x: 20, y: 30)])
    #expect(fingers.move(to: Point(x: 250, y: -3), modifiers: [.mirrored], time: time(2)) == [.moved(contact(1, 250, -3, 2))])
    #expect(fingers.release(at: time(3)) == [.ended(contact(1, 250, -3, 3))])
    #expect(fingers.positions == [] && fingers.release(at: time(4)) == [])
  }

  @Test("with the mirroring modifier the second finger mirrors the first about the middle")
  func mirrored() {
    var fingers = SimulatedFingers()
    let began = fingers.press(at: Point(x: 90, y: 40), modifiers: [.mirrored], in: panel, time: time(1))
    #expect(began == [.began(contact(1, 90, 40, 1)), .began(contact(2, 110, 60, 1))])
    let moved = fingers.move(to: Point(x: 50, y: 50), modifiers: [], time: time(2))
    #expect(moved == [.moved(contact(1, 50, 50, 2)), .moved(contact(2, 150, 50, 2))], "the modifier may be let go")
    #expect(fingers.release(at: time(3)) == [.ended(contact(1, 50, 50, 3)), .ended(contact(2, 150, 50, 3))])
  }

  @Test("with the parallel modifier both fingers move alike, and then mirror about the moved center")
  func parallel() {
    var fingers = SimulatedFingers()
    _ = fingers.press(at: Point(x: 90, y: 50), modifiers: [.parallel], in: panel, time: time(1))
    #expect(fingers.positions == [Point(x: 90, y: 50), Point(x: 110, y: 50)])
    _ = fingers.move(to: Point(x: 95, y: 60), modifiers: [.mirrored, .parallel], time: time(2))
    #expect(fingers.positions == [Point(x: 95, y: 60), Point(x: 115, y: 60)])
    _ = fingers.move(to: Point(x: 85, y: 60), modifiers: [.mirrored], time: time(3))
    #expect(fingers.positions == [Point(x: 85, y: 60), Point(x: 125, y: 60)])
  }

  @Test("a second press changes nothing, and a cancelled finger is gone")
  func cancelled() {
    var fingers = SimulatedFingers()
    _ = fingers.press(at: Point(x: 1, y: 2), modifiers: [], in: panel, time: time(1))
    #expect(fingers.press(at: Point(x: 9, y: 9), modifiers: [.mirrored], in: panel, time: time(2)) == [])
    #expect(fingers.cancel(at: time(3)) == [.cancelled(contact(1, 1, 2, 3))])
    #expect(fingers.press(at: .zero, modifiers: [], in: panel, time: time(4)) == [.began(contact(2, 0, 0, 4))])
  }
}

@Suite("The scale of a window")
struct WindowScaleTests {
  @Test("a panel of 800 pixels in 154 mm is 582 pixels wide on a desktop of 96 dots per inch")
  func trueSize() throws {
    let panel = PixelSize(width: 800, height: 480)
    let scale = try #require(WindowScale(panel: panel, millimeters: Size(width: 154, height: 92.4), dotsPerInch: 96))
    #expect(scale.windowSize(of: panel) == PixelSize(width: 582, height: 349))
    #expect(scale.panelSize(of: PixelSize(width: 582, height: 349)) == panel)
  }

  @Test("a desktop that does not know its resolution has no true size", arguments: [0, 1, 29, 1201, 9000])
  func unknownResolution(dotsPerInch: Int) {
    let size = Size(width: 154, height: 86)
    #expect(WindowScale(panel: PixelSize(width: 800, height: 480), millimeters: size, dotsPerInch: Scalar(dotsPerInch)) == nil)
    #expect(WindowScale(panel: PixelSize(width: 800, height: 480), millimeters: .zero, dotsPerInch: 96) == nil)
  }

  @Test("a window is made smaller than the panel to fit the desktop, and never larger")
  func fitting() {
    let panel = PixelSize(width: 1920, height: 1200)
    let fitting = WindowScale.pixelExact.fitting(panel, into: PixelSize(width: 960, height: 900))
    #expect(fitting.windowSize(of: panel) == PixelSize(width: 960, height: 600))
    #expect(WindowScale.pixelExact.fitting(panel, into: PixelSize(width: 4000, height: 3000)) == .pixelExact)
    #expect(WindowScale.pixelExact.fitting(panel, into: PixelSize(width: 0, height: 0)) == .pixelExact)
  }

  @Test("extreme scales and sizes are clamped")
  func extremes() {
    #expect(WindowScale(1_000_000).factor == 16 && WindowScale(-1).factor == 1.0 / 16)
    #expect(WindowScale(0).windowSize(of: PixelSize(width: 1, height: 1)) == PixelSize(width: 1, height: 1))
    #expect(WindowScale(16).panelSize(of: PixelSize(width: 0, height: 3)) == PixelSize(width: 1, height: 1))
  }

  @Test("a pixel of the window is the point at its middle")
  func points() {
    #expect(WindowScale.pixelExact.panelPoint(x: 0, y: 99) == Point(x: 0.5, y: 99.5))
    #expect(WindowScale(2).panelPoint(x: 3, y: -1) == Point(x: 1.75, y: -0.25))
  }
}
