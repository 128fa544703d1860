public import CartoucheRaster
public import CartoucheScene

/// A display on a screen of a DRM graphics card. Frames are shown with dumb buffers and page flips.
///
///     nextFrame ▶ draw into the shadow buffer ▶ present copies the changes to a scanout buffer ▶ page flip
///       ▶ handleEvents frees the previous scanout buffer, and submits the frame that waited for the flip
///
/// Frames are drawn into a shadow buffer, which is one buffer in ordinary memory. The changed pixels are then
/// copied to a scanout buffer, which the panel reads. The shadow buffer always contains the previous frame.
/// So only the changes since the previous frame must be drawn, whatever the number of scanout buffers.
/// ``nextFrame()`` does not wait for a page flip. While one is pending, the newest presented frame stays in
/// the shadow buffer, and is copied when the flip is done.
///
/// When a page flip is complete, the card sends an event, and a scanout buffer becomes free. These events do
/// not time the frames, because most virtual drivers and some real drivers send them immediately.
///
/// If a screen is unplugged, the display is not active. When it is plugged in again, or another screen is,
/// the display chooses the output and its mode again.
public final class DRMDisplay: PluggableDisplay, ConsoleDisplay, BlankableDisplay, FrameOwner {
  public internal(set) var mode: DisplayMode
  /// Whether the text console was switched to graphics mode. If not, the cursor of the text console may be
  /// visible over the frames.
  public var hasConsole: Bool { console != nil }

  /// What the program asks for, with which an output is chosen again.
  struct Configuration {
    var request: DRMOutput.Request
    var format: PixelFormat?
    let buffers: Int
    let usesAtomic: Bool
    let folder: String
    /// The seat that opens the card; nil if the process does.
    let seat: Seat?
  }

  let configuration: Configuration
  /// Whether the card refused the requested mode on the screen that is plugged in now.
  var isModeRefused = false
  var shadow: ShadowBuffer?
  // Released in this order: first the previous image comes back, then the console, which repaints itself.
  /// The card and the output; nil while no screen is plugged in.
  var scanout: DRMScanout?
  package private(set) var console: VirtualTerminal?
  package private(set) var consoleError: VirtualTerminalError?
  /// Whether another virtual terminal is in front, so that the screen is not this program's.
  private var isReleased = false
  var buffers = BufferQueue(count: 1)
  /// Whether the shadow buffer may hold a part of a frame, so that it must not be copied.
  var isDrawing = false
  /// The sentences for ``takeDiagnostics()``.
  var diagnostics: [String] = []
  /// The last sentence that was added, so that a lasting problem is reported once.
  var lastProblem: String?

  /// Creates a display by opening a graphics card and allocating the buffers. The first presented frame sets
  /// the display mode.
  ///
  /// - Parameters:
  ///   - card: The path of the card's node, such as `/dev/dri/card1`. nil chooses the first card that has a
  ///     connector with a display plugged in.
  ///   - connector: The name of a connector, such as `HDMI-A-1`. nil chooses the first connector with a
  ///     display plugged in.
  ///   - size: The size of the display mode in pixels. nil chooses the connector's preferred mode.
  ///   - refreshMillihertz: The requested refresh rate in millihertz, such as 60 000 for 60 Hz. Of all modes
  ///     with the requested size, the mode nearest to this rate is used. nil chooses the preferred mode of
  ///     that size. If no mode of that size is preferred, nil chooses the fastest mode. If `size` is nil,
  ///     this parameter is ignored.
  ///   - format: The pixel format. nil chooses xrgb8888, or rgb565 if the card refuses xrgb8888.
  ///   - buffers: The number of scanout buffers, clamped to 1…4. If there is only one buffer, the panel may
  ///     show a partly written frame.
  ///   - usesAtomicModeSetting: Whether modes and page flips are atomic commits if the driver has them. If
  ///     false, the older calls are used, which every driver has.
  ///   - console: The path of the text console (virtual terminal). The console is switched to graphics mode,
  ///     so that it does not draw over the frames. A missing console is not an error.
  ///   - folder: The folder that contains the card nodes.
  ///   - waitsForConnection: Whether a display is created even if no screen is plugged in. The display is
  ///     then not active until a screen is.
  ///   - seat: The seat that opens the card, and has the text console. nil opens them directly.
  /// - Throws: ``DisplayOpeningError`` if no display can be opened as requested.
  public init(
    card: String? = nil, connector: String? = nil, size: PixelSize? = nil, refreshMillihertz: Int? = nil,
    format: PixelFormat? = nil,
    buffers: Int = 2, usesAtomicModeSetting: Bool = true,
    console: String = "/dev/tty0", folder: String = "/dev/dri", waitsForConnection: Bool = false, seat: Seat? = nil
  ) throws(DisplayOpeningError) {
    let request = DRMOutput.Request(card: card, connector: connector, size: size, refreshMillihertz: refreshMillihertz)
    configuration = Configuration(
      request: request, format: format, buffers: min(max(buffers, 1), 4), usesAtomic: usesAtomicModeSetting, folder: folder,
      seat: seat)
    mode = DisplayMode(size: size ?? PixelSize(width: 800, height: 480), format: format ?? .xrgb8888)
    do throws(DisplayOpeningError) {
      try connect(request)
    } catch {
      guard waitsForConnection, case .noConnectedConnector = error else { throw error }
      report("\(error) The program waits until one is plugged in.")
    }
    guard seat == nil else { return }
    do throws(VirtualTerminalError) {
      self.console = try VirtualTerminal(path: console)
    } catch {
      consoleError = error
    }
  }

