public import CartoucheRaster
public import CartoucheScene

/// A screen of a DRM card, shown with dumb buffers and page flips.
///
///     nextFrame ▶ the shadow buffer ▶ present copies what a scanout buffer lacks ▶ page flip
///       ▶ handleEvents frees the previous buffer
///
/// The shadow buffer always holds the last frame, so a frame's age is 1 from the second one on, however many
/// scanout buffers there are. Flip events free buffers; they do not set the pace, because most virtual and
/// some real drivers report them immediately.
public final class DRMDisplay: LiveDisplay, FrameOwner {
  public let mode: DisplayMode
  /// Whether the text console was switched to graphics mode; if not, its cursor may show.
  public var hasConsole: Bool { console != nil }

  private let shadow: ShadowBuffer
  // Released in this order: first the previous image comes back, then the console, which repaints itself.
  private var scanout: DRMScanout?
  private var console: Console?
  private var buffers = BufferQueue(count: 1)

  /// Opens a card and a connector, and allocates the buffers. The mode is set with the first frame.
  ///
  /// - Parameters:
  ///   - card: A node such as `/dev/dri/card1`; nil: the first card with a connected connector.
  ///   - connector: A name such as `HDMI-A-1`; nil: the first connected connector.
  ///   - size: The mode's size in pixels; nil: the connector's preferred mode.
  ///   - refreshMillihertz: The mode of `size` nearest to this rate is used; nil: the preferred or the
  ///     fastest one.
  ///   - format: The pixel format; nil: xrgb8888, or rgb565 if the card refuses that.
  ///   - buffers: The number of scanout buffers, clamped to 1…4; with 1 the panel reads the buffer while it
  ///     is written.
  ///   - console: The virtual terminal to keep from drawing; a missing one is not an error.
  ///   - folder: The folder of the card nodes.
  /// - Throws: ``DisplayOpeningError``.
  public init(
    card: String? = nil, connector: String? = nil, size: PixelSize? = nil, refreshMillihertz: Int? = nil,
    format: PixelFormat? = nil,
    buffers: Int = 2,
    console: String = "/dev/tty0", folder: String = "/dev/dri"
  ) throws(DisplayOpeningError) {
    let request = DRMOutput.Request(card: card, connector: connector, size: size, refreshMillihertz: refreshMillihertz)
    let (scanout, format) = try Self.open(request, format: format, buffers: min(max(buffers, 1), 4), folder: folder)
    let output = scanout.output
    guard let shadow = ShadowBuffer(size: output.size, format: format) else {
      throw .outOfMemory(output.size, bytes: output.size.width * output.size.height * format.bytesPerPixel)
    }
    mode = DisplayMode(size: output.size, format: format, refreshMillihertz: output.refreshMillihertz)
    self.shadow = shadow
    self.scanout = scanout
    self.console = Console(path: console)
  }

  deinit {
    scanout = nil
    console = nil
  }

  private static func open(
    _ request: DRMOutput.Request, format requested: PixelFormat?, buffers: Int, folder: String
  ) throws(DisplayOpeningError) -> (DRMScanout, PixelFormat) {
    var refusal: DisplayOpeningError?
    for format in requested.map({ [$0] }) ?? [.xrgb8888, .rgb565] {
      let opened = try OpenedOutput(request, folder: folder)
      do throws(DisplayOpeningError) {
        return (try DRMScanout(opened, format: format, buffers: buffers), format)
      } catch {
        guard case .unsupportedFormat = error else { throw error }
        refusal = error
      }
    }
    throw refusal ?? .noCard(folder: folder)
  }

  /// The path of the card's node.
  public var path: String { scanout?.output.path ?? "" }
  /// The kernel's name of the connector.
  public var connectorName: String { scanout?.output.connectorName ?? "" }
  public var statistics: DRMStatistics { scanout?.statistics ?? DRMStatistics() }

  public var descriptor: Int32? { scanout?.descriptor }
  public var deadline: Timestamp? { scanout?.deadline }
  public var lastVerticalBlank: Timestamp? { statistics.lastFlip }

  public func handleEvents() throws(DisplayError) {
    try scanout?.handleEvents()
  }

  public func nextFrame() throws(DisplayError) -> Frame {
    guard let scanout else { throw .notActive }
    if !scanout.canTakeFrame { try scanout.handleEvents() }
    guard scanout.canTakeFrame, let (index, age) = buffers.acquire() else { throw .frameStillInFlight }
    return Frame(pixels: shadow.pixels, age: age, index: index, owner: self)
  }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    buffers.present(frame.take())
    guard let scanout else { throw .notActive }
    try scanout.show(shadow, damage: damage)
  }

  public func recycle(buffer index: Int) {
    buffers.release(index)
  }
}
