internal import CDRM

/// The properties of a connector, a CRTC or a plane, by name.
struct ObjectProperties {
  private var properties: [String: (id: UInt32, value: UInt64)] = [:]

  /// Asks the kernel for all properties and their values.
  ///
  /// - Parameters:
  ///   - type: The kernel's type of the object, such as `DRM_MODE_OBJECT_PLANE`.
  ///   - card: The open file descriptor of the card.
  init(of object: UInt32, type: UInt32, card: Int32) {
    guard let list = drmModeObjectGetProperties(card, object, type) else { return }
    defer { drmModeFreeObjectProperties(list) }
    for index in 0..<Int(list.pointee.count_props) {
      guard let property = drmModeGetProperty(card, list.pointee.props[index]) else { continue }
      defer { drmModeFreeProperty(property) }
      let name = withUnsafeBytes(of: property.pointee.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      properties[name] = (property.pointee.prop_id, list.pointee.prop_values[index])
    }
  }

  func id(_ name: String) -> UInt32? { properties[name]?.id }

  func value(_ name: String) -> UInt64? { properties[name]?.value }
}
