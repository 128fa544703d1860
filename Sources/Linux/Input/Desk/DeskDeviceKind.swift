/// What a device is used for at a desk. A device may be a mouse and a keyboard.
package struct DeskDeviceKind: OptionSet, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A mouse, a trackball or a pointing stick: relative axes and a left button.
  package static let mouse = DeskDeviceKind(rawValue: 1)
  /// A device with absolute positions and a mouse's buttons, such as the tablet of a virtual machine.
  package static let tablet = DeskDeviceKind(rawValue: 2)
  /// A keyboard with letters.
  package static let keyboard = DeskDeviceKind(rawValue: 4)

  /// The kinds with their articles, such as `a mouse and a keyboard`.
  package var description: String {
    let names = [(Self.mouse, "a mouse"), (.tablet, "a tablet"), (.keyboard, "a keyboard")]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: " and ")
  }

  /// Finds out what a device is by its capabilities.
  ///
  /// A remote control on HDMI-CEC declares relative axes, but no button of a mouse. A power button and a
  /// remote control have keys, but no letters.
  package init(_ device: DeviceDescription) {
    self = []
    let hasMotion = device.relativeAxes.isSuperset(of: [InputCode.relativeX, InputCode.relativeY])
    if hasMotion, device.keys.contains(InputCode.leftButton) { insert(.mouse) }
    if TouchDeviceRank(device) == .tablet { insert(.tablet) }
    // From Q to P, from A to L, from Z to M, the space bar and Enter.
    if [16..<26, 30..<39, 44..<51, 57..<58, 28..<29].allSatisfy({ $0.allSatisfy { device.keys.contains($0) } }) {
      insert(.keyboard)
    }
  }
}
