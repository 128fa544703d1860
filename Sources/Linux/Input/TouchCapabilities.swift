/// The axes and the reporting protocol of a touch device.
public struct TouchCapabilities: Hashable, Sendable {
  /// The protocol with which a touch device distinguishes fingers.
  ///
  /// - Source: The kernel's `Documentation/input/multi-touch-protocol.rst`.
  public enum Reporting: Hashable, Sendable {
    /// Protocol B: the device has this number of slots. A slot has a tracking id while a finger uses the
    /// slot.
    case slots(Int)
    /// One finger: the device reports `ABS_X`, `ABS_Y` and a key that is down while the finger touches.
    ///
    /// Devices of protocol A, which report fingers without ids, are also read in this way. Such devices
    /// report their first finger with `ABS_X`, `ABS_Y` and the key as well.
    case single(touchKey: UInt16)
  }

  /// The largest number of slots. If a device declares more slots, this number is used.
  public static let maximumSlotCount = 64

  /// The name of the touch device.
  public let name: String
  /// The protocol with which the touch device distinguishes fingers.
  public let reporting: Reporting
  /// The range of raw x positions on the touch panel.
  public let x: AxisRange
  /// The range of raw y positions on the touch panel.
  public let y: AxisRange
  /// Whether touches are on the screen itself. The value is true for a touchscreen, and false for a tablet or
  /// a touchpad.
  public let isDirect: Bool

  /// Finds the position axes and the reporting protocol in the description of an input device.
  ///
  /// - Throws: ``UnsupportedTouchDevice`` if the device has no position axes with a range. The same error is
  ///   thrown if the device does not report touching in a supported way.
  public init(_ device: DeviceDescription) throws(UnsupportedTouchDevice) {
    name = device.name
    isDirect = device.properties.contains(InputCode.directProperty)
    let slotAxes = (device.axes[InputCode.slotX], device.axes[InputCode.slotY])
    let plainAxes = (device.axes[InputCode.x], device.axes[InputCode.y])
    let key = [InputCode.touch, InputCode.leftButton].first { device.keys.contains($0) }
    if let slot = device.axes[InputCode.slot], let x = slotAxes.0, let y = slotAxes.1, device.axes[InputCode.trackingID] != nil {
      reporting = .slots(min(max(Int(slot.maximum), 0), Self.maximumSlotCount - 1) + 1)
      (self.x, self.y) = (x, y)
    } else if let x = plainAxes.0, let y = plainAxes.1, let key {
      reporting = .single(touchKey: key)
      (self.x, self.y) = (x, y)
    } else if slotAxes.0 != nil {
      throw UnsupportedTouchDevice(name: name, reason: .protocolAOnly)
    } else {
      throw UnsupportedTouchDevice(name: name, reason: plainAxes.0 == nil || plainAxes.1 == nil ? .noPosition : .noTouchKey)
    }
    guard x.minimum < x.maximum, y.minimum < y.maximum else { throw UnsupportedTouchDevice(name: name, reason: .emptyAxis) }
  }
}

/// The reason why an input device cannot be read as a touchscreen.
///
/// Its `description` is a sentence for the user.
public struct UnsupportedTouchDevice: Error, Hashable, Sendable, CustomStringConvertible {
  /// The property of an input device that prevents a program from reading the device as a touchscreen.
  public enum Reason: Hashable, Sendable {
    /// The device lacks an absolute X axis or an absolute Y axis.
    case noPosition
    /// The device has no slots, and no key that is down while the device is touched.
    case noTouchKey
    /// The maximum of the X or Y axis is not above its minimum.
    case emptyAxis
    /// The device reports protocol A, and lacks the axes or the key that report a single finger.
    case protocolAOnly
  }

  /// The name of the input device.
  public let name: String
  /// The property that prevents reading the device as a touchscreen.
  public let reason: Reason

  public init(name: String, reason: Reason) {
    self.name = name
    self.reason = reason
  }

  public var description: String {
    let sentence =
      switch reason {
      case .noPosition: "it has no absolute X and Y axis"
      case .noTouchKey: "it has neither slots nor a BTN_TOUCH or BTN_LEFT key that reports touching"
      case .emptyAxis: "the maximum of its X or Y axis is not above the minimum"
      case .protocolAOnly: "it reports only multitouch protocol A, without ABS_X, ABS_Y and BTN_TOUCH, which is not supported"
      }
    return "\"\(name)\" is not a touchscreen: \(sentence)."
  }
}
