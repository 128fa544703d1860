import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

extension MapScreen {
  /// The images as large as the ground in the last frame's list, from bottom to top.
  var groundImages: [Image] {
    stage.displayList.items.compactMap { item in
      guard case .image(let image, _, _) = item.content, image.size.width > stage.size.width else { return nil }
      return image
    }
  }

  /// Whether the map was drawn from images in the last frame, and not from shapes or cached pixels that move.
  var showsGroundImage: Bool { !cachesPixels && !groundImages.isEmpty }
  private var cachesPixels: Bool { map.cachesPixels }

  /// Lets the queue finish all work while the map rests, and fails if that does not end.
  func rest(delivering queue: ShufflingQueue) {
    var (frames, isWorking) = (0, true)
    while frames < 300, isWorking || stage.nextFrame != .never || stage.needsCommit {
      step()
      isWorking = queue.deliver()
      while queue.deliver() {}
      frames += 1
    }
    #expect(frames < 300)
  }

  /// Moves two fingers in a pinch that scales and turns, and calls `body` after each frame.
  func pinch(
    around center: Point = Point(x: 130, y: 95), scale: Double, degrees: Double, frames: Int,
    _ body: (_ frame: Int) -> Void = { _ in }
  ) {
    func fingers(_ progress: Double) -> (Point, Point) {
      let radius = 40 * (1 + (scale - 1) * progress)
      let angle = degrees * progress * .pi / 180
      let x = Scalar(rawValue: Int64(radius * CoarseTrigonometry.cosine(angle) * 65536))
      let y = Scalar(rawValue: Int64(radius * CoarseTrigonometry.sine(angle) * 65536))
      return (Point(x: center.x - x, y: center.y - y), Point(x: center.x + x, y: center.y + y))
    }
    let (a, b) = fingers(0)
    let (one, other) = (begin(a), begin(b))
    for frame in 1...frames {
      step()
      let (a, b) = fingers(Double(frame) / Double(frames))
      move(one, a)
      move(other, b)
      body(frame)
    }
    step()
    let (c, d) = fingers(1)
    end(one, c)
    end(other, d)
    step()
  }
}

/// Sine and cosine for the paths of fingers.
private enum CoarseTrigonometry {
  static func sine(_ x: Double) -> Double { x - x * x * x / 6 + x * x * x * x * x / 120 }
  static func cosine(_ x: Double) -> Double { 1 - x * x / 2 + x * x * x * x / 24 }
}
