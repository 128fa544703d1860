internal import CDRM
internal import CartoucheRaster
internal import CartoucheScene
internal import Glibc

/// Shows framebuffers with atomic commits: the connector, the CRTC and all planes change in one step, and the
/// card can test a mode without showing it.
///
/// A frame takes one call to the kernel. If the driver takes a list of changed pixels, it takes three: the
/// list is an object of the kernel, which is made and given up for each frame.
final class AtomicCommits: ScanoutCommits {
  private let route: ScanoutRoute
  private let properties: AtomicProperties
  /// The kernel's copy of the mode, which it frees when the card is closed.
  private let modeBlob: UInt32
  private var request: AtomicRequest
  /// Whether the primary plane covers the screen and other planes are off, so that a flip sets only the
  /// framebuffer.
  private var isPlaneSet = false
  private var isOff = false

  /// - Returns: nil if the driver is not atomic, or lacks a property. This process is then no atomic client.
  init?(_ route: ScanoutRoute) {
    guard drmSetClientCap(route.card, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0 else { return nil }
    var (mode, blob) = (route.mode, UInt32(0))
    guard let properties = AtomicProperties(route),
      drmModeCreatePropertyBlob(route.card, &mode, MemoryLayout<drmModeModeInfo>.size, &blob) == 0
    else {
      drmSetClientCap(route.card, UInt64(DRM_CLIENT_CAP_ATOMIC), 0)
      return nil
    }
    (self.route, self.properties, modeBlob) = (route, properties, blob)
    request = AtomicRequest(card: route.card)
  }

  func testMode(_ framebuffer: UInt32) -> Int32 {
    addMode(framebuffer)
    return request.commit(flags: DRM_MODE_ATOMIC_TEST_ONLY | DRM_MODE_ATOMIC_ALLOW_MODESET)
  }

  func setMode(_ framebuffer: UInt32) -> Int32 {
    addMode(framebuffer)
    let error = request.commit(flags: DRM_MODE_ATOMIC_ALLOW_MODESET)
    if error == 0 { (isPlaneSet, isOff) = (true, false) }
    return error
  }

  func flip(to framebuffer: UInt32, damage: Damage, serial: UInt) -> Int32 {
    request.removeAll()
    if isPlaneSet {
      request.set(properties.framebuffer, of: properties.plane, to: UInt64(framebuffer))
    } else {
      addOtherPlanes()
      addPlane(framebuffer)
    }
    let clips = makeClips(damage)
    if let property = properties.damageClips, clips != 0 { request.set(property, of: properties.plane, to: UInt64(clips)) }
    let error = request.commit(flags: DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, serial: serial)
    if clips != 0 { drmModeDestroyPropertyBlob(route.card, clips) }
    if error == 0 { isPlaneSet = true }
    return error
  }

  func switchOff() {
    isOff = setActive(0) == 0
  }

  func switchOn() {
    if isOff { isOff = setActive(1) != 0 }
  }

  func screenWasReleased() {
    isPlaneSet = false
  }

  private func setActive(_ value: UInt64) -> Int32 {
    request.removeAll()
    request.set(properties.active, of: route.crtc, to: value)
    return request.commit(flags: DRM_MODE_ATOMIC_ALLOW_MODESET)
  }

  /// Lists everything that makes the screen show a framebuffer, whatever it shows now.
  private func addMode(_ framebuffer: UInt32) {
    request.removeAll()
    addOtherConnectors()
    addOtherPlanes()
    request.set(properties.connectorCRTC, of: route.connector, to: UInt64(route.crtc))
    // A failed link is trained again.
    if let status = properties.linkStatus { request.set(status, of: route.connector, to: UInt64(DRM_MODE_LINK_STATUS_GOOD)) }
    request.set(properties.mode, of: route.crtc, to: UInt64(modeBlob))
    request.set(properties.active, of: route.crtc, to: 1)
    addPlane(framebuffer)
  }

  private func addPlane(_ framebuffer: UInt32) {
    let (width, height) = (UInt64(route.mode.hdisplay), UInt64(route.mode.vdisplay))
    let plane = properties.plane
    request.set(properties.framebuffer, of: plane, to: UInt64(framebuffer))
    request.set(properties.planeCRTC, of: plane, to: UInt64(route.crtc))
    for (index, value) in [0, 0, width, height].enumerated() {
      request.set(properties.source[index], of: plane, to: value << 16)
      request.set(properties.destination[index], of: plane, to: value)
    }
    if let rotation = properties.planeRotation { request.set(rotation, of: plane, to: UInt64(DRM_MODE_ROTATE_0)) }
  }

  /// Switches off the planes that another program left on the screen, such as a cursor.
  private func addOtherPlanes() {
    for id in properties.otherPlanes {
      guard let plane = drmModeGetPlane(route.card, id) else { continue }
      defer { drmModeFreePlane(plane) }
      guard plane.pointee.crtc_id == route.crtc else { continue }
      request.set(properties.framebuffer, of: id, to: 0)
      request.set(properties.planeCRTC, of: id, to: 0)
    }
  }

  /// Detaches other connectors, which fbcon may have attached to the same CRTC.
  private func addOtherConnectors() {
    guard let resources = drmModeGetResources(route.card) else { return }
    defer { drmModeFreeResources(resources) }
    for index in 0..<Int(resources.pointee.count_connectors) {
      let id = resources.pointee.connectors[index]
      guard id != route.connector else { continue }
      let property = ConnectorProperty("CRTC_ID", card: route.card, connector: id)
      if let property, property.value == UInt64(route.crtc) { request.set(property.id, of: id, to: 0) }
    }
  }

  /// Makes the kernel's list of the changed pixels.
  ///
  /// - Returns: 0 if all pixels count as changed.
  private func makeClips(_ damage: Damage) -> UInt32 {
    guard properties.damageClips != nil, !damage.isEmpty else { return 0 }
    return withUnsafeTemporaryAllocation(of: drm_mode_rect.self, capacity: Damage.limit) { clips in
      for (index, rect) in damage.rects.enumerated() {
        clips[index] = drm_mode_rect(x1: Int32(rect.minX), y1: Int32(rect.minY), x2: Int32(rect.maxX), y2: Int32(rect.maxY))
      }
      var blob: UInt32 = 0
      let size = damage.rects.count * MemoryLayout<drm_mode_rect>.stride
      return drmModeCreatePropertyBlob(route.card, clips.baseAddress, size, &blob) == 0 ? blob : 0
    }
  }
}
