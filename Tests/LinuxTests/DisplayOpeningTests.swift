import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Glibc
import Testing

@Suite("Opening a display")
struct DisplayOpeningTests {
  private func failure(_ open: () throws(DisplayOpeningError) -> Void) -> DisplayOpeningError? {
    do throws(DisplayOpeningError) {
      try open()
      return nil
    } catch {
      return error
    }
  }

  /// Calls `body` with a new empty folder, which is removed afterwards.
  private func withFolder(_ body: (String) throws -> Void) throws {
    var name = Array("/tmp/cartouche-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&name)))
    defer {
      for entry in ["card0", "event0"] { unlink(folder + "/" + entry) }
      rmdir(folder)
    }
    try body(folder)
  }

  @Test("a missing framebuffer and a node of another kind are errors with the path")
  func framebuffer() {
    #expect(
      failure { () throws(DisplayOpeningError) in _ = try FramebufferDisplay(path: "/dev/fb-none") }
        == .notFound(path: "/dev/fb-none"))
    #expect(
      failure { () throws(DisplayOpeningError) in _ = try FramebufferDisplay(path: "/dev/null") }
        == .notADisplay(path: "/dev/null", reason: "it is not a framebuffer"))
  }

  @Test("no card, a missing card and a file that is not a card are errors")
  func cards() throws {
    try withFolder { folder in
      #expect(failure { () throws(DisplayOpeningError) in _ = try DRMDisplay(folder: folder) } == .noCard(folder: folder))
      let path = folder + "/card0"
      #expect(failure { () throws(DisplayOpeningError) in _ = try DRMDisplay(card: path) } == .notFound(path: path))
      close(open(path, O_CREAT | O_RDWR, 0o600))
      #expect(failure { () throws(DisplayOpeningError) in _ = try DRMDisplay(folder: folder) } == .noCard(folder: folder))
      guard case .notADisplay(path, _)? = failure({ () throws(DisplayOpeningError) in _ = try DRMDisplay(card: path) }) else {
        Issue.record("a regular file was opened as a card")
        return
      }
    }
  }

  @Test("permission denied names the group that may open the device")
  func denied() {
    // Debian's /etc/shadow belongs to a group of that name; root's group is not named.
    #expect(DisplayOpeningError(opening: "/etc/shadow", errno: EACCES) == .permissionDenied(path: "/etc/shadow", group: "shadow"))
    #expect(DisplayOpeningError(opening: "/dev/null", errno: EACCES) == .permissionDenied(path: "/dev/null", group: nil))
    #expect(DisplayOpeningError(opening: "/dev/none", errno: EPERM) == .permissionDenied(path: "/dev/none", group: nil))
    #expect(TouchOpeningError(opening: "/etc/shadow", errno: EACCES) == .permissionDenied(path: "/etc/shadow", group: "shadow"))
    #expect(DisplayOpeningError(opening: "/dev/null", errno: EIO) == .failed(path: "/dev/null", call: "open", errno: EIO))
  }

  @Test("descriptions name the object, the reason and what to do")
  func sentences() {
    let owner = DeviceHolder(name: "Xorg", id: 812)
    #expect(
      "\(DisplayOpeningError.anotherMaster(path: "/dev/dri/card1", processes: [owner]))"
        == "/dev/dri/card1: another program owns the display (Xorg, pid 812). Stop it, or choose a headless display.")
    #expect(
      "\(DisplayOpeningError.permissionDenied(path: "/dev/dri/card0", group: "video"))"
        == "/dev/dri/card0: permission denied; the group video may open it. Run \"sudo usermod -aG video $USER\" and log in again, or choose a headless display."
    )
    let states = [
      DisplayConnector(card: "/dev/dri/card0", name: "HDMI-A-1", status: .disconnected),
      DisplayConnector(card: "/dev/dri/card0", name: "DSI-1", status: .unknown),
    ]
    #expect(
      "\(DisplayOpeningError.noConnectedConnector(states))"
        == "No display is connected: /dev/dri/card0 HDMI-A-1 is disconnected, /dev/dri/card0 DSI-1 is unknown. Plug one in, or choose a headless display."
    )
    #expect(
      "\(DisplayOpeningError.unsupportedFormat(path: "/dev/dri/card0", format: .rgb565, layout: nil))"
        == "/dev/dri/card0: the display does not take rgb565. Choose the format xrgb8888.")
    #expect(
      "\(DisplayOpeningError.failed(path: "/dev/fb0", call: "mmap", errno: EINVAL))".contains("mmap failed (Invalid argument)"))
  }

  @Test("the automatic choice is DRM, else fbdev, else an error with a reason for each; never memory")
  func choice() throws {
    let noCard = DisplayOpeningError.noCard(folder: "/dev/dri")
    let noNode = DisplayOpeningError.notFound(path: "/dev/fb0")
    let owned = DisplayOpeningError.anotherMaster(path: "/dev/dri/card0", processes: [])
    #expect(try DisplayChoice.automatic(drm: nil, fbdev: { noNode }) == DisplayChoice(kind: .drm, reasons: []))
    #expect(try DisplayChoice.automatic(drm: noCard, fbdev: { nil }) == DisplayChoice(kind: .fbdev, reasons: ["\(noCard)"]))
    let both = DisplayOpeningError.noDisplay(reasons: ["\(noCard)", "\(noNode)"])
    #expect(throws: both) { try DisplayChoice.automatic(drm: noCard, fbdev: { noNode }) }
    #expect("\(both)" == "There is no display. \(noCard) \(noNode)")
    let denied = DisplayOpeningError.permissionDenied(path: "/dev/dri/card0", group: "video")
    for reason in [owned, denied, .noConnectedConnector([])] {
      var wasAsked = false
      #expect(throws: reason) {
        try DisplayChoice.automatic(
          drm: reason,
          fbdev: {
            wasAsked = true
            return nil
          })
      }
      #expect(!wasAsked)
    }
  }

  @Test("a headless display has the requested size and format")
  func headless() throws {
    var request = DisplayRequest(kind: .headless)
    request.size = PixelSize(width: 320, height: 200)
    request.format = .rgb565
    let opened = try OpenedDisplay(request)
    #expect(opened.display.mode == DisplayMode(size: PixelSize(width: 320, height: 200), format: .rgb565))
    #expect(opened.choice == DisplayChoice(kind: .headless, reasons: []))
  }

  @Test("a headless display without a requested size has the request's headless size")
  func headlessSize() throws {
    var request = DisplayRequest(kind: .headless)
    #expect(try OpenedDisplay(request).display.mode.size == PixelSize(width: 800, height: 480))
    request.headlessSize = PixelSize(width: 64, height: 48)
    #expect(try OpenedDisplay(request).display.mode.size == PixelSize(width: 64, height: 48))
  }
}

