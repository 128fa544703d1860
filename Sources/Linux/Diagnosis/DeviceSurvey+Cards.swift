internal import CDRM
internal import CLinux
internal import CartoucheRaster
internal import Glibc

// The facts about graphics cards and framebuffers.
extension DeviceSurvey {
  static func card(_ path: String) -> Card {
    var result = Card(path: path)
    let number = cartouche_open(path, O_RDWR | O_NONBLOCK)
    result.access = access(to: path, opening: number)
    guard number >= 0 else { return result }
    let card = Descriptor(number)
    if let version = drmGetVersion(card.number) {
      result.driver = version.pointee.name.map { String(cString: $0) }
      drmFreeVersion(version)
    }
    guard let resources = drmModeGetResources(card.number) else {
      result.hasScreens = false
      return result
    }
    defer { drmModeFreeResources(resources) }
    for index in 0..<Int(resources.pointee.count_connectors) {
      guard let connector = drmModeGetConnector(card.number, resources.pointee.connectors[index]) else { continue }
      result.connectors.append(self.connector(connector.pointee))
      drmModeFreeConnector(connector)
    }
    result.formats = formats(card.number)
    // The process that opens a card first is its master.
    result.hasOtherMaster = drmIsMaster(card.number) == 0 && drmSetMaster(card.number) != 0
    if result.hasOtherMaster {
      let number = Int(path.drop { !$0.isNumber }) ?? -1
      let processes = DeviceNodeUsers.master(ofCard: number).map { [$0] } ?? DeviceNodeUsers.processes(using: path)
      result.holders = processes.map(holder)
    } else {
      drmDropMaster(card.number)
    }
    return result
  }

  private static func connector(_ connector: drmModeConnector) -> Connector {
    let modes = UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes)).map { mode in
      Mode(
        size: PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)), refreshMillihertz: DRMOutput.refresh(of: mode),
        isPreferred: mode.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0,
        isInterlaced: mode.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0)
    }
    return Connector(name: DRMOutput.name(of: connector), status: DRMOutput.status(of: connector), modes: modes)
  }

  /// Returns the pixel formats of a card's primary planes, without repetition.
  private static func formats(_ card: Int32) -> [String] {
    // Without this, the kernel lists overlay planes only.
    drmSetClientCap(card, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
    guard let planes = drmModeGetPlaneResources(card) else { return [] }
    defer { drmModeFreePlaneResources(planes) }
    var result: [String] = []
    for index in 0..<Int(planes.pointee.count_planes) {
      guard let plane = drmModeGetPlane(card, planes.pointee.planes[index]) else { continue }
      defer { drmModeFreePlane(plane) }
      guard isPrimary(plane.pointee.plane_id, card) else { continue }
      for format in UnsafeBufferPointer(start: plane.pointee.formats, count: Int(plane.pointee.count_formats)) {
        let name = fourCharacterName(format)
        if !result.contains(name) { result.append(name) }
      }
    }
    return result
  }

  private static func isPrimary(_ plane: UInt32, _ card: Int32) -> Bool {
    guard let properties = drmModeObjectGetProperties(card, plane, UInt32(DRM_MODE_OBJECT_PLANE)) else { return false }
    defer { drmModeFreeObjectProperties(properties) }
    for index in 0..<Int(properties.pointee.count_props)
    where properties.pointee.prop_values[index] == UInt64(DRM_PLANE_TYPE_PRIMARY) {
      guard let property = drmModeGetProperty(card, properties.pointee.props[index]) else { continue }
      defer { drmModeFreeProperty(property) }
      if withUnsafeBytes(of: property.pointee.name, { $0.starts(with: "type\0".utf8) }) { return true }
    }
    return false
  }

  static func framebuffer(_ path: String) -> Framebuffer {
    var result = Framebuffer(path: path)
    let number = cartouche_open(path, O_RDWR)
    result.access = access(to: path, opening: number)
    guard number >= 0 else { return result }
    let file = Descriptor(number)
    var (variable, fixed) = (fb_var_screeninfo(), fb_fix_screeninfo())
    guard cartouche_ioctl(file.number, UInt(FBIOGET_VSCREENINFO), &variable) >= 0,
      cartouche_ioctl(file.number, UInt(FBIOGET_FSCREENINFO), &fixed) >= 0
    else { return result }
    let layout = FramebufferLayout(FramebufferLayout.ScreenInfo(variable, fixed))
    result.name = withUnsafeBytes(of: fixed.id) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    (result.size, result.layout) = (layout.size, layout.description)
    result.format = layout.fitsInMemory ? layout.format : nil
    result.holders = DeviceNodeUsers.processes(mapping: path).map(holder)
    return result
  }
}

/// Returns the name of a DRM pixel format, such as `XR24`.
private func fourCharacterName(_ format: UInt32) -> String {
  let bytes = (0..<4).map { UInt8(truncatingIfNeeded: format >> ($0 * 8)) }
  return String(decoding: bytes.map { (0x21...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
}
