internal import CDRM

/// The mode and the framebuffer of a CRTC before this program changed them.
final class SavedMode {
  private let route: ScanoutRoute
  private let state: UnsafeMutablePointer<drmModeCrtc>?

  init(_ route: ScanoutRoute) {
    self.route = route
    state = drmModeGetCrtc(route.card, route.crtc)
  }

  deinit {
    if let state { drmModeFreeCrtc(state) }
  }

  /// Shows the framebuffer again, in its mode. The screen is lit then.
  ///
  /// - Returns: Whether there was a framebuffer, and it is there still.
  func restore() -> Bool {
    guard let crtc = state?.pointee, crtc.buffer_id != 0, crtc.mode_valid != 0 else { return false }
    var (connector, mode) = (route.connector, crtc.mode)
    return drmModeSetCrtc(route.card, crtc.crtc_id, crtc.buffer_id, crtc.x, crtc.y, &connector, 1, &mode) == 0
  }

  /// Whether the CRTC showed a framebuffer in the route's mode, and the screen was not switched off. If so, a
  /// page flip suffices, and the screen does not go dark in between.
  var isRouteMode: Bool {
    guard let state = state?.pointee, state.mode_valid != 0, state.buffer_id != 0, (state.x, state.y) == (0, 0) else {
      return false
    }
    let power = ConnectorProperty("DPMS", card: route.card, connector: route.connector)
    return (power?.value ?? 0) == UInt64(DRM_MODE_DPMS_ON) && state.mode.hasSameTimings(as: route.mode)
  }
}

extension drmModeModeInfo {
  /// Returns whether two modes have the same timings. The ratio of width to height that a mode may name in
  /// its flags is left out: the kernel tells it to atomic clients only.
  func hasSameTimings(as other: drmModeModeInfo) -> Bool {
    let ratio = UInt32(0x0f << 19)  // DRM_MODE_FLAG_PIC_AR_MASK
    return clock == other.clock && flags & ~ratio == other.flags & ~ratio
      && (hdisplay, hsync_start, hsync_end, htotal) == (other.hdisplay, other.hsync_start, other.hsync_end, other.htotal)
      && (vdisplay, vsync_start, vsync_end, vtotal) == (other.vdisplay, other.vsync_start, other.vsync_end, other.vtotal)
  }
}
