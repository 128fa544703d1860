import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText

/// A stage with a map, fingers, and a clock that the test advances.
final class MapScreen {
  let stage: Stage
  let arena: GestureArena
  let map: MapView
  private(set) var now = Timestamp.zero
  private var nextFinger = 0

  init(width: Int = 480, height: Int = 320, fonts: FontCollection? = nil, camera: MapCamera? = nil) {
    stage = Stage(size: PixelSize(width: width, height: height))
    arena = GestureArena(root: stage.root)
    let theme = fonts.map { Theme(fonts: $0) } ?? .plain
    map = MapView(frame: stage.root.bounds, theme: theme)
    if let camera { map.camera = camera }
    stage.root.addSublayer(map)
  }

  /// Commits a frame at the current time, and returns its damage.
  @discardableResult
  func commit() -> [PixelRect] {
    let rects = stage.commit(at: now)
    damage += rects
    return rects
  }

  /// The damage since the last repaint.
  private var damage: [PixelRect] = []
  private lazy var panel = TestPanel(size: stage.size, format: .xrgb8888, gap: 0)
  private let renderer = Renderer()

  /// Repaints the damaged area, after overwriting it, and returns whether the result equals a full redraw.
  func repaintEqualsRedraw() -> Bool {
    commit()
    _ = renderer.draw(
      DisplayList(), over: Color(hex: 0xff00ff), into: panel.buffer, damage: damage, rotation: .none, workers: SerialWorkerPool())
    _ = renderer.draw(stage.displayList, into: panel.buffer, damage: damage, rotation: .none, workers: SerialWorkerPool())
    damage = []
    let redrawn = TestPanel(size: stage.size, format: .xrgb8888, gap: 0)
    _ = Renderer().draw(
      stage.displayList, into: redrawn.buffer, damage: [PixelRect(stage.size)], rotation: .none, workers: SerialWorkerPool())
    return redrawn.pixelBytes == panel.pixelBytes
  }

  /// Commits frames until nothing moves any more, 600 at most.
  func runUntilIdle() {
    commit()
    var frames = 0
    while stage.nextFrame != .never || stage.needsCommit, frames < 600 {
      step()
      frames += 1
    }
  }

  /// Advances the clock by `ms` milliseconds and commits a frame.
  @discardableResult
  func step(ms: Int64 = 16) -> [PixelRect] {
    now = Timestamp(nanoseconds: now.nanoseconds + ms * 1_000_000)
    arena.advance(to: now)
    return commit()
  }

  func tap(_ point: Point) {
    let finger = begin(point)
    step()
    end(finger, point)
    step()
  }

  /// Puts a finger down.
  ///
  /// - Returns: The finger's ID, for ``move(_:_:)`` and ``end(_:_:)``.
  func begin(_ point: Point) -> Int {
    nextFinger += 1
    arena.handle(.began(Contact(id: nextFinger, position: point, time: now)))
    return nextFinger
  }

  func move(_ finger: Int, _ point: Point) {
    arena.handle(.moved(Contact(id: finger, position: point, time: now)))
  }

  func end(_ finger: Int, _ point: Point) {
    arena.handle(.ended(Contact(id: finger, position: point, time: now)))
  }

  /// Drags a finger along a line in `frames` frames, and lifts it at once or after `pauseMs` milliseconds.
  func drag(from start: Point, to end: Point, frames: Int = 12, pauseMs: Int64 = 0) {
    let finger = begin(start)
    for index in 1...frames {
      step()
      let fraction = Scalar(index) / frames
      move(finger, Point(x: start.x + (end.x - start.x) * fraction, y: start.y + (end.y - start.y) * fraction))
    }
    if pauseMs > 0 {
      step(ms: pauseMs)
      move(finger, end)
    }
    self.end(finger, end)
    step()
  }

  /// The screen, completely redrawn.
  var image: Image {
    commit()
    let panel = TestPanel(size: stage.size, format: .xrgb8888, gap: 0)
    _ = Renderer().draw(
      stage.displayList, into: panel.buffer, damage: [PixelRect(stage.size)], rotation: .none, workers: SerialWorkerPool())
    return panel.image
  }
}

extension Coordinate {
  static let beijing = Coordinate(latitude: 39.9, longitude: 116.38)
  static let cupertino = Coordinate(latitude: 37.3318, longitude: -122.0312)
}

/// Returns the standard fonts, which golden frames with text are drawn with.
func standardFonts() -> FontCollection { FontCollection(files: FontCollection.standardFiles) }
