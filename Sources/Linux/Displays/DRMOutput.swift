internal import CDRM
internal import CLinux
internal import CartoucheRaster
internal import Glibc

/// A connected connector of a card, the CRTC that feeds it and the mode chosen for it.
struct DRMOutput {
  /// What a board or the command line asks for; nil is "choose".
  struct Request {
    var card: String?
    var connector: String?
    var size: PixelSize?
    /// How often it is to be scanned out; the nearest that there is counts.
    var refreshMillihertz: Int?
  }

  let path: String
  let connectorName: String
  let connector: UInt32
  let crtc: UInt32
  var mode: drmModeModeInfo

  var size: PixelSize { PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)) }

  /// From the pixel clock, since `vrefresh` is rounded to whole hertz.
  var refreshMillihertz: Int { Self.refresh(of: mode) }

  private static func refresh(of mode: drmModeModeInfo) -> Int {
    let pixels = Int(mode.htotal) * Int(mode.vtotal)
    guard pixels > 0, mode.clock > 0 else { return mode.vrefresh > 0 ? Int(mode.vrefresh) * 1000 : 60_000 }
    let rate = Int(mode.clock) * 1_000_000 / pixels  // kHz to mHz, ≤ 2^52
    return mode.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 ? rate * 2 : rate
  }

  /// Finds the first connected connector, on any card: card numbers change between boots, and the first card may be a render engine alone.
  ///
  /// - Returns: the output, and the opened card; the kernel makes its first opener its master.
  static func find(_ request: Request, folder: String) throws(DisplayOpeningError) -> (output: DRMOutput, card: Int32) {
    let paths = request.card.map { [$0] } ?? cards(in: folder)
    var states: [ConnectorState] = []
    var failure: DisplayOpeningError?
    var hasResources = false
    for path in paths {
      let card = cartouche_open(path, O_RDWR | O_NONBLOCK)
      guard card >= 0 else {
        failure = failure ?? DisplayOpeningError(opening: path, errno: -card)
        continue
      }
      if let resources = drmModeGetResources(card) {
        defer { drmModeFreeResources(resources) }
        hasResources = true
        if let output = try find(request, on: card, path: path, resources.pointee, states: &states) { return (output, card) }
      } else if request.card != nil {
        failure = .notADisplay(path: path, reason: "it has no screens (\(message(ofError: errno)))")
      }
      close(card)
    }
    // A card that may not be opened could be the very one; say so before saying that nothing is connected.
    if let failure { throw failure }
    guard hasResources else { throw .noCard(folder: folder) }
    if let name = request.connector, !states.contains(where: { $0.name == name }) { throw .noSuchConnector(name, states) }
    throw .noConnectedConnector(states)
  }

  /// The card nodes of a folder, by number: `card10` comes after `card9`.
  static func cards(in folder: String) -> [String] {
    DeviceNode.names(in: folder).filter { $0.hasPrefix("card") }
      .compactMap { name in Int(name.dropFirst(4)).map { (number: $0, path: folder + "/" + name) } }
      .sorted { $0.number < $1.number }.map(\.path)
  }

  private static func find(
    _ request: Request, on card: Int32, path: String, _ resources: drmModeRes, states: inout [ConnectorState]
  ) throws(DisplayOpeningError) -> DRMOutput? {
    for index in 0..<Int(resources.count_connectors) {
      guard let connector = drmModeGetConnector(card, resources.connectors[index]) else { continue }
      defer { drmModeFreeConnector(connector) }
      let name = name(of: connector.pointee)
      let status: ConnectorState.Status =
        switch connector.pointee.connection {
        case DRM_MODE_CONNECTED: .connected
        case DRM_MODE_DISCONNECTED: .disconnected
        default: .unknown
        }
      states.append(ConnectorState(card: path, name: name, status: status))
      guard status == .connected, request.connector == nil || request.connector == name, connector.pointee.count_modes > 0 else {
        continue
      }
      guard let crtc = crtc(for: connector.pointee, on: card, resources) else { continue }
      do throws(DisplayOpeningError) {
        let mode = try mode(of: connector.pointee, name: name, path: path, request: request)
        return DRMOutput(path: path, connectorName: name, connector: connector.pointee.connector_id, crtc: crtc, mode: mode)
      } catch {
        close(card)
        throw error
      }
    }
    return nil
  }

  private static func name(of connector: drmModeConnector) -> String {
    let type = drmModeGetConnectorTypeName(connector.connector_type).map { String(cString: $0) } ?? "Unknown"
    return "\(type)-\(connector.connector_type_id)"
  }

  /// The mode of the size and nearest to the rate asked for, or the preferred one, or the first. Interlaced ones only where there is no other.
  private static func mode(
    of connector: drmModeConnector, name: String, path: String, request: Request
  ) throws(DisplayOpeningError) -> drmModeModeInfo {
    let modes = UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes))
    func isPreferred(_ mode: drmModeModeInfo) -> Bool { mode.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
    guard let size = request.size else { return modes.first(where: isPreferred) ?? modes[0] }
    let fitting = modes.filter { Int($0.hdisplay) == size.width && Int($0.vdisplay) == size.height }
    let progressive = fitting.filter { $0.flags & UInt32(DRM_MODE_FLAG_INTERLACE) == 0 }
    let able = progressive.isEmpty ? fitting : progressive
    if let rate = request.refreshMillihertz {
      if let mode = able.min(by: { abs(refresh(of: $0) - rate) < abs(refresh(of: $1) - rate) }) { return mode }
    } else if let mode = able.first(where: isPreferred) ?? able.max(by: { refresh(of: $0) < refresh(of: $1) }) {
      return mode
    }
    let available = modes.map { PixelSize(width: Int($0.hdisplay), height: Int($0.vdisplay)) }
    throw .noSuchMode(path: path, connector: name, wanted: size, available: available)
  }

  /// The CRTC that feeds the connector now, or else one that can and feeds nothing.
  private static func crtc(for connector: drmModeConnector, on card: Int32, _ resources: drmModeRes) -> UInt32? {
    if let encoder = drmModeGetEncoder(card, connector.encoder_id) {
      defer { drmModeFreeEncoder(encoder) }
      if encoder.pointee.crtc_id != 0 { return encoder.pointee.crtc_id }
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
    return possible.first { !busy.contains($0) } ?? possible.first
  }
}
