internal import CartoucheRaster
public import CartoucheScene

/// Turns what the kernel reports into fingers: the one decoder that live devices and recordings go through.
///
/// Events take effect together, at `SYN_REPORT`. Per slot:
///
///     idle ──id──▶ beginning ──report, emits began──▶ down ──report after a move, emits moved──▶ down
///                    └─lift─▶ tapping ──report, emits began and ended──▶ idle
///     down ──lift──▶ ending ──report, emits ended──▶ idle
///     down, ending ──another id──▶ replacing ──report, emits ended and began──▶ down
///     beginning ──report, and it is a palm──▶ palm ──lift──▶ idle, or ──another id──▶ beginning
///     down ──report, and it is a palm, emits cancelled──▶ palm
///
/// A palm is what the panel calls one (`MT_TOOL_PALM`), or reports as large or as pressed as ``PalmLimits`` says; it stays one until it is lifted.
///
/// After `SYN_DROPPED` everything up to the next report is worthless: it is thrown away and every contact is cancelled. A live device does not
/// come here with it, for libevdev reads the true state back and tells it as ordinary events.
///
/// A slot keeps its position when its finger lifts, because the kernel does not report a value that has not changed.
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
    // Kept when the finger lifts, as the position is.
    var tool: Int32 = 0
    var size: Int32 = 0
    var pressure: Int32 = 0
    var contact = Contact(id: 0, position: .zero, time: .zero)
  }

  public let capabilities: TouchCapabilities
  public var mapping: TouchMapping
  public let palms: PalmLimits
  /// The number that the next finger gets; give it to the decoder of a device opened later, so that numbers never repeat.
  public private(set) var nextContactID: Int

  private var slots: [Slot]
  /// The slot that positions are meant for; nil, one that there is not.
  private var current: Int? = 0
  private var isDiscarding = false
  private var diagnostics: [TouchDiagnostic] = []
  private var remarked: Set<UInt16> = []

  public init(
    _ capabilities: TouchCapabilities, mapping: TouchMapping, palms: PalmLimits = PalmLimits(), firstContactID: Int = 1
  ) {
    self.capabilities = capabilities
    self.mapping = mapping
    self.palms = palms
    nextContactID = firstContactID
    let count = if case .slots(let count) = capabilities.reporting { count } else { 1 }
    slots = Array(repeating: Slot(rawX: capabilities.x.clamp(0), rawY: capabilities.y.clamp(0)), count: count)
  }

  /// How many fingers are down.
  public var contactCount: Int {
    slots.count { $0.phase == .down || $0.phase == .ending || $0.phase == .replacing }
  }

  /// Says where a slot is, before the first event: the kernel reports a value only when it changes.
  mutating func setPosition(ofSlot slot: Int, rawX: Int32, rawY: Int32) {
    guard slots.indices.contains(slot) else { return }
    slots[slot].rawX = capabilities.x.clamp(rawX)
    slots[slot].rawY = capabilities.y.clamp(rawY)
  }

  /// Says what a slot was called last, before the first event.
  mutating func setTool(ofSlot slot: Int, _ tool: Int32) {
    if slots.indices.contains(slot) { slots[slot].tool = tool }
  }

  /// Says which slot the next position is for, before the first event.
  mutating func setCurrentSlot(_ slot: Int) {
    current = slots.indices.contains(slot) ? slot : nil
  }

  /// Takes one event in, and emits what the fingers did if it was the report that completes it.
  public mutating func decode(_ event: InputEvent, _ emit: (ContactEvent) -> Void) {
    if event.type == InputCode.synchronization {
      switch event.code {
      case InputCode.report where isDiscarding:
        isDiscarding = false
        cancelAll(at: event.time, emit)
      case InputCode.report:
        report(at: event.time, emit)
      case InputCode.dropped:
        isDiscarding = true
      default:
        break
      }
    } else if !isDiscarding {
      switch capabilities.reporting {
      case .slots: takeSlotEvent(event)
      case .single(let touchKey): takeSingleEvent(event, touchKey: touchKey)
      }
    }
  }

  /// Ends every contact as one not to be counted: the device is lost, or the screen goes dark.
  public mutating func cancelAll(at time: Timestamp, _ emit: (ContactEvent) -> Void) {
    for index in slots.indices {
      if [.down, .ending, .replacing].contains(slots[index].phase) {
        cancel(index, at: time, emit)
      }
      slots[index].phase = .idle
      slots[index].trackingID = -1
      slots[index].hasMoved = false
    }
  }

  /// What there is to tell of the events so far, each thing once.
  public mutating func takeDiagnostics() -> [TouchDiagnostic] {
    defer { diagnostics = [] }
    return diagnostics
  }

  private mutating func takeSlotEvent(_ event: InputEvent) {
    guard event.type == InputCode.absolute else { return }
    if event.code == InputCode.slot {
      current = slots.indices.contains(Int(event.value)) ? Int(event.value) : nil
      if current == nil { remark(event, .noSuchSlot(event.value, count: slots.count)) }
      return
    }
    guard let current else { return }
    switch event.code {
    case InputCode.trackingID: setTracking(event.value, of: current)
    case InputCode.slotX: setX(event, of: current)
    case InputCode.slotY: setY(event, of: current)
    case InputCode.toolType: slots[current].tool = event.value
    case InputCode.touchMajor: slots[current].size = event.value
    case InputCode.slotPressure: slots[current].pressure = event.value
    default: break
    }
  }

  private mutating func takeSingleEvent(_ event: InputEvent, touchKey: UInt16) {
    switch (event.type, event.code) {
    case (InputCode.absolute, InputCode.x): setX(event, of: 0)
    case (InputCode.absolute, InputCode.y): setY(event, of: 0)
    case (InputCode.key, touchKey) where event.value == 0: setTracking(-1, of: 0)
    case (InputCode.key, touchKey) where event.value == 1: setTracking(0, of: 0)
    default: break
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
    if value != event.value { remark(event, .outOfRange(code: event.code, value: event.value, range: range)) }
    return value
  }

  private mutating func remark(_ event: InputEvent, _ remark: TouchDiagnostic) {
    if remarked.insert(event.code).inserted { diagnostics.append(remark) }
  }

  private mutating func setTracking(_ id: Int32, of index: Int) {
    let isTouching = id >= 0
    let isOther = id != slots[index].trackingID
    slots[index].trackingID = max(id, -1)
    switch (slots[index].phase, isTouching) {
    case (.idle, true), (.tapping, true): slots[index].phase = .beginning
    case (.palm, true) where isOther: slots[index].phase = .beginning
    case (.palm, false): slots[index].phase = .idle
    case (.beginning, false): slots[index].phase = .tapping
    case (.down, true) where isOther, (.ending, true): slots[index].phase = .replacing
    case (.down, false), (.replacing, false): slots[index].phase = .ending
    case (.idle, false), (.beginning, true), (.tapping, false), (.down, true), (.ending, false), (.replacing, true),
      (.palm, true):
      break
    }
  }

  private mutating func report(at time: Timestamp, _ emit: (ContactEvent) -> Void) {
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
        if slots[index].hasMoved, place(index, at: time) { emit(.moved(slots[index].contact)) }
      case .ending:
        _ = place(index, at: time)
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
    _ = place(index, at: time)
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

  /// Brings the contact to the slot's raw position; whether it was elsewhere before.
  private mutating func place(_ index: Int, at time: Timestamp) -> Bool {
    let position = mapping.point(rawX: slots[index].rawX, rawY: slots[index].rawY)
    defer { slots[index].contact = Contact(id: slots[index].contact.id, position: position, time: time) }
    return position != slots[index].contact.position
  }
}

/// What a panel that does not call a palm one reports of it all the same; panels differ, so by itself nothing is.
///
/// - Source: `ABS_MT_TOUCH_MAJOR` and `ABS_MT_PRESSURE` in the kernel's `multi-touch-protocol.rst`; libinput keeps such limits per device too, as quirks.
public struct PalmLimits: Hashable, Sendable {
  /// A contact at least this large, in the units of `ABS_MT_TOUCH_MAJOR`, is a palm; nil, none is.
  public var size: Int32?
  /// A contact pressed at least this much, in the units of `ABS_MT_PRESSURE`, is a palm; nil, none is.
  public var pressure: Int32?

  public init(size: Int32? = nil, pressure: Int32? = nil) {
    self.size = size
    self.pressure = pressure
  }
}

/// Something odd about a device's events that did not stop the decoding.
public enum TouchDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// A position outside the range that the device claims was held to that range.
  case outOfRange(code: UInt16, value: Int32, range: AxisRange)
  /// Events for a slot that the device does not claim to have were passed over.
  case noSuchSlot(Int32, count: Int)

  public var description: String {
    switch self {
    case .outOfRange(let code, let value, let range):
      "axis 0x\(String(code, radix: 16)) reported \(value), beyond its range of \(range.minimum) to \(range.maximum); held to that range"
    case .noSuchSlot(let slot, let count):
      "slot \(slot) was reported, but the device has slots 0 to \(count - 1); passed over"
    }
  }
}
