import CartoucheRaster
import CartoucheText
import Testing

@Suite("Outlines of distance fields")
struct FieldOutlineTests {
  private let edge = 191 * 256 + 64

  /// Returns twice the area that the contours enclose, in square pixels; clockwise contours count positive.
  private func doubledArea(_ path: Path) -> Double {
    var (sum, first, last) = (0.0, Point.zero, Point.zero)
    func number(_ value: Scalar) -> Double { Double(value.rawValue) / 65536 }
    func add(_ a: Point, _ b: Point) { sum += number(a.x) * number(b.y) - number(b.x) * number(a.y) }
    var points = path.points[...]
    for verb in path.verbs {
      switch verb {
      case .move: (first, last) = (points.first ?? .zero, points.popFirst() ?? .zero)
      case .line:
        let next = points.popFirst() ?? .zero
        add(last, next)
        last = next
      case .close: add(last, first)
      default: Issue.record("a traced outline has no curves")
      }
    }
    return sum
  }

  @Test("the contour of a disc is a clockwise circle")
  func disc() {
    let field = TestFields.field(width: 20, height: 18, distance: TestFields.disc(x: 10, y: 9, radius: 6))
    let path = FieldOutline.path(field: field, width: 20, height: 18, level: edge)
    #expect(path.verbs.filter { $0 == .move }.count == 1 && path.verbs.last == .close)
    for point in path.points {
      let (x, y) = (Double(point.x.rawValue) / 65536 - 10, Double(point.y.rawValue) / 65536 - 9)
      // Bytes are rounded by 1/64 px, and a straight ramp between two centers deviates by as much.
      #expect(abs((x * x + y * y).squareRoot() - 6) < 0.04)
    }
    #expect(abs(doubledArea(path) / 2 - 36 * Double.pi) < 2)
  }

  @Test("a ring has a hole that runs counterclockwise")
  func ring() {
    let field = TestFields.field(width: 24, height: 24) { x, y in
      abs(TestFields.disc(x: 12, y: 12, radius: 6.5)(x, y)) - 2
    }
    let path = FieldOutline.path(field: field, width: 24, height: 24, level: edge)
    #expect(path.verbs.filter { $0 == .move }.count == 2)
    #expect(abs(doubledArea(path) / 2 - (8.5 * 8.5 - 4.5 * 4.5) * Double.pi) < 2)
    for rule in [FillRule.nonZero, .evenOdd] {
      #expect(!path.contains(Point(x: 12, y: 12), rule: rule) && path.contains(Point(x: 5.5, y: 12), rule: rule))
    }
  }

  @Test("a straight edge is exact, and points along it are left out")
  func bar() throws {
    let glyph = TestFields.bar("l", width: 4, height: 16)
    let path = FieldOutline.path(field: glyph.field, width: 10, height: 22, level: edge)
    let bounds = try #require(path.bounds)
    // The bytes on both sides of the edge are rounded to 1/64 px.
    for (actual, expected) in [(bounds.minX, 3), (bounds.maxX, 7), (bounds.minY, 3), (bounds.maxY, 19)] as [(Scalar, Scalar)] {
      #expect((actual - expected).magnitude < 0.02)
    }
    #expect(path.points.count < 20)
  }

  @Test("of two touching corners, the mean decides whether they are connected")
  func saddle() {
    let field: [UInt8] = [255, 0, 0, 255]
    func count(_ level: Int) -> Int {
      FieldOutline.path(field: field, width: 2, height: 2, level: level * 256).verbs.filter { $0 == .move }.count
    }
    #expect(count(100) == 1 && count(127) == 1 && count(128) == 2 && count(255) == 0)
  }

  @Test("a shape that fills the field ends at the field's border")
  func full() throws {
    let path = FieldOutline.path(field: [UInt8](repeating: 255, count: 12), width: 4, height: 3, level: 128 * 256)
    let bounds = try #require(path.bounds)
    #expect(bounds.minX < 0.01 && bounds.minX > -0.01 && bounds.maxX > 3.99 && bounds.maxY < 3.01)
  }

  @Test("sizes that do not fit, and levels that no value has, give an empty path")
  func wrong() {
    let field = [UInt8](repeating: 200, count: 12)
    for (width, height) in [(4, 4), (0, 0), (-4, -3), (12, 0), (Int.max, Int.max), (6, 2_000_000_000)] {
      #expect(FieldOutline.path(field: field, width: width, height: height, level: edge).isEmpty)
    }
    #expect(FieldOutline.path(field: field, width: 4, height: 3, level: Int.max).isEmpty)
    #expect(!FieldOutline.path(field: field, width: 4, height: 3, level: Int.min).isEmpty)
    #expect(FieldOutline.path(field: [0, 0, 0, 0], width: 2, height: 2, level: 0).isEmpty)
  }
}
