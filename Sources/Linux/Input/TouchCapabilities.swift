/// The capabilities of a touch device: the ranges of positions, and the protocol with which fingers are
/// reported.
public struct TouchCapabilities: Hashable, Sendable {
  /// The protocols with which touch devices report fingers.
  ///
  /// - Source: The kernel's `Documentation/input/multi-touch-protocol.rst`.
  public enum Reporting: Hashable, Sendable {
    /// Protocol B: the device has this number of slots. A slot holds the values of one finger at a time.
    /// While a finger uses the slot, the slot has a tracking id.
    case slots(Int)
    /// One finger: the device reports `ABS_X`, `ABS_Y` and a key. The key is down while the finger touches.
    /// `touchKey` is the key's event code.
    case single(touchKey: UInt16)
    /// Protocol A: each report lists the positions of all fingers, without ids. A finger is recognized by its
    /// distance from the fingers of the previous report.
    ///
    /// `touchKey` is the event code of a key that is down while any finger touches. nil if the device has no
    /// such key.
    case anonymous(touchKey: UInt16?)
  }

  /// The maximum number of slots that are read from a device. A slot holds the values of one finger. If a
  /// device has more slots, the additional slots are ignored.
  public static let maximumSlotCount = 64

  /// The name of the touch device.
  public let name: String
  /// The protocol with which the touch device reports fingers.
  public let reporting: Reporting
  /// The range of x positions in the touch panel's own units.
  public let x: AxisRange
  /// The range of y positions in the touch panel's own units.
  public let y: AxisRange
  /// Whether fingers touch the screen itself. True for a touchscreen, false for a graphics tablet or a
  /// touchpad.
  public let isDirect: Bool

  /// Creates the capabilities of a touch device from the device's description.
  ///
  /// - Throws: ``UnsupportedTouchDevice`` if the device lacks an axis for the position, or if such an axis
  ///   has an empty range. The error is also thrown if the device's protocol for touches is not supported.
  public init(_ device: DeviceDescription) throws(UnsupportedTouchDevice) {
    name = device.name
    isDirect = device.properties.contains(InputCode.directProperty)
    let slotAxes = (device.axes[InputCode.slotX], device.axes[InputCode.slotY])
    let plainAxes = (device.axes[InputCode.x], device.axes[InputCode.y])
    let key = [InputCode.touch, InputCode.leftButton].first { device.keys.contains($0) }
    if let slot = device.axes[InputCode.slot], let x = slotAxes.0, let y = slotAxes.1, device.axes[InputCode.trackingID] != nil {
      reporting = .slots(min(max(Int(slot.maximum), 0), Self.maximumSlotCount - 1) + 1)
      (self.x, self.y) = (x, y)
    } else if device.axes[InputCode.slot] == nil, let x = slotAxes.0, let y = slotAxes.1 {
      reporting = .anonymous(touchKey: device.keys.contains(InputCode.touch) ? InputCode.touch : nil)
      (self.x, self.y) = (x, y)
    } else if let x = plainAxes.0, let y = plainAxes.1, let key {
      reporting = .single(touchKey: key)
      (self.x, self.y) = (x, y)
    } else {
      throw UnsupportedTouchDevice(name: name, reason: Self.reason(device, isDirect: isDirect))
    }
    guard x.minimum < x.maximum, y.minimum < y.maximum else { throw UnsupportedTouchDevice(name: name, reason: .emptyAxis) }
  }

  /// Returns the reason why a device cannot be read.
  private static func reason(_ device: DeviceDescription, isDirect: Bool) -> UnsupportedTouchDevice.Reason {
    guard device.axes[InputCode.x] == nil || device.axes[InputCode.y] == nil else { return .noTouchKey }
    let reportsTouches = isDirect || device.keys.contains(InputCode.touch)
    return reportsTouches && !device.axes.isEmpty ? .otherAxes(device.axes.keys.sorted()) : .noPosition
  }
}

/// An error that is thrown if an input device cannot be read as a touchscreen.
///
/// The error's `description` is a sentence for the user.
public struct UnsupportedTouchDevice: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons why an input device cannot be read as a touchscreen.
  public enum Reason: Hashable, Sendable {
    /// The device lacks an absolute X axis or an absolute Y axis.
    case noPosition
    /// The device has no slots, and has no key that is down while the device is touched.
    case noTouchKey
    /// The maximum of the X axis or of the Y axis is not greater than the same axis's minimum.
    case emptyAxis
    /// The device reports touches, but with none of the axes that are read as positions. The value has the
    /// event codes of the device's absolute axes.
    case otherAxes([UInt16])
  }

  /// The name of the input device.
  public let name: String
  /// The reason why the device cannot be read as a touchscreen.
  public let reason: Reason

  /// Creates an error from the name of an input device and the reason.
  public init(name: String, reason: Reason) {
    self.name = name
    self.reason = reason
  }

  public var description: String { "\"\(name)\" is not a touchscreen: \(fact)." }

  /// The reason as the end of a sentence.
  var fact: String {
    switch reason {
    case .noPosition: "it has no absolute X and Y axis"
    case .noTouchKey: "it has neither slots nor a BTN_TOUCH or BTN_LEFT key that reports touching"
    case .emptyAxis: "the maximum of its X or Y axis is not above the minimum"
    case .otherAxes(let codes):
      "it touches, but its position is not on ABS_X and ABS_Y or ABS_MT_POSITION_X and _Y; its axes are "
        + codes.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
    }
  }
}
