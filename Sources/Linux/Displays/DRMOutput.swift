internal import CDRM
internal import CLinux
internal import CartoucheRaster
internal import CartoucheScene
internal import Glibc

/// A connected connector of a graphics card, the CRTC that drives the connector, and the mode chosen for it.
struct DRMOutput {
  /// The output that a board or the command line asks for. A property that is nil leaves the choice to
  /// ``OpenedOutput``.
  struct Request {
    var card: String?
    var connector: String?
    var size: PixelSize?
    /// The wanted refresh rate, in vertical blanks per 1000 seconds. The mode nearest to this rate is used.
    var refreshMillihertz: Int?

    /// The same request, but for the default mode of the screen.
    var withDefaultMode: Request { Request(card: card, connector: connector) }
  }

  /// The path of the card's node.
  let path: String
  let connectorName: String
  let connector: UInt32
  let crtc: UInt32
  /// Whether the CRTC drove the connector already when the output was found.
  let isDriven: Bool
  var mode: drmModeModeInfo
  /// The size of the screen in millimeters as it reports it, plausible or not.
  let reportedMillimeters: PixelSize

  var size: PixelSize { PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)) }

  /// The refresh rate of the mode, in vertical blanks per 1000 seconds.
  ///
  /// The rate is computed from the pixel clock, because `vrefresh` is rounded to whole hertz.
  var refreshMillihertz: Int { Self.refresh(of: mode) }

  /// Returns the refresh rate of a mode, in vertical blanks per 1000 seconds.
  static func refresh(of mode: drmModeModeInfo) -> Int {
    let pixels = Int(mode.htotal) * Int(mode.vtotal)
    guard pixels > 0, mode.clock > 0 else { return mode.vrefresh > 0 ? Int(mode.vrefresh) * 1000 : 60_000 }
    let rate = Int(mode.clock) * 1_000_000 / pixels  // kHz to mHz, ≤ 2^52
    return mode.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 ? rate * 2 : rate
  }

  /// Returns the paths of the card nodes in a folder, sorted by number: `card10` comes after `card9`.
  static func cards(in folder: String) -> [String] {
    Folders.names(in: folder).filter { $0.hasPrefix("card") }
      .compactMap { name in Int(name.dropFirst(4)).map { (number: $0, path: folder + "/" + name) } }
      .sorted { $0.number < $1.number }.map(\.path)
  }

  /// Finds one card's first connector that is connected, matches the request, and has a mode and a CRTC.
  ///
  /// - Parameters:
  ///   - card: The open file descriptor of the card.
  ///   - states: The list to which the state of every examined connector is appended.
  /// - Returns: nil if the card has no such connector.
  fileprivate init?(
    _ request: Request, on card: Int32, path: String, _ resources: drmModeRes, states: inout [DisplayConnector]
  ) throws(DisplayOpeningError) {
    for index in 0..<Int(resources.count_connectors) {
      guard let connector = drmModeGetConnector(card, resources.connectors[index]) else { continue }
      defer { drmModeFreeConnector(connector) }
      let name = Self.name(of: connector.pointee)
      let status = Self.status(of: connector.pointee)
      states.append(DisplayConnector(card: path, name: name, status: status))
      guard status == .connected, request.connector == nil || request.connector == name, connector.pointee.count_modes > 0 else {
        continue
      }
      guard let (crtc, isDriven) = Self.crtc(for: connector.pointee, on: card, resources) else { continue }
      mode = try Self.mode(of: connector.pointee, name: name, path: path, request: request)
      self.path = path
      connectorName = name
      self.connector = connector.pointee.connector_id
      (self.crtc, self.isDriven) = (crtc, isDriven)
      reportedMillimeters = PixelSize(width: Int(connector.pointee.mmWidth), height: Int(connector.pointee.mmHeight))
      return
    }
    return nil
  }

  /// Returns whether a display is plugged into a connector.
  static func status(of connector: drmModeConnector) -> DisplayConnector.Status {
    switch connector.connection {
    case DRM_MODE_CONNECTED: .connected
    case DRM_MODE_DISCONNECTED: .disconnected
    default: .unknown
    }
  }

  /// Returns the kernel's name of a connector, such as `HDMI-A-1`.
  static func name(of connector: drmModeConnector) -> String {
    let type = drmModeGetConnectorTypeName(connector.connector_type).map { String(cString: $0) } ?? "Unknown"
    return "\(type)-\(connector.connector_type_id)"
  }

  /// Returns the mode that has the wanted size and the refresh rate nearest to the wanted rate.
  ///
  /// Without a wanted rate, the result is the preferred mode of that size, or the fastest. Without a wanted
  /// size, the result is the connector's preferred mode, or the connector's first mode.
  ///
  /// If a size is wanted, an interlaced mode is used only if all modes of that size are interlaced.
  private static func mode(
    of connector: drmModeConnector, name: String, path: String, request: Request
  ) throws(DisplayOpeningError) -> drmModeModeInfo {
    let modes = UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes))
    func isPreferred(_ mode: drmModeModeInfo) -> Bool { mode.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
    guard let size = request.size else { return modes.first(where: isPreferred) ?? modes[0] }
    let fitting = modes.filter { Int($0.hdisplay) == size.width && Int($0.vdisplay) == size.height }
    let progressive = fitting.filter { $0.flags & UInt32(DRM_MODE_FLAG_INTERLACE) == 0 }
    let candidates = progressive.isEmpty ? fitting : progressive
    if let rate = request.refreshMillihertz {
      if let mode = candidates.min(by: { abs(refresh(of: $0) - rate) < abs(refresh(of: $1) - rate) }) { return mode }
    } else if let mode = candidates.first(where: isPreferred) ?? candidates.max(by: { refresh(of: $0) < refresh(of: $1) }) {
      return mode
    }
    let available = modes.map { PixelSize(width: Int($0.hdisplay), height: Int($0.vdisplay)) }
    throw .noSuchMode(path: path, connector: name, wanted: size, available: available)
  }

  /// Returns the CRTC that drives the connector now.
  ///
  /// If no CRTC drives the connector, the result is a CRTC that can drive it, preferably an unused CRTC.
  private static func crtc(
    for connector: drmModeConnector, on card: Int32, _ resources: drmModeRes
  ) -> (id: UInt32, isDriving: Bool)? {
    if let encoder = drmModeGetEncoder(card, connector.encoder_id) {
      defer { drmModeFreeEncoder(encoder) }
      if encoder.pointee.crtc_id != 0 { return (encoder.pointee.crtc_id, true) }
    }
    let busy = Set(
      (0..<Int(resources.count_encoders)).compactMap { index -> UInt32? in
        guard let encoder = drmModeGetEncoder(card, resources.encoders[index]) else { return nil }
        defer { drmModeFreeEncoder(encoder) }
        return encoder.pointee.crtc_id
      })
    var possible: [UInt32] = []
    for index in 0..<Int(connector.count_encoders) {
      guard let encoder = drmModeGetEncoder(card, connector.encoders[index]) else { continue }
      defer { drmModeFreeEncoder(encoder) }
      for bit in 0..<min(Int(resources.count_crtcs), 32) where encoder.pointee.possible_crtcs >> bit & 1 == 1 {
        possible.append(resources.crtcs[bit])
      }
    }
    return (possible.first { !busy.contains($0) } ?? possible.first).map { ($0, false) }
  }
}

