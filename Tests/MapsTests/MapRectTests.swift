import CartoucheMaps
import CartoucheTestSupport
import Testing

@Suite("Operations on map rectangles")
struct MapRectTests {
  private let world = MapPoint.worldSize

  /// A rectangle in cells, of which the world has 16 in each direction.
  private func cells(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> MapRect {
    let cell = world / 16
    return MapRect(
      origin: MapPoint(x: Int64(x) * cell, y: Int64(y) * cell), width: Int64(width) * cell, height: Int64(height) * cell)
  }

  private func random(_ generator: inout SplitMix64) -> MapRect {
    cells(
      generator.int(in: -20...36), generator.int(in: 0...12), generator.int(in: 0...24), generator.int(in: 0...6))
  }

  /// The copies of a rectangle that may touch another one of these tests.
  private func copies(of rect: MapRect) -> [MapRect] { (-6...6).map { rect.offsetBy(dx: Int64($0) * world, dy: 0) } }

  @Test("a union contains both rectangles, and no copy of the second one makes it narrower")
  func union() {
    var generator = SplitMix64(seed: 0xa1)
    for _ in 0..<2000 {
      let (a, b) = (random(&generator), random(&generator))
      let union = a.union(b)
      #expect(a.isEmpty || union.contains(a))
      #expect(b.isEmpty || union.contains(b))
      let narrowest = copies(of: b).map { max(a.maxX, $0.maxX) - min(a.minX, $0.minX) }.min()
      #expect(union.width == narrowest, "\(a) \(b)")
      #expect(union.minY == min(a.minY, b.minY) && union.maxY == max(a.maxY, b.maxY))
    }
    // Kamchatka and Alaska.
    #expect(cells(15, 3, 1, 1).union(cells(0, 4, 1, 1)) == cells(15, 3, 2, 2))
    #expect(MapRect.world.union(cells(3, 3, 2, 2)) == .world)
  }

  @Test("an intersection is the widest of those with the copies of the other rectangle, in the first one's copy of the world")
  func intersection() {
    var generator = SplitMix64(seed: 0xb2)
    var found = 0
    for _ in 0..<2000 {
      let (a, b) = (random(&generator), random(&generator))
      let widths = copies(of: b).map { min(a.maxX, $0.maxX) - max(a.minX, $0.minX) }
      let height = min(a.maxY, b.maxY) - max(a.minY, b.minY)
      let result = a.intersection(b)
      guard let widest = widths.max(), widest > 0, height > 0, !a.isEmpty, !b.isEmpty else {
        #expect(result.isNull && !a.intersects(b), "\(a) \(b)")
        continue
      }
      found += 1
      #expect(result.width == widest && result.height == height && a.intersects(b), "\(a) \(b)")
      #expect(result.minX >= a.minX && result.maxX <= a.maxX && result.minY >= a.minY && result.maxY <= a.maxY)
      #expect(a.contains(result) && b.contains(result))
    }
    #expect(found > 400)
    #expect(cells(14, 0, 4, 4).intersection(cells(1, 2, 4, 4)) == cells(17, 2, 1, 2))
  }

  @Test("a rectangle contains another one if one of its copies is inside; an empty one is in none")
  func contains() {
    var generator = SplitMix64(seed: 0xc3)
    var found = 0
    for _ in 0..<2000 {
      let (a, b) = (random(&generator), random(&generator))
      let isInside = copies(of: b).contains { a.minX <= $0.minX && $0.maxX <= a.maxX && a.minY <= $0.minY && $0.maxY <= a.maxY }
      let isAround = a.width >= MapPoint.worldSize && a.minY <= b.minY && b.maxY <= a.maxY
      #expect(a.contains(b) == ((isInside || isAround) && !a.isEmpty && !b.isEmpty), "\(a) \(b)")
      if isInside { found += 1 }
    }
    #expect(found > 20)
    #expect(MapRect.world.contains(cells(15, 3, 2, 2)), "a rectangle across 180°")
  }

  @Test("the null rectangle adds nothing to a union, and a rectangle without size adds its corner")
  func null() {
    let rect = cells(2, 2, 4, 4)
    #expect(MapRect.null.isNull && MapRect.null.isEmpty && !MapRect.world.isNull)
    #expect(rect.union(.null) == rect && MapRect.null.union(rect) == rect && MapRect.null.union(.null).isNull)
    #expect(rect.intersection(.null).isNull && MapRect.null.intersection(rect).isNull)
    #expect(MapRect.null.insetBy(dx: -10, dy: -10).isNull && MapRect.null.offsetBy(dx: 5, dy: 5).isNull)
    #expect(!cells(8, 2, 0, 0).isNull && rect.union(cells(8, 2, 0, 0)) == cells(2, 2, 6, 4))
    // As in MapKit, a line without points adds nothing to what is fitted.
    let line = MapPolyline(coordinates: [Coordinate]())
    #expect(line.boundingMapRect.isNull && rect.union(line.boundingMapRect) == rect)
  }

  @Test("insets and offsets; edges that would pass each other make the rectangle null")
  func insets() {
    let rect = cells(2, 3, 4, 6)
    let cell = world / 16
    #expect(rect.insetBy(dx: cell, dy: 2 * cell) == cells(3, 5, 2, 2))
    #expect(rect.insetBy(dx: -cell, dy: 0) == cells(1, 3, 6, 6))
    #expect(rect.insetBy(dx: 2 * cell, dy: 0) == cells(4, 3, 0, 6) && !rect.insetBy(dx: 2 * cell, dy: 0).isNull)
    #expect(rect.insetBy(dx: 2 * cell + 1, dy: 0) == .null)
    #expect(rect.offsetBy(dx: cell, dy: -cell) == cells(3, 2, 4, 6))
    #expect((rect.minX, rect.maxX, rect.minY, rect.maxY) == (2 * cell, 6 * cell, 3 * cell, 9 * cell))
  }

  @Test("what is beyond the 180th meridian is the remainder, on the other side of the world")
  func remainder() {
    #expect(!MapRect.world.spans180thMeridian && MapRect.world.remainder.isNull)
    #expect(cells(14, 2, 4, 4).spans180thMeridian && cells(14, 2, 4, 4).remainder == cells(0, 2, 2, 4))
    #expect(cells(-3, 2, 4, 4).spans180thMeridian && cells(-3, 2, 4, 4).remainder == cells(13, 2, 3, 4))
    #expect(cells(17, 2, 4, 4).remainder == cells(1, 2, 4, 4))
    #expect(!cells(16, 2, 0, 4).spans180thMeridian)
  }

  @Test("numbers beyond the range are clamped; nothing traps")
  func extremes() {
    let values: [Int64] = [.min, .min + 1, -1, 0, 1, world, .max - 1, .max]
    var rects: [MapRect] = []
    for x in values {
      for width in values { rects.append(MapRect(origin: MapPoint(x: x, y: width), width: width, height: x)) }
    }
    for a in rects {
      for b in rects {
        let (union, intersection) = (a.union(b), a.intersection(b))
        #expect(union.isNull == (a.isNull && b.isNull))
        #expect(intersection.isNull || (intersection.width > 0 && intersection.height > 0))
        _ = (a.contains(b), a.intersects(b), a.contains(b.origin))
      }
      for d in values { _ = (a.insetBy(dx: d, dy: d), a.offsetBy(dx: d, dy: d), a.remainder) }
    }
  }
}
