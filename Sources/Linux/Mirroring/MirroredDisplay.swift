public import CartoucheRaster
public import CartoucheScene
internal import Glibc

/// A display on all screens that are plugged into one graphics card. All show the same frames.
///
/// The primary screen is that of a ``DRMDisplay``. It gives the frames their size and their times. The other
/// screens use its mode if they have it. If not, they use their preferred mode, and ``MirrorPlacement`` tells
/// where they show the frame. Only changed pixels are copied to them. If a screen is slower than the primary,
/// it leaves frames out.
///
/// If the primary screen is unplugged, one of the others becomes primary. If it is then plugged in again, it
/// mirrors that one.
public final class MirroredDisplay: PluggableDisplay, ConsoleDisplay, BlankableDisplay {
  /// The largest number of screens beside the primary one.
  public static let maximumMirrors = 3

  private let primary: DRMDisplay
  private var mirrors: [MirrorScanout] = []
  private var diagnostics: [String] = []
  /// The connectors of screens that the card cannot drive, each reported once.
  private var darkScreens: [String] = []
  /// Whether the shadow buffer contains a frame of the primary screen that is plugged in now.
  private var hasFrame = false
  private var isReleased = false
  private var isBlank = false

  /// Creates a display that shows the frames of `primary` on the other screens of its card too.
  public init(_ primary: DRMDisplay) {
    self.primary = primary
    updateMirrors()
  }

  deinit {
    // The card's master is the primary display, so the other screens are restored first.
    mirrors = []
  }

  /// The kernel's names of the connectors, such as `HDMI-A-1`. The first is that of the primary screen.
  public var connectorNames: [String] {
    primary.isConnected ? [primary.connectorName] + mirrors.map(\.output.name) : []
  }

  /// Returns the place of the frames on a mirrored screen.
  ///
  /// - Parameter connector: The kernel's name of the screen's connector.
  /// - Returns: nil if this is the primary screen, or no screen of this display.
  public func placement(on connector: String) -> MirrorPlacement? {
    mirrors.first { $0.output.name == connector }?.placement
  }

  public var mode: DisplayMode { primary.mode }
  public var descriptor: Int32? { primary.descriptor }
  public var lastVerticalBlank: Timestamp? { primary.lastVerticalBlank }
  public var millimeters: Size? { primary.millimeters }
  public var panelRotation: Rotation? { primary.panelRotation }
  public var flipProgress: FlipProgress? { primary.flipProgress }
  public var isConnected: Bool { primary.isConnected }
  public var retryTime: Timestamp? { primary.retryTime }

  public var deadline: Timestamp? {
    var earliest = primary.deadline
    for mirror in mirrors {
      guard let time = mirror.retryTime else { continue }
      earliest = earliest.map { min($0, time) } ?? time
    }
    return earliest
  }

  public func handleEvents() throws(DisplayError) {
    try primary.handleEvents()
    guard mayCopy, let shadow = primary.shadow else { return }
    let now = EventLoop.now
    for mirror in mirrors {
      guard let time = mirror.retryTime, now >= time else { continue }
      mirror.submit(shadow)
      reportFailure(of: mirror)
    }
  }

  public func nextFrame() throws(DisplayError) -> Frame { try primary.nextFrame() }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    try primary.present(frame, damage: damage)
    hasFrame = true
    guard let shadow = primary.shadow else { return }
    for mirror in mirrors {
      mirror.show(shadow, damage: damage)
      reportFailure(of: mirror)
    }
  }

  private var mayCopy: Bool { hasFrame && !primary.isDrawing && !isReleased && !isBlank }

  // MARK: Screens that are plugged in and unplugged

  public func takeDiagnostics() -> [String] {
    defer { diagnostics.removeAll() }
    return primary.takeDiagnostics() + diagnostics
  }

  public func updateConnection(probing: Bool) throws(DisplayError) -> ConnectionChange {
    do throws(DisplayError) {
      let change = try primary.updateConnection(probing: probing)
      if change != .none {
        for mirror in mirrors { mirror.leaveScreen() }
        (mirrors, hasFrame) = ([], false)
      }
      if probing || change != .none || mirrors.contains(where: isUnplugged) { updateMirrors() }
      return change
    } catch {
      mirrors = []
      throw error
    }
  }

  private func isUnplugged(_ mirror: MirrorScanout) -> Bool {
    ConnectorStates.status(of: mirror.output.name, card: primary.path) == .disconnected
  }

  /// Finds the other screens of the primary screen's card. Those that are there already go on undisturbed.
  private func updateMirrors() {
    guard let scanout = primary.scanout, let shadow = primary.shadow else {
      mirrors = []
      return
    }
    let (outputs, dark) = MirrorOutput.all(beside: scanout.output, on: scanout.descriptor, limit: Self.maximumMirrors)
    for name in dark where !darkScreens.contains(name) {
      diagnostics.append(
        "\(primary.path) \(name): no CRTC is left for this screen, or \(Self.maximumMirrors + 1) screens are on already, so it stays dark."
      )
    }
    darkScreens = dark
    for mirror in mirrors where !outputs.contains(where: { $0.isSame(as: mirror.output) }) {
      diagnostics.append("\(primary.path) \(mirror.output.name): the mirrored screen was unplugged or changed.")
    }
    mirrors.removeAll { mirror in !outputs.contains { $0.isSame(as: mirror.output) } }
    for output in outputs where !mirrors.contains(where: { $0.output.isSame(as: output) }) {
      do throws(DisplayOpeningError) {
        let mirror = try MirrorScanout(
          output, card: scanout.descriptor, path: primary.path, frame: mode.size, format: mode.format)
        mirrors.append(mirror)
        diagnostics.append(
          "mirroring on \(primary.path) \(output.name), \(output.size.width)x\(output.size.height)\(Self.note(mirror.placement))")
        if mayCopy { mirror.submit(shadow) }
        reportFailure(of: mirror)
      } catch {
        diagnostics.append("\(error) The screen at \(output.name) stays dark.")
      }
    }
  }

  private static func note(_ placement: MirrorPlacement) -> String {
    switch placement.scale {
    case 1: placement.frame == placement.panel ? "" : " with black bars"
    case 0: ", reduced to \(placement.bounds.width)x\(placement.bounds.height)"
    case let scale: ", enlarged \(scale) times"
    }
  }

  private func reportFailure(of mirror: MirrorScanout) {
    guard let error = mirror.takeFailure() else { return }
    diagnostics.append(
      "\(primary.path) \(mirror.output.name): the card refuses the mode (\(message(ofError: error))), so the screen stays dark. It is tried again; a lower mode for all screens may help: display: mode:"
    )
  }

  // MARK: Dark screens and other virtual terminals

  package var console: VirtualTerminal? { primary.console }
  package var consoleError: VirtualTerminalError? { primary.consoleError }

  package func blank() {
    isBlank = true
    primary.blank()
    if !isReleased { for mirror in mirrors { mirror.blank() } }
  }

  package func unblank() {
    isBlank = false
    primary.unblank()
  }

  package func releaseScreen() {
    isReleased = true
    for mirror in mirrors { mirror.release() }
    primary.releaseScreen()
  }

  package func acquireScreen() -> Bool {
    guard primary.acquireScreen() else { return false }
    isReleased = false
    return true
  }
}
