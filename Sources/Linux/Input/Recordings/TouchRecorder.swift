internal import CartoucheScene

/// A recorder of the input events of a live touchscreen. ``evemu`` returns the recording as an evemu file.
///
/// A slot of the touchscreen holds the values of one finger. The recording begins with the positions that the
/// slots had when the recorder was created. These positions are needed, because the kernel reports only
/// values that change. If a finger touches exactly where the previous finger lifted, the kernel reports no
/// position.
public struct TouchRecorder {
  /// The description of the touchscreen: its name and its capabilities.
  public let device: DeviceDescription
  /// Whether the recording has reached a limit. A full recorder ignores further events.
  ///
  /// The limits are ``TouchRecording/maximumEventCount`` events, and a duration of one day.
  public private(set) var isFull = false

  /// Events that set the positions of the slots at the recording's start.
  private let state: [InputEvent]
  private var events: [InputEvent] = []

  /// Creates a recorder for a touchscreen. The recording starts with the touchscreen's current positions.
  ///
  /// Then call ``add(_:)`` with each input event that ``TouchDevice/onEvent`` receives.
  public init(of device: TouchDevice) {
    self.init(of: device.description, state: device.slotState)
  }

  init(of device: DeviceDescription, state: [InputEvent]) {
    self.device = device
    self.state = state
  }

  /// The number of reports that were recorded. A report (`SYN_REPORT`) ends a group of input events that take
  /// effect together.
  public var reportCount: Int {
    events.count { $0.type == InputCode.synchronization && $0.code == InputCode.report }
  }

  /// Records an input event. If the recorder is full, the event is ignored.
  public mutating func add(_ event: InputEvent) {
    guard !isFull else { return }
    if let first = events.first?.time, Int128(event.time - first) >= TouchRecording.maximumDuration { isFull = true }
    if events.count + state.count >= TouchRecording.maximumEventCount { isFull = true }
    if !isFull { events.append(event) }
  }

  /// The recording as the bytes of one evemu file. nil if no event was recorded.
  public var evemu: [UInt8]? {
    guard let first = events.first else { return nil }
    let start = state.map { InputEvent(time: first.time, type: $0.type, code: $0.code, value: $0.value) }
    return TouchRecording.evemu(of: device, events: start + events)
  }
}

extension TouchDevice {
  /// Events that report the current position of each slot. Slots whose position is zero on both axes are left
  /// out.
  var slotState: [InputEvent] {
    func event(_ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(time: .zero, type: InputCode.absolute, code: code, value: value)
    }
    switch capabilities.reporting {
    case .slots(let count):
      var events: [InputEvent] = []
      for slot in 0..<count {
        guard let (x, y) = node.position(ofSlot: slot), (x, y) != (0, 0) else { continue }
        events += [event(InputCode.slot, Int32(slot)), event(InputCode.slotX, x), event(InputCode.slotY, y)]
      }
      if !events.isEmpty || node.currentSlot != 0 { events.append(event(InputCode.slot, Int32(clamping: node.currentSlot))) }
      return events
    case .single, .anonymous:
      let (x, y) = node.position
      return (x, y) == (0, 0) ? [] : [event(InputCode.x, x), event(InputCode.y, y)]
    }
  }
}
