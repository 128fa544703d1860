import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A display in memory")
struct HeadlessDisplayTests {
  @Test("shows what was presented, in both formats", arguments: PixelFormat.allCases)
  func shows(format: PixelFormat) throws {
    let display = try HeadlessDisplay(mode: DisplayMode(size: PixelSize(width: 3, height: 2), format: format))
    #expect(display.frontBuffer == nil)
    #expect(display.frontBufferBytes() == nil)
    let frame = try display.nextFrame()
    let count = 6 * format.bytesPerPixel
    for byte in 0..<count { frame.pixels.baseAddress.storeBytes(of: UInt8(byte), toByteOffset: byte, as: UInt8.self) }
    try display.present(frame, damage: [])
    #expect(display.frontBufferBytes() == (0..<count).map { UInt8($0) })
    #expect(display.frontBuffer?.bytesPerRow == 3 * format.bytesPerPixel)
  }

  @Test("n buffers have the ages 0 n times, then n", arguments: 1...4)
  func ages(buffers: Int) throws {
    let display = try HeadlessDisplay(mode: DisplayMode(size: PixelSize(width: 8, height: 8), format: .rgb565), buffers: buffers)
    var ages: [Int] = []
    for _ in 0..<(buffers + 4) {
      let frame = try display.nextFrame()
      ages.append(frame.age)
      try display.present(frame, damage: [])
    }
    #expect(ages == Array(repeating: 0, count: buffers) + Array(repeating: buffers, count: 4))
  }

  @Test("a frame dropped unpresented goes back, its content unknown")
  func dropped() throws {
    let display = try HeadlessDisplay(mode: DisplayMode(size: PixelSize(width: 8, height: 8), format: .rgb565))
    try display.present(display.nextFrame(), damage: [])
    do {
      let frame = try display.nextFrame()
      #expect(frame.age == 1)
      #expect(throws: DisplayError.frameStillInFlight) { _ = try display.nextFrame() }
    }
    #expect(try display.nextFrame().age == 0)
  }

  @Test(
    "a size that cannot be is an error with a sentence",
    arguments: [PixelSize(width: 0, height: 0), PixelSize(width: 100_000, height: 100_000), PixelSize(width: -3, height: 5)])
  func impossible(size: PixelSize) {
    let error = #expect(throws: DisplayOpeningError.self) { try HeadlessDisplay(mode: DisplayMode(size: size, format: .xrgb8888)) }
    #expect(error == .unsupportedSize(size, limit: 16_384))
    #expect(error?.description.contains("\(size.width)x\(size.height)") == true)
  }
}
