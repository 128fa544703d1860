internal import CartoucheRaster
public import CartoucheScene

/// A decoder that converts the kernel's input events to contact events, for live touch devices and
/// recordings.
///
/// A contact is one finger on the touch panel. A slot holds the values of one contact at a time. A report
/// (`SYN_REPORT`) ends a group of input events. The events of a group take effect together at the report. A
/// slot has the following states. In the diagram, `id` means that a finger takes the slot, and `lift` means
/// that the finger lifts.
///
///     idle ──id──▶ beginning ──report, emits began──▶ down ──report after a move, emits moved──▶ down
///                    └─lift─▶ tapping ──report, emits began and ended──▶ idle
///     down ──lift──▶ ending ──report, emits ended──▶ idle
///     down, ending ──another id──▶ replacing ──report, emits ended and began──▶ down
///     beginning ──report, and it is a palm──▶ palm ──lift──▶ idle, or ──another id──▶ beginning
///     down ──report, and it is a palm, emits cancelled──▶ palm
///
/// A contact is a palm if the touch panel reports it as a palm (`MT_TOOL_PALM`). A contact is also a palm if
/// the contact's size or pressure reaches a limit of ``PalmLimits``. A palm stays a palm until the palm is
/// lifted.
///
/// The event `SYN_DROPPED` means that the kernel has lost events. The decoder then discards all events up to
/// the next report, and cancels every contact at that report. `SYN_DROPPED` occurs only in recordings. For a
/// live device, libevdev replaces lost events with ordinary events that describe the device's current state.
///
/// A device of protocol A reports no slots. The decoder gives each finger of a report the slot of the nearest
/// finger of the previous report, so that the order of the fingers does not matter. See
/// `ContactAssignment`.
///
/// When a finger lifts, its slot keeps the finger's last position. The reason is that the kernel reports only
/// values that change. If the next finger touches exactly the same position, the kernel sends no position.
public struct TouchDecoder: Sendable {
  private enum Phase {
    case idle, beginning, tapping, down, ending, replacing, palm
  }

  private struct Slot {
    var phase = Phase.idle
    var trackingID: Int32 = -1
    var rawX: Int32
    var rawY: Int32
    var hasMoved = false
    // Not reset when the finger lifts, as the position is not.
    var tool: Int32 = 0
    var size: Int32 = 0
    var pressure: Int32 = 0
    var contact = Contact(id: 0, position: .zero, time: .zero)
  }

  /// The capabilities of the touch device: its position ranges and its protocol.
  public let capabilities: TouchCapabilities
  /// The mapping from raw positions on the touch panel to points on the screen.
  public var mapping: TouchMapping
  /// The limits of size and pressure. A contact that reaches a limit counts as a palm.
  public let palms: PalmLimits
  /// The id that the next contact of this device will have.
  ///
  /// To open another device, pass this id as the first contact id of the new device. The contacts of both
  /// devices then have different ids.
  public private(set) var nextContactID: Int

  private var slots: [Slot]
  /// The index of the slot to which the next position belongs. nil if the device named a slot that does not
  /// exist.
  private var currentSlot: Int? = 0
  /// The fingers of the current report of a device of protocol A.
  private var anonymous: AnonymousReport
  private var isDiscarding = false
  /// Whether the current report of a device with slots says that touching began.
  private var isTouchKeyNew = false
  private var diagnostics: [TouchDiagnostic] = []
  /// The event codes for which a diagnostic was recorded.
  private var diagnosedCodes: Set<UInt16> = []

  /// Creates a decoder that has no contacts.
  ///
  /// - Parameters:
  ///   - capabilities: The capabilities of the touch device: its position ranges and its protocol.
  ///   - mapping: The mapping from raw positions on the touch panel to points on the screen.
  ///   - palms: The limits of size and pressure. A contact that reaches a limit counts as a palm.
  ///   - firstContactID: The id of the first contact. Each later contact has the next number.
  public init(
    _ capabilities: TouchCapabilities, mapping: TouchMapping, palms: PalmLimits = PalmLimits(), firstContactID: Int = 1
  ) {
    self.capabilities = capabilities
    self.mapping = mapping
    self.palms = palms
    nextContactID = firstContactID
    let count =
      switch capabilities.reporting {
      case .slots(let count): count
      case .single: 1
      // Fingers that lift and fingers that land in the same report have different slots.
      case .anonymous: AnonymousReport.maximumFingerCount * 2
      }
    anonymous = AnonymousReport(capabilities)
    slots = Array(repeating: Slot(rawX: capabilities.x.clamp(0), rawY: capabilities.y.clamp(0)), count: count)
  }

  /// The number of contacts that are down now. A contact is down until the contact ends or is cancelled.
  public var contactCount: Int {
    slots.count { $0.phase == .down || $0.phase == .ending || $0.phase == .replacing }
  }

  /// Sets the position of a slot before the first event, because the kernel reports only values that change.
  mutating func setPosition(ofSlot slot: Int, rawX: Int32, rawY: Int32) {
    guard slots.indices.contains(slot) else { return }
    anonymous.setPlainPosition(x: capabilities.x.clamp(rawX), y: capabilities.y.clamp(rawY))
    slots[slot].rawX = capabilities.x.clamp(rawX)
    slots[slot].rawY = capabilities.y.clamp(rawY)
  }

