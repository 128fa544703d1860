public import CartoucheRaster
public import CartoucheScene

/// Where frames go.
public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
  case drm, fbdev, headless
}

/// What a board or the command line asks of a display; nil is "whatever it has".
public struct DisplayRequest: Hashable, Sendable {
  /// nil: DRM, else fbdev, else headless.
  public var kind: DisplayKind?
  /// A node of `/dev/dri`, or of `/dev/fb*`.
  public var path: String?
  public var connector: String?
  public var size: PixelSize?
  /// Scans in 1000 seconds, where `size` says which modes are meant.
  public var refreshMillihertz: Int?
  public var format: PixelFormat?
  public var buffers = 2
  public var console = "/dev/tty0"
  /// The size in memory when none is asked for.
  public var headlessSize = PixelSize(width: 800, height: 480)

  public init(kind: DisplayKind? = nil) {
    self.kind = kind
  }
}

/// Which display was taken, and why not the ones before it: nothing is fallen back from in silence.
public struct DisplayChoice: Hashable, Sendable {
  public let kind: DisplayKind
  /// A sentence for each display that was passed over, in the order they were tried.
  public let reasons: [String]

  public init(kind: DisplayKind, reasons: [String] = []) {
    self.kind = kind
    self.reasons = reasons
  }

  /// DRM if it opens, else fbdev, else headless.
  ///
  /// A card that another program owns is the end of the search for a screen: the framebuffer node behind it is the same screen, and drawing there would
  /// go into that program's picture.
  ///
  /// - Parameters:
  ///   - drm: why DRM did not open; nil, it did.
  ///   - fbdev: the same of the framebuffer, asked only when it is needed.
  public static func automatic(drm: DisplayOpeningError?, fbdev: () -> DisplayOpeningError?) -> DisplayChoice {
    guard let drm else { return DisplayChoice(kind: .drm, reasons: []) }
    if case .anotherMaster = drm { return DisplayChoice(kind: .headless, reasons: ["\(drm)"]) }
    guard let fbdev = fbdev() else { return DisplayChoice(kind: .fbdev, reasons: ["\(drm)"]) }
    return DisplayChoice(kind: .headless, reasons: ["\(drm)", "\(fbdev)"])
  }
}

/// A display that was opened, and how it was chosen.
public struct OpenedDisplay {
  public let display: any Display
  public let choice: DisplayChoice

  /// Opens what is asked for.
  ///
  /// - Throws: ``DisplayOpeningError`` when a display that was named does not open; without a name only when not even memory does.
  public init(_ request: DisplayRequest) throws(DisplayOpeningError) {
    if let kind = request.kind {
      display = try Self.open(kind, request)
      choice = DisplayChoice(kind: kind, reasons: [])
      return
    }
    var opened: (any Display)?
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

  private static func open(_ kind: DisplayKind, _ request: DisplayRequest) throws(DisplayOpeningError) -> any Display {
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
