import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Pixel-exact clips")
struct PixelClipTests {
  @Test("clips that share borders cover each pixel exactly once, at any slope")
  func partition() {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<40 {
      // A slanted grid of 3 × 3 clips with shared corners.
      let columns = 3
      let along = (generator.scalar(20...40), generator.scalar(-12...12))
      let across = (generator.scalar(-12...12), generator.scalar(20...40))
      let origin = Point(x: generator.scalar(-10...10), y: generator.scalar(-10...10))
      func corner(_ column: Int, _ row: Int) -> Point {
        Point(x: origin.x + along.0 * column + across.0 * row, y: origin.y + along.1 * column + across.1 * row)
      }
      var list = DisplayList()
      var everything = Path()
      everything.addRect(Rect(x: -200, y: -200, width: 600, height: 600))
      // Each clip darkens its pixels by the same translucent black: once gives 128, twice would give 64.
      for row in 0..<columns {
        for column in 0..<columns {
          let clip = PixelClip(corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1))
          list.clipped(to: clip) { $0.fill(everything, with: .color(Color(red: 0, green: 0, blue: 0, alpha: 127))) }
        }
      }
      let grid = Canvas(width: 120, height: 120)
      grid.draw(list)
      var once = 0
      for y in 0..<120 {
        for x in 0..<120 {
          #expect(grid[x, y] == 0xffff_ffff || grid[x, y] == 0xff80_8080)
          if grid[x, y] == 0xff80_8080 { once += 1 }
        }
      }
      #expect(once > 1000)
    }
  }

  @Test("an axis-aligned clip contains the pixels whose centers are inside")
  func level() {
    var list = DisplayList()
    var everything = Path()
    everything.addRect(Rect(x: 0, y: 0, width: 20, height: 20))
    list.clipped(to: PixelClip(Rect(x: 2.5, y: 3.25, width: 4, height: 5))) { $0.fill(everything, with: .color(.black)) }
    let canvas = Canvas(width: 20, height: 20)
    canvas.draw(list)
    for y in 0..<20 {
      for x in 0..<20 {
        let inside = x >= 2 && x < 6 && y >= 3 && y < 8
        #expect(canvas[x, y] == (inside ? 0xff00_0000 : 0xffff_ffff))
      }
    }
  }

  @Test("an appended list is drawn like the list itself, and the same inside of a clip", arguments: 0..<30 as Range<UInt64>)
  func appended(seed: UInt64) {
    let (width, height) = (90, 70)
    let items = DisplayList.randomOfEverything(seed: seed, width: width, height: height, count: 12)
    func drawn(_ body: (inout DisplayList) -> Void) -> Canvas {
      var list = DisplayList()
      body(&list)
      let canvas = Canvas(width: width, height: height)
      canvas.draw(list)
      return canvas
    }
    let direct = Canvas(width: width, height: height)
    direct.draw(items)
    let same = drawn { $0.append(items) }.bytes == direct.bytes
    let whole = PixelClip(Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height)))
    let sameInside = drawn { $0.clipped(to: whole) { $0.append(items) } }.bytes == direct.bytes
    #expect(same && sameInside)
    let part = drawn { $0.clipped(to: PixelClip(Rect(x: 20, y: 10, width: 40, height: 30))) { $0.append(items) } }
    var differing = 0
    for y in 10..<40 { for x in 20..<60 where part[x, y] != direct[x, y] { differing += 1 } }
    #expect(differing == 0)
  }

  @Test("the current clip limits only items of an appended list that have no clip")
  func appendedOutside() {
    let everything = Path(rect: Rect(x: 0, y: 0, width: 40, height: 20))
    var other = DisplayList()
    other.fill(everything, with: .color(.black))
    var withClips = other
    withClips.clipped(to: PixelClip(Rect(x: 30, y: 0, width: 5, height: 20))) { $0.fill(everything, with: .color(.black)) }
    for (list, hasOwnClip) in [(other, false), (withClips, true)] {
      var outer = DisplayList()
      outer.clipped(to: PixelClip(Rect(x: 4, y: 0, width: 10, height: 20))) { $0.append(list) }
      let canvas = Canvas(width: 40, height: 20)
      canvas.draw(outer)
      for x in 0..<40 {
        let isBlack = x >= 4 && x < 14 || hasOwnClip && x >= 30 && x < 35
        #expect(canvas[x, 10] == (isBlack ? 0xff00_0000 : 0xffff_ffff))
      }
    }
  }

  @Test("what a clip holds is left out if the list is appended with a corner of the clip behind the viewer")
  func behindViewer() {
    var list = DisplayList()
    let square = Path(rect: Rect(x: 0, y: 0, width: 8, height: 8))
    list.fill(square, with: .color(.red))
    list.clipped(to: PixelClip(Rect(x: 0, y: 0, width: 40, height: 8))) { list in
      list.group(opacity: 128) {
        $0.fill(square, with: .color(.blue))
        $0.fill(square, with: .color(.green))
      }
    }
    // Just beyond x = 20 the divisor is 0.
    let one: Int64 = 1 << 32
    let turned = Homography(xx: one, xy: 0, x0: 0, yx: 0, yy: one, y0: 0, wx: -one / 20, wy: 0, w0: one)
    var appended = DisplayList()
    appended.append(list, transform: turned)
    #expect(list.count == 5 && appended.count == 3)
    let canvas = Canvas(width: 30, height: 10)
    canvas.draw(appended)
    #expect(canvas[2, 2] == 0xffff_0000)
  }
}
