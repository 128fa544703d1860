import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Filling masks")
struct MaskFillTests {
  /// Returns a mask with runs of zero, full, constant and random coverage; half of the masks also have
  /// rectangles that are fully covered or empty.
  private func mask(_ generator: inout SplitMix64, _ bounds: PixelRect) -> CoverageMask {
    CoverageMask(bounds: bounds) { coverages in
      var index = 0
      while index < coverages.count {
        let end = min(index + Int.random(in: 1...40, using: &generator), coverages.count)
        let kind = Int.random(in: 0..<4, using: &generator)
        let value = UInt8.random(in: 0...255, using: &generator)
        for position in index..<end {
          coverages[position] = kind == 0 ? 0 : kind == 1 ? 255 : kind == 2 ? value : .random(in: 0...255, using: &generator)
        }
        index = end
      }
      guard Bool.random(using: &generator) else { return }
      for _ in 0..<6 {
        let (left, top) = (
          Int.random(in: 0..<bounds.width, using: &generator), Int.random(in: 0..<bounds.height, using: &generator)
        )
        let (right, bottom) = (left + Int.random(in: 8...90, using: &generator), top + Int.random(in: 4...24, using: &generator))
        let value: UInt8 = Bool.random(using: &generator) ? 255 : 0
        for row in top..<min(bottom, bounds.height) {
          for column in left..<min(right, bounds.width) { coverages[row * bounds.width + column] = value }
        }
      }
    }
  }

  @Test("each pixel blends the color by coverage and opacity, also at the screen's edges")
  func fill() {
    var generator = SplitMix64(seed: 40)
    func nearest(_ value: Int) -> Int { (value + 127) / 255 }
    for round in 0..<80 {
      let (x, y) = (Int.random(in: -30...70, using: &generator), Int.random(in: -30...70, using: &generator))
      let left = [-5, -1, 0, 61, 127].randomElement(using: &generator)!
      let width = Int.random(in: 1...(round % 2 == 0 ? 90 : 300), using: &generator)
      let bounds = PixelRect(minX: left, minY: 7, maxX: left + width, maxY: 50)
      let mask = mask(&generator, bounds)
      let color =
        round % 4 == 0 ? Color(red: 0, green: 0, blue: 0, alpha: .random(in: 1...255, using: &generator)) : generator.color()
      let opacity: UInt8 = round % 3 == 0 ? 255 : .random(in: 1...255, using: &generator)
      var list = DisplayList()
      // Clipped by the screen, and in half of the rounds by a part of it.
      let visible =
        round % 4 < 2
        ? PixelRect(minX: 0, minY: 0, maxX: 250, maxY: 80)
        : PixelRect(
          minX: .random(in: 0..<120, using: &generator), minY: .random(in: 0..<40, using: &generator),
          maxX: .random(in: 120...250, using: &generator), maxY: .random(in: 40...80, using: &generator))
      list.clipped(
        to: PixelClip(
          Rect(x: Scalar(visible.minX), y: Scalar(visible.minY), width: Scalar(visible.width), height: Scalar(visible.height)))
      ) {
        $0.fill(mask, with: .color(color), transform: .translation(x: Scalar(x), y: Scalar(y)), opacity: opacity)
      }
      let canvas = Canvas(width: 250, height: 80)
      canvas.draw(list)
      let alpha = nearest(Int(color.alpha) * Int(opacity))
      for row in 0..<80 {
        for column in 0..<250 {
          let isVisible = column >= visible.minX && column < visible.maxX && row >= visible.minY && row < visible.maxY
          let weight = isVisible ? nearest(Int(mask[column - x, row - y]) * alpha) : 0
          for (shift, channel) in [(16, color.red), (8, color.green), (0, color.blue)] as [(UInt32, UInt8)] {
            let expected = nearest(Int(channel) * weight + 255 * (255 - weight))
            guard Int((canvas[column, row] >> shift) & 255) == expected else {
              Issue.record("round \(round), \(bounds) in \(visible): pixel \(column), \(row)")
              return
            }
          }
        }
      }
    }
  }

