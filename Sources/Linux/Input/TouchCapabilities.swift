/// The axes and the reporting protocol of a touch device.
public struct TouchCapabilities: Hashable, Sendable {
  /// How the device distinguishes fingers (the kernel's `Documentation/input/multi-touch-protocol.rst`).
  public enum Reporting: Hashable, Sendable {
    /// Protocol B: this many slots, each with a tracking id while a finger is in it.
    case slots(Int)
    /// One finger: `ABS_X`, `ABS_Y` and a key that is down while the finger touches.
    ///
    /// Devices of protocol A, whose fingers have no ids, are read this way too: they also report their first
    /// finger so.
    case single(touchKey: UInt16)
  }

  /// The largest number of slots; a description that declares more is clamped to it.
  public static let maximumSlotCount = 64

  public let name: String
  public let reporting: Reporting
  /// The range of raw x positions; ``y`` likewise.
  public let x: AxisRange
  public let y: AxisRange
  /// Whether touches are on the screen itself: a touchscreen, not a tablet or a touchpad.
  public let isDirect: Bool

  /// Finds the axes and the protocol in a device's description.
  ///
  /// - Throws: ``UnsupportedTouchDevice`` when the device has no position axes, or nothing that reports
  ///   touching.
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

/// Why a device cannot be read as a touchscreen.
public struct UnsupportedTouchDevice: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    /// There is no absolute X or no absolute Y axis.
    case noPosition
    /// There are no slots, and no key that is down while the device is touched.
    case noTouchKey
    /// An axis has no range.
    case emptyAxis
    /// The device reports protocol A without the axes of a single finger.
    case protocolAOnly
  }

  public let name: String
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
