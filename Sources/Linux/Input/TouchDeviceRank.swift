/// How well an input device serves as the screen's touch, judged by what it can do: names and numbers say nothing.
public enum TouchDeviceRank: Int, Hashable, Sendable, Comparable {
  /// What is touched is what is seen, and fingers are told apart.
  case touchscreen
  /// What is touched is what is seen, one finger at a time.
  case singleTouchscreen
  /// Says that it is touched, and not that it is a touchpad: older drivers leave the property out.
  case likelyTouchscreen
  /// Absolute places with a mouse's button: the tablet of a virtual machine.
  case tablet

  /// - Returns: nil for what is no pointing at places at all: a keyboard, a mouse, a touchpad, an HDMI-CEC node that claims to be a pointer.
  public init?(_ device: DeviceDescription) {
    guard let capabilities = try? TouchCapabilities(device) else { return nil }
    // A touchpad moves a pointer; its finger's place is not a place on the screen.
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
