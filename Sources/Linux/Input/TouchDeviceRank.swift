/// The suitability of an input device as the screen's touch panel, best first, judged by its capabilities.
///
/// Names and node numbers are not used, because they say nothing reliable.
public enum TouchDeviceRank: Int, Hashable, Sendable, Comparable {
  /// Touches are on the screen itself, and fingers are distinguished.
  case touchscreen
  /// Touches are on the screen itself, one finger at a time.
  case singleTouchscreen
  /// The device reports touching and does not declare itself a touchpad: older drivers leave the property
  /// out.
  case likelyTouchscreen
  /// Absolute positions with a mouse button: the tablet of a virtual machine.
  case tablet

  /// Ranks a device.
  ///
  /// - Returns: nil for a device without absolute positions on the screen: a keyboard, a mouse, a touchpad,
  ///   or an HDMI-CEC node that claims to be a pointer.
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
