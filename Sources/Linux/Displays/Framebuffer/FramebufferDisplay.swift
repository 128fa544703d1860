public import CartoucheRaster
public import CartoucheScene

/// A display that draws to a `/dev/fb*` framebuffer node, in the mode that the framebuffer already has.
///
///     nextFrame ▶ draw into the shadow buffer ▶ present copies the changes to the hidden page ▶ pan
///       ▶ handleEvents frees the page that was visible before, and shows the frame that waited for it
///
/// Frames are drawn into a shadow buffer, which is one buffer in ordinary memory. The memory of the node is
/// never read, because reading it is slow.
///
/// If the node's memory has room for two pages, frames are shown by panning, without tearing. Otherwise they
/// are copied to the visible page just after a vertical blank, or at once if the driver reports none. All
/// calls that wait for the panel are made by a thread of their own, with a time limit.
///
/// Drivers implement FBIO_WAITFORVSYNC inconsistently, so the reported times need not be those of the panel.
/// The pacing of frames follows them only if they prove to be regular.
public final class FramebufferDisplay: ConsoleDisplay, BlankableDisplay, FrameOwner {
  public let mode: DisplayMode
  /// The path of the framebuffer node.
  public let path: String
  /// Whether the text console was switched to graphics mode. If not, the cursor of the text console may be
  /// visible over the frames.
  public var hasConsole: Bool { console != nil }

  private let shadow: ShadowBuffer
  // Released in this order: first the framebuffer, then the console, which repaints itself.
  private var scanout: FramebufferScanout?
  package private(set) var console: VirtualTerminal?
  package private(set) var consoleError: VirtualTerminalError?
  private var buffers = BufferQueue(count: 1)
  private var isBlank = false
  /// The arguments of FBIOBLANK: FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN.
  private static let (powerUp, powerDown) = (0, 4)
  /// Whether another virtual terminal is in front, so that the screen is not this program's.
  private var isReleased = false
  /// Whether the shadow buffer contains an unfinished frame.
  private var isDrawing = false

  /// Creates a display by opening a framebuffer node and mapping its memory.
  ///
  /// The initializer does not change the mode of the framebuffer. So `size` and `format` must be nil or match
  /// the framebuffer's mode. If the driver can pan, the initializer asks for memory for a second page.
  ///
  /// - Parameters:
  ///   - path: The path of the framebuffer node.
  ///   - size: The required size in pixels. nil accepts the framebuffer's size.
  ///   - format: The required pixel format. nil accepts the framebuffer's format.
  ///   - console: The path of the text console (virtual terminal). The console is switched to graphics mode,
  ///     so that it does not draw over the frames. A missing console is not an error.
  ///   - seat: The seat that has the text console; nil if this display switches it. No seat opens
  ///     framebuffers.
  /// - Throws: ``DisplayOpeningError`` if the node cannot be opened, or if the framebuffer does not have the
  ///   required size and format.
  public init(
    path: String = "/dev/fb0", size requestedSize: PixelSize? = nil, format requestedFormat: PixelFormat? = nil,
    console: String = "/dev/tty0", seat: Seat? = nil
  ) throws(DisplayOpeningError) {
    let node = try FramebufferNode(path: path)
    let layout = node.layout
    guard let format = layout.format else {
      throw .notADisplay(path: path, reason: FramebufferLayout.refusal(of: layout.description))
    }
    if let requestedFormat, requestedFormat != format {
      throw .unsupportedFormat(path: path, format: requestedFormat, layout: layout.description, available: format)
    }
    if let requestedSize, requestedSize != layout.size {
      throw .noSuchMode(path: path, connector: "the framebuffer", wanted: requestedSize, available: [layout.size])
    }
    guard layout.fitsInMemory else {
      throw .notADisplay(path: path, reason: "its sizes contradict each other (\(layout.description))")
    }
    guard let shadow = ShadowBuffer(size: layout.size, format: format) else {
      throw .outOfMemory(layout.size, bytes: layout.size.width * layout.size.height * format.bytesPerPixel)
    }
    (self.path, self.shadow) = (path, shadow)
    mode = DisplayMode(size: layout.size, format: format, refreshMillihertz: layout.refreshMillihertz)
    // In graphics mode first: the console would take over a memory of two pages for good. A seat has the
    // console.
    if seat == nil {
      do throws(VirtualTerminalError) {
        self.console = try VirtualTerminal(path: console)
      } catch {
        consoleError = error
      }
    }
    scanout = try FramebufferScanout(node)
  }

  deinit {
    if isBlank { _ = scanout?.setPower(Self.powerUp) }
    scanout = nil
    console = nil
  }

  public var descriptor: Int32? { scanout?.descriptor }
  public var deadline: Timestamp? { isReleased ? nil : scanout?.deadline }
  public var lastVerticalBlank: Timestamp? { scanout?.lastVerticalBlank }
  public var flipProgress: FlipProgress? { scanout?.progress }

  public func handleEvents() throws(DisplayError) {
    if !isDrawing { scanout?.handleEvents() }
  }

  public func nextFrame() throws(DisplayError) -> Frame {
    guard !isReleased else { throw .notActive }
    // A caller without an event loop does not read the events otherwise.
    try handleEvents()
    guard let (index, age) = buffers.acquire() else { throw .frameStillInFlight }
    isDrawing = true
    return Frame(pixels: shadow.pixels, age: age, index: index, owner: self)
  }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    buffers.present(frame.take())
    isDrawing = false
    guard !isReleased else { throw .notActive }
    scanout?.show(shadow, damage: damage)
  }

  public func recycle(buffer index: Int) {
    buffers.release(index)
    // The frame may be half drawn, so the one that waits is lost. The next frame is drawn entirely.
    scanout?.dropQueuedFrame()
    isDrawing = false
  }

  package func blank() {
    guard !isReleased, let scanout else { return }
    isBlank = true
    scanout.finish()
    if !scanout.setPower(Self.powerDown) { scanout.clear() }
  }

  package func unblank() {
    _ = scanout?.setPower(Self.powerUp)
    isBlank = false
    scanout?.markUnknown()
  }

  package func releaseScreen() {
    isReleased = true
    scanout?.finish()
  }

  package func acquireScreen() -> Bool {
    guard scanout?.acquire() ?? true else { return false }
    isReleased = false
    return true
  }
}
