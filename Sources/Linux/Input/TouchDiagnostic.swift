/// A diagnostic about an irregularity in a touch device's events. The irregularity was corrected during
/// decoding.
public enum TouchDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// A device reported the position `value`, outside the range that the device declares for the axis `code`.
  /// The position was clamped to the range.
  case outOfRange(code: UInt16, value: Int32, range: AxisRange)
  /// The device reported a slot with this number, but declares only `count` slots. Events for the reported
  /// slot were ignored.
  case noSuchSlot(Int32, count: Int)
  /// The device declares slots, but reported a touch only with `ABS_X`, `ABS_Y` and `BTN_TOUCH`. The touch
  /// was ignored.
  case touchWithoutSlot

  public var description: String {
    switch self {
    case .outOfRange(let code, let value, let range):
      "axis 0x\(String(code, radix: 16)) reported \(value), outside its range of \(range.minimum) to \(range.maximum); clamped to that range"
    case .noSuchSlot(let slot, let count):
      "slot \(slot) was reported, but the device has slots 0 to \(count - 1); ignored"
    case .touchWithoutSlot:
      "a touch was reported with ABS_X, ABS_Y and BTN_TOUCH only, but the device declares slots; ignored. Name another device"
    }
  }
}
