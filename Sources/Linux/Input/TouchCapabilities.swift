/// What a touch device reports, and how it says it.
public struct TouchCapabilities: Hashable, Sendable {
  /// How the device tells fingers apart (the kernel's `Documentation/input/multi-touch-protocol.rst`).
  public enum Reporting: Hashable, Sendable {
    /// Protocol B: `slots` numbered places, each with a tracking id while a finger is there.
    case slots(Int)
    /// One finger: `ABS_X`, `ABS_Y` and a key that is down while it touches.
    ///
    /// Devices of protocol A, whose fingers have no numbers, are read this way too: they report their first finger like this.
    case single(touchKey: UInt16)
  }

  /// More slots than this no screen has; a description that claims more is held to it.
  public static let maximumSlotCount = 64

  public let name: String
  public let reporting: Reporting
  public let x: AxisRange
  public let y: AxisRange
  /// Whether what is touched is what is seen: a touchscreen, not a tablet or a touchpad.
  public let isDirect: Bool

  /// - Throws: ``UnsupportedTouchDevice`` when the device has no position, or nothing that says when it is touched.
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
    case noPosition
    case noTouchKey
    case emptyAxis
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
      case .noTouchKey: "it has neither slots nor a BTN_TOUCH or BTN_LEFT key that says when it is touched"
      case .emptyAxis: "its X or Y axis has a maximum that is not above its minimum"
      case .protocolAOnly: "it speaks multitouch protocol A alone, without ABS_X, ABS_Y and BTN_TOUCH, which is not read"
      }
    return "\"\(name)\" is no touchscreen: \(sentence)."
  }
}
