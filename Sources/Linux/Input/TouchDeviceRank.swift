/// The suitability of an input device as the screen's touch panel. The best rank is the lowest.
///
/// The rank is computed from the device's capabilities. Names and node numbers are not used, because names
/// and numbers say nothing reliable.
public enum TouchDeviceRank: Int, Hashable, Sendable, Comparable {
  /// Touches are on the screen itself, and the device distinguishes fingers.
  case touchscreen
  /// Touches are on the screen itself, and the device reports one finger at a time.
  case singleTouchscreen
  /// The device reports touching, and declares neither that it is a touchpad nor that touches are on the
  /// screen.
  ///
  /// Older drivers leave out `INPUT_PROP_DIRECT`, the declaration that touches are on the screen.
  case likelyTouchscreen
  /// The device reports absolute positions and a mouse button, as the tablet of a virtual machine does.
  case tablet

  /// Ranks an input device as a touch panel.
  ///
  /// - Returns: nil if the device does not report absolute positions on the screen. Examples are a keyboard,
  ///   a mouse, a touchpad, or an HDMI-CEC node that claims to be a pointer.
  public init?(_ device: DeviceDescription) {
    guard let capabilities = try? TouchCapabilities(device) else { return nil }
    // A touchpad moves a pointer; its positions are not positions on the screen.
    if !capabilities.isDirect && device.keys.contains(InputCode.toolFinger) { return nil }
    switch capabilities.reporting {
    case .slots where capabilities.isDirect: self = .touchscreen
    case .single(InputCode.touch) where capabilities.isDirect: self = .singleTouchscreen
    case .slots, .single(InputCode.touch):
      if device.properties.contains(InputCode.pointerProperty) { return nil }
      self = .likelyTouchscreen
    case .single: self = .tablet
    }
  }

  public static func < (a: Self, b: Self) -> Bool {
    a.rawValue < b.rawValue
  }
}
