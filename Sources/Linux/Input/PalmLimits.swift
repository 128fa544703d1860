/// The limits of size and pressure at which a contact counts as a palm.
///
/// The limits are for touch panels that do not report palms themselves. There are no default limits, because
/// panels differ.
///
/// - Source: `ABS_MT_TOUCH_MAJOR` and `ABS_MT_PRESSURE` in the kernel's `multi-touch-protocol.rst`. libinput
///   has such limits for each device too, as quirks.
public struct PalmLimits: Hashable, Sendable {
  /// The smallest size of a palm, in the units of `ABS_MT_TOUCH_MAJOR`. nil means that a contact's size is
  /// ignored.
  public var size: Int32?
  /// The smallest pressure of a palm, in the units of `ABS_MT_PRESSURE`. nil means that a contact's pressure
  /// is ignored.
  public var pressure: Int32?

  public init(size: Int32? = nil, pressure: Int32? = nil) {
    self.size = size
    self.pressure = pressure
  }
}
