import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Display lists that only a programming error would build.
@Suite("Misuse")
struct MisuseTests {
  private func square(_ x: Scalar, _ y: Scalar, _ side: Scalar) -> Path { Path(rect: Rect(x: x, y: y, width: side, height: side)) }

  private func drawn(_ list: DisplayList) -> Canvas {
    let canvas = Canvas(width: 40, height: 40, format: .argb8888)
    canvas.draw(list)
    return canvas
  }

  /// Expects that a list can be encoded, and that the decoded list is drawn and encoded as the list is.
  private func expectSameAfterRecording(_ list: DisplayList) throws {
    let bytes = try DisplayListRecording(size: PixelSize(width: 40, height: 40), list: list).encoded()
    let decoded = try DisplayListRecording(decoding: bytes)
    #expect(try decoded.encoded() == bytes)
    #expect(drawn(decoded.list).bytes == drawn(list).bytes)
  }

  @Test("a list emptied or replaced inside a clip continues in the enclosing clip")
  func emptiedInRegion() throws {
    for replaces in [true, false] {
      var list = DisplayList()
      list.clipped(to: PixelClip(Rect(x: 0, y: 0, width: 20, height: 40))) { outer in
        outer.clipped(to: PixelClip(Rect(x: 0, y: 0, width: 5, height: 5))) { inner in
          inner.fill(square(0, 0, 40), with: .color(.red))
          if replaces { inner = DisplayList() } else { inner.removeAll() }
        }
        outer.fill(square(0, 0, 40), with: .color(.blue))
      }
      var copy = DisplayList()
      copy.append(list)
      for list in [list, copy] {
        let canvas = drawn(list)
        #expect(canvas[2, 2] == 0xff00_00ff)
        #expect(canvas[19, 30] == 0xff00_00ff)
        #expect(canvas[20, 30] == 0xffff_ffff)
      }
      try expectSameAfterRecording(list)
    }
  }

  @Test("a list appended to itself inside its own group, clip or mask leaves them intact")
  func appendedToItself() throws {
    var grouped = DisplayList()
    grouped.group(opacity: 64) {
      $0.fill(square(0, 0, 40), with: .color(.black))
      $0.append($0)
    }
    #expect(drawn(grouped)[20, 20] == 0xffbf_bfbf)

    var clipped = DisplayList()
    clipped.clipped(to: square(0, 0, 20.5)) {
      $0.fill(square(0, 0, 40), with: .color(.black))
      $0.append($0)
    }
    #expect(drawn(clipped)[10, 10] == 0xff00_0000)
    #expect(drawn(clipped)[30, 30] == 0xffff_ffff)

    var masked = DisplayList()
    masked.masked(by: .luminance) {
      $0.fill(square(0, 0, 10), with: .color(.black))
      $0.append($0)
    } _: {
      $0.fill(square(0, 0, 40), with: .color(.red))
    }
    // The appended list contains the red square too, so the mask has the luminance of red there.
    #expect(drawn(masked)[5, 5] == 0xffff_ffff)
    #expect(drawn(masked)[20, 20] == 0xffff_c9c9)
    for list in [grouped, clipped, masked] {
      try expectSameAfterRecording(list)
    }
  }

  @Test("a copy taken inside a group's body is drawn without the group, and can be recorded")
  func copiedInside() throws {
    var inside = DisplayList()
    var list = DisplayList()
    list.group(opacity: 64) {
      $0.fill(square(0, 0, 40), with: .color(.black))
      inside = $0
    }
    #expect(drawn(inside)[20, 20] == 0xff00_0000)
    try expectSameAfterRecording(inside)
    // Assigned inside another body, the copy replaces the list, and that body's clip does not apply.
    list.removeAll()
    list.clipped(to: square(0, 0, 10)) { $0 = inside }
    #expect(drawn(list)[20, 20] == 0xff00_0000)
    try expectSameAfterRecording(list)
  }

  @Test("hairlines fade in proportion to their width in every blend mode", arguments: BlendMode.allCases)
  func hairlines(mode: BlendMode) {
    let color = Color(red: 200, green: 40, blue: 90, alpha: 180)
    // The color where the line covers a pixel fully.
    var whole = DisplayList()
    whole.fill(square(0, 0, 40), with: .color(color), blend: mode)
    let covered = Canvas(width: 40, height: 40, format: .argb8888)
    let background = Color(red: 120, green: 230, blue: 60, alpha: 220)
    covered.draw(whole, over: background)
    for width in [Scalar(0.25), 0.125, 0.0625, 0.01] {
      var list = DisplayList()
      var line = Path()
      line.move(to: Point(x: -5, y: 10.5))
      line.addLine(to: Point(x: 45, y: 10.5))
      list.stroke(line, style: StrokeStyle(width: width), with: .color(color), blend: mode)
      let canvas = Canvas(width: 40, height: 40, format: .argb8888)
      canvas.draw(list, over: background)
      let share = Double(width.rawValue) / 65536
      for shift in [0, 8, 16, 24] as [UInt32] {
        let (below, above) = (Double(canvas[20, 5] >> shift & 255), Double(covered[20, 20] >> shift & 255))
        let expected = below + (above - below) * share
        #expect(abs(Double(canvas[20, 10] >> shift & 255) - expected) <= 2, "\(mode), width \(width), bit \(shift)")
      }
    }
  }