extension DRMOutput {
  /// Looks for an output on a card that is open already.
  ///
  /// - Returns: nil if no connector is connected and matches the request.
  /// - Throws: ``DisplayError/failed(errno:)`` if the card is gone.
  static func find(_ request: Request, on card: Int32, path: String) throws(DisplayError) -> DRMOutput? {
    guard let resources = drmModeGetResources(card) else { throw .failed(errno: errno) }
    defer { drmModeFreeResources(resources) }
    var states: [DisplayConnector] = []
    // A connector without the wanted mode throws, and cannot be used.
    return try? DRMOutput(request, on: card, path: path, resources.pointee, states: &states)
  }

  /// Returns whether both outputs are the same connector with the same timings.
  func isSame(as other: DRMOutput) -> Bool {
    connector == other.connector && crtc == other.crtc && mode.hasSameTimings(as: other.mode)
  }
}

/// A graphics card that was opened, with the output that was chosen on it. This process is the card's master.
struct OpenedOutput: ~Copyable {
  let output: DRMOutput
  let card: DeviceFile

  /// Finds the first connected connector that matches the request, on any card that no other program owns,
  /// and opens that card.
  ///
  /// All cards are searched, because their numbers change between boots. The first card may be a render
  /// engine without connectors.
  ///
  /// - Parameter seat: The seat that opens the card; nil to open it directly.
  init(_ request: DRMOutput.Request, folder: String, seat: Seat? = nil) throws(DisplayOpeningError) {
    let paths = request.card.map { [$0] } ?? DRMOutput.cards(in: folder)
    var states: [DisplayConnector] = []
    var failure: DisplayOpeningError?
    var hasResources = false
    for path in paths {
      let opening = DeviceOpening(path, O_RDWR | O_NONBLOCK, through: seat)
      guard opening.result >= 0 else {
        failure = failure ?? DisplayOpeningError(opening: path, errno: -opening.result)
        continue
      }
      let card = DeviceFile(opening)
      if let resources = drmModeGetResources(card.number) {
        defer { drmModeFreeResources(resources) }
        hasResources = true
        if let output = try DRMOutput(request, on: card.number, path: path, resources.pointee, states: &states) {
          // The process that opens a card first is its master already.
          guard drmIsMaster(card.number) != 0 || drmSetMaster(card.number) == 0 else {
            let number = Int(path.drop { !$0.isNumber }) ?? -1
            let processes = DeviceNodeUsers.master(ofCard: number).map { [$0] } ?? DeviceNodeUsers.processes(using: path)
            failure = failure ?? .anotherMaster(path: path, processes: processes)
            continue
          }
          self.output = output
          self.card = card
          return
        }
      } else if request.card != nil {
        failure = .notADisplay(path: path, reason: "it has no screens (\(message(ofError: errno)))")
      }
    }
    // A card that may not be opened could be the one that is wanted; say so rather than that nothing is
    // connected.
    if let failure { throw failure }
    guard hasResources else { throw .noCard(folder: folder) }
    if let name = request.connector, !states.contains(where: { $0.name == name }) { throw .noSuchConnector(name, states) }
    throw .noConnectedConnector(states)
  }
}
