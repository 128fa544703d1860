import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A cached image")
struct CachedImageTests {
  private let size = PixelSize(width: 70, height: 90)

  /// Does its work when a test says so.
  private final class LateQueue: BackgroundQueue {
    let workerCount = 1
    private var entries: [(work: @Sendable () -> Void, completion: () -> Void)] = []

    func submit(_ work: @escaping @Sendable () -> Void, completion: @escaping () -> Void) {
      entries.append((work, completion))
    }

    func finish() {
      for entry in entries {
        entry.work()
        entry.completion()
      }
      entries = []
    }
  }

  private var disc: DisplayList {
    var list = DisplayList()
    list.fill(Path(rect: Rect(x: 0, y: 0, width: 70, height: 90)), with: .color(.blue))
    list.fill(Path(ellipseIn: Rect(x: 3.3, y: 8.1, width: 60, height: 71)), with: .color(.white))
    return list
  }

  private func pixels(_ image: CachedImage) -> [UInt32] {
    Array(UnsafeBufferPointer(start: image.image.storage.pixels, count: image.image.storage.count))
  }

  @Test("is the same drawn as a whole, in parts, and in parts by a queue", arguments: [false, true])
  func parts(usesQueue: Bool) throws {
    let stage = Stage(size: size)
    let (painter, queue) = (CachedImagePainter(), LateQueue())
    let whole = try #require(CachedImage(size: size, on: stage))
    let disc = disc
    painter.draw(into: whole, rect: PixelRect(size), on: nil) {
      $0 = disc
    } completion: {
    }
    let parts = try #require(CachedImage(size: size, on: stage))
    var drawnCount = 0
    for top in stride(from: 0, to: 90, by: 32) {
      let rect = PixelRect(minX: 0, minY: top, maxX: 70, maxY: min(top + 32, 90))
      painter.draw(into: parts, rect: rect, on: usesQueue ? queue : nil) { list in
        #expect(list.isEmpty)
        list = disc
      } completion: {
        drawnCount += 1
      }
      #expect(painter.isBusy == usesQueue)
      queue.finish()
      #expect(!painter.isBusy)
    }
    #expect(drawnCount == 3)
    #expect(!parts.image.isOpaque)
    parts.finish()
    #expect(parts.image.isOpaque)
    #expect(pixels(parts) == pixels(whole))
    #expect(Set(pixels(whole)).count > 2)
  }

  @Test("a queue draws high parts from any row, in strips, as they are drawn at once")
  func strips() throws {
    let size = PixelSize(width: 240, height: 200)
    let stage = Stage(size: size)
    let (painter, queue) = (CachedImagePainter(), LateQueue())
    var list = DisplayList()
    var path = Path()
    for x in [4, 124] as [Scalar] { path.addEllipse(in: Rect(x: x, y: 7.3, width: 110, height: 190)) }
    let stops = [GradientStop(location: 0, color: .red), GradientStop(location: 1, color: .blue)]
    list.fill(path, with: .radialGradient(RadialGradient(stops: stops, center: Point(x: 100, y: 90), radius: 140)))
    list.stroke(path, style: StrokeStyle(width: 3.5), with: .color(.black))
    let images = try (0..<2).map { _ in try #require(CachedImage(size: size, on: stage)) }
    for (image, queue) in zip(images, [nil, queue]) {
      for (top, bottom) in [(0, 10), (10, 163), (163, 200)] {
        let list = list
        painter.draw(into: image, rect: PixelRect(minX: 0, minY: top, maxX: 240, maxY: bottom), on: queue) {
          $0 = list
        } completion: {
        }
        queue?.finish()
      }
    }
    #expect(pixels(images[0]) == pixels(images[1]))
    #expect(Set(pixels(images[0])).count > 100)
  }

  @Test("counts toward the limit of its stage until it is released, and leaves the memory that others need")
  func memory() throws {
    let stage = Stage(size: size)
    let bytes = 70 * 90 * 4
    stage.rasterCacheLimit = bytes * 2 + 100
    var first = CachedImage(size: size, on: stage)
    #expect(first != nil)
    #expect(CachedImage(size: size, on: stage, sparing: 101) == nil)
    var second = CachedImage(size: size, on: stage, sparing: 100)
    #expect(second != nil)
    #expect(CachedImage(size: PixelSize(width: 10, height: 10), on: stage) == nil)
    _ = stage.commit()
    #expect(CachedImage(size: PixelSize(width: 10, height: 10), on: stage) == nil)
    second = nil
    #expect(CachedImage(size: size, on: stage) != nil)
    first = nil
    #expect(CachedImage(size: PixelSize(width: 140, height: 90), on: stage) != nil)
    #expect(CachedImage(size: PixelSize(width: 0, height: 90), on: stage) == nil)
    #expect(CachedImage(size: PixelSize(width: 5000, height: 1), on: stage) == nil)
  }

  @Test("takes memory from the images of layers, which get a lower resolution")
  func layers() {
    func imageSize(reserving bytes: Int) -> PixelSize {
      let stage = Stage(size: size)
      let layer = Layer(frame: Rect(x: 0, y: 0, width: 60, height: 60))
      (layer.backgroundColor, layer.shouldRasterize) = (.red, true)
      stage.root.addSublayer(layer)
      stage.rasterCacheLimit = 60 * 60 * 6
      let image = bytes > 0 ? CachedImage(size: PixelSize(width: bytes / 40, height: 10), on: stage) : nil
      #expect(bytes == 0 || image != nil)
      return withExtendedLifetime(image) {
        _ = stage.commit()
        let sizes = stage.displayList.items.compactMap { item -> PixelSize? in
          if case .image(let image, _, _) = item.content { image.size } else { nil }
        }
        return sizes.first ?? PixelSize(width: 0, height: 0)
      }
    }
    let (usual, reduced) = (imageSize(reserving: 0), imageSize(reserving: 8000))
    #expect(usual.width == 60)
    #expect(reduced.width < 60)
  }
}