  /// Sets the tool type of a slot before the first event.
  mutating func setTool(ofSlot slot: Int, _ tool: Int32) {
    if slots.indices.contains(slot) { slots[slot].tool = tool }
  }

  /// Sets the slot to which the next position belongs, before the first event.
  mutating func setCurrentSlot(_ slot: Int) {
    currentSlot = slots.indices.contains(slot) ? slot : nil
  }

  /// Decodes one input event of the kernel.
  ///
  /// If the event is a report (`SYN_REPORT`), the method calls `emit` once for each contact event. The
  /// contact events are the result of all input events since the previous report.
  public mutating func decode(_ event: InputEvent, _ emit: (ContactEvent) -> Void) {
    if event.type == InputCode.synchronization {
      switch event.code {
      case InputCode.report where isDiscarding:
        isDiscarding = false
        cancelAll(at: event.time, emit)
      case InputCode.report:
        if case .anonymous = capabilities.reporting { assignSlots() }
        report(at: event.time, emit)
      case InputCode.multitouchReport where !isDiscarding:
        anonymous.endFinger()
      case InputCode.dropped:
        isDiscarding = true
        anonymous = AnonymousReport(capabilities)
      default:
        break
      }
    } else if !isDiscarding {
      switch capabilities.reporting {
      case .slots: decodeSlotEvent(event)
      case .single(let touchKey): decodeSingleEvent(event, touchKey: touchKey)
      case .anonymous: decodeAnonymousEvent(event)
      }
    }
  }

  /// Cancels every contact. Call this method when the device is removed or the screen goes dark.
  ///
  /// The method calls `emit` with a cancelled event for each contact that is down. `time` is the time of
  /// these events.
  public mutating func cancelAll(at time: Timestamp, _ emit: (ContactEvent) -> Void) {
    for index in slots.indices {
      if [.down, .ending, .replacing].contains(slots[index].phase) {
        cancel(index, at: time, emit)
      }
      slots[index].phase = .idle
      slots[index].trackingID = -1
      slots[index].hasMoved = false
    }
    anonymous.discard()
  }

  /// Returns the diagnostics that were recorded since the last call, and removes them from the decoder.
  ///
  /// A diagnostic describes an irregularity that the decoder found in the device's events and corrected. A
  /// decoder records at most one diagnostic for each event code, such as `ABS_MT_POSITION_X`.
  public mutating func takeDiagnostics() -> [TouchDiagnostic] {
    defer { diagnostics = [] }
    return diagnostics
  }

  private mutating func decodeSlotEvent(_ event: InputEvent) {
    if event.type == InputCode.key, event.code == InputCode.touch, event.value == 1 { isTouchKeyNew = true }
    guard event.type == InputCode.absolute else { return }
    if event.code == InputCode.slot {
      currentSlot = slots.indices.contains(Int(event.value)) ? Int(event.value) : nil
      if currentSlot == nil { diagnose(event, .noSuchSlot(event.value, count: slots.count)) }
      return
    }
    guard let currentSlot else { return }
    switch event.code {
    case InputCode.trackingID: setTracking(event.value, of: currentSlot)
    case InputCode.slotX: setX(event, of: currentSlot)
    case InputCode.slotY: setY(event, of: currentSlot)
    case InputCode.toolType: slots[currentSlot].tool = event.value
    case InputCode.touchMajor: slots[currentSlot].size = event.value
    case InputCode.slotPressure: slots[currentSlot].pressure = event.value
    default: break
    }
  }

  private mutating func decodeSingleEvent(_ event: InputEvent, touchKey: UInt16) {
    switch (event.type, event.code) {
    case (InputCode.absolute, InputCode.x): setX(event, of: 0)
    case (InputCode.absolute, InputCode.y): setY(event, of: 0)
    case (InputCode.key, touchKey) where event.value == 0: setTracking(-1, of: 0)
    case (InputCode.key, touchKey) where event.value == 1: setTracking(0, of: 0)
    default: break
    }
  }

  private mutating func decodeAnonymousEvent(_ event: InputEvent) {
    var event = event
    switch (event.type, event.code) {
    case (InputCode.absolute, InputCode.x), (InputCode.absolute, InputCode.slotX): event.value = clamped(event, capabilities.x)
    case (InputCode.absolute, InputCode.y), (InputCode.absolute, InputCode.slotY): event.value = clamped(event, capabilities.y)
    default: break
    }
    anonymous.add(event)
  }

