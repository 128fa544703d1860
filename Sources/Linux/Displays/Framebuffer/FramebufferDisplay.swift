internal import CLinux
public import CartoucheRaster
public import CartoucheScene
internal import Glibc

/// A display that draws to a `/dev/fb*` framebuffer node, in the mode that the framebuffer already has.
///
/// The memory of the node holds one frame, which the panel shows.
///
///     nextFrame ▶ draw into the shadow buffer ▶ present copies the changes to the node's memory
///
/// Frames are drawn into a shadow buffer, which is one buffer in ordinary memory. The memory of the node is
/// never read, because reading it is slow.
///
/// The display has no events, so the caller needs a timer to time frames. The display does not wait for
/// vertical blanks, because drivers implement FBIO_WAITFORVSYNC inconsistently.
public final class FramebufferDisplay: ConsoleDisplay, BlankableDisplay, FrameOwner {
  public let mode: DisplayMode
  /// The path of the framebuffer node.
  public let path: String
  /// Whether the text console was switched to graphics mode. If not, the cursor of the text console may be
  /// visible over the frames.
  public var hasConsole: Bool { console != nil }

  private let mapping: UnsafeMutableRawPointer
  private let mappedByteCount: Int
  private let firstPixelOffset: Int
  private let bytesPerRow: Int
  private let shadow: ShadowBuffer
  package private(set) var console: VirtualTerminal?
  package private(set) var consoleError: VirtualTerminalError?
  private var buffers = BufferQueue(count: 1)
  private var isShown = false
  private var isBlank = false
  /// The arguments of FBIOBLANK: FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN.
  private static let (powerUp, powerDown) = (0, 4)
  /// Whether another virtual terminal is in front, so that the screen is not this program's.
  private var isReleased = false

  /// Creates a display by opening a framebuffer node and mapping its memory.
  ///
  /// The initializer does not change the mode of the framebuffer. So `size` and `format` must be nil or match
  /// the framebuffer's mode.
  ///
  /// - Parameters:
  ///   - path: The path of the framebuffer node.
  ///   - size: The required size in pixels. nil accepts the framebuffer's size.
  ///   - format: The required pixel format. nil accepts the framebuffer's format.
  ///   - console: The path of the text console (virtual terminal). The console is switched to graphics mode,
  ///     so that it does not draw over the frames. A missing console is not an error.
  /// - Throws: ``DisplayOpeningError`` if the node cannot be opened, or if the framebuffer does not have the
  ///   required size and format.
  public init(
    path: String = "/dev/fb0", size requestedSize: PixelSize? = nil, format requestedFormat: PixelFormat? = nil,
    console: String = "/dev/tty0"
  ) throws(DisplayOpeningError) {
    let number = cartouche_open(path, O_RDWR)
    guard number >= 0 else { throw DisplayOpeningError(opening: path, errno: -number) }
    // Closed on return: the mapping does not need it.
    let descriptor = Descriptor(number)
    var variable = fb_var_screeninfo()
    var fixed = fb_fix_screeninfo()
    guard cartouche_ioctl(descriptor.number, UInt(FBIOGET_VSCREENINFO), &variable) >= 0,
      cartouche_ioctl(descriptor.number, UInt(FBIOGET_FSCREENINFO), &fixed) >= 0
    else { throw .notADisplay(path: path, reason: "it is not a framebuffer") }

    let layout = FramebufferLayout(FramebufferLayout.ScreenInfo(variable, fixed))
    guard let format = layout.format else {
      throw .notADisplay(path: path, reason: "its pixels are \(layout.description), and only xrgb8888 and rgb565 are supported")
    }
    if let requestedFormat, requestedFormat != format {
      throw .unsupportedFormat(path: path, format: requestedFormat, layout: layout.description)
    }
    if let requestedSize, requestedSize != layout.size {
      throw .noSuchMode(path: path, connector: "the framebuffer", wanted: requestedSize, available: [layout.size])
    }
    guard layout.fitsInMemory else {
      throw .notADisplay(path: path, reason: "its sizes contradict each other (\(layout.description))")
    }

    let mapped = mmap(nil, layout.mappedByteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .failed(path: path, call: "mmap", errno: errno) }
    guard let shadow = ShadowBuffer(size: layout.size, format: format) else {
      munmap(mapped, layout.mappedByteCount)
      throw .outOfMemory(layout.size, bytes: layout.size.width * layout.size.height * format.bytesPerPixel)
    }
    self.path = path
    self.shadow = shadow
    mapping = mapped
    mappedByteCount = layout.mappedByteCount
    firstPixelOffset = layout.firstPixelOffset
    bytesPerRow = layout.bytesPerRow
    mode = DisplayMode(size: layout.size, format: format, refreshMillihertz: layout.refreshMillihertz)
    do throws(VirtualTerminalError) {
      self.console = try VirtualTerminal(path: console)
    } catch {
      consoleError = error
    }
  }

  deinit {
    if isBlank { _ = setPower(Self.powerUp) }
    munmap(mapping, mappedByteCount)
  }

  public func nextFrame() throws(DisplayError) -> Frame {
    guard !isReleased else { throw .notActive }
    guard let (index, age) = buffers.acquire() else { throw .frameStillInFlight }
    return Frame(pixels: shadow.pixels, age: age, index: index, owner: self)
  }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    buffers.present(frame.take())
    guard !isReleased else { throw .notActive }
    if isShown {
      for rect in damage { shadow.copy(rect, to: mapping + firstPixelOffset, bytesPerRow: bytesPerRow) }
    } else {
      shadow.copy(PixelRect(mode.size), to: mapping + firstPixelOffset, bytesPerRow: bytesPerRow)
      isShown = true
    }
  }

  public func recycle(buffer index: Int) {
    buffers.release(index)
  }

  package func blank() {
    isBlank = true
    guard !setPower(Self.powerDown) else { return }
    // The driver cannot switch the screen off, so it shows black.
    for row in 0..<mode.size.height {
      memset(mapping + firstPixelOffset + row * bytesPerRow, 0, mode.size.width * mode.format.bytesPerPixel)
    }
  }

  package func unblank() {
    _ = setPower(Self.powerUp)
    (isBlank, isShown) = (false, false)
  }

  private func setPower(_ level: Int) -> Bool {
    let number = cartouche_open(path, O_RDWR)
    guard number >= 0 else { return false }
    let node = Descriptor(number)
    return cartouche_ioctl_value(node.number, UInt(FBIOBLANK), level) >= 0
  }

  package func releaseScreen() {
    isReleased = true
  }

  package func acquireScreen() -> Bool {
    (isReleased, isShown) = (false, false)
    return true
  }
}
