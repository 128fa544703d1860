public import CartoucheRaster
internal import CartoucheScene

/// The kinds of display that a ``DisplayRequest`` can ask for.
public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
  /// A graphics card that supports DRM, the kernel's interface for setting display modes. The display is a
  /// ``DRMDisplay``.
  case drm
  /// A framebuffer device node, such as `/dev/fb0`. The display is a ``FramebufferDisplay``.
  case fbdev
  /// Memory only, without a screen. The display is a ``HeadlessDisplay``.
  case headless
}

/// A program's request for a display: the kind, the size and other properties of the display to open.
///
/// A program may fill the request from its command line. If a property is nil, its value is chosen when the
/// display is opened.
public struct DisplayRequest: Hashable, Sendable {
  /// The kind of display to open. If nil, DRM is tried first, then fbdev (a framebuffer). If another program
  /// owns the graphics card, or this process may not open it, fbdev is not tried.
  public var kind: DisplayKind?
  /// The path of the display's device node: a card node in `/dev/dri`, or a `/dev/fb*` node.
  ///
  /// A node in `/dev/dri` is used only for DRM, and a `/dev/fb*` node is used only for fbdev.
  public var path: String?
  /// The name of the connector to draw on, such as `HDMI-A-1`. nil chooses the first connector with a display
  /// plugged in.
  public var connector: String?
  /// The size of the unrotated display in pixels.
  public var size: PixelSize?
  /// The requested refresh rate in millihertz, such as 60 000 for 60 Hz. Only DRM displays use this property.
  ///
  /// Of all modes with the requested size, the mode nearest to this rate is chosen. Interlaced modes are
  /// considered only if all modes of that size are interlaced. If the request's ``size`` is nil, this
  /// property is ignored.
  public var refreshMillihertz: Int?
  /// The pixel format of the display to open.
  public var format: PixelFormat?
  /// The number of buffers of a DRM or headless display. Successive frames use these buffers in turn.
  public var buffers = 2
  /// Whether a DRM display waits for a screen if none is plugged in. If false, this is an error.
  public var waitsForConnection = false
  /// The path of the text console (virtual terminal). The console is switched to graphics mode, so that it
  /// does not draw over the frames.
  public var console = "/dev/tty0"
  /// The size of a headless display in pixels. This size is used only if the request's ``size`` is nil.
  public var headlessSize = PixelSize(width: 800, height: 480)

  /// Creates a request for a kind of display. All other properties have their default values.
  public init(kind: DisplayKind? = nil) {
    self.kind = kind
  }
}

/// The kind of display that was chosen, with the reasons why other kinds did not open.
public struct DisplayChoice: Hashable, Sendable {
  /// The kind of display that was chosen.
  public let kind: DisplayKind
  /// The reasons why other kinds of display did not open, as one sentence for each kind. The sentences are in
  /// the order in which the kinds were tried.
  public let reasons: [String]

  /// Creates a choice from the chosen kind of display and the reasons why other kinds did not open.
  public init(kind: DisplayKind, reasons: [String] = []) {
    self.kind = kind
    self.reasons = reasons
  }

  /// Chooses the first kind of display that opens. The order is DRM, fbdev.
  ///
  /// If another program owns the graphics card, this process may not open it, or no screen is plugged in,
  /// fbdev is not tried. The framebuffer node drives the same screen as the card. So drawing to the node
  /// would overwrite the other program's frames, or nobody would see it.
  ///
  /// - Parameters:
  ///   - drm: The reason why the DRM display did not open. nil if the DRM display opened.
  ///   - fbdev: A function that tries to open the framebuffer. The function returns nil if the framebuffer
  ///     opened, and otherwise the reason for the failure. The function is called only if the DRM display did
  ///     not open and no other program owns the card.
  /// - Returns: The chosen kind, and the reasons why the kinds that were tried earlier did not open.
  /// - Throws: The reason if fbdev is not tried, or ``DisplayOpeningError/noDisplay(reasons:)``.
  public static func automatic(
    drm: DisplayOpeningError?, fbdev: () -> DisplayOpeningError?
  ) throws(DisplayOpeningError) -> DisplayChoice {
    guard let drm else { return DisplayChoice(kind: .drm, reasons: []) }
    switch drm {
    case .anotherMaster, .permissionDenied, .noConnectedConnector: throw drm
    default: break
    }
    guard let fbdev = fbdev() else { return DisplayChoice(kind: .fbdev, reasons: ["\(drm)"]) }
    throw .noDisplay(reasons: ["\(drm)", "\(fbdev)"])
  }
}

/// A display that was opened, and the reasons why other kinds of display did not open.
public struct OpenedDisplay {
  /// The display that was opened.
  public let display: any LiveDisplay
  /// The kind of the open display, and the reasons why other kinds of display did not open.
  public let choice: DisplayChoice

  /// Creates an opened display from a request, which describes the display to open.
  ///
  /// - Throws: ``DisplayOpeningError`` if the requested kind of display does not open. If the request names
  ///   no kind, the error is thrown only if no kind of display opens.
  public init(_ request: DisplayRequest) throws(DisplayOpeningError) {
    if let kind = request.kind {
      display = try Self.open(kind, request)
      choice = DisplayChoice(kind: kind, reasons: [])
      return
    }
    var opened: (any LiveDisplay)?
    func failure(_ kind: DisplayKind) -> DisplayOpeningError? {
      do throws(DisplayOpeningError) {
        opened = try Self.open(kind, request)
        return nil
      } catch {
        return error
      }
    }
    choice = try DisplayChoice.automatic(drm: failure(.drm), fbdev: { failure(.fbdev) })
    guard let opened else { throw .noDisplay(reasons: choice.reasons) }
    display = opened
  }

  private static func open(_ kind: DisplayKind, _ request: DisplayRequest) throws(DisplayOpeningError) -> any LiveDisplay {
    switch kind {
    case .drm:
      let card = request.path.flatMap { $0.hasPrefix("/dev/fb") ? nil : $0 }
      return try DRMDisplay(
        card: card, connector: request.connector, size: request.size, refreshMillihertz: request.refreshMillihertz,
        format: request.format, buffers: request.buffers, console: request.console,
        waitsForConnection: request.waitsForConnection)
    case .fbdev:
      let path = request.path.flatMap { $0.hasPrefix("/dev/dri") ? nil : $0 } ?? "/dev/fb0"
      return try FramebufferDisplay(path: path, size: request.size, format: request.format, console: request.console)
    case .headless:
      let mode = DisplayMode(
        size: request.size ?? request.headlessSize, format: request.format ?? .xrgb8888,
        refreshMillihertz: request.refreshMillihertz ?? 60_000)
      return try HeadlessDisplay(mode: mode, buffers: request.buffers)
    }
  }
}
