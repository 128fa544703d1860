internal import CartoucheRaster
package import CartoucheScene

/// What a mouse reported at one moment: a movement, a turn of its wheel, or a change of its left button.
package struct PointerReport: Hashable, Sendable, BitwiseCopyable {
  package enum Button: Hashable, Sendable, BitwiseCopyable {
    case unchanged, pressed, released
  }

  package var time: Timestamp
  /// The movement in the mouse's own units, to the right and down.
  package var (deltaX, deltaY): (Int32, Int32) = (0, 0)
  /// The raw position of a tablet; nil if it is unchanged, and for a mouse.
  package var (x, y): (Int32?, Int32?) = (nil, nil)
  /// The turns of the wheels in 120ths of a detent, to the right and away from the user.
  package var (wheelX, wheelY): (Int32, Int32) = (0, 0)
  package var button = Button.unchanged

  package init(time: Timestamp) {
    self.time = time
  }

  var isEmpty: Bool {
    deltaX == 0 && deltaY == 0 && x == nil && y == nil && wheelX == 0 && wheelY == 0 && button == .unchanged
  }
}

/// Decodes the input events of a mouse or a tablet to reports.
///
///     REL_X, REL_Y, ABS_X, ABS_Y, wheels ─collected─▶ SYN_REPORT ▶ report
///     BTN_LEFT ▶ report of the movement before it, with the button
///
/// A value with no clock. Nothing is allocated for an event.
package struct PointerDecoder: Sendable {
  /// The largest movement or turn of one report. Larger values are clamped.
  package static let maximumDelta: Int32 = 4096

  private var report = PointerReport(time: .zero)
  private let hasFineWheel: Bool
  private let hasFineHorizontalWheel: Bool

  package init(_ device: DeviceDescription) {
    // Such a wheel reports each detent on the other axis too.
    hasFineWheel = device.relativeAxes.contains(InputCode.fineWheel)
    hasFineHorizontalWheel = device.relativeAxes.contains(InputCode.fineHorizontalWheel)
  }

  /// Decodes an event, and calls `emit` with each completed report.
  package mutating func decode(_ event: InputEvent, _ emit: (PointerReport) -> Void) {
    report.time = event.time
    switch (event.type, event.code) {
    case (InputCode.relative, InputCode.relativeX): Self.add(event.value, to: &report.deltaX)
    case (InputCode.relative, InputCode.relativeY): Self.add(event.value, to: &report.deltaY)
    case (InputCode.relative, InputCode.fineWheel) where hasFineWheel: Self.add(event.value, to: &report.wheelY)
    case (InputCode.relative, InputCode.fineHorizontalWheel) where hasFineHorizontalWheel:
      Self.add(event.value, to: &report.wheelX)
    case (InputCode.relative, InputCode.wheel) where !hasFineWheel: Self.add(event.value, times: 120, to: &report.wheelY)
    case (InputCode.relative, InputCode.horizontalWheel) where !hasFineHorizontalWheel:
      Self.add(event.value, times: 120, to: &report.wheelX)
    case (InputCode.absolute, InputCode.x): report.x = event.value
    case (InputCode.absolute, InputCode.y): report.y = event.value
    case (InputCode.key, InputCode.leftButton) where event.value == 0 || event.value == 1:
      // A press and a release in one report are two steps.
      report.button = event.value == 1 ? .pressed : .released
      finish(emit)
    case (InputCode.synchronization, InputCode.report): finish(emit)
    default: break
    }
  }

  private mutating func finish(_ emit: (PointerReport) -> Void) {
    if !report.isEmpty { emit(report) }
    report = PointerReport(time: report.time)
  }

  private static func add(_ value: Int32, times factor: Int32 = 1, to sum: inout Int32) {
    let step = value.clamped(from: -maximumDelta, to: maximumDelta) * factor  // ≤ 2^19
    sum = (sum + step).clamped(from: -maximumDelta * factor, to: maximumDelta * factor)
  }
}
