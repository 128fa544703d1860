/// Limits of size and pressure. A touch contact that reaches a limit counts as a palm, not as a finger.
///
/// The limits are for touch panels that do not detect palms themselves. There are no default limits, because
/// the units of size and pressure differ between panels.
///
/// - Source: `ABS_MT_TOUCH_MAJOR` and `ABS_MT_PRESSURE` in the kernel's `multi-touch-protocol.rst`. libinput
///   defines similar limits for some devices, as quirks.
public struct PalmLimits: Hashable, Sendable {
  /// The smallest size that makes a contact a palm. The size is in the units of `ABS_MT_TOUCH_MAJOR`. If nil,
  /// the size of contacts is ignored.
  public var size: Int32?
  /// The smallest pressure that makes a contact a palm. The pressure is in the units of `ABS_MT_PRESSURE`. If
  /// nil, the pressure of contacts is ignored.
  public var pressure: Int32?

  /// Creates palm limits from a size and a pressure. A limit that is nil is not applied.
  public init(size: Int32? = nil, pressure: Int32? = nil) {
    self.size = size
    self.pressure = pressure
  }
}
