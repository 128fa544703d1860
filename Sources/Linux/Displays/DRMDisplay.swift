public import CartoucheRaster
public import CartoucheScene

/// A screen on a DRM card, by dumb buffers and page flips.
///
///     nextFrame ▶ a shadow in ordinary memory ▶ present copies what a buffer lacks ▶ page flip ▶ handleEvents: the last buffer is free
///
/// The shadow always holds the last frame, so a frame's age is 1 from the second one on, however many buffers there are. Flip events free buffers; they do
/// not set the pace, for most virtual and some real drivers report them at once.
public final class DRMDisplay: Display, FrameOwner {
  public let mode: DisplayMode
  /// Whether the text console is held back; if not, its cursor may show when the program ends.
  public var hasConsole: Bool { console != nil }

  private let shadow: ShadowBuffer
  // In this order they go: the old picture first comes back, then the console, which repaints itself.
  private var scanout: DRMScanout?
  private var console: Console?
  private var turns = BufferQueue(count: 1)

  /// - Parameters:
  ///   - card: a node such as `/dev/dri/card1`; nil, the first that has a connected connector.
  ///   - connector: a name such as `HDMI-A-1`; nil, the first that is connected.
  ///   - size: nil, the connector's preferred mode.
  ///   - refreshMillihertz: of the modes of `size` the nearest to this is taken; nil, the preferred one or the fastest.
  ///   - format: nil, xrgb8888 if the card takes it.
  ///   - buffers: 1 draws into what the panel reads; held to 1…4.
  ///   - console: the virtual terminal to keep from drawing; none is no fault.
  /// - Throws: ``DisplayOpeningError``.
  public init(
    card: String? = nil, connector: String? = nil, size: PixelSize? = nil, refreshMillihertz: Int? = nil,
    format: PixelFormat? = nil,
    buffers: Int = 2,
    console: String = "/dev/tty0", folder: String = "/dev/dri"
  ) throws(DisplayOpeningError) {
    let request = DRMOutput.Request(card: card, connector: connector, size: size, refreshMillihertz: refreshMillihertz)
    let (output, scanout, format) = try Self.open(request, format: format, buffers: min(max(buffers, 1), 4), folder: folder)
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
    _ request: DRMOutput.Request, format wanted: PixelFormat?, buffers: Int, folder: String
  ) throws(DisplayOpeningError) -> (DRMOutput, DRMScanout, PixelFormat) {
    var refusal: DisplayOpeningError?
    for format in wanted.map({ [$0] }) ?? [.xrgb8888, .rgb565] {
      let (output, card) = try DRMOutput.find(request, folder: folder)
      do throws(DisplayOpeningError) {
        return (output, try DRMScanout(output, card: card, format: format, buffers: buffers), format)
      } catch {
        guard case .unsupportedFormat = error else { throw error }
        refusal = error
      }
    }
    throw refusal ?? .noCard(folder: folder)
  }

  /// The card's descriptor, for the loop: when it can be read, call ``handleEvents()``.
  public var descriptor: Int32 { scanout?.card ?? -1 }
  /// The card's node.
  public var path: String { scanout?.output.path ?? "" }
  /// The connector's name, as the kernel has it.
  public var connectorName: String { scanout?.output.connectorName ?? "" }
  public var statistics: DRMStatistics { scanout?.statistics ?? DRMStatistics() }
  /// When to call ``handleEvents()`` even if the card says nothing; nil, never.
  public var deadline: Timestamp? { scanout?.deadline }

  /// Takes in what the card reports, and gives up on a flip that is overdue. Never waits.
  ///
  /// - Throws: as ``present(_:damage:)`` does, for a frame that had to wait its turn.
  public func handleEvents() throws(DisplayError) {
    try scanout?.handleEvents()
  }

  public func nextFrame() throws(DisplayError) -> Frame {
    guard let scanout else { throw .notActive }
    if !scanout.canTakeFrame { try scanout.handleEvents() }
    guard scanout.canTakeFrame, let (index, age) = turns.acquire() else { throw .frameStillInFlight }
    return Frame(pixels: shadow.pixels, age: age, index: index, owner: self)
  }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    turns.present(frame.take())
    guard let scanout else { throw .notActive }
    try scanout.show(shadow, damage: damage)
  }

  public func recycle(buffer index: Int) {
    turns.release(index)
  }
}
