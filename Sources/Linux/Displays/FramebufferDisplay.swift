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
  private let mappedBytes: Int
  private let firstPixel: Int
  private let bytesPerRow: Int
  private let shadow: Shadow
  private let console: Console?
  private var turns = BufferTurns(count: 1)
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
    else { throw .notADisplay(path: path, fact: "it is no framebuffer") }

    let layout = FramebufferLayout(variable, fixed)
    guard let format = layout.format else {
      throw .notADisplay(path: path, fact: "its pixels are \(layout.description), and only xrgb8888 and rgb565 are drawn")
    }
    if let wanted, wanted != format { throw .formatRefused(path: path, format: wanted, layout: layout.description) }
    if let wantedSize, wantedSize != layout.size {
      throw .noSuchMode(path: path, connector: "the framebuffer", wanted: wantedSize, available: [layout.size])
    }
    guard layout.fits else { throw .notADisplay(path: path, fact: "its sizes contradict each other (\(layout.description))") }

    let mapped = mmap(nil, layout.mappedBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .failed(path: path, call: "mmap", errno: errno) }
    guard let shadow = Shadow(size: layout.size, format: format) else {
      munmap(mapped, layout.mappedBytes)
      throw .noMemory(layout.size, bytes: layout.size.width * layout.size.height * format.bytesPerPixel)
    }
    self.path = path
    self.shadow = shadow
    mapping = mapped
    mappedBytes = layout.mappedBytes
    firstPixel = layout.firstPixel
    bytesPerRow = layout.bytesPerRow
    mode = DisplayMode(size: layout.size, format: format, refreshMillihertz: layout.refreshMillihertz)
    self.console = Console(path: console)
  }

  deinit {
    munmap(mapping, mappedBytes)
  }

  public func nextFrame() throws(DisplayError) -> Frame {
    guard let (index, age) = turns.lend() else { throw .frameStillInFlight }
    return Frame(pixels: shadow.pixels, age: age, index: index, owner: self)
  }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    turns.present(frame.take())
    if isShown {
      for rect in damage { shadow.copy(rect, to: mapping + firstPixel, bytesPerRow: bytesPerRow) }
    } else {
      shadow.copy(PixelRect(mode.size), to: mapping + firstPixel, bytesPerRow: bytesPerRow)
      isShown = true
    }
  }

  public func takeBack(buffer index: Int) {
    turns.takeBack(index)
  }
}

/// How a framebuffer's memory is laid out, read from what its driver says and checked against itself.
struct FramebufferLayout: CustomStringConvertible {
  let size: PixelSize
  let format: PixelFormat?
  let bytesPerRow: Int
  /// Where the visible part begins, in bytes.
  let firstPixel: Int
  let mappedBytes: Int
  let refreshMillihertz: Int
  let description: String

  init(_ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo) {
    size = PixelSize(width: Int(variable.xres), height: Int(variable.yres))
    func channel(_ field: fb_bitfield) -> [UInt32] { [field.offset, field.length, field.msb_right] }
    let channels = [channel(variable.red), channel(variable.green), channel(variable.blue)]
    let isPacked =
      fixed.type == FB_TYPE_PACKED_PIXELS && (fixed.visual == FB_VISUAL_TRUECOLOR || fixed.visual == FB_VISUAL_DIRECTCOLOR)
    format =
      switch (variable.bits_per_pixel, channels) {
      case (32, [[16, 8, 0], [8, 8, 0], [0, 8, 0]]) where isPacked: .xrgb8888
      case (16, [[11, 5, 0], [5, 6, 0], [0, 5, 0]]) where isPacked: .rgb565
      default: nil
      }
    let bytesPerPixel = Int(variable.bits_per_pixel) / 8
    bytesPerRow = fixed.line_length > 0 ? Int(fixed.line_length) : Int(variable.xres_virtual) * bytesPerPixel
    firstPixel = Int(variable.yoffset) * bytesPerRow + Int(variable.xoffset) * bytesPerPixel
    mappedBytes = Int(fixed.smem_len)
    // The pixel clock is in picoseconds a pixel; many drivers leave it 0.
    let width = Int(variable.xres) + Int(variable.left_margin) + Int(variable.right_margin) + Int(variable.hsync_len)
    let height = Int(variable.yres) + Int(variable.upper_margin) + Int(variable.lower_margin) + Int(variable.vsync_len)
    let period = Int(variable.pixclock).multipliedReportingOverflow(by: width &* height)
    let rate = period.overflow || period.partialValue <= 0 ? 0 : 1_000_000_000_000_000 / period.partialValue
    refreshMillihertz = (10_000...240_000).contains(rate) ? rate : 60_000
    let names = zip(["red", "green", "blue"], channels).map { "\($0) \($1[1]) at \($1[0])" }.joined(separator: ", ")
    description = "\(size.width)x\(size.height) of \(variable.bits_per_pixel) bits (\(names))"
  }

  /// Whether the memory holds what the mode claims.
  var fits: Bool {
    guard let format, (1...16_384).contains(size.width), (1...16_384).contains(size.height) else { return false }
    let rowBytes = size.width * format.bytesPerPixel
    return bytesPerRow >= rowBytes && firstPixel + (size.height - 1) * bytesPerRow + rowBytes <= mappedBytes
  }
}
