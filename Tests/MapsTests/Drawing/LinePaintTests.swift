import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("Gradients and patterns along lines of map styles")
struct LinePaintTests {
  /// A line of 256 points in the view's middle, at zoom 0.
  private static func map(_ properties: [StyleProperty: PropertyValue], progress: ClosedRange<Double>? = 0...1) throws -> StyledMap
  {
    var line = StyleLayer("lines", kind: .line, sourceLayer: "lines", properties: [.lineWidth: 12])
    for (property, value) in properties { line[property] = value }
    return StyledMap(
      [StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xffffff]), line],
      sources: [try FixedSource(line: [SIMD2(1024, 2048), SIMD2(2048, 2048), SIMD2(3072, 2048)], progress: progress)])
  }

  private static let smooth: PropertyValue = .expression(
    #"["interpolate", ["linear"], ["line-progress"], 0, "red", 0.5, "lime", 1, "blue"]"#)
  private static let steps: PropertyValue = .expression(#"["step", ["line-progress"], "red", 0.25, "lime", 0.5, "blue"]"#)
  private static let camera = MapCamera(center: StyledMap.middle, zoom: 0)

  private func isNear(_ a: UInt32, _ b: UInt32, _ limit: Int = 4) -> Bool {
    [0, 8, 16].allSatisfy { (shift: UInt32) in abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= limit }
  }

  @Test("a gradient goes from the line's start to its end")
  func ends() throws {
    let pixels = try Self.map([.lineGradient: Self.smooth]).pixels(Self.camera)
    #expect(isNear(pixels[33, 100], 0xfd0200))
    #expect(isNear(pixels[159, 100], 0x01fe00))
    #expect(isNear(pixels[96, 100], 0x7f8000))
    #expect(isNear(pixels[286, 100], 0x0002fd))
    #expect(pixels[30, 100] == 0xffffff)
    #expect(pixels[160, 92] == 0xffffff && pixels[160, 108] == 0xffffff)
  }

  @Test("a step has a hard edge")
  func hardEdges() throws {
    let pixels = try Self.map([.lineGradient: Self.steps]).pixels(Self.camera)
    for x in 33..<95 { #expect(pixels[x, 100] == 0xff0000) }
    for x in 97..<159 { #expect(pixels[x, 100] == 0x00ff00) }
    for x in 161..<287 { #expect(pixels[x, 100] == 0x0000ff) }
  }

  @Test("a piece of a longer line shows its part of the gradient")
  func parts() throws {
    let pixels = try Self.map([.lineGradient: Self.steps], progress: 0.25...0.75).pixels(Self.camera)
    #expect(pixels[40, 100] == 0x00ff00)
    #expect(pixels[150, 100] == 0x00ff00)
    #expect(pixels[170, 100] == 0x0000ff)
  }

  @Test("a line whose length is unknown has its plain color")
  func plain() throws {
    let pixels = try Self.map([.lineGradient: Self.smooth, .lineColor: 0x8800ff], progress: nil).pixels(Self.camera)
    #expect(pixels[60, 100] == 0x8800ff)
    #expect(pixels[260, 100] == 0x8800ff)
  }

  @Test("offset and gap move the gradient aside")
  func aside() throws {
    let pixels = try Self.map([.lineGradient: Self.steps, .lineOffset: 30, .lineGapWidth: 10]).pixels(Self.camera)
    for y in [100 + 30 - 11, 100 + 30 + 11] {
      #expect(pixels[60, y] == 0xff0000)
      #expect(pixels[200, y] == 0x0000ff)
    }
    #expect(pixels[60, 130] == 0xffffff)
    #expect(pixels[60, 100] == 0xffffff)
  }

  @Test("an image is repeated along a line")
  func pattern() throws {
    var map = try Self.map([.linePattern: "patches", .lineWidth: 8])
    map.style.images = ["patches": .patches]
    let pixels = map.pixels(Self.camera)
    // From the line's start, and with the image's top on the line's right.
    for x in 40..<280 {
      let red = UInt32((x - 32) % 8 * 32)
      #expect(isNear(pixels[x, 99], red << 16 | 0x8040, 20))
    }
    #expect(map.drawing(Self.camera).missingImages.isEmpty)
    map.style.images = [:]
    #expect(map.pixels(Self.camera).values.allSatisfy { $0 == 0xffffff })
    #expect(map.drawing(Self.camera).missingImages == ["patches"])
  }

  @Test("a pan by whole points moves gradients and patterns unchanged")
  func pan() throws {
    let moved = try StyledMap.pan(Self.camera, x: 13, y: 9)
    var map = try Self.map([.lineGradient: Self.smooth])
    #expect(map.pixels(Self.camera).differences(from: map.pixels(moved.camera), movedBy: moved.dx, moved.dy) == 0)
    map = try Self.map([.linePattern: "patches", .lineOffset: 5])
    map.style.images = ["patches": .patches]
    #expect(map.pixels(Self.camera).differences(from: map.pixels(moved.camera), movedBy: moved.dx, moved.dy) == 0)
  }
}
