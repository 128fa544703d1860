internal import CartoucheScene

/// Keeps what a live touchscreen reports, for a file.
///
/// The kernel reports changes alone, so a finger that comes down where the last one left may be told without its place: the recording begins with where the device's slots are.
public struct TouchRecorder {
  public let device: DeviceDescription
  /// Whether no more is kept: there are as many events as a reader takes, or a day is over.
  public private(set) var isFull = false

  private let state: [InputEvent]
  private var events: [InputEvent] = []

  /// A recorder of `device` from now on; give it what ``TouchDevice/onEvent`` gets.
  public init(of device: TouchDevice) {
    self.init(of: device.description, state: device.slotState)
  }

  init(of device: DeviceDescription, state: [InputEvent]) {
    self.device = device
    self.state = state
  }

  /// How many reports have come: sets of events that belong together.
  public var reportCount: Int {
    events.count { $0.type == InputCode.synchronization && $0.code == InputCode.report }
  }

  public mutating func add(_ event: InputEvent) {
    guard !isFull else { return }
    if let first = events.first?.time, Int128(event.time - first) >= TouchRecording.maximumDuration { isFull = true }
    if events.count + state.count >= TouchRecording.maximumEventCount { isFull = true }
    if !isFull { events.append(event) }
  }

  /// What was kept, as one file.
  ///
  /// - Returns: nil where nothing has come: a recording without events is none.
  public var evemu: [UInt8]? {
    guard let first = events.first else { return nil }
    let begin = state.map { InputEvent(time: first.time, type: $0.type, code: $0.code, value: $0.value) }
    return TouchRecording.evemu(of: device, events: begin + events)
  }
}

extension TouchDevice {
  /// Where the device's fingers, present or last, are, as the events that would tell it; nothing of those that are at zero.
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
    case .single:
      let (x, y) = node.position
      return (x, y) == (0, 0) ? [] : [event(InputCode.x, x), event(InputCode.y, y)]
    }
  }
}
