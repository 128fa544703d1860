import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Progress view")
struct ProgressViewTests {
  let screen = ControlScreen()

  private func progressView() -> ProgressView {
    let view = ProgressView(frame: Rect(x: 100, y: 100, width: 200, height: 8), theme: .test)
    screen.root.addSublayer(view)
    screen.run(16)
    return view
  }

  private func barFrame(_ view: ProgressView) -> Rect { view.sublayers[0].sublayers[0].frame }

  @Test("the bar has the length of the progress, which is clamped")
  func progress() {
    let view = progressView()
    for (value, expected) in [(0.25, 50), (7, 200), (-1, 0), (.max, 200), (.min, 0)] as [(Scalar, Scalar)] {
      view.progress = value
      screen.run(16)
      #expect(barFrame(view) == Rect(x: 0, y: 0, width: expected, height: 8), "\(value)")
    }
  }

  @Test("an animated change grows to the new length and ends")
  func animated() {
    let view = progressView()
    view.setProgress(1, animated: true)
    screen.run(112)
    let bar = view.sublayers[0].sublayers[0]
    guard case .rect(let middle)? = bar.presentationValue(for: .bounds) else {
      Issue.record("no bounds")
      return
    }
    #expect(middle.width > 40 && middle.width < 180)
    screen.run(300)
    #expect(barFrame(view).width == 200 && screen.stage.nextFrame == .never)
  }

  @Test("an indeterminate bar moves until it is switched off, and continues when it is back on the screen")
  func indeterminate() {
    let view = progressView()
    view.progress = 0.5
    screen.run(16)
    let before = screen.panel.pixelBytes
    view.isIndeterminate = true
    screen.run(500)
    let first = screen.panel.pixelBytes
    screen.run(200)
    #expect(first != before && screen.panel.pixelBytes != first && screen.stage.nextFrame == .nextRefresh)
    view.removeFromSuperlayer()
    screen.run(100)
    #expect(screen.stage.nextFrame == .never)
    screen.root.addSublayer(view)
    screen.run(100)
    #expect(screen.stage.nextFrame == .nextRefresh)
    view.isIndeterminate = false
    screen.run(32)
    #expect(screen.panel.pixelBytes == before && screen.stage.nextFrame == .never)
  }
}
