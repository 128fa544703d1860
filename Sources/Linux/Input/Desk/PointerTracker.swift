package import CartoucheRaster
package import CartoucheScene

/// An event of the pointer that all mice of a desk move together.
package enum PointerEvent: Hashable, Sendable, BitwiseCopyable {
  /// The pointer is at this point of the screen now.
  case moved(Point)
  /// The left button is a finger at the pointer.
  case contact(ContactEvent)
  /// A wheel was turned.
  case scrollWheel(ScrollWheelEvent)
}

/// The pointer of a screen, moved by mice and tablets: its position, and the finger that the left button is.
///
///     report ▶ acceleration ▶ position, clamped to the screen ▶ moved, contact
///
/// The button that was pressed first has the finger; only the same device can lift it.
///
/// A movement counts in screen points: one unit of a mouse is one point while the mouse is slow, up to
/// ``slowSpeed``. From there the factor grows in proportion to the speed, up to ``maximumFactor``. The speed
/// is that of one report, in units per millisecond. So slow movements are exact to the point, and a throw of
/// the hand crosses the screen.
///
/// A value with no clock. Nothing is allocated for a report.
package struct PointerTracker: Sendable {
  /// The highest speed, in units of the mouse per millisecond, at which a unit is a point.
  package static let slowSpeed = 1.0
  /// The largest number of points for a unit.
  package static let maximumFactor = 3.0

  /// The position of the pointer in points, inside the screen.
  package private(set) var position: Point
  /// The modifier keys, which add a second finger.
  package var modifiers: SimulatedFingers.Modifiers = []
  /// The number of the first contact: far from those of touchscreens.
  package static let firstContactID = 1 << 30

  private var size: PixelSize
  private var fingers = SimulatedFingers(firstID: firstContactID)
  /// The number of the device whose button is the finger.
  private var presser: Int?
  private var lastMotion: Timestamp?

  /// Creates a pointer in the middle of the screen.
  package init(screen: PixelSize) {
    size = screen
    position = Point(x: Scalar(screen.width / 2), y: Scalar(screen.height / 2))
  }

  /// Handles a report of a mouse or a tablet.
  ///
  /// - Parameters:
  ///   - device: A number of the device, which differs from those of other devices.
  ///   - tablet: The mapping from a tablet's raw positions; nil for a mouse.
  ///   - rawPosition: The raw position of the tablet before the report, which the report changes.
  package mutating func handle(
    _ report: PointerReport, of device: Int, tablet: TouchMapping? = nil, rawPosition: inout (x: Int32, y: Int32),
    _ emit: (PointerEvent) -> Void
  ) {
    let before = position
    if let tablet, report.x != nil || report.y != nil {
      rawPosition = (report.x ?? rawPosition.x, report.y ?? rawPosition.y)
      position = clamped(tablet.point(rawX: rawPosition.x, rawY: rawPosition.y))
    }
    if report.deltaX != 0 || report.deltaY != 0 { move(report) }
    if position != before || report.button == .pressed {
      emit(.moved(position))
      if position != before { fingers.move(to: position, modifiers: modifiers, time: report.time) { emit(.contact($0)) } }
    }
    switch report.button {
    case .pressed where fingers.isUp:
      presser = device
      fingers.press(at: position, modifiers: modifiers, in: size, time: report.time) { emit(.contact($0)) }
    case .released where presser == device:
      presser = nil
      fingers.release(at: report.time) { emit(.contact($0)) }
    default: break
    }
    guard report.wheelX != 0 || report.wheelY != 0 else { return }
    emit(
      .scrollWheel(
        ScrollWheelEvent(location: position, deltaX: Scalar(Int(report.wheelX)) / 120, deltaY: Scalar(Int(report.wheelY)) / 120)))
  }

  /// Cancels the finger if the device has pressed it, because the device is gone.
  package mutating func remove(device: Int, at time: Timestamp, _ emit: (PointerEvent) -> Void) {
    guard presser == device else { return }
    presser = nil
    fingers.cancel(at: time) { emit(.contact($0)) }
  }

  /// Moves the pointer into a screen of another size.
  package mutating func resize(to screen: PixelSize) {
    size = screen
    position = clamped(position)
  }

  private mutating func move(_ report: PointerReport) {
    let (x, y) = (Double(report.deltaX), Double(report.deltaY))
    // A mouse that rested is slow: the time since its last report says nothing.
    let milliseconds = min(max(Double(report.time - (lastMotion ?? .zero)) / 1_000_000, 1), 20)
    lastMotion = report.time
    let speed = (x * x + y * y).squareRoot() / milliseconds
    let factor = min(max(speed / Self.slowSpeed, 1), Self.maximumFactor)
    func scalar(_ value: Double) -> Scalar { Scalar(rawValue: Int64((value * factor * 65_536).rounded())) }  // ≤ 2^30
    position = clamped(Point(x: position.x + scalar(x), y: position.y + scalar(y)))
  }

  private func clamped(_ point: Point) -> Point {
    Point(
      x: point.x.clamped(from: 0, to: Scalar(max(size.width - 1, 0))),
      y: point.y.clamped(from: 0, to: Scalar(max(size.height - 1, 0))))
  }
}
