internal import CDRM
internal import Glibc

/// The ids of the properties that ``AtomicCommits`` sets, looked up once, and the primary plane of a CRTC.
struct AtomicProperties {
  let plane: UInt32
  /// The planes that can be shown on the CRTC over or below the primary plane, such as a cursor.
  let otherPlanes: [UInt32]

  let connectorCRTC: UInt32
  /// nil if the connector cannot tell that its link failed.
  let linkStatus: UInt32?
  let mode: UInt32
  let active: UInt32

  // The standard properties of planes have the same ids for all planes of a card.
  let framebuffer: UInt32
  let planeCRTC: UInt32
  /// The position and size in the framebuffer, in units of 1/65,536 pixel: x, y, width, height.
  let source: [UInt32]
  /// The position and size on the screen in pixels.
  let destination: [UInt32]
  /// nil if the driver takes no list of changed pixels.
  let damageClips: UInt32?
  /// nil if the plane cannot rotate. fbcon lets it rotate the console of a panel that is mounted turned.
  let planeRotation: UInt32?

  /// - Returns: nil if the card lacks a property or a primary plane for the CRTC. This process must be an
  ///   atomic client already.
  init?(_ route: ScanoutRoute) {
    guard let planes = Planes(route) else { return nil }
    let connector = ObjectProperties(of: route.connector, type: UInt32(DRM_MODE_OBJECT_CONNECTOR), card: route.card)
    let crtc = ObjectProperties(of: route.crtc, type: UInt32(DRM_MODE_OBJECT_CRTC), card: route.card)
    let primary = ObjectProperties(of: planes.primary, type: UInt32(DRM_MODE_OBJECT_PLANE), card: route.card)
    guard let connectorCRTC = connector.id("CRTC_ID"), let mode = crtc.id("MODE_ID"), let active = crtc.id("ACTIVE"),
      let framebuffer = primary.id("FB_ID"), let planeCRTC = primary.id("CRTC_ID")
    else { return nil }
    source = ["SRC_X", "SRC_Y", "SRC_W", "SRC_H"].compactMap { primary.id($0) }
    destination = ["CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"].compactMap { primary.id($0) }
    guard source.count == 4, destination.count == 4 else { return nil }
    (plane, otherPlanes) = (planes.primary, planes.others)
    (self.connectorCRTC, self.mode, self.active) = (connectorCRTC, mode, active)
    (self.framebuffer, self.planeCRTC) = (framebuffer, planeCRTC)
    linkStatus = connector.id("link-status")
    damageClips = primary.id("FB_DAMAGE_CLIPS")
    planeRotation = primary.id("rotation")
  }

  /// The planes that the CRTC can show.
  private struct Planes {
    let primary: UInt32
    let others: [UInt32]

    /// The primary plane is that on the CRTC now. Otherwise it is the one that stands as far down the list of
    /// primary planes as the CRTC in its list, else the first that is free.
    init?(_ route: ScanoutRoute) {
      guard let resources = drmModeGetResources(route.card) else { return nil }
      defer { drmModeFreeResources(resources) }
      let crtcs = UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.count_crtcs))
      guard let position = crtcs.firstIndex(of: route.crtc), position < 32,
        let list = drmModeGetPlaneResources(route.card)
      else { return nil }
      defer { drmModeFreePlaneResources(list) }
      var primaries: [(id: UInt32, crtc: UInt32, isPossible: Bool)] = []
      var others: [UInt32] = []
      for index in 0..<Int(list.pointee.count_planes) {
        guard let plane = drmModeGetPlane(route.card, list.pointee.planes[index]) else { continue }
        defer { drmModeFreePlane(plane) }
        let (id, isPossible) = (plane.pointee.plane_id, plane.pointee.possible_crtcs >> position & 1 == 1)
        let properties = ObjectProperties(of: id, type: UInt32(DRM_MODE_OBJECT_PLANE), card: route.card)
        if properties.value("type") == UInt64(DRM_PLANE_TYPE_PRIMARY) {
          primaries.append((id, plane.pointee.crtc_id, isPossible))
        } else if isPossible {
          others.append(id)
        }
      }
      let usable = primaries.filter { $0.isPossible && ($0.crtc == 0 || $0.crtc == route.crtc) }
      let counterpart = primaries.indices.contains(position) ? primaries[position].id : nil
      let chosen = usable.first { $0.crtc == route.crtc } ?? usable.first { $0.id == counterpart } ?? usable.first
      guard let chosen else { return nil }
      (primary, self.others) = (chosen.id, others)
    }
  }
}
