internal import CDRM
internal import CartoucheRaster

/// A connected connector beside the one that a display draws on, with a CRTC of its own and a mode.
struct MirrorOutput {
  let name: String
  let connector: UInt32
  let crtc: UInt32
  let mode: drmModeModeInfo

  var size: PixelSize { PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)) }

  /// Returns whether both outputs are the same connector with the same timings.
  func isSame(as other: MirrorOutput) -> Bool {
    connector == other.connector && crtc == other.crtc && mode.hasSameTimings(as: other.mode)
  }

  /// Finds the outputs on a card that can mirror another output, and the connectors of screens that cannot,
  /// because the card's CRTCs or their limit are used up.
  ///
  /// - Parameters:
  ///   - primary: The output that is mirrored. Its size and refresh rate are preferred.
  ///   - card: The open file descriptor of the card.
  ///   - limit: The largest number of outputs. Others stay dark.
  static func all(beside primary: DRMOutput, on card: Int32, limit: Int) -> (found: [MirrorOutput], dark: [String]) {
    guard let resources = drmModeGetResources(card) else { return ([], []) }
    defer { drmModeFreeResources(resources) }
    var (found, dark, taken): ([MirrorOutput], [String], Set<UInt32>) = ([], [], [primary.crtc])
    for index in 0..<Int(resources.pointee.count_connectors) {
      guard let connector = drmModeGetConnector(card, resources.pointee.connectors[index]) else { continue }
      defer { drmModeFreeConnector(connector) }
      guard connector.pointee.connector_id != primary.connector, DRMOutput.status(of: connector.pointee) == .connected,
        let mode = mode(of: connector.pointee, like: primary)
      else { continue }
      let name = DRMOutput.name(of: connector.pointee)
      guard found.count < limit, let crtc = crtc(for: connector.pointee, on: card, resources.pointee, taken: taken) else {
        dark.append(name)
        continue
      }
      taken.insert(crtc)
      found.append(MirrorOutput(name: name, connector: connector.pointee.connector_id, crtc: crtc, mode: mode))
    }
    return (found, dark)
  }

  /// Returns the mode with the size of `primary` and the nearest refresh rate, else the preferred mode.
  private static func mode(of connector: drmModeConnector, like primary: DRMOutput) -> drmModeModeInfo? {
    let modes = UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes))
    let fitting = modes.filter {
      (Int($0.hdisplay), Int($0.vdisplay)) == (primary.size.width, primary.size.height)
        && $0.flags & UInt32(DRM_MODE_FLAG_INTERLACE) == 0
    }
    func distance(_ mode: drmModeModeInfo) -> Int { abs(DRMOutput.refresh(of: mode) - primary.refreshMillihertz) }
    return fitting.min { distance($0) < distance($1) }
      ?? modes.first { $0.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 } ?? modes.first
  }

  /// Returns the CRTC that drives the connector now, else one that can drive it. nil if all are taken.
  private static func crtc(
    for connector: drmModeConnector, on card: Int32, _ resources: drmModeRes, taken: Set<UInt32>
  ) -> UInt32? {
    if let encoder = drmModeGetEncoder(card, connector.encoder_id) {
      defer { drmModeFreeEncoder(encoder) }
      let current = encoder.pointee.crtc_id
      if current != 0, !taken.contains(current) { return current }
    }
    for index in 0..<Int(connector.count_encoders) {
      guard let encoder = drmModeGetEncoder(card, connector.encoders[index]) else { continue }
      defer { drmModeFreeEncoder(encoder) }
      for bit in 0..<min(Int(resources.count_crtcs), 32) where encoder.pointee.possible_crtcs >> bit & 1 == 1 {
        if !taken.contains(resources.crtcs[bit]) { return resources.crtcs[bit] }
      }
    }
    return nil
  }
}
