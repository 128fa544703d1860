public import Cartouche

/// A touch panel that reports the fingers of a test as a device of Linux does.
///
/// A panel reports positions in its own units and at its own rate, and a limited number of fingers. So a test
/// can use the panel of the product:
///
///     let recording = try TouchRecording(FileIO.read("panel.evemu"), file: "panel.evemu")
///     let panel = SimulatedTouchPanel(recording)
///     let screen = try TestScreen(size: PixelSize(width: 800, height: 480), panel: panel) { kiosk in … }
public struct SimulatedTouchPanel: Hashable, Sendable {
  /// The description of the device: its axes, keys and properties.
  public let device: DeviceDescription
  /// The capabilities of the device: the ranges of positions, and the protocol for fingers.
  public let capabilities: TouchCapabilities
  /// The number of reports per second while a finger moves, clamped to 1…1000.
  public let reportsPerSecond: Int

  /// Creates a touch panel with the axes and the protocol of a device.
  ///
  /// - Parameters:
  ///   - device: The description of the device.
  ///   - reportsPerSecond: The number of reports per second, clamped to 1…1000.
  /// - Throws: ``UnsupportedTouchDevice`` if the device is not a supported touch panel.
  public init(_ device: DeviceDescription, reportsPerSecond: Int = 100) throws(UnsupportedTouchDevice) {
    self.device = device
    self.reportsPerSecond = min(max(reportsPerSecond, 1), 1000)
    capabilities = try TouchCapabilities(device)
  }

  /// Creates the touch panel that a recording is from.
  ///
  /// - Parameters:
  ///   - recording: The recording, of which only the description of the device is used.
  ///   - reportsPerSecond: The number of reports per second, clamped to 1…1000.
  public init(_ recording: TouchRecording, reportsPerSecond: Int = 100) {
    device = recording.device
    capabilities = recording.capabilities
    self.reportsPerSecond = min(max(reportsPerSecond, 1), 1000)
  }

  private init(_ device: DeviceDescription, _ capabilities: TouchCapabilities) {
    self.device = device
    self.capabilities = capabilities
    reportsPerSecond = 100
  }

  /// A panel for ten fingers, with 100 reports per second, and with units so small that positions are exact
  /// to a thousandth of a point.
  public static var multitouch: SimulatedTouchPanel {
    var device = DeviceDescription(name: "Simulated touch panel")
    device.properties = [InputCode.directProperty]
    device.axes[InputCode.slot] = AxisRange(minimum: 0, maximum: 9)
    device.axes[InputCode.trackingID] = AxisRange(minimum: 0, maximum: 65_535)
    for code in [InputCode.slotX, InputCode.slotY] { device.axes[code] = fineRange }
    return make(device)
  }

  /// A panel for one finger, such as a resistive one, with 100 reports per second and fine units.
  public static var singleTouch: SimulatedTouchPanel {
    var device = DeviceDescription(name: "Simulated single-touch panel")
    device.properties = [InputCode.directProperty]
    device.keys = [InputCode.touch]
    for code in [InputCode.x, InputCode.y] { device.axes[code] = fineRange }
    return make(device)
  }

  private static let fineRange = AxisRange(minimum: 0, maximum: 1 << 24 - 1)

  private static func make(_ device: DeviceDescription) -> SimulatedTouchPanel {
    do {
      return SimulatedTouchPanel(device, try TouchCapabilities(device))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns the raw position of a point on the screen. Points outside of the screen are clamped to its edge.
  ///
  /// - Parameters:
  ///   - rotation: The clockwise rotation of the application's frames on the panel.
  ///   - screen: The size of the application's screen in points, before the rotation.
  func rawPosition(of point: Point, rotation: Rotation, screen: Size) -> (x: Int32, y: Int32) {
    /// A position from 0 to 1, as a numerator and a denominator in 1/65536 of a point.
    typealias Fraction = (value: Int64, whole: Int64)
    func fraction(_ value: Scalar, _ whole: Scalar) -> Fraction {
      (max(min(value.rawValue, whole.rawValue), 0), max(whole.rawValue, 1))
    }
    func reversed(_ fraction: Fraction) -> Fraction { (fraction.whole - fraction.value, fraction.whole) }
    let (x, y) = (fraction(point.x, screen.width), fraction(point.y, screen.height))
    let (panelX, panelY): (Fraction, Fraction) =
      switch rotation {
      case .none: (x, y)
      case .quarter: (reversed(y), x)
      case .half: (reversed(x), reversed(y))
      case .threeQuarters: (y, reversed(x))
      }
    return (Self.raw(panelX, in: capabilities.x), Self.raw(panelY, in: capabilities.y))
  }

  /// Returns the step of a range that contains a position.
  private static func raw(_ fraction: (value: Int64, whole: Int64), in range: AxisRange) -> Int32 {
    let steps = Int128(range.maximum) - Int128(range.minimum) + 1  // ≤ 2^32
    let step = Int128(fraction.value) * steps / Int128(fraction.whole)  // the product is ≤ 2^95
    return Int32(clamping: min(Int128(range.minimum) + step, Int128(range.maximum)))
  }
}