  deinit {
    scanout = nil
    console = nil
  }

  /// The path of the graphics card's device node.
  public var path: String { scanout?.output.path ?? "" }
  /// The kernel's name of the connector that the display is plugged into, such as `HDMI-A-1`.
  public var connectorName: String { scanout?.output.connectorName ?? "" }
  /// The counts of page flips and mode changes since the card was opened.
  public var statistics: DRMStatistics { scanout?.statistics ?? DRMStatistics() }

  /// Whether modes and page flips are atomic commits. False while no screen is plugged in.
  public var usesAtomicModeSetting: Bool { scanout?.isAtomic ?? false }

  public var descriptor: Int32? { scanout?.descriptor }
  public var deadline: Timestamp? { isReleased ? nil : scanout?.deadline }
  public var lastVerticalBlank: Timestamp? { statistics.lastFlip }
  public var millimeters: Size? {
    scanout.flatMap { PanelDimensions.plausible(millimeters: $0.output.reportedMillimeters, pixels: mode.size) }
  }

  public var panelRotation: Rotation? { scanout?.panelRotation }

  public var flipProgress: FlipProgress? { scanout?.progress }

  public func handleEvents() throws(DisplayError) {
    // A late event must be read, or the event loop would be called again and again.
    guard !isReleased else {
      try scanout?.readEvents()
      return
    }
    try scanout?.handleEvents(mayCopy: !isDrawing)
  }

  public func nextFrame() throws(DisplayError) -> Frame {
    guard let scanout, let shadow, !isReleased else { throw .notActive }
    // A mode that was refused is not set again before its time.
    if let time = scanout.retryTime, EventLoop.now < time { throw .notActive }
    // A caller without an event loop does not read the events otherwise.
    if scanout.progress.pendingCount > 0, !isDrawing { try scanout.handleEvents(mayCopy: true) }
    guard let (index, age) = buffers.acquire() else { throw .frameStillInFlight }
    isDrawing = true
    return Frame(pixels: shadow.pixels, age: age, index: index, owner: self)
  }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    buffers.present(frame.take())
    isDrawing = false
    guard let scanout, let shadow, !isReleased else { throw .notActive }
    try scanout.show(shadow, damage: damage)
  }

  public func recycle(buffer index: Int) {
    buffers.release(index)
    // The frame may be half drawn, so the one that waits is lost, and the shadow buffer must not be copied
    // before the next frame, which is drawn entirely.
    scanout?.dropQueuedFrame()
  }

  package func blank() {
    if !isReleased { scanout?.blank() }
  }

  package func unblank() {
    scanout?.setModeAgain()
  }

  package func releaseScreen() {
    isReleased = true
    scanout?.release()
  }

  package func acquireScreen() -> Bool {
    guard scanout?.acquire() ?? true else { return false }
    isReleased = false
    return true
  }
}
