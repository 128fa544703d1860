public import CartoucheRaster
internal import CartoucheScene

/// The kinds of display that this module opens.
public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
  /// A card with kernel mode setting: ``DRMDisplay``.
  case drm
  /// A framebuffer node: ``FramebufferDisplay``.
  case fbdev
  /// Memory only: ``HeadlessDisplay``.
  case headless
}

/// The display that a board or the command line asks for; nil leaves a property to the display.
public struct DisplayRequest: Hashable, Sendable {
  /// The kind of display; nil: DRM, else fbdev, else headless.
  public var kind: DisplayKind?
  /// The path of a node in `/dev/dri`, or of a `/dev/fb*` node.
  public var path: String?
  /// The connector's name, as `HDMI-A-1`.
  public var connector: String?
  /// The size in pixels, before any rotation.
  public var size: PixelSize?
  /// Vertical blanks in 1000 seconds; it selects one of the modes of `size`, and is ignored without `size`.
  public var refreshMillihertz: Int?
  public var format: PixelFormat?
  /// The number of buffers.
  public var buffers = 2
  /// The virtual terminal that is kept from drawing over the frames.
  public var console = "/dev/tty0"
  /// The size of a headless display when `size` is nil.
  public var headlessSize = PixelSize(width: 800, height: 480)

  public init(kind: DisplayKind? = nil) {
    self.kind = kind
  }
}

/// Which kind of display was chosen, and why the kinds before it were not.
public struct DisplayChoice: Hashable, Sendable {
  public let kind: DisplayKind
  /// One sentence for each kind that did not open, in the order they were tried.
  public let reasons: [String]

  public init(kind: DisplayKind, reasons: [String] = []) {
    self.kind = kind
    self.reasons = reasons
  }

  /// Chooses DRM if it opens, else fbdev, else headless.
  ///
  /// If another program owns the card, fbdev is not tried: the framebuffer node drives the same screen, and
  /// writing to it would overwrite that program's frames.
  ///
  /// - Parameters:
  ///   - drm: Why DRM did not open; nil if it did.
  ///   - fbdev: Returns why the framebuffer did not open; called only when needed.
  public static func automatic(drm: DisplayOpeningError?, fbdev: () -> DisplayOpeningError?) -> DisplayChoice {
    guard let drm else { return DisplayChoice(kind: .drm, reasons: []) }
    if case .anotherMaster = drm { return DisplayChoice(kind: .headless, reasons: ["\(drm)"]) }
    guard let fbdev = fbdev() else { return DisplayChoice(kind: .fbdev, reasons: ["\(drm)"]) }
    return DisplayChoice(kind: .headless, reasons: ["\(drm)", "\(fbdev)"])
  }
}

/// An open display, and how it was chosen.
public struct OpenedDisplay {
  public let display: any LiveDisplay
  public let choice: DisplayChoice

  /// Opens the display that is asked for.
  ///
  /// - Throws: ``DisplayOpeningError`` when the requested kind does not open; without a kind, only when not
  ///   even a headless display can be made.
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
