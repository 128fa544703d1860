internal import CDRM
internal import CartoucheRaster
internal import CartoucheScene
internal import Glibc

/// Shows framebuffers with the calls that every driver has: SetCrtc, PageFlip, SetPlane, and the property
/// `DPMS` of the connector.
final class LegacyCommits: ScanoutCommits {
  private let route: ScanoutRoute
  private var mode: drmModeModeInfo
  /// The property of the connector that switched the screen off; nil while the screen is on.
  private var powerProperty: UInt32?
  /// Whether other programs' planes over the picture, such as a cursor, were switched off.
  private var hasClearedPlanes = false

  init(_ route: ScanoutRoute) {
    self.route = route
    mode = route.mode
  }

  func testMode(_ framebuffer: UInt32) -> Int32 { 0 }

  func setMode(_ framebuffer: UInt32) -> Int32 {
    var connector = route.connector
    let error = -drmModeSetCrtc(route.card, route.crtc, framebuffer, 0, 0, &connector, 1, &mode)
    guard error == 0 else { return error }
    switchOn()
    clearPlanes()
    return 0
  }

  func flip(to framebuffer: UInt32, damage: Damage, serial: UInt) -> Int32 {
    clearPlanes()
    let data = UnsafeMutableRawPointer(bitPattern: serial)
    return -drmModePageFlip(route.card, route.crtc, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), data)
  }

  func switchOff() {
    let property = ConnectorProperty("DPMS", card: route.card, connector: route.connector)
    if let id = property?.id, setPower(id, DRM_MODE_DPMS_OFF) {
      powerProperty = id
    } else {
      drmModeSetCrtc(route.card, route.crtc, 0, 0, 0, nil, 0, nil)
    }
  }

  /// Switches the screen on, if it was switched off by its property. Most drivers do so when a mode is set.
  func switchOn() {
    if let id = powerProperty, setPower(id, DRM_MODE_DPMS_ON) { powerProperty = nil }
  }

  func screenWasReleased() {
    hasClearedPlanes = false
  }

  private func setPower(_ property: UInt32, _ value: Int32) -> Bool {
    drmModeConnectorSetProperty(route.card, route.connector, property, UInt64(value)) == 0
  }

  /// Switches off the cursor and the overlays that an earlier program left on the screen.
  private func clearPlanes() {
    guard !hasClearedPlanes else { return }
    hasClearedPlanes = true
    // Drivers without a cursor answer ENXIO, which is no error.
    drmModeSetCursor(route.card, route.crtc, 0, 0, 0)
    guard let planes = drmModeGetPlaneResources(route.card) else { return }
    defer { drmModeFreePlaneResources(planes) }
    // The kernel lists only overlays, because this process does not ask for primary and cursor planes.
    for index in 0..<Int(planes.pointee.count_planes) {
      guard let plane = drmModeGetPlane(route.card, planes.pointee.planes[index]) else { continue }
      defer { drmModeFreePlane(plane) }
      guard plane.pointee.crtc_id == route.crtc else { continue }
      drmModeSetPlane(route.card, plane.pointee.plane_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }
  }
}
