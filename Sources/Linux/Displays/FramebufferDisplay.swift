internal import CLinux
public import CartoucheRaster
public import CartoucheScene
internal import Glibc

/// A `/dev/fb*` node: one frame of memory that the panel shows, in the mode the kernel has set.
///
///     nextFrame ▶ a shadow in ordinary memory ▶ present copies what changed ▶ the mapping, which is never read
///
/// There is nothing to wait for: drivers answer FBIO_WAITFORVSYNC as they like, so the caller's timer sets the pace.
public final class FramebufferDisplay: Display, FrameOwner {
  public let mode: DisplayMode
  public let path: String
  /// Whether the text console is held back; if not, its cursor may show.
  public var hasConsole: Bool { console != nil }

  private let mapping: UnsafeMutableRawPointer
  private let mappedByteCount: Int
  private let firstPixelOffset: Int
  private let bytesPerRow: Int
  private let shadow: ShadowBuffer
  private let console: Console?
  private var turns = BufferQueue(count: 1)
  private var isShown = false

  /// - Parameters:
  ///   - size: what is wanted; nil, whatever the node has.
  ///   - format: likewise.
  ///   - console: the virtual terminal to keep from drawing; none is no fault.
  /// - Throws: ``DisplayOpeningError``; the mode is the kernel's, so a size or format that it is not in is refused.
  public init(
    path: String = "/dev/fb0", size wantedSize: PixelSize? = nil, format wanted: PixelFormat? = nil, console: String = "/dev/tty0"
  ) throws(DisplayOpeningError) {
    let number = cartouche_open(path, O_RDWR)
    guard number >= 0 else { throw DisplayOpeningError(opening: path, errno: -number) }
    // The mapping outlives the descriptor.
    let descriptor = Descriptor(number)
    var variable = fb_var_screeninfo()
    var fixed = fb_fix_screeninfo()
    guard cartouche_ioctl(descriptor.number, UInt(FBIOGET_VSCREENINFO), &variable) >= 0,
      cartouche_ioctl(descriptor.number, UInt(FBIOGET_FSCREENINFO), &fixed) >= 0
    else { throw .notADisplay(path: path, reason: "it is no framebuffer") }

    let layout = FramebufferLayout(FramebufferLayout.ScreenInfo(variable, fixed))
    guard let format = layout.format else {
      throw .notADisplay(path: path, reason: "its pixels are \(layout.description), and only xrgb8888 and rgb565 are drawn")
    }
    if let wanted, wanted != format { throw .unsupportedFormat(path: path, format: wanted, layout: layout.description) }
    if let wantedSize, wantedSize != layout.size {
      throw .noSuchMode(path: path, connector: "the framebuffer", wanted: wantedSize, available: [layout.size])
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
    self.console = Console(path: console)
  }

  deinit {
    munmap(mapping, mappedByteCount)
  }

  public func nextFrame() throws(DisplayError) -> Frame {
    guard let (index, age) = turns.acquire() else { throw .frameStillInFlight }
    return Frame(pixels: shadow.pixels, age: age, index: index, owner: self)
  }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    turns.present(frame.take())
    if isShown {
      for rect in damage { shadow.copy(rect, to: mapping + firstPixelOffset, bytesPerRow: bytesPerRow) }
    } else {
      shadow.copy(PixelRect(mode.size), to: mapping + firstPixelOffset, bytesPerRow: bytesPerRow)
      isShown = true
    }
  }

  public func recycle(buffer index: Int) {
    turns.release(index)
  }
}