  @Test("a mask drawn in narrow parts equals the whole, and in a group equals an image of it within 1 of 255")
  func parts() {
    var generator = SplitMix64(seed: 43)
    for round in 0..<30 {
      let width = Int.random(in: 1...200, using: &generator)
      let left = Int.random(in: -140...20, using: &generator)
      let bounds = PixelRect(minX: left, minY: -4, maxX: left + width, maxY: 30)
      let mask =
        round % 5 == 0
        ? CoverageMask(bounds: bounds) { $0.update(repeating: 255) } : mask(&generator, bounds)
      let color = round % 2 == 0 ? generator.color(opaque: true) : generator.color()
      let across = Int.random(in: -20...160, using: &generator)
      let move = Homography.translation(x: Scalar(across), y: 2)
      var (list, grouped, withImage) = (DisplayList(), DisplayList(), DisplayList())
      list.fill(mask, with: .color(color), transform: move)
      grouped.group(opacity: 200) { $0.fill(mask, with: .color(color), transform: move) }
      withImage.group(opacity: 200) {
        $0.draw(
          Image(mask, color: color),
          transform: .translation(x: Scalar(across + bounds.minX), y: Scalar(2 + bounds.minY)))
      }
      func drawn(_ list: DisplayList, _ damages: [[PixelRect]?] = [nil]) -> Canvas {
        let canvas = Canvas(width: 150, height: 40)
        for damage in damages { canvas.draw(list, damage: damage) }
        return canvas
      }
      var (edges, x) = ([0], 0)
      while x < 150 {
        x = min(x + Int.random(in: 1...(round % 3 == 0 ? 12 : 60), using: &generator), 150)
        edges.append(x)
      }
      let pieces = zip(edges, edges.dropFirst()).shuffled(using: &generator).map { from, to in
        [PixelRect(minX: from, minY: 0, maxX: to, maxY: 17), PixelRect(minX: from, minY: 17, maxX: to, maxY: 40)]
      }
      #expect(drawn(list).bytes == drawn(list, pieces).bytes, "round \(round), \(bounds)")
      let (one, other) = (drawn(grouped).bytes, drawn(withImage).bytes)
      #expect(zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "round \(round), \(bounds)")
    }
  }

  @Test("a rotated and scaled mask equals a filtered image of its coverage, within 2 of 255")
  func transformed() {
    var generator = SplitMix64(seed: 41)
    for angle in [0, 7, 45, 90, 213] {
      let mask = mask(&generator, PixelRect(minX: 0, minY: 0, maxX: 40, maxY: 30))
      let transform = Homography(
        AffineTransform.translation(x: 50.5, y: 40.25).rotated(by: .degrees(WideFixed(angle))).scaled(x: 1.5, y: 1.25))
      var (one, other) = (DisplayList(), DisplayList())
      one.fill(mask, with: .color(.black), transform: transform)
      other.draw(Image(mask, color: .black), transform: transform)
      let (canvas, expected) = (Canvas(width: 120, height: 120), Canvas(width: 120, height: 120))
      canvas.draw(one)
      expected.draw(other)
      // Only the interior is compared: at its borders the image is clipped and the mask fades out.
      let inside = Canvas(width: 120, height: 120)
      var whole = DisplayList()
      whole.fill(Path(rect: Rect(x: 1, y: 1, width: 38, height: 28)), with: .color(.black), transform: transform)
      inside.draw(whole)
      var compared = 0
      for y in 0..<120 {
        for x in 0..<120 where inside[x, y] == 0xff00_0000 {
          compared += 1
          #expect(abs(Int(canvas[x, y] & 255) - Int(expected[x, y] & 255)) <= 2, "\(angle)°: \(x), \(y)")
        }
      }
      #expect(compared > 800)
    }
  }

  @Test("masks without pixels or beyond the largest side are empty and, like off-screen ones, draw nothing")
  func extremes() {
    let side = CoverageMask.maximumSide
    for bounds in [
      PixelRect.empty, PixelRect(minX: 0, minY: 0, maxX: side + 1, maxY: 1), PixelRect(minX: .min, minY: 0, maxX: .max, maxY: 1),
      PixelRect(minX: 5, minY: 5, maxX: 4, maxY: 9),
    ] {
      let mask = CoverageMask(bounds: bounds) { _ in Issue.record("the coverages of \(bounds) were requested") }
      #expect(mask.bounds.isEmpty)
      var list = DisplayList()
      list.fill(mask, with: .color(.black))
      let canvas = Canvas(width: 8, height: 8)
      canvas.draw(list)
      #expect((0..<64).allSatisfy { canvas[$0 % 8, $0 / 8] == 0xffff_ffff })
    }
    let full = CoverageMask(bounds: PixelRect(minX: 0, minY: 0, maxX: 8, maxY: 8)) { $0.update(repeating: 255) }
    for offset in [Scalar.min, -8, 8, Scalar.max] {
      var list = DisplayList()
      list.fill(full, with: .color(.black), transform: .translation(x: offset, y: 0))
      let canvas = Canvas(width: 8, height: 8)
      canvas.draw(list)
      #expect((0..<64).allSatisfy { canvas[$0 % 8, $0 / 8] == 0xffff_ffff }, "\(offset)")
    }
  }
}
