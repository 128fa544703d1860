internal import CartoucheRaster
internal import CartoucheScene

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
  /// - Parameter seat: The seat that opens a graphics card, and has the text console. nil opens them
  ///   directly.
  /// - Throws: ``DisplayOpeningError`` if the requested kind of display does not open. If the request names
  ///   no kind, the error is thrown only if no kind of display opens.
  public init(_ request: DisplayRequest, seat: Seat? = nil) throws(DisplayOpeningError) {
    if let kind = request.kind {
      display = try Self.open(kind, request, seat)
      choice = DisplayChoice(kind: kind, reasons: [])
      return
    }
    var opened: (any LiveDisplay)?
    func failure(_ kind: DisplayKind) -> DisplayOpeningError? {
      do throws(DisplayOpeningError) {
        opened = try Self.open(kind, request, seat)
        return nil
      } catch {
        return error
      }
    }
    choice = try DisplayChoice.automatic(drm: failure(.drm), fbdev: { failure(.fbdev) })
    guard let opened else { throw .noDisplay(reasons: choice.reasons) }
    display = opened
  }

  private static func open(
    _ kind: DisplayKind, _ request: DisplayRequest, _ seat: Seat?
  ) throws(DisplayOpeningError) -> any LiveDisplay {
    switch kind {
    case .drm:
      let card = request.path.flatMap { $0.hasPrefix("/dev/fb") ? nil : $0 }
      return try DRMDisplay(
        card: card, connector: request.connector, size: request.size, refreshMillihertz: request.refreshMillihertz,
        format: request.format, buffers: request.buffers, usesAtomicModeSetting: request.usesAtomicModeSetting,
        console: request.console, waitsForConnection: request.waitsForConnection, seat: seat)
    case .fbdev:
      let path = request.path.flatMap { $0.hasPrefix("/dev/dri") ? nil : $0 } ?? "/dev/fb0"
      return try FramebufferDisplay(
        path: path, size: request.size, format: request.format, console: request.console, seat: seat)
    case .headless:
      let mode = DisplayMode(
        size: request.size ?? request.headlessSize, format: request.format ?? .xrgb8888,
        refreshMillihertz: request.refreshMillihertz ?? 60_000)
      return try HeadlessDisplay(mode: mode, buffers: request.buffers)
    }
  }
}
