import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Comparing frames")
struct FrameDifferenceTests {
  private func image(width: Int, _ pixels: [UInt32]) -> Image {
    Image(size: PixelSize(width: width, height: pixels.count / width)) { _ = $0.update(fromContentsOf: pixels) }
  }

  @Test("images with equal pixels have no difference")
  func equal() {
    let pixels: [UInt32] = [0xff00_0000, 0xff12_3456]
    #expect(FrameDifference(image(width: 2, pixels), image(width: 2, pixels)) == nil)
  }

  @Test("one differing bit is reported with its pixel")
  func oneBit() throws {
    let expected = image(width: 2, [0xff00_0000, 0xff00_0000, 0xff00_0000, 0xff00_0000])
    let actual = image(width: 2, [0xff00_0000, 0xff00_0000, 0xff00_0000, 0xff00_0001])
    let difference = try #require(FrameDifference(expected, actual))
    #expect(
      difference.description == "1 of 4 pixels differ, the first at (1, 1): expected 0xff000000, drawn 0xff000001")
    #expect(difference.image?.size == PixelSize(width: 2, height: 2))
  }

  @Test("images of different sizes have a difference without an image")
  func sizes() throws {
    let difference = try #require(FrameDifference(image(width: 1, [0, 0]), image(width: 2, [0, 0])))
    #expect(difference.image == nil)
    #expect(difference.description == "1 × 2 pixels are expected, there are 2 × 1")
  }

  @Test(
    "a frame that differs from the golden frame is reported, and so is a golden frame that does not exist",
    .disabled(if: TestEnvironment.recordsFrames, "frames are being recorded"))
  func mismatch() throws {
    let red = image(width: 2, [0xffff_0000, 0xffff_0000])
    try expectFrame(red, matches: "two-red-pixels")
    withKnownIssue { try expectFrame(image(width: 2, [0xffff_0000, 0xffff_0001]), matches: "two-red-pixels") }
    withKnownIssue { try expectFrame(red, matches: "there-is-no-such-frame") }
  }
}

@Suite("Panels in memory")
struct TestPanelTests {
  @Test("a write into a gap is detected, and a write into a row is not taken for one")
  func gap() {
    let panel = TestPanel(size: PixelSize(width: 2, height: 2), format: .xrgb8888, gap: 4)
    for y in 0..<2 {
      (panel.buffer.baseAddress + y * panel.buffer.bytesPerRow).initializeMemory(as: UInt8.self, repeating: 0, count: 8)
    }
    #expect(panel.gapsAreUntouched)
    #expect(panel.pixelBytes == [UInt8](repeating: 0, count: 16))
    panel.buffer.baseAddress.storeBytes(of: 0, toByteOffset: 8, as: UInt8.self)
    #expect(!panel.gapsAreUntouched)
  }

  @Test(
    "RGB565 is widened so that 0 is black and 0xffff is white",
    arguments: [(0, 0xff00_0000), (0xffff, 0xffff_ffff)])
  func widening(pixel: UInt16, seen: UInt32) {
    let panel = TestPanel(size: PixelSize(width: 1, height: 1), format: .rgb565)
    panel.buffer.baseAddress.storeBytes(of: pixel, as: UInt16.self)
    let expected = Image(size: PixelSize(width: 1, height: 1)) { $0[0] = seen }
    #expect(FrameDifference(expected, panel.image) == nil)
  }
}

@Test("coverage as text shows no, partial and full coverage")
func coverageAsText() {
  #expect(asciiArt(of: [0, 1, 128, 255], width: 2) == ".0\n8#")
}

@Test("the seeded numbers equal those of the paper's reference program")
func seededNumbers() {
  var random = SplitMix64(seed: 1_234_567)
  #expect(random.next() == 6_457_827_717_110_365_317)
  #expect(random.next() == 3_203_168_211_198_807_973)
}
