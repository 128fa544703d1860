import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The pointer of a stage")
struct StagePointerTests {
  let stage = Stage(size: PixelSize(width: 100, height: 80))

  private func union(_ rects: [PixelRect]) -> PixelRect { rects.reduce(.empty) { $0.union($1) } }

  @Test("a moved pointer damages its old and new pixels, and a hidden one its old pixels")
  func damage() {
    _ = stage.commit()
    stage.showPointer(at: Point(x: 10, y: 10))
    #expect(stage.needsCommit && stage.isPointerShown)
    let shown = union(stage.commit())
    #expect(shown.minX >= 9 && shown.minX <= 11 && shown.width > 8 && shown.width < 20 && shown.height < 28)
    #expect(!stage.needsCommit && stage.commit().isEmpty)
    stage.showPointer(at: Point(x: 10.5, y: 10.9))
    #expect(!stage.needsCommit, "the pointer is on whole pixels")
    stage.showPointer(at: Point(x: 50, y: 10))
    let moved = union(stage.commit())
    #expect(moved.minX == shown.minX && moved.maxX == shown.maxX + 40 && moved.minY == shown.minY)
    stage.showPointer(at: nil)
    let hidden = union(stage.commit())
    #expect(hidden.minX == shown.minX + 40 && hidden.width == shown.width && !stage.isPointerShown)
    #expect(!stage.needsCommit)
    stage.showPointer(at: nil)
    #expect(!stage.needsCommit && stage.nextFrame == .never)
  }

  @Test("the pointer is drawn above all layers, and takes no touches")
  func above() throws {
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 80))
    layer.backgroundColor = .red
    layer.zPosition = 1000
    stage.root.addSublayer(layer)
    _ = stage.commit()
    let before = stage.displayList.count
    stage.showPointer(at: Point(x: 10, y: 10))
    _ = stage.commit()
    #expect(stage.displayList.count > before)
    let panel = TestPanel(size: stage.size, format: .xrgb8888)
    Renderer().draw(stage.displayList, into: panel.buffer, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
    // Below the tip: white inside of the arrow, and red beside it.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(panel.pixelBytes[(y * 100 + x) * 4..<(y * 100 + x) * 4 + 3]) }
    #expect(pixel(13, 20) == [255, 255, 255])
    #expect(pixel(40, 20) == [0, 0, 255])
    #expect(stage.presentationHitTest(Point(x: 12, y: 15)) === layer && stage.root.sublayers.count == 1)
  }

  private final class Wheel: Layer {
    var isHandling = true
    var events: [ScrollWheelEvent] = []
    override func scrollWheel(with event: ScrollWheelEvent) -> Bool {
      events.append(event)
      return isHandling
    }
  }

  @Test("a wheel reaches the frontmost layer below the pointer, and then its superlayers")
  func wheel() {
    let (outer, inner) = (
      Wheel(frame: Rect(x: 0, y: 0, width: 60, height: 60)), Wheel(frame: Rect(x: 10, y: 10, width: 20, height: 20))
    )
    let cover = Layer(frame: Rect(x: 0, y: 0, width: 5, height: 5))
    outer.addSublayer(inner)
    inner.addSublayer(cover)
    stage.root.addSublayer(outer)
    _ = stage.commit()
    let event = ScrollWheelEvent(location: Point(x: 12, y: 12), deltaY: 1)
    #expect(stage.scrollWheel(with: event) && inner.events == [event] && outer.events == [])
    inner.isHandling = false
    #expect(stage.scrollWheel(with: event) && outer.events == [event])
    #expect(event.location(in: inner) == Point(x: 2, y: 2))
    #expect(!stage.scrollWheel(with: ScrollWheelEvent(location: Point(x: 90, y: 70), deltaY: 1)))
  }
}
