internal import CartoucheScene

/// A recorder of the input events of a live touchscreen, as the text of an evemu file.
///
///     add(event) ▶ lines wait ▶ takeBytes() ▶ append them to the file
///
/// The recorder keeps only the lines that were not taken. Take them after each read of the touchscreen: then
/// a recording of any length needs little memory, and what was taken survives the end of the program.
///
/// A slot of the touchscreen holds the values of one finger. The recording begins with the positions that the
/// slots had when the recorder was created. These positions are needed, because the kernel reports only
/// values that change. If a finger touches exactly where the previous finger lifted, the kernel reports no
/// position.
public struct TouchRecorder {
  /// The number of bytes after which lines of a report are taken before the report ends.
  private static let maximumReportBytes = 1 << 16

  /// The description of the touchscreen: its name and its capabilities.
  public let device: DeviceDescription
  /// Whether the recording has reached a limit. A full recorder ignores further events.
  ///
  /// The limits are ``TouchRecording/maximumEventCount`` events, and a duration of one day.
  public private(set) var isFull = false
  /// The number of reports that were recorded. A report (`SYN_REPORT`) ends a group of input events that take
  /// effect together.
  public private(set) var reportCount = 0
  /// The number of events that were recorded.
  public private(set) var eventCount = 0

  private let stateCount: Int
  private var writer: EvemuWriter
  /// The number of bytes of `writer` up to the end of the last report.
  private var completeByteCount: Int
  private var start: Timestamp?

  /// Creates a recorder for a touchscreen. The recording starts with the touchscreen's current positions.
  ///
  /// Then call ``add(_:)`` with each input event that ``TouchDevice/onEvent`` receives.
  public init(of device: TouchDevice) {
    self.init(of: device.description, state: device.slotState)
  }

  /// - Parameter state: Events at the time 0 that set the positions of the slots at the recording's start.
  package init(of device: DeviceDescription, state: [InputEvent]) {
    self.device = device
    stateCount = state.count
    writer = EvemuWriter(device)
    for event in state { writer.add(event, of: device, start: .zero) }
    completeByteCount = writer.bytes.count
  }

  /// Records an input event. If the recorder is full, the event is ignored.
  public mutating func add(_ event: InputEvent) {
    guard !isFull else { return }
    let start = start ?? event.time
    self.start = start
    if Int128(event.time - start) >= TouchRecording.maximumDuration { isFull = true }
    if eventCount + stateCount >= TouchRecording.maximumEventCount { isFull = true }
    guard !isFull else { return }
    eventCount += 1
    writer.add(event, of: device, start: start)
    guard event.type == InputCode.synchronization, event.code == InputCode.report else { return }
    reportCount += 1
    completeByteCount = writer.bytes.count
  }

  /// Returns the file's bytes since the last call, and forgets them: first the description, then whole
  /// reports.
  ///
  /// - Parameter includingIncomplete: Whether events of a report that has not ended are returned too.
  public mutating func takeBytes(includingIncomplete: Bool = false) -> [UInt8] {
    let isLong = writer.bytes.count - completeByteCount > Self.maximumReportBytes
    let count = includingIncomplete || isLong ? writer.bytes.count : completeByteCount
    defer {
      writer.bytes.removeFirst(count)
      completeByteCount = 0
    }
    return Array(writer.bytes[..<count])
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
