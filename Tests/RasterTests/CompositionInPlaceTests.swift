import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

/// Ordinary memory for a frame, with memory behind it that ends the process when it is touched.
private final class GuardedMemory {
  private let pages: UnsafeMutableRawPointer
  private let byteCount: Int
  private let mapped: Int
  private let pageSize: Int

  init(byteCount: Int) throws {
    pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    self.byteCount = byteCount
    mapped = (byteCount + pageSize - 1) / pageSize * pageSize + pageSize
    let start = mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    pages = try #require(start == MAP_FAILED ? nil : start)
    try #require(mprotect(pages + mapped - pageSize, pageSize, PROT_NONE) == 0)
  }

  deinit { munmap(pages, mapped) }

  /// The first byte of the frame, which ends where the guarded memory begins.
  var start: UnsafeMutableRawPointer { pages + (mapped - pageSize - byteCount) }
  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: start, count: byteCount)) }
}

@Suite("Frames composed in place")
struct CompositionInPlaceTests {
  private static let width = 132

  /// Draws a list in place, in strips of whole rows.
  private func drawn(_ list: DisplayList, height: Int, strips: [Range<Int>], workers: any WorkerPool) throws -> [UInt8] {
    let size = PixelSize(width: Self.width, height: height)
    let memory = try GuardedMemory(byteCount: size.width * size.height * 4)
    let target = PixelBuffer(
      baseAddress: memory.start, size: size, bytesPerRow: size.width * 4, format: .xrgb8888, isOrdinaryMemory: true)
    #expect(TargetWriter(target: target, orientation: .upright).pixelsInPlace(of: PixelRect(size)) != nil)
    memset(memory.start, 0x5a, size.width * size.height * 4)
    for rows in strips {
      let before = memory.bytes
      Renderer().draw(
        list, into: target, damage: [PixelRect(minX: 0, minY: rows.lowerBound, maxX: size.width, maxY: rows.upperBound)],
        workers: workers)
      let (after, lower, upper) = (memory.bytes, rows.lowerBound * size.width * 4, rows.upperBound * size.width * 4)
      #expect(after[..<lower] == before[..<lower] && after[upper...] == before[upper...])
    }
    return memory.bytes
  }

  @Test(
    "a frame in ordinary memory has the bits of one that is copied, whole and in strips, and touches nothing behind it",
    arguments: LawTests.seeds)
  func sameBits(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for round in 0..<6 {
      let height = Int.random(in: 1...90, using: &generator)
      let list =
        round % 2 == 0
        ? DisplayList.randomOfEverything(seed: seed &* 31 &+ UInt64(round), width: Self.width, height: height)
        : DisplayList.random(seed: seed &* 31 &+ UInt64(round), width: Self.width, height: height)
      let copied = Canvas(width: Self.width, height: height)
      copied.draw(list)
      #expect(try drawn(list, height: height, strips: [0..<height], workers: SerialWorkerPool()) == copied.bytes)
      #expect(try drawn(list, height: height, strips: [0..<height], workers: ConcurrentWorkerPool()) == copied.bytes)
      let cut = height / 2
      let parts = [cut..<height, 0..<cut].filter { !$0.isEmpty }
      #expect(try drawn(list, height: height, strips: parts, workers: SerialWorkerPool()) == copied.bytes)
    }
  }

  @Test("blocks of one color are filled whole, and nothing behind them", arguments: [1, 2, 3, 33, 70])
  func oneColor(height: Int) throws {
    for opacity in [UInt8(0), 90, 255] {
      var list = DisplayList()
      let rect = Rect(x: 0, y: 0, width: Scalar(Self.width), height: Scalar(height))
      if opacity > 0 { list.fill(Path(rect: rect), with: .color(.blue), opacity: opacity) }
      let copied = Canvas(width: Self.width, height: height)
      copied.draw(list)
      #expect(try drawn(list, height: height, strips: [0..<height], workers: SerialWorkerPool()) == copied.bytes)
    }
  }

  @Test("rectangles that overlap are found, since their blocks must not be composed in place")
  func overlap() {
    let bar = PixelRect(minX: 0, minY: 0, maxX: 132, maxY: 40)
    let below = PixelRect(minX: 0, minY: 40, maxX: 132, maxY: 96)
    let card = PixelRect(minX: 20, minY: 39, maxX: 90, maxY: 90)
    #expect([PixelRect]().isDisjoint && [bar].isDisjoint && [bar, below].isDisjoint)
    #expect(![bar, card].isDisjoint && ![card, below].isDisjoint && ![below, bar, card].isDisjoint && ![bar, bar].isDisjoint)
    // So many are not compared.
    #expect(![PixelRect](repeating: .empty, count: 17).isDisjoint)
  }

  @Test("runs of every length at the right edge touch nothing behind the frame")
  func runsAtEdge() throws {
    let height = 33
    // Long runs are composed in another loop.
    for count in Array(1...9) + Array(32...51) {
      for alpha in [UInt8(255), 90] {
        var list = DisplayList()
        let left = Scalar(Self.width - count)
        for y in 0..<height {
          // A coverage of a half in whole runs.
          let rect = Rect(x: left, y: Scalar(y) + 0.25, width: Scalar(count), height: 0.5)
          list.fill(Path(rect: rect), with: .color(.blue), opacity: alpha)
          var slope = Path()
          slope.move(to: Point(x: left - 2, y: Scalar(y)))
          slope.addLine(to: Point(x: Scalar(Self.width), y: Scalar(y)))
          slope.addLine(to: Point(x: Scalar(Self.width), y: Scalar(y) + 0.75))
          slope.addLine(to: Point(x: left, y: Scalar(y) + 0.75))
          list.fill(slope, with: .color(.red), opacity: alpha)
        }
        // Rows with the same coverages, down to the last.
        var wide = Path()
        wide.move(to: Point(x: left + 0.5, y: 0.25))
        wide.addLine(to: Point(x: Scalar(Self.width + 9), y: 0.25))
        wide.addLine(to: Point(x: Scalar(Self.width + 9), y: Scalar(height + 9)))
        wide.addLine(to: Point(x: left + 0.5, y: Scalar(height + 9)))
        wide.addLine(to: Point(x: left + 0.25, y: 2))
        wide.addLine(to: Point(x: left + 0.5, y: 1))
        list.fill(wide, with: .color(.green), opacity: alpha)
        let shadow = ShadowMask(roundedRect: CornerRadii(2), sigma: 1)
        let card = Rect(x: left - 1, y: Scalar(height - 8), width: Scalar(count), height: 7)
        list.drawShadow(shadow, of: card, color: .black)
        list.drawShadow(shadow, of: card.offsetBy(dx: 0.5, dy: 0.5), color: .black)
        let copied = Canvas(width: Self.width, height: height)
        copied.draw(list)
        #expect(try drawn(list, height: height, strips: [0..<height], workers: SerialWorkerPool()) == copied.bytes)
      }
    }
  }
}
