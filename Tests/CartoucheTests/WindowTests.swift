import Cartouche
import Testing

@Suite("A kiosk in a window")
struct WindowTests {
  @Test("a point of the panel is the point of the screen that is shown there", arguments: Rotation.allCases)
  func screenPoint(rotation: Rotation) {
    let panel = PixelSize(width: 80, height: 48)
    for (x, y) in [(0, 0), (79, 0), (0, 47), (31, 9)] {
      let point = rotation.screenPoint(for: Point(x: Scalar(x) + 0.5, y: Scalar(y) + 0.5), panel: panel)
      let pixel = PixelRect(
        minX: point.x.floor, minY: point.y.floor, maxX: point.x.floor + 1, maxY: point.y.floor + 1)
      #expect(rotation.targetRect(for: pixel, in: panel) == PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
    }
  }

  @Test("without its package trait the window names the trait, and what to do without it")
  func noWindow() {
    #expect(KioskError.noSuchDisplay(.window).description.contains("--traits Simulator"))
    #expect(KioskError.noSuchDisplay(.window).description.contains("choose a headless display"))
  }
}