@Suite("A framebuffer's layout")
struct FramebufferLayoutTests {
  private func screenInfo(_ bits: Int, _ channels: [[UInt32]]) -> FramebufferLayout.ScreenInfo {
    var info = FramebufferLayout.ScreenInfo()
    info.size = PixelSize(width: 800, height: 480)
    info.virtualWidth = 832
    info.bitsPerPixel = bits
    info.channels = channels
    info.bytesPerRow = 832 * bits / 8
    info.byteCount = info.bytesPerRow * 960
    return info
  }
  private let wide: [[UInt32]] = [[16, 8, 0], [8, 8, 0], [0, 8, 0]]
  private let narrow: [[UInt32]] = [[11, 5, 0], [5, 6, 0], [0, 5, 0]]

  @Test("each pixel format is recognized by its channels", arguments: PixelFormat.allCases.filter { $0 != .argb8888 })
  func formats(format: PixelFormat) throws {
    // Where a format has each channel is found from the colors that it reads.
    func channel(_ mask: UInt32) -> [UInt32] {
      let bits = (0..<UInt32(8 * format.bytesPerPixel)).filter { bit in
        let pixel = (0..<4).map { UInt8(truncatingIfNeeded: (1 << bit as UInt32) >> (8 * UInt32($0))) }
        return pixel.withUnsafeBytes { format.color(at: $0.baseAddress!) } & mask != 0
      }
      // The two lowest of 10 bits do not show in a color of 8 bits.
      let count = UInt32(format == .xrgb2101010 ? 10 : bits.count)
      return [bits.max()! + 1 - count, count, 0]
    }
    let channels = [channel(0xff0000), channel(0xff00), channel(0xff)]
    let layout = FramebufferLayout(screenInfo(format.bytesPerPixel * 8, channels))
    #expect(layout.format == format)
    #expect(layout.fitsInMemory && layout.firstPixelOffset == 0)
    if channels.allSatisfy({ $0[1] == 5 }), channels[0][0] != 11 {
      #expect(FramebufferLayout(screenInfo(15, channels)).format == format, "some drivers count 15 bits")
    }
  }

