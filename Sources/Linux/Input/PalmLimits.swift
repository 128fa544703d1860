/// The size and the pressure of a touch contact at which the contact counts as a palm, instead of a finger.
///
/// The limits are for touch panels that do not detect palms themselves. There are no default limits, because
/// the units of size and pressure differ between panels.
///
/// - Source: `ABS_MT_TOUCH_MAJOR` and `ABS_MT_PRESSURE` in the kernel's `multi-touch-protocol.rst`. libinput
///   has such limits for each device too, as quirks.
public struct PalmLimits: Hashable, Sendable {
  /// The size at or above which a contact is a palm, in the units of `ABS_MT_TOUCH_MAJOR`. nil means that the
  /// size is ignored.
  public var size: Int32?
  /// The pressure at or above which a contact is a palm, in the units of `ABS_MT_PRESSURE`. nil means that
  /// the pressure is ignored.
  public var pressure: Int32?

  /// Creates limits of a contact's size and pressure. With nil, the size or the pressure is ignored.
  public init(size: Int32? = nil, pressure: Int32? = nil) {
    self.size = size
    self.pressure = pressure
  }
}
