import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Rectangles")
struct RectTests {
  private let rect = Rect(x: 10, y: 20, width: 100, height: 50)

  @Test("the middle, moved and inset rectangles are those of CGRect") func derived() {
    #expect(rect.midX == 60)
    #expect(rect.midY == 45)
    #expect(rect.center == Point(x: 60, y: 45))
    #expect(rect.offsetBy(dx: -5, dy: 2.5) == Rect(x: 5, y: 22.5, width: 100, height: 50))
    #expect(
      rect.inset(by: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)) == Rect(x: 12, y: 21, width: 94, height: 46))
    #expect(rect.inset(by: .zero) == rect)
    #expect(rect.applying(.scale(x: 2, y: -1)) == Rect(x: 20, y: -70, width: 200, height: 50))
  }

  @Test("a rectangle contains the rectangles inside it, and every empty one") func containment() {
    #expect(rect.contains(rect))
    #expect(rect.contains(rect.insetBy(dx: 1, dy: 1)))
    #expect(!rect.contains(rect.insetBy(dx: -1, dy: 0)))
    #expect(!rect.contains(rect.offsetBy(dx: 0, dy: 1)))
    #expect(rect.contains(Rect(x: 900, y: 0, width: 0, height: 9)))
  }

  @Test("union and intersection agree with the points that they contain") func sets() {
    var random = SplitMix64(seed: 41)
    func rect() -> Rect {
      func number(_ range: ClosedRange<Int>) -> Scalar { Scalar(Int.random(in: range, using: &random)) / 2 }
      return Rect(x: number(-20...20), y: number(-20...20), width: number(0...20), height: number(0...20))
    }
    for _ in 0..<500 {
      let (a, b) = (rect(), rect())
      let (common, all) = (a.intersection(b), a.union(b))
      for step in 0..<64 {
        let point = Point(x: Scalar(step % 8) * 5 - 20 + 0.25, y: Scalar(step / 8) * 5 - 20 + 0.25)
        #expect(common.contains(point) == (a.contains(point) && b.contains(point)))
        if a.contains(point) || b.contains(point) { #expect(all.contains(point)) }
      }
      #expect(all.contains(a) && all.contains(b))
    }
  }

  @Test("no rectangle traps at the ends of the range") func extremes() {
    let wide = Rect(x: .min, y: .max, width: .max, height: .max)
    #expect(wide.maxY == .max)
    #expect(wide.offsetBy(dx: .min, dy: .max).minX == .min)
    #expect(wide.midY == .max)
    #expect(wide.inset(by: EdgeInsets(top: .max, left: .min, bottom: .max, right: .min)).minX == .min)
  }

  @Test("a gray color is made from its brightness, clamped") func grays() {
    #expect(Color(white: 0) == .black)
    #expect(Color(white: 1) == .white)
    #expect(Color(white: 0.5) == .gray)
    #expect(Color(white: 7, alpha: -1) == Color.white.withAlpha(0))
    #expect(Color(white: 0.2, alpha: 0.5) == Color(red: 51, green: 51, blue: 51, alpha: 128))
  }
}