  @Test("layouts that no pixel format has are refused, with the reason and what is possible")
  func refusals() {
    #expect(FramebufferLayout(screenInfo(32, [[8, 8, 0], [0, 8, 0], [16, 8, 0]])).format == nil)
    #expect(FramebufferLayout(screenInfo(16, wide)).format == nil)
    #expect(FramebufferLayout(screenInfo(16, [[8, 4, 0], [4, 4, 0], [0, 4, 0]])).format == nil)
    #expect(FramebufferLayout(screenInfo(16, [[11, 5, 1], [5, 6, 1], [0, 5, 1]])).format == nil)
    #expect(FramebufferLayout(screenInfo(8, [[0, 8, 0], [0, 8, 0], [0, 8, 0]])).format == nil)
    #expect(FramebufferLayout(screenInfo(0, [])).format == nil)
    var palette = screenInfo(32, wide)
    palette.isPackedTrueColor = false
    #expect(FramebufferLayout(palette).format == nil)
    #expect(
      FramebufferLayout.refusal(of: FramebufferLayout(palette).description)
        == "its pixels are 800x480 of 32 bits (red 8 at 16, green 8 at 8, blue 8 at 0, by a palette or in planes), which no pixel format has; possible are 32, 24, 16 and 15 bits of red, green and blue, such as xrgb8888 and rgb565, and \"fbset -depth 32\" may set them"
    )
    #expect(FramebufferLayout(screenInfo(16, narrow)).description == "800x480 of 16 bits (red 5 at 11, green 6 at 5, blue 5 at 0)")
  }

  @Test("the row length and the offset are used, and memory that is too small for them is detected")
  func memory() {
    var second = screenInfo(32, wide)
    second.offset = PixelPoint(x: 8, y: 480)
    let layout = FramebufferLayout(second)
    #expect(layout.bytesPerRow == 3328)
    #expect(layout.firstPixelOffset == 480 * 3328 + 32)
    #expect(layout.fitsInMemory)
    #expect(layout.fitsInMemory(firstRow: 0) && layout.fitsInMemory(firstRow: 480) && !layout.fitsInMemory(firstRow: 481))
    #expect(!layout.fitsInMemory(firstRow: -1) && !layout.fitsInMemory(firstRow: .max))
    #expect(layout.offset(ofRow: 480) == layout.firstPixelOffset && layout.offset(ofRow: 0) == 32)
    second.offset.y = 481
    #expect(!FramebufferLayout(second).fitsInMemory)
    second.offset = PixelPoint(x: 0, y: Int(UInt32.max))
    #expect(!FramebufferLayout(second).fitsInMemory)
    var narrowRows = screenInfo(32, wide)
    narrowRows.bytesPerRow = 800
    #expect(!FramebufferLayout(narrowRows).fitsInMemory)
    var empty = screenInfo(32, wide)
    empty.size = PixelSize(width: 0, height: 0)
    #expect(!FramebufferLayout(empty).fitsInMemory)
  }

  @Test("the refresh rate is computed from the pixel clock if that is plausible, and is 60 Hz if not")
  func refresh() {
    var timed = screenInfo(32, wide)
    timed.totalSize = PixelSize(width: 1000, height: 525)
    timed.pixelClock = 30_000
    #expect(FramebufferLayout(timed).refreshMillihertz == 63_492)
    timed.pixelClock = 0
    #expect(FramebufferLayout(timed).refreshMillihertz == 60_000)
    timed.pixelClock = 1
    #expect(FramebufferLayout(timed).refreshMillihertz == 60_000)
  }
}
