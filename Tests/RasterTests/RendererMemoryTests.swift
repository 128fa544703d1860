import CAllocations
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("A renderer's memory")
struct RendererMemoryTests {
  private let canvas = Canvas(width: 256, height: 256)
  private let renderer = Renderer()
  private let damage = [PixelRect(minX: 0, minY: 0, maxX: 256, maxY: 256)]
  private let workers = SerialWorkerPool()

  /// A list of `count` triangles, each of which has three edges.
  private func triangles(_ count: Int) -> DisplayList {
    var path = Path()
    for index in 0..<count {
      let (x, y) = (Scalar(index * 7 % 250), Scalar(index * 13 % 250))
      path.move(to: Point(x: x, y: y))
      path.addLine(to: Point(x: x + 5, y: y + 1))
      path.addLine(to: Point(x: x + 2, y: y + 5))
      path.closeSubpath()
    }
    var list = DisplayList()
    list.fill(path, with: .color(.black))
    return list
  }

  /// Draws a frame, and returns how often memory was allocated.
  private func allocations(of list: DisplayList) -> UInt64 {
    let before = cartouche_thread_allocations()
    canvas.draw(list, damage: damage, workers: workers, renderer: renderer)
    return cartouche_thread_allocations() - before
  }

  @Test("is kept for large frames that come now and then, and given back after hundreds of small ones")
  func large() {
    let (small, large) = (triangles(100), triangles(30_000))
    #expect(allocations(of: large) > 0)
    let bytes = canvas.bytes
    for _ in 0..<3 {
      // The last large frame and the next one are in one window, or in two that follow each other.
      let allocated = (0..<200).reduce(UInt64(0)) { sum, _ in sum + allocations(of: small) } + allocations(of: large)
      #expect(allocated == 0)
    }
    // In the window of the last large frame, and in the next one, which has none.
    var allocated = (0..<600).reduce(UInt64(0)) { sum, _ in sum + allocations(of: small) }
    #expect((1...60).contains(allocated))
    allocated = (0..<600).reduce(0) { sum, _ in sum + allocations(of: small) }
    #expect(allocated == 0)
    #expect(allocations(of: large) > 0)
    let isEqual = canvas.bytes == bytes
    #expect(isEqual)
  }

  @Test("is kept as it is where all frames are alike")
  func small() {
    let list = triangles(20_000)
    _ = allocations(of: list)
    let allocated = (0..<1000).reduce(UInt64(0)) { sum, _ in sum + allocations(of: list) }
    #expect(allocated == 0)
  }
}
