import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A display in memory")
struct HeadlessDisplayTests {
  @Test("the front buffer is the presented frame, in every format", arguments: PixelFormat.allCases)
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

  @Test("with n buffers, frames have age 0 n times and then age n", arguments: 1...4)
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

  @Test("a frame that is dropped without being presented is returned with unknown content")
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

  @Test("has no events, deadline or vertical blanks, and a loop can serve it as a live display")
  func live() throws {
    let display: any LiveDisplay = try HeadlessDisplay(
      mode: DisplayMode(size: PixelSize(width: 4, height: 4), format: .xrgb8888))
    #expect(display.isHeadless && display.descriptor == nil && display.deadline == nil && display.lastVerticalBlank == nil)
    #expect(display.frontBuffer == nil)
    try display.handleEvents()
    try display.present(display.nextFrame(), damage: [])
    #expect(display.frontBuffer?.size == PixelSize(width: 4, height: 4))
  }

  @Test(
    "an unsupported size is an error that names the size",
    arguments: [PixelSize(width: 0, height: 0), PixelSize(width: 100_000, height: 100_000), PixelSize(width: -3, height: 5)])
  func unsupportedSize(size: PixelSize) {
    let error = #expect(throws: DisplayOpeningError.self) { try HeadlessDisplay(mode: DisplayMode(size: size, format: .xrgb8888)) }
    #expect(error == .unsupportedSize(size, limit: 16_384))
    #expect(error?.description.contains("\(size.width)x\(size.height)") == true)
  }
}
