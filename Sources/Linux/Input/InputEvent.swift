public import CartoucheScene

/// An input event of the kernel, `struct input_event`: a new value of one axis or key of an input device.
public struct InputEvent: Hashable, Sendable, BitwiseCopyable {
  /// The time of the event on the monotonic clock. In a recording, times count from the recording's first
  /// event.
  public var time: Timestamp
  /// The number of the event's type, such as `EV_ABS` for an absolute axis.
  public var type: UInt16
  /// The number of the axis or key that has a new value, such as `ABS_MT_POSITION_X`.
  public var code: UInt16
  /// The new value of the axis or key.
  public var value: Int32

  /// Creates an input event from its time, type, code and value.
  public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}

/// The event types and codes of `linux/input-event-codes.h` that touchscreens and mice use.
package enum InputCode {
  package static let synchronization: UInt16 = 0x00
  package static let key: UInt16 = 0x01
  package static let relative: UInt16 = 0x02
  package static let absolute: UInt16 = 0x03

  package static let report: UInt16 = 0x00
  package static let multitouchReport: UInt16 = 0x02
  package static let dropped: UInt16 = 0x03

  package static let relativeX: UInt16 = 0x00
  package static let relativeY: UInt16 = 0x01
  package static let horizontalWheel: UInt16 = 0x06
  package static let wheel: UInt16 = 0x08
  /// `REL_WHEEL_HI_RES` and `REL_HWHEEL_HI_RES`: 120 for a detent.
  package static let fineWheel: UInt16 = 0x0b
  package static let fineHorizontalWheel: UInt16 = 0x0c

  package static let leftButton: UInt16 = 0x110
  package static let toolFinger: UInt16 = 0x145
  package static let touch: UInt16 = 0x14a

  package static let x: UInt16 = 0x00
  package static let y: UInt16 = 0x01
  package static let slot: UInt16 = 0x2f
  package static let touchMajor: UInt16 = 0x30
  package static let slotX: UInt16 = 0x35
  package static let slotY: UInt16 = 0x36
  package static let toolType: UInt16 = 0x37
  package static let trackingID: UInt16 = 0x39
  package static let slotPressure: UInt16 = 0x3a

  /// `MT_TOOL_PALM`: the contact is a palm.
  package static let palmTool: Int32 = 2

  /// `INPUT_PROP_POINTER`: the device moves a pointer.
  package static let pointerProperty = 0
  /// `INPUT_PROP_DIRECT`: touches are on the screen itself.
  package static let directProperty = 1
}

/// A range of values that an input device declares for an absolute axis. The range includes its minimum and
/// its maximum.
///
/// A device may still report values outside the declared range.
public struct AxisRange: Hashable, Sendable, BitwiseCopyable {
  /// The smallest value in the range.
  public var minimum: Int32
  /// The largest value in the range.
  public var maximum: Int32

  /// Creates the range from `minimum` to `maximum`, including both.
  public init(minimum: Int32, maximum: Int32) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Returns `value` clamped to the range.
  public func clamp(_ value: Int32) -> Int32 {
    Swift.max(minimum, Swift.min(maximum, value))
  }
}

/// The numbers that identify a model of input device: its vendor and its product.
///
/// `/proc/bus/input/devices` lists them, and `lsusb` does for devices on USB.
public struct InputDeviceID: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The number of the vendor.
  public var vendor: UInt16
  /// The number of the vendor's product.
  public var product: UInt16

  /// Creates an id from the numbers of the vendor and the product.
  public init(vendor: UInt16, product: UInt16) {
    (self.vendor, self.product) = (vendor, product)
  }

  /// Creates an id from a text such as `0eef:0001`: four hexadecimal digits, a colon, and four more.
  ///
  /// - Returns: nil if the text has another form.
  public init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }),
      let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
    else { return nil }
    self.init(vendor: vendor, product: product)
  }

  /// The id as a text such as `0eef:0001`.
  public var description: String { "\(Self.digits(vendor)):\(Self.digits(product))" }

  /// Returns a number as four hexadecimal digits.
  static func digits(_ number: UInt16) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 4 - text.utf8.count) + text
  }
}

/// A description of an input device: its name, properties, keys and axes. The description comes from the
/// kernel or from a recording.
public struct DeviceDescription: Hashable, Sendable {
  /// The name of the input device.
  public var name: String
  /// The numbers of the device's vendor and product. nil if the device has none.
  public var id: InputDeviceID?
  /// The numbers of the device's input properties, such as `INPUT_PROP_DIRECT`.
  public var properties: Set<Int> = []
  /// The event codes of the device's keys and buttons.
  public var keys: Set<UInt16> = []
  /// The event codes of the device's relative axes.
  public var relativeAxes: Set<UInt16> = []
  /// The ranges of the device's absolute axes. The keys of the dictionary are the axes' event codes.
  public var axes: [UInt16: AxisRange] = [:]

  /// Creates the description of a device that has a name, but no id, properties, keys or axes.
  public init(name: String) {
    self.name = name
  }
}