  @Test("more windings than the counter holds leave valid colors")
  func windings() {
    var path = Path()
    for _ in 0..<16_384 { path.addRect(Rect(x: 4.5, y: 4.5, width: 20, height: 20)) }
    var list = DisplayList()
    list.fill(path, with: .color(Color(red: 0, green: 0, blue: 0, alpha: 64)))
    let canvas = drawn(list)
    for y in 0..<40 {
      for x in 0..<40 {
        #expect(canvas[x, y] >> 24 == 255)
        #expect([0xff, 0xbf].contains(canvas[x, y] & 255) || [4, 24].contains(x) || [4, 24].contains(y))
      }
    }
  }

  @Test("thousands of nested masks, empty dashes and gradient stops are drawn")
  func manyOfEach() {
    var list = DisplayList()
    func nest(_ depth: Int, _ list: inout DisplayList) {
      list.fill(square(0, 0, 40), with: .color(.black))
      if depth > 0 {
        list.masked {
          nest(depth - 1, &$0)
        } _: {
          $0.fill(square(0, 0, 40), with: .color(.red))
        }
      }
    }
    nest(1500, &list)
    var line = Path()
    line.move(to: Point(x: 0, y: 10))
    line.addLine(to: Point(x: 40, y: 10))
    // Ten thousand dashes of length zero in a period of 1/65536: too many to follow, so the line is solid.
    let nothing = [Scalar(rawValue: 1), 0] + Array(repeating: Scalar(0), count: 10_000)
    list.stroke(line, style: StrokeStyle(width: 2, dashes: nothing), with: .color(.blue))
    let stops = (0..<100_000).map { GradientStop(location: Scalar($0) / 100_000, color: $0 % 2 == 0 ? .red : .blue) }
    list.fill(square(20, 20, 20), with: .conicGradient(ConicGradient(stops: stops, center: Point(x: 30, y: 30))))
    let canvas = drawn(list)
    #expect(canvas[20, 10] == 0xff00_00ff)
    #expect(canvas[35, 35] >> 24 == 255 && canvas[35, 35] & 0xff00 == 0)
  }

  @Test("more clips than a frame has memory for leave out their content and nothing else")
  func manyRegions() {
    var list = DisplayList()
    let count = (1 << 26) / 80 + 5
    for index in 0..<count {
      let clip = PixelClip(Rect(x: Scalar(index), y: 0, width: 40, height: 40))
      list.clipped(to: clip) { if index % 100_000 == 0 || index == count - 1 { $0.fill(square(0, 0, 40), with: .color(.red)) } }
    }
    list.fill(square(0, 0, 5), with: .color(.blue))
    let canvas = drawn(list)
    #expect(canvas[2, 2] == 0xff00_00ff)
    #expect(canvas[20, 20] == 0xffff_0000)
  }

  @Test("rectangles across the number range have saturated sizes and keep them when rotated")
  func wholeRange() {
    let all = PixelRect(minX: .min, minY: .min, maxX: .max, maxY: .max)
    #expect(all.width == .max && all.height == .max)
    #expect(PixelRect(minX: .max, minY: 0, maxX: .min, maxY: 1).width == .min)
    for rotation in Rotation.allCases {
      let target = rotation.targetRect(for: all, in: PixelSize(width: 8, height: 5))
      #expect(target.width == .max && target.height == .max, "\(rotation)")
    }
  }

  @Test("an image beyond the largest size is empty and draws nothing")
  func largeImage() {
    for size in [
      PixelSize(width: 1_000_000, height: 1_000_000), PixelSize(width: 1 << 30, height: 1 << 28), PixelSize(width: .max, height: 2),
    ] {
      let image = Image(size: size) { #expect($0.isEmpty) }
      #expect(image.isEmpty)
      var list = DisplayList()
      list.draw(image)
      #expect(drawn(list)[5, 5] == 0xffff_ffff)
    }
  }

  @Test("a nine-patch whose corners hardly fit is drawn")
  func squeezedNinePatch() {
    let image = Image(size: PixelSize(width: 40_000, height: 1)) { $0.update(repeating: 0xff00_ff00) }
    var list = DisplayList()
    list.draw(
      image, insets: EdgeInsets(top: 0, left: 20_000, bottom: 0, right: 20_000),
      over: Rect(x: 0, y: 0, width: Scalar(rawValue: 1), height: 30), transform: Homography(.scale(x: 6_553_600, y: 1)))
    #expect(drawn(list)[20, 15] == 0xff00_ff00)
  }

  @Test("a render target with a side beyond the renderer's limit is not written")
  func longTarget() {
    let canvas = Canvas(width: Renderer.maximumDimension + 1, height: 1)
    var list = DisplayList()
    list.fill(square(0.5, 0, 3), with: .color(.red))
    #expect(canvas.draw(list).blocks == 0)
    #expect(canvas[0, 0] == 0xa5a5_a5a5)
    let fitting = Canvas(width: Renderer.maximumDimension, height: 1)
    #expect(fitting.draw(list).blocks == 1)
    #expect(fitting[1, 0] == 0xffff_0000)
  }

  @Test("a radial gradient with a tiny radius and an outside focal point shows only its last color")
  func tinyRadius() {
    for raw in [0, 1, 2, 63, 64, 200] as [Int64] {
      let stops = [GradientStop(location: 0, color: .red), GradientStop(location: 1, color: .blue)]
      var list = DisplayList()
      list.fill(
        square(0, 0, 40),
        with: .radialGradient(
          RadialGradient(
            stops: stops, center: Point(x: 20, y: 20), radius: Scalar(rawValue: raw), focalPoint: Point(x: 30, y: 20))))
      #expect(drawn(list)[5, 5] == 0xff00_00ff, "radius \(raw)/65536")
    }
  }
}
