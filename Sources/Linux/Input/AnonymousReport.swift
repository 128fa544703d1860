/// The fingers of one report of a multitouch device of protocol A.
///
/// Such a device lists all fingers in each report, and ends the values of each finger with `SYN_MT_REPORT`.
/// A report with no finger may have an empty `SYN_MT_REPORT`, or only a touch key that is up.
///
/// Some drivers declare the axes of protocol A and then report only `ABS_X`, `ABS_Y` and the touch key. These
/// are read until the device has listed a finger for the first time.
///
/// - Source: The kernel's `Documentation/input/multi-touch-protocol.rst`.
struct AnonymousReport: Sendable {
  /// The values of one finger.
  struct Finger: Sendable {
    var x: Int32
    var y: Int32
    var tool: Int32 = 0
    var size: Int32 = 0
    var pressure: Int32 = 0
  }

  /// The maximum number of fingers in a report. Further fingers are ignored.
  static let maximumFingerCount = 16

  private var fingers: [Finger] = []
  private var current = Finger(x: 0, y: 0)
  private var (hasX, hasY) = (false, false)
  /// Whether the report lists fingers, perhaps none.
  private var isList = false
  /// Whether any report listed fingers.
  private var hasListed = false
  private var plain: Finger
  /// Whether the touch key is down; nil before its first event.
  private var isKeyDown: Bool?
  private var isKeyEvent = false

  init(_ capabilities: TouchCapabilities) {
    plain = Finger(x: capabilities.x.clamp(0), y: capabilities.y.clamp(0))
  }

  mutating func setPlainPosition(x: Int32, y: Int32) {
    (plain.x, plain.y) = (x, y)
  }

  /// Adds an event of a finger or of the touch key.
  mutating func add(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (InputCode.absolute, InputCode.slotX): (current.x, hasX) = (event.value, true)
    case (InputCode.absolute, InputCode.slotY): (current.y, hasY) = (event.value, true)
    case (InputCode.absolute, InputCode.toolType): current.tool = event.value
    case (InputCode.absolute, InputCode.touchMajor): current.size = event.value
    case (InputCode.absolute, InputCode.slotPressure): current.pressure = event.value
    case (InputCode.absolute, InputCode.x): plain.x = event.value
    case (InputCode.absolute, InputCode.y): plain.y = event.value
    case (InputCode.key, InputCode.touch): (isKeyDown, isKeyEvent) = (event.value != 0, true)
    default: break
    }
  }

  /// Ends the values of a finger.
  mutating func endFinger() {
    isList = true
    if hasX, hasY, fingers.count < Self.maximumFingerCount { fingers.append(current) }
    (current, hasX, hasY) = (Finger(x: 0, y: 0), false, false)
  }

  /// Ends the report and returns its fingers.
  ///
  /// - Returns: nil if the report does not say which fingers touch.
  mutating func finish() -> [Finger]? {
    // Some drivers leave out the end of the last finger.
    if hasX || hasY { endFinger() }
    defer { discard() }
    hasListed = hasListed || !fingers.isEmpty
    if isKeyDown == false { return isKeyEvent || isList ? [] : nil }
    if isList { return fingers }
    return isKeyDown == true && !hasListed ? [plain] : nil
  }

  /// Removes the fingers of the current report.
  mutating func discard() {
    fingers.removeAll(keepingCapacity: true)
    (current, hasX, hasY) = (Finger(x: 0, y: 0), false, false)
    (isList, isKeyEvent) = (false, false)
  }
}
