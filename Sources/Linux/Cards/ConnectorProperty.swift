internal import CDRM

/// A property of a connector, which the kernel knows by name, such as `DPMS` or `link-status`.
struct ConnectorProperty {
  let id: UInt32
  /// The value at the time when the property was found.
  let value: UInt64

  /// Finds a property.
  ///
  /// - Parameter card: The open file descriptor of the card.
  /// - Returns: nil if the connector has no such property.
  init?(_ name: String, card: Int32, connector: UInt32) {
    guard let properties = drmModeObjectGetProperties(card, connector, UInt32(DRM_MODE_OBJECT_CONNECTOR)) else { return nil }
    defer { drmModeFreeObjectProperties(properties) }
    for index in 0..<Int(properties.pointee.count_props) {
      guard let property = drmModeGetProperty(card, properties.pointee.props[index]) else { continue }
      defer { drmModeFreeProperty(property) }
      guard withUnsafeBytes(of: property.pointee.name, { $0.prefix { $0 != 0 }.elementsEqual(name.utf8) }) else { continue }
      id = property.pointee.prop_id
      value = properties.pointee.prop_values[index]
      return
    }
    return nil
  }
}
