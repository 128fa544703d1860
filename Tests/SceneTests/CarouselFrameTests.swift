import CartoucheImages
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Foundation
import Testing

/// The largest difference of a color component.
private func largestDifference(_ a: UInt32, _ b: UInt32) -> Int {
  var maximum = 0
  for shift: UInt32 in [0, 8, 16] {
    let (first, second) = (Int(a >> shift & 255), Int(b >> shift & 255))
    maximum = max(maximum, abs(first - second))
  }
  return maximum
}

/// The distance of a point from the edges of a quadrilateral; negative outside.
private func signedDistance(_ x: Double, _ y: Double, to corners: [(x: Double, y: Double, z: Double)]) -> Double {
  var minimum = Double.infinity
  var area = 0.0
  for index in 0..<4 {
    let (a, b) = (corners[index], corners[(index + 1) % 4])
    area += a.x * b.y - b.x * a.y
  }
  for index in 0..<4 {
    let (a, b) = (corners[index], corners[(index + 1) % 4])
    let length = hypot(b.x - a.x, b.y - a.y)
    let side = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / max(length, 1e-9)
    minimum = min(minimum, area < 0 ? -side : side)
  }
  return minimum
}

@Suite("The drawn carousel")
struct CarouselFrameTests {
  /// Draws the ring on a stage of its own.
  func draw(_ ring: TransformLayer, size: PixelSize) -> TestPanel {
    let stage = Stage(size: size)
    stage.root.addSublayer(ring)
    let panel = TestPanel(size: size, format: .xrgb8888)
    Renderer().draw(
      stage.displayList(afterCommit: ()), into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    return panel
  }

  @Test("K2, K3: matches its golden frames", arguments: [0, 20, 36, 100])
  func golden(degrees: Int) throws {
    let ring = decoratedCarousel(angle: .degrees(WideFixed(degrees)))
    try expectFrame(draw(ring, size: PixelSize(width: 480, height: 320)), matches: "carousel-\(degrees)")
  }

  /// A browser's screenshot of the same cards: flat, in an order given explicitly.
  @Test(
    "K3: matches a browser: colors within 3 of 255 inside the cards, the shadow within 8, edges within half a pixel",
    .enabled(if: TestEnvironment.sharedData("data/carousel/carousel_a0_sh40dy-3.png") != nil, "no shared data"))
  func reference() throws {
    let path = try #require(TestEnvironment.sharedData("data/carousel/carousel_a0_sh40dy-3.png"))
    let size = PixelSize(width: 480, height: 320)
    let theirs = PixelGrid(try PNG.decode([UInt8](Data(contentsOf: URL(filePath: path)))))
    let ours = PixelGrid(draw(decoratedCarousel(), size: size).image)
    let cards = (0..<5).map { index in
      [(-125.0, -75.0), (125, -75), (125, 75), (-125, 75)].map { projectedCardPoint($0.0, $0.1, degrees: Double(72 * index)) }
    }
    var (inside, shadow, edge) = (0, 0, 0.0)
    var counts = (inside: 0, shadow: 0, edge: 0)
    for y in 0..<320 {
      for x in 0..<480 {
        let difference = largestDifference(ours[x, y], theirs[x, y])
        // The distance from the nearest outline: a card's edge or its border's inner edge.
        let distances = cards.map { signedDistance(Double(x) + 0.5, Double(y) + 0.5, to: $0) }
        let nearest = distances.map(abs).min() ?? 0
        let isInside = distances.contains { $0 > 0 }
        let nearCorner = cards.contains { card in card.contains { hypot($0.x - Double(x), $0.y - Double(y)) < 16 } }
        let nearBorder = distances.contains { $0 > 0 && $0 < 8 }
        if nearest < 1.5 || nearCorner || (isInside && nearBorder) {
          // An edge that is off by half a pixel changes a pixel by at most half of the step across it.
          edge = max(edge, Double(difference))
          counts.edge += 1
        } else if distances[0] > 0 {
          // The other cards are in this one's shadow.
          inside = max(inside, difference)
          counts.inside += 1
        } else {
          shadow = max(shadow, difference)
          counts.shadow += 1
        }
      }
    }
    #expect(counts.inside > 40_000 && counts.shadow > 40_000 && counts.edge > 3_000)
    #expect(inside <= 3 && shadow <= 8 && edge <= 127, "inside \(inside), shadow \(shadow), edge \(edge)")
  }

  @Test(
    "K5: has every card's corners where the formula has them, with smooth edges",
    arguments: Array(stride(from: 0.0, to: 72, by: 4)) + randomAngles(20))
  func corners(degrees: Double) throws {
    let ring = carousel(angle: .degrees(WideFixed(rawValue: Int64(degrees * 0x1p32))))
    ring.position = Point(x: 160, y: 80)
    for index in 0..<5 {
      let angle = degrees + Double(72 * index)
      let width = abs(projectedCardPoint(125, 0, degrees: angle).x - projectedCardPoint(-125, 0, degrees: angle).x)
      if width < 20 { continue }  // too close to edge-on to measure
      for (second, card) in ring.sublayers.enumerated() {
        card.isHidden = second != index
        (card.cornerRadius, card.border) = (10, nil)
        (card as? GradientLayer)?.colors = [.black]
      }
      let outline = Outline(draw(ring, size: PixelSize(width: 800, height: 480)).image)
      let formula = [(-125.0, -75.0), (125, -75), (125, 75), (-125, 75)].map { projectedCardPoint($0.0, $0.1, degrees: angle) }
        .map { (x: $0.x + 160, y: $0.y + 80) }
      // Seen from behind, the card's left side is on the right.
      let left = min(formula[0].x, formula[1].x)
      let corners = outline.corners
      let measured = try #require(corners)
      for corner in formula {
        let found =
          corner.x == left
          ? (measured.left, measured.top.left, measured.bottom.left)
          : (measured.right, measured.top.right, measured.bottom.right)
        let y = corner.y < 220 ? found.1 : found.2
        #expect(abs(found.0 - corner.x) < 0.05 && abs(y - corner.y) < 0.1, "card \(index) at \(angle)°")
      }
      if abs(angle.remainder(dividingBy: 180)) > 3 {
        let shades = outline.shades
        #expect(shades > 12)
      }
    }
  }

  @Test(
    "K1: shows the nearest card at every pixel",
    arguments: Array(stride(from: 0.0, to: 360, by: 15)) + randomAngles(20))
  func nearest(degrees: Double) {
    let ring = carousel(angle: .degrees(WideFixed(rawValue: Int64(degrees * 0x1p32))))
    for (index, card) in ring.sublayers.enumerated() {
      card.border = nil
      (card as? GradientLayer)?.colors = [Color(hex: UInt32(0x10 << index))]
    }
    let pixels = PixelGrid(draw(ring, size: PixelSize(width: 480, height: 320)).image)
    var counted = 0
    for y in stride(from: 1, to: 320, by: 3) {
      for x in stride(from: 1, to: 480, by: 3) {
        var nearest: (index: Int, z: Double)?
        var isClear = true
        for index in 0..<5 {
          guard let point = cardPoint(Double(x) + 0.5, Double(y) + 0.5, degrees: degrees + Double(72 * index)) else { continue }
          let inside = min(125 - abs(point.x), 75 - abs(point.y))
          if abs(inside) < 4 { isClear = false }
          if inside > 0 {
            if let second = nearest, abs(second.z - point.z) < 0.5 { isClear = false }
            if nearest.map({ point.z > $0.z }) ?? true { nearest = (index, point.z) }
          }
        }
        guard isClear, let nearest else { continue }
        counted += 1
        if pixels[x, y] != 0xff00_0000 | UInt32(0x10 << nearest.index) {
          Issue.record("pixel (\(x), \(y)) is \(pixels[x, y]), not card \(nearest.index)")
          return
        }
      }
    }
    #expect(counted > 3000)
  }
}

/// Seeded random angles from 0 to 360 degrees.
private func randomAngles(_ count: Int) -> [Double] {
  var random = SplitMix64(seed: 5)
  return (0..<count).map { _ in Double.random(in: 0..<360, using: &random) }
}

extension Stage {
  fileprivate func displayList(afterCommit: ()) -> DisplayList {
    _ = commit()
    return displayList
  }
}

@Suite("A carousel's cards")
struct CarouselCardTests {
  @Test("K5: are a third larger in front, 333.3 × 200, and scaled by 0.8 at the farthest point of the ring")
  func scales() throws {
    let map = Homography(cardTransform(.zero))
    let (a, b) = (try #require(map.project(Point(x: -125, y: -75))), try #require(map.project(Point(x: 125, y: 75))))
    #expect(abs((b.x - a.x).double - 1000.0 / 3) < 0.001 && abs((b.y - a.y).double - 200) < 0.001)
    let far = try #require(Homography(cardTransform(.degrees(180))).largestScale(at: .zero))
    #expect(abs(far.double - 0.8) < 0.001)
  }

  @Test("K6: are 51.43 degrees apart in a carousel of seven", arguments: 0..<7)
  func seven(index: Int) throws {
    let card = carousel(cards: 7).sublayers[index]
    // The rotation about y, from the direction in which the card's center is translated.
    let angle = atan2(card.transform.m31.double, card.transform.m33.double) * 180 / .pi
    let expected = Double(index) * 360 / 7
    #expect(abs((angle - expected).remainder(dividingBy: 360)) < 1e-6)
  }

  @Test("K4: are mirrored from behind, or hidden if not double-sided", arguments: [true, false])
  func back(isDoubleSided: Bool) {
    let size = PixelSize(width: 80, height: 40)
    func pixels(turned: Bool) -> PixelGrid {
      let stage = Stage(size: size)
      let card = GradientLayer(frame: Rect(x: 10, y: 10, width: 60, height: 20))
      (card.colors, card.startPoint, card.endPoint) = ([.red, .blue], Point(x: 0, y: 0.5), Point(x: 1, y: 0.5))
      card.isDoubleSided = isDoubleSided
      if turned { card.transform = Transform3D.identity.rotated(by: .degrees(180), axis: .y) }
      stage.root.addSublayer(card)
      let panel = TestPanel(size: size, format: .xrgb8888)
      Renderer().draw(
        stage.displayList(afterCommit: ()), into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
      return PixelGrid(panel.image)
    }
    let (front, back) = (pixels(turned: false), pixels(turned: true))
    #expect(front[12, 20] != front[67, 20])
    #expect(Layer().isDoubleSided && GradientLayer().isDoubleSided, "the default")
    for x in 0..<80 {
      let expected = isDoubleSided ? front[79 - x, 20] : 0xffff_ffff
      #expect(largestDifference(back[x, 20], expected) <= 1, "column \(x)")
    }
  }
}

/// The pixels of an image by column and row.
private struct PixelGrid {
  let width: Int
  let pixels: [UInt32]

  init(_ image: Image) {
    width = image.size.width
    pixels = Array(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count))
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}

/// The outline of one black card on white, measured from the gray of its edge pixels.
private struct Outline {
  let grid: PixelGrid

  init(_ image: Image) {
    grid = PixelGrid(image)
  }

  private func darkness(_ x: Int, _ y: Int) -> Double { Double(255 - grid[x, y] >> 8 & 0xff) / 255 }

  /// The number of different grays.
  var shades: Int { Set(grid.pixels).count }

  /// The start and end of the dark pixels of a line, including the fractions of those on the edge.
  private func extent(_ count: Int, _ dark: (Int) -> Double) -> (low: Double, high: Double)? {
    let values = (0..<count).map { dark($0) }
    guard let first = values.firstIndex(where: { $0 >= 0.999 }), let last = values.lastIndex(where: { $0 >= 0.999 }) else {
      return nil
    }
    return (Double(first) - values[..<first].reduce(0, +), Double(last + 1) + values[(last + 1)...].reduce(0, +))
  }

  /// The intersections of the straight sides: the corners themselves are rounded.
  var corners: (left: Double, right: Double, top: (left: Double, right: Double), bottom: (left: Double, right: Double))? {
    let height = grid.pixels.count / grid.width
    guard let sides = extent(grid.width, { darkness($0, 220) }) else { return nil }
    let width = sides.high - sides.low
    let columns = [Int(sides.low + width * 0.35), Int(sides.low + width * 0.65)]
    guard let first = extent(height, { darkness(columns[0], $0) }), let second = extent(height, { darkness(columns[1], $0) }) else {
      return nil
    }
    func line(_ a: Double, _ b: Double, at x: Double) -> Double {
      a + (b - a) * (x - Double(columns[0]) - 0.5) / Double(columns[1] - columns[0])
    }
    return (
      sides.low, sides.high, (line(first.low, second.low, at: sides.low), line(first.low, second.low, at: sides.high)),
      (line(first.high, second.high, at: sides.low), line(first.high, second.high, at: sides.high))
    )
  }
}
