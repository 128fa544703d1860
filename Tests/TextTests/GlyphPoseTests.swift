import CartoucheRaster
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Poses of glyphs")
struct GlyphPoseTests {
  /// Returns the glyph index of a character of the first face.
  private func glyph(_ scalar: Unicode.Scalar, in fonts: FontCollection) throws -> UInt32 {
    try #require(fonts.faces[0].glyph(for: scalar.value))
  }

  /// Returns the coverages of a shape that is drawn at a position, in 48 × 48 pixels.
  private func coverages(_ shape: GlyphShape, at origin: Point = Point(x: 20, y: 28)) -> [UInt8] {
    var list = DisplayList()
    list.draw(GlyphRun(shapes: [shape], placements: [GlyphRun.Placement(shape: 0, origin: origin)]), with: .color(.white))
    let size = PixelSize(width: 48, height: 48)
    let panel = TestPanel(size: size, format: .xrgb8888)
    Renderer().draw(list, over: .black, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    let image = panel.image
    return (0..<size.width * size.height).map { UInt8(truncatingIfNeeded: image.storage.pixels[$0]) }
  }

  @Test("the upright shape is the one that text uses, and has masks for its horizontal quarters")
  func upright() throws {
    let fonts = TestFonts.all()
    _ = TextDrawing(TextLayout("R", style: TextStyle(fontSize: 14), fonts: fonts), fonts: fonts, halo: Halo(width: 2))
    #expect(fonts.glyphs.missCount == 2)
    let glyph = try glyph("R", in: fonts)
    for quarter in 0..<4 as Range<UInt8> {
      let pose = GlyphPose(direction: 0, quarterX: quarter)
      for halo in [0, 2] as [Scalar] { _ = fonts.shape(face: 0, glyph: glyph, size: 14, halo: halo, blur: 0, pose: pose) }
    }
    #expect(fonts.glyphs.missCount == 2)
  }

  @Test("the shapes of a glyph in several directions have one outline, which is counted once")
  func sharedOutlines() throws {
    let fonts = TestFonts.all()
    let glyph = try glyph("R", in: fonts)
    var sizes: [Int] = []
    for direction in 1...8 as ClosedRange<UInt8> {
      let before = fonts.glyphs.byteCount
      let pose = GlyphPose(direction: direction * 8, quarterX: 1)
      let shape = fonts.shape(face: 0, glyph: glyph, size: 14, halo: 2, pose: pose)
      sizes.append(fonts.glyphs.byteCount - before)
      #expect(shape == TestFonts.all().shape(face: 0, glyph: glyph, size: 14, halo: 2, pose: pose))
    }
    let outline = fonts.shape(face: 0, glyph: glyph, size: 14, halo: 2, pose: GlyphPose(direction: 8)).outline
    let bytes = outline.points.count * MemoryLayout<Point>.stride
    #expect(sizes.dropFirst().allSatisfy { $0 < sizes[0] - bytes / 2 })
    // With the last shape, the outline goes.
    for limit in [sizes[1] * 3, 0, 8 << 20] { fonts.glyphs.byteLimit = limit }
    #expect(fonts.glyphs.byteCount == 0 && fonts.glyphs.count == 0)
    _ = fonts.shape(face: 0, glyph: glyph, size: 14, halo: 2, pose: GlyphPose(direction: 16))
    #expect(fonts.glyphs.byteCount > sizes[1] + bytes / 2)
  }

  @Test("a turned shape is the shape of the turned outline")
  func turnedOutline() throws {
    let fonts = TestFonts.all()
    let glyph = try glyph("R", in: fonts)
    let upright = fonts.shape(face: 0, glyph: glyph, size: 14)
    let turned = fonts.shape(face: 0, glyph: glyph, size: 14, pose: GlyphPose(direction: 64))
    let angle = AffineTransform.rotation(by: .degrees(90))
    #expect(turned == GlyphShape(outline: upright.outline.transformed(by: angle)) && turned != upright)
    // Too large for masks, it is a path.
    let large = fonts.shape(face: 0, glyph: glyph, size: 600, pose: GlyphPose(direction: 64))
    #expect(large.outline == fonts.shape(face: 0, glyph: glyph, size: 600).outline.transformed(by: angle))
    let before = fonts.glyphs.byteCount
    _ = fonts.shape(face: 0, glyph: glyph, size: 600, pose: GlyphPose(direction: 128))
    #expect(fonts.glyphs.byteCount - before > large.outline.points.count * MemoryLayout<Point>.stride)
  }

  @Test("upright text keeps its height to a quarter of a pixel only if asked to")
  func height() throws {
    let fonts = TestFonts.all()
    let glyph = try glyph("R", in: fonts)
    let pen = Point(x: 10.3, y: 30.6)
    let rounded = GlyphPose.placed(at: pen, direction: 0)
    #expect(rounded.pose == .upright && rounded.position == pen)
    let kept = GlyphPose.placed(at: pen, direction: 0, keepsHeight: true)
    #expect(kept.pose == GlyphPose(quarterY: 2) && kept.position == Point(x: 10.3, y: 30))
    let negative = GlyphPose.placed(at: Point(x: 0, y: -0.3), direction: 0, keepsHeight: true)
    #expect(negative.pose == GlyphPose(quarterY: 3) && negative.position == Point(x: 0, y: -1))
    func middle(_ pose: GlyphPose) -> Double {
      let coverages = coverages(fonts.shape(face: 0, glyph: glyph, size: 14, pose: pose), at: Point(x: 10, y: 30))
      let sum = coverages.indices.reduce(0) { $0 + ($1 / 48) * Int(coverages[$1]) }
      return Double(sum) / Double(coverages.reduce(0) { $0 + Int($1) })
    }
    #expect(abs(middle(GlyphPose(quarterY: 2)) - middle(.upright) - 0.5) < 0.03)
  }

  @Test("directions are steps of 1/256 of a turn, and the nearest one is found")
  func directions() {
    #expect(GlyphPose.direction(nearestTo: .zero) == 0 && GlyphPose.direction(nearestTo: .degrees(90)) == 64)
    #expect(GlyphPose.direction(nearestTo: .degrees(-90)) == 192 && GlyphPose.direction(nearestTo: .degrees(3600 + 180)) == 128)
    #expect(GlyphPose.direction(nearestTo: .degrees(10)) == 7)
    #expect(GlyphPose.direction(nearestTo: .degrees(0.7)) == 0 && GlyphPose.direction(nearestTo: .degrees(0.71)) == 1)
    #expect(GlyphPose.direction(nearestTo: .degrees(359.4)) == 0 && GlyphPose.direction(nearestTo: .degrees(-0.71)) == 255)
  }

  @Test("a pen position is rounded to a quarter of a pixel and divided into pixel and quarters")
  func placed() {
    for (value, whole, quarter) in [(0, 0, 0), (0.12, 0, 0), (0.13, 0, 1), (-0.1, 0, 0), (-0.2, -1, 3), (7.9, 8, 0), (-3.5, -4, 2)]
      as [(Scalar, Scalar, UInt8)]
    {
      let (pose, position) = GlyphPose.placed(at: Point(x: value, y: 5), direction: 9)
      #expect(pose == GlyphPose(direction: 9, quarterX: quarter) && position == Point(x: whole, y: 5))
      let (other, down) = GlyphPose.placed(at: Point(x: 5, y: value), direction: 9)
      #expect(other == GlyphPose(direction: 9, quarterY: quarter) && down == Point(x: 5, y: whole))
      #expect(GlyphPose.placed(at: Point(x: value, y: value), direction: 0).position == Point(x: value, y: value))
    }
    _ = GlyphPose.placed(at: Point(x: .max, y: .min), direction: 1)
  }

  @Test("while a text moves, a glyph has the nearest of 128 directions and 4 positions")
  func movingPoses() {
    for direction in UInt8.min...UInt8.max {
      for eighth in -12...12 {
        let pen = Point(x: Scalar(eighth) / 8, y: Scalar(eighth) / 8 + 0.5)
        let (pose, position) = GlyphPose.placed(at: pen, direction: direction, isMoving: true)
        #expect(pose.direction % 2 == 0)
        #expect(min(pose.direction &- direction, direction &- pose.direction) <= 1)
        guard pose != .upright else {
          #expect(position == pen && pose.direction == 0)
          continue
        }
        #expect(pose.quarterX % 2 == 0 && pose.quarterY % 2 == 0)
        #expect((position.x + Scalar(Int(pose.quarterX)) / 4 - pen.x).magnitude <= 0.25)
        #expect((position.y + Scalar(Int(pose.quarterY)) / 4 - pen.y).magnitude <= 0.25)
      }
    }
  }

  @Test("the mask of a turned glyph is that of its turned and moved outline", arguments: [1, 7, 64, 100, 128, 200, 255] as [UInt8])
  func turned(direction: UInt8) throws {
    let fonts = TestFonts.all()
    let glyph = try glyph("R", in: fonts)
    for (x, y) in [(0, 0), (1, 2), (3, 3)] as [(UInt8, UInt8)] {
      let pose = GlyphPose(direction: direction, quarterX: x, quarterY: y)
      let shape = fonts.shape(face: 0, glyph: glyph, size: 16, halo: 0, blur: 0, pose: pose)
      var transform = AffineTransform.rotation(by: .degrees(360) * Int(direction) / 256)
      (transform.tx, transform.ty) = (WideFixed(Int(x)) / 4, WideFixed(Int(y)) / 4)
      let outline = fonts.faces[0].outline(of: glyph, size: 16).transformed(by: transform)
      #expect(shape.outline == outline)
      let drawn = coverages(shape)
      #expect(drawn == coverages(GlyphShape(outline: outline)))
      // There is one mask: within a pixel, the position makes no difference.
      #expect(drawn == coverages(shape, at: Point(x: 20.6, y: 28.3)))
    }
  }

  @Test("a blur fades the edge, keeps the outline and has an entry of its own", arguments: [0, 40] as [UInt8])
  func blur(direction: UInt8) throws {
    let fonts = TestFonts.all()
    let glyph = try glyph("I", in: fonts)
    let pose = GlyphPose(direction: direction)
    func shape(_ blur: Scalar) -> GlyphShape { fonts.shape(face: 0, glyph: glyph, size: 20, halo: 3, blur: blur, pose: pose) }
    let (sharp, soft) = (shape(0), shape(2))
    #expect(sharp.outline == soft.outline && sharp != soft && fonts.glyphs.count == 2)
    #expect(shape(-5) == sharp && shape(.max) != soft && fonts.glyphs.count == 3)
    let (before, after) = (coverages(sharp), coverages(soft))
    let (sumBefore, sumAfter) = (before.reduce(0) { $0 + Int($1) }, after.reduce(0) { $0 + Int($1) })
    // A blur moves coverage. Each pixel is rounded once.
    #expect(abs(sumBefore - sumAfter) < 48 * 48 && before.filter { $0 > 0 }.count < after.filter { $0 > 0 }.count)
    func steepest(_ values: [UInt8]) -> Int { (1..<values.count).map { abs(Int(values[$0]) - Int(values[$0 - 1])) }.max() ?? 0 }
    #expect(steepest(after) < 120 && steepest(before) > 180)
  }

  @Test("4096 poses of some letters never exceed the cache's byte limit, and none is made twice while it fits")
  func cacheLimit() throws {
    let fonts = TestFonts.all(glyphCacheByteLimit: 1 << 18)
    let glyphs = try ["a", "R", "%"].map { try glyph($0, in: fonts) }
    for direction in 0..<256 {
      for quarters in 0..<16 as Range<UInt8> {
        let pose = GlyphPose(direction: UInt8(direction), quarterX: quarters & 3, quarterY: quarters >> 2)
        for glyph in glyphs { _ = fonts.shape(face: 0, glyph: glyph, size: 12, halo: 0, blur: 0, pose: pose) }
        #expect(fonts.glyphs.byteCount <= 1 << 18)
      }
    }
    #expect(fonts.glyphs.missCount == 3 * (255 * 16 + 4) && fonts.glyphs.count > 100)
  }

  @Test("boxes, blanks and absurd numbers have shapes")
  func boxes() {
    let fonts = TestFonts.all()
    let pose = GlyphPose(direction: 30)
    #expect(!fonts.shape(face: -1, glyph: 5, size: 12, halo: 1, blur: 1, pose: pose).outline.isEmpty)
    #expect(fonts.shape(face: -1, glyph: .max, size: 12, halo: 1, blur: 1, pose: pose).outline.isEmpty)
    for (face, size) in [(Int32.min, 12), (.max, 12), (0, -4), (0, .max), (0, .min)] as [(Int32, Scalar)] {
      _ = fonts.shape(face: face, glyph: 40, size: size, halo: .max, blur: .max, pose: pose)
    }
  }
}
