/// A rank that says how suitable an input device is as the screen's touch panel. A lower rank is better. The
/// lowest rank is ``touchscreen``.
///
/// The rank is computed from the device's capabilities. The device's name and node number are not used,
/// because names and numbers say nothing reliable about a device.
public enum TouchDeviceRank: Int, Hashable, Sendable, Comparable {
  /// Fingers touch the screen itself, and the device distinguishes several fingers.
  case touchscreen
  /// Fingers touch the screen itself, and the device reports one finger at a time.
  case singleTouchscreen
  /// The device reports touches. The device does not declare that it is a touchpad, and does not declare that
  /// fingers touch the screen itself.
  ///
  /// Older drivers of touchscreens leave out the second declaration, `INPUT_PROP_DIRECT`.
  case likelyTouchscreen
  /// The device reports absolute positions and a mouse button. An example is the graphics tablet that a
  /// virtual machine emulates.
  case tablet

  /// Creates the rank of an input device from the device's description.
  ///
  /// - Returns: nil if the device does not report absolute positions on the screen. Examples are a keyboard,
  ///   a mouse, a touchpad, and an HDMI-CEC node that claims to be a pointer.
  public init?(_ device: DeviceDescription) {
    guard let capabilities = try? TouchCapabilities(device) else { return nil }
    // A touchpad moves a pointer; its positions are not positions on the screen.
    if !capabilities.isDirect && device.keys.contains(InputCode.toolFinger) { return nil }
    switch capabilities.reporting {
    case .slots where capabilities.isDirect, .anonymous where capabilities.isDirect: self = .touchscreen
    case .single where capabilities.isDirect: self = .singleTouchscreen
    case .slots, .anonymous, .single(InputCode.touch):
      if device.properties.contains(InputCode.pointerProperty) { return nil }
      self = .likelyTouchscreen
    case .single: self = .tablet
    }
  }

  @_disfavoredOverload
  public static func < (a: Self, b: Self) -> Bool {
    a.rawValue < b.rawValue
  }
}
