public import CartoucheRaster
internal import CartoucheScene

/// The kinds of display that this module opens.
public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
  /// A graphics card with kernel mode setting. The display is a ``DRMDisplay``.
  case drm
  /// A framebuffer node, such as `/dev/fb0`. The display is a ``FramebufferDisplay``.
  case fbdev
  /// Memory only, without a screen. The display is a ``HeadlessDisplay``.
  case headless
}

/// The display that a board file or the command line asks for. A board file describes a machine's display and
/// touch panel.
///
/// If an optional property is nil, the display that is opened determines the property's value.
public struct DisplayRequest: Hashable, Sendable {
  /// The kind of display to open. nil tries DRM, then fbdev, then headless.
  public var kind: DisplayKind?
  /// The path of the display's device node: a node in `/dev/dri`, or a `/dev/fb*` node.
  public var path: String?
  /// The name of the connector to draw on, such as `HDMI-A-1`.
  public var connector: String?
  /// The size of the display in pixels, before any rotation.
  public var size: PixelSize?
  /// The wanted refresh rate, in vertical blanks per 1000 seconds.
  ///
  /// Of the modes that have the requested size, the mode nearest to this rate is chosen. If `size` is nil,
  /// this property is ignored.
  public var refreshMillihertz: Int?
  /// The pixel format of the display.
  public var format: PixelFormat?
  /// The number of buffers of the display that frames are written to.
  public var buffers = 2
  /// The path of the virtual terminal (text console) that is kept from drawing over the frames.
  public var console = "/dev/tty0"
  /// The size in pixels of a headless display if `size` is nil.
  public var headlessSize = PixelSize(width: 800, height: 480)

  public init(kind: DisplayKind? = nil) {
    self.kind = kind
  }
}

/// The kind of display that was chosen, and the reasons why other kinds were not chosen.
public struct DisplayChoice: Hashable, Sendable {
  /// The kind of display that was chosen.
  public let kind: DisplayKind
  /// One sentence for each kind of display that did not open, in the order in which the kinds were tried.
  public let reasons: [String]

  public init(kind: DisplayKind, reasons: [String] = []) {
    self.kind = kind
    self.reasons = reasons
  }

  /// Chooses DRM if it opens, otherwise fbdev if it opens, otherwise headless.
  ///
  /// If another program owns the graphics card, fbdev is not tried. The framebuffer node drives the same
  /// screen as the card, so writing to the node would overwrite the other program's frames.
  ///
  /// - Parameters:
  ///   - drm: The reason why the DRM display did not open; nil if the display opened.
  ///   - fbdev: Tries to open the framebuffer, and returns the reason why the framebuffer did not open; nil
  ///     if it opened. The function is called only if the choice depends on the framebuffer.
  public static func automatic(drm: DisplayOpeningError?, fbdev: () -> DisplayOpeningError?) -> DisplayChoice {
    guard let drm else { return DisplayChoice(kind: .drm, reasons: []) }
    if case .anotherMaster = drm { return DisplayChoice(kind: .headless, reasons: ["\(drm)"]) }
    guard let fbdev = fbdev() else { return DisplayChoice(kind: .fbdev, reasons: ["\(drm)"]) }
    return DisplayChoice(kind: .headless, reasons: ["\(drm)", "\(fbdev)"])
  }
}

/// An open display, and the reasons why this kind of display was chosen.
public struct OpenedDisplay {
  /// The display that was opened.
  public let display: any LiveDisplay
  /// The kind of display that was chosen, and the reasons.
  public let choice: DisplayChoice

  /// Opens the display that `request` describes.
  ///
  /// - Throws: ``DisplayOpeningError`` if the requested kind of display does not open. If no kind is
  ///   requested, the error is thrown only if even a headless display cannot be created.
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
    choice = DisplayChoice.automatic(drm: failure(.drm), fbdev: { failure(.fbdev) })
    if let opened { display = opened } else { display = try Self.open(.headless, request) }
  }

  private static func open(_ kind: DisplayKind, _ request: DisplayRequest) throws(DisplayOpeningError) -> any LiveDisplay {
    switch kind {
    case .drm:
      let card = request.path.flatMap { $0.hasPrefix("/dev/fb") ? nil : $0 }
      return try DRMDisplay(
        card: card, connector: request.connector, size: request.size, refreshMillihertz: request.refreshMillihertz,
        format: request.format, buffers: request.buffers, console: request.console)
    case .fbdev:
      let path = request.path.flatMap { $0.hasPrefix("/dev/dri") ? nil : $0 } ?? "/dev/fb0"
      return try FramebufferDisplay(path: path, size: request.size, format: request.format, console: request.console)
    case .headless:
      let mode = DisplayMode(size: request.size ?? request.headlessSize, format: request.format ?? .xrgb8888)
      return try HeadlessDisplay(mode: mode, buffers: request.buffers)
    }
  }
}