  /// Gives each finger of a report without ids a slot.
  private mutating func assignSlots() {
    guard let fingers = anonymous.finish() else { return }
    let used = slots.indices.filter { slots[$0].phase != .idle }
    func position(_ x: Int32, _ y: Int32) -> ContactAssignment.Position { .init(x: x, y: y, in: capabilities) }
    let previous = ContactAssignment.previous(
      of: fingers.map { position($0.x, $0.y) }, among: used.map { position(slots[$0].rawX, slots[$0].rawY) })
    let kept = Set(previous.compactMap { $0 })
    var free = slots.indices.filter { slots[$0].phase == .idle }[...]
    for index in used.indices where !kept.contains(index) { setTracking(-1, of: used[index]) }
    for (finger, previous) in zip(fingers, previous) {
      guard let index = previous.map({ used[$0] }) ?? free.popFirst() else { continue }
      (slots[index].rawX, slots[index].rawY, slots[index].hasMoved) = (finger.x, finger.y, true)
      (slots[index].tool, slots[index].size, slots[index].pressure) = (finger.tool, finger.size, finger.pressure)
      if previous == nil { setTracking(0, of: index) }
    }
  }

  private mutating func setX(_ event: InputEvent, of index: Int) {
    slots[index].rawX = clamped(event, capabilities.x)
    slots[index].hasMoved = true
  }

  private mutating func setY(_ event: InputEvent, of index: Int) {
    slots[index].rawY = clamped(event, capabilities.y)
    slots[index].hasMoved = true
  }

  private mutating func clamped(_ event: InputEvent, _ range: AxisRange) -> Int32 {
    let value = range.clamp(event.value)
    if value != event.value { diagnose(event, .outOfRange(code: event.code, value: event.value, range: range)) }
    return value
  }

  private mutating func diagnose(_ event: InputEvent, _ diagnostic: TouchDiagnostic) {
    if diagnosedCodes.insert(event.code).inserted { diagnostics.append(diagnostic) }
  }

  private mutating func setTracking(_ id: Int32, of index: Int) {
    let isTouching = id >= 0
    let isNewID = id != slots[index].trackingID
    slots[index].trackingID = max(id, -1)
    switch (slots[index].phase, isTouching) {
    case (.idle, true), (.tapping, true): slots[index].phase = .beginning
    case (.palm, true) where isNewID: slots[index].phase = .beginning
    case (.palm, false): slots[index].phase = .idle
    case (.beginning, false): slots[index].phase = .tapping
    case (.down, true) where isNewID, (.ending, true): slots[index].phase = .replacing
    case (.down, false), (.replacing, false): slots[index].phase = .ending
    case (.idle, false), (.beginning, true), (.tapping, false), (.down, true), (.ending, false), (.replacing, true),
      (.palm, true):
      break
    }
  }

  private mutating func report(at time: Timestamp, _ emit: (ContactEvent) -> Void) {
    if isTouchKeyNew, slots.allSatisfy({ $0.phase == .idle }), diagnosedCodes.insert(InputCode.touch).inserted {
      diagnostics.append(.touchWithoutSlot)
    }
    isTouchKeyNew = false
    for index in slots.indices where slots[index].phase != .idle {
      switch slots[index].phase {
      case .idle, .palm:
        break
      case .beginning where isPalm(slots[index]):
        slots[index].phase = .palm
      case .tapping where isPalm(slots[index]):
        slots[index].phase = .idle
      case .down where isPalm(slots[index]):
        cancel(index, at: time, emit)
        slots[index].phase = .palm
      case .ending where isPalm(slots[index]):
        cancel(index, at: time, emit)
        slots[index].phase = .idle
      case .replacing where isPalm(slots[index]):
        end(index, at: time, emit)
        slots[index].phase = .palm
      case .beginning:
        begin(index, at: time, emit)
      case .tapping:
        begin(index, at: time, emit)
        end(index, at: time, emit)
      case .down:
        if slots[index].hasMoved, updatePosition(of: index, at: time) { emit(.moved(slots[index].contact)) }
      case .ending:
        _ = updatePosition(of: index, at: time)
        end(index, at: time, emit)
      case .replacing:
        end(index, at: time, emit)
        begin(index, at: time, emit)
      }
      slots[index].hasMoved = false
    }
  }

  private mutating func begin(_ index: Int, at time: Timestamp, _ emit: (ContactEvent) -> Void) {
    slots[index].contact.id = nextContactID
    nextContactID &+= 1
    _ = updatePosition(of: index, at: time)
    slots[index].phase = .down
    emit(.began(slots[index].contact))
  }

  private mutating func end(_ index: Int, at time: Timestamp, _ emit: (ContactEvent) -> Void) {
    slots[index].contact.time = time
    slots[index].phase = .idle
    emit(.ended(slots[index].contact))
  }

  private func isPalm(_ slot: Slot) -> Bool {
    slot.tool == InputCode.palmTool || palms.size.map { slot.size >= $0 } ?? false
      || palms.pressure.map { slot.pressure >= $0 } ?? false
  }

  private mutating func cancel(_ index: Int, at time: Timestamp, _ emit: (ContactEvent) -> Void) {
    slots[index].contact.time = time
    emit(.cancelled(slots[index].contact))
  }

  /// Moves the contact to the slot's raw position, and returns whether the contact's position changed.
  private mutating func updatePosition(of index: Int, at time: Timestamp) -> Bool {
    let position = mapping.point(rawX: slots[index].rawX, rawY: slots[index].rawY)
    defer { slots[index].contact = Contact(id: slots[index].contact.id, position: position, time: time) }
    return position != slots[index].contact.position
  }
}
