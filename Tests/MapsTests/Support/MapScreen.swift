import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText

/// A stage with a map on it, fingers, and a clock that a test turns.
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

  /// A frame now.
  @discardableResult
  func commit() -> [PixelRect] {
    let rects = stage.commit(at: now)
    damage += rects
    return rects
  }

  /// What has been damaged since the screen was painted last.
  private var damage: [PixelRect] = []
  private lazy var kept = TestPanel(size: stage.size, format: .xrgb8888, gap: 0)
  private let renderer = Renderer()

  /// Paints what was damaged, over poison; answers whether the screen is as if it were painted whole.
  func paintsAsWhole() -> Bool {
    commit()
    _ = renderer.draw(
      DisplayList(), over: Color(hex: 0xff00ff), into: kept.buffer, damage: damage, rotation: .none, workers: SerialWorkerPool())
    _ = renderer.draw(stage.displayList, into: kept.buffer, damage: damage, rotation: .none, workers: SerialWorkerPool())
    damage = []
    let whole = TestPanel(size: stage.size, format: .xrgb8888, gap: 0)
    _ = Renderer().draw(
      stage.displayList, into: whole.buffer, damage: [PixelRect(stage.size)], rotation: .none, workers: SerialWorkerPool())
    return whole.pixelBytes == kept.pixelBytes
  }

  /// Frames until nothing moves any more, at most for ten seconds.
  func rest() {
    commit()
    var frames = 0
    while stage.nextFrame != .never || stage.needsCommit, frames < 600 {
      step()
      frames += 1
    }
  }

  /// The next frame of 60 a second.
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

  /// A finger goes down.
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

  /// A finger goes along a line in so many frames, and is lifted at once or after a rest.
  func drag(from start: Point, to end: Point, frames: Int = 12, restingMs: Int64 = 0) {
    let finger = begin(start)
    for index in 1...frames {
      step()
      let share = Scalar(index) / frames
      move(finger, Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
    }
    if restingMs > 0 {
      step(ms: restingMs)
      move(finger, end)
    }
    self.end(finger, end)
    step()
  }

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

/// Fonts as the text's tests have them.
func standardFonts() -> FontCollection { FontCollection(files: FontCollection.standardFiles) }
