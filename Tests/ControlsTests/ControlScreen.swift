import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText

extension Theme {
  /// A theme with the standard fonts.
  static var test: Theme { Theme(fonts: FontCollection(files: FontCollection.standardFiles)) }
}

/// A stage with simulated touches and a manual clock, at four points per millimeter.
final class ControlScreen {
  let stage: Stage
  let arena: GestureArena
  private(set) var milliseconds: Int64 = 0
  /// The events in order.
  private(set) var log: [String] = []

  var root: Layer { stage.root }

  init(_ width: Int = 480, _ height: Int = 320) {
    stage = Stage(size: PixelSize(width: width, height: height))
    arena = GestureArena(root: stage.root)
    stage.root.backgroundColor = Color(hex: 0xf2f2f5)
    _ = stage.commit(at: now)
  }

  var now: Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  func write(_ line: String) { log.append(line) }

  /// Returns and clears the log.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  private func contact(_ x: Scalar, _ y: Scalar, _ id: Int) -> Contact {
    Contact(id: id, position: Point(x: x, y: y), time: now)
  }

  func down(_ x: Scalar, _ y: Scalar, id: Int = 1) { arena.handle(.began(contact(x, y, id))) }
  func move(_ x: Scalar, _ y: Scalar, id: Int = 1) { arena.handle(.moved(contact(x, y, id))) }
  func up(_ x: Scalar, _ y: Scalar, id: Int = 1) { arena.handle(.ended(contact(x, y, id))) }
  func palm(_ x: Scalar, _ y: Scalar, id: Int = 1) { arena.handle(.cancelled(contact(x, y, id))) }

  func tap(_ x: Scalar, _ y: Scalar) {
    down(x, y)
    run(30)
    up(x, y)
  }

  func tap(_ layer: Layer) {
    guard let center = layer.convert(layer.bounds.center, to: root) else { return }
    tap(center.x, center.y)
  }

  /// Moves a finger in steps of 16 ms without lifting it.
  func drag(from start: Point, to end: Point, steps: Int = 10, id: Int = 1) {
    down(start.x, start.y, id: id)
    for step in 1...steps {
      run(16)
      move(start.x + (end.x - start.x) * step / steps, start.y + (end.y - start.y) * step / steps, id: id)
    }
  }

  /// Advances the clock by `duration` milliseconds with a frame every 16 ms, as the run loop does.
  func run(_ duration: Int64) {
    let end = milliseconds + duration
    while milliseconds < end {
      milliseconds = min(milliseconds + 16, end)
      arena.advance(to: now)
      _ = stage.commit(at: now)
    }
  }

  /// The rendered screen.
  var panel: TestPanel {
    _ = stage.commit(at: now)
    let panel = TestPanel(size: stage.size, format: .xrgb8888)
    Renderer().draw(
      stage.displayList, over: .white, into: panel.buffer, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
    return panel
  }

  /// Logs all events of `control`.
  func watch(_ control: Control, _ name: String = "") {
    let events: [(Control.Event, String)] = [
      (.touchDown, "down"), (.touchDragExit, "exit"), (.touchDragEnter, "enter"), (.touchUpInside, "inside"),
      (.touchUpOutside, "outside"), (.touchCancel, "cancel"), (.valueChanged, "changed"),
    ]
    for (event, word) in events {
      control.addAction(for: event) { [unowned self] _ in write(name + word) }
    }
  }
}
