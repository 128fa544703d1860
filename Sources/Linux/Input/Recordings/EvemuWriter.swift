internal import CartoucheScene

extension TouchRecording {
  /// The touch recording as the bytes of one evemu file: the device's description, then the events.
  ///
  /// A recording that is read from this file has the same device and the same events. The file also has
  /// fields for values that a ``DeviceDescription`` lacks, such as the bus. These fields are zero.
  public var evemu: [UInt8] { Self.evemu(of: device, events: events) }

  /// Returns a device's description and events as the bytes of one evemu file.
  ///
  /// In the file, times count from the first event. They are rounded down to whole microseconds. Values of
  /// absolute axes are clamped to the ranges of the axes. Slots and tracking ids are not clamped.
  public static func evemu(of device: DeviceDescription, events: [InputEvent]) -> [UInt8] {
    var writer = EvemuWriter(device)
    let start = events.first?.time ?? .zero
    for event in events { writer.add(event, of: device, start: start) }
    return writer.bytes
  }
}

extension DeviceDescription {
  /// Returns the range of the axis that `event` reports.
  ///
  /// - Returns: nil if the event is not of an absolute axis with a known range. Also nil for slots and
  ///   tracking ids, which must not be clamped.
  func axisRange(of event: InputEvent) -> AxisRange? {
    guard event.type == InputCode.absolute, event.code != InputCode.slot, event.code != InputCode.trackingID else { return nil }
    return axes[event.code]
  }
}

/// Writes the lines of an evemu file in the format of evemu-record 1.3.
struct EvemuWriter {
  /// The lines that were not taken away yet.
  var bytes: [UInt8] = []

  init(_ device: DeviceDescription) {
    add("# EVEMU 1.3")
    // A line break in a name would start another line of the file.
    add("N: " + String(device.name.map { $0.isNewline ? " " : $0 }))
    add("I: 0000 \(Self.hex(device.id?.vendor ?? 0, digits: 4)) \(Self.hex(device.id?.product ?? 0, digits: 4)) 0000")
    add("P:", bits: device.properties, bytes: 8)
    var types: Set<Int> = [Int(InputCode.synchronization)]
    if !device.keys.isEmpty { types.insert(Int(InputCode.key)) }
    if !device.relativeAxes.isEmpty { types.insert(Int(InputCode.relative)) }
    if !device.axes.isEmpty { types.insert(Int(InputCode.absolute)) }
    add("B: 00", bits: types, bytes: 8)
    add("B: 01", bits: Set(device.keys.map { Int($0) }), bytes: 96)
    add("B: 02", bits: Set(device.relativeAxes.map { Int($0) }), bytes: 8)
    add("B: 03", bits: Set(device.axes.keys.map { Int($0) }), bytes: 8)
    for (code, range) in device.axes.sorted(by: { $0.key < $1.key }) {
      add("A: \(Self.hex(code, digits: 2)) \(range.minimum) \(range.maximum) 0 0 0")
    }
  }

  /// Adds an event with the time since `start`, and its value clamped to the range of its axis.
  mutating func add(_ event: InputEvent, of device: DeviceDescription, start: Timestamp) {
    var event = event
    event.time = Timestamp(nanoseconds: max(event.time - start, 0))
    if let range = device.axisRange(of: event), range.minimum <= range.maximum { event.value = range.clamp(event.value) }
    add(event)
  }

  private mutating func add(_ event: InputEvent) {
    let microseconds = event.time.nanoseconds / 1000
    let value = "\(event.value.magnitude)"
    let padded = (event.value < 0 ? "-" : "") + String(repeating: "0", count: max(4 - value.count, 0)) + value
    add(
      "E: \(microseconds / 1_000_000).\(String("\(microseconds % 1_000_000 + 1_000_000)".dropFirst()))"
        + " \(Self.hex(event.type, digits: 4)) \(Self.hex(event.code, digits: 4)) \(padded)")
  }

  private mutating func add(_ line: String) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds the lines of a bit field of `count` bytes, with eight bytes per line.
  private mutating func add(_ name: String, bits: Set<Int>, bytes count: Int) {
    var field = [UInt8](repeating: 0, count: count)
    for bit in bits where bit >= 0 && bit < count * 8 { field[bit / 8] |= 1 << UInt8(bit % 8) }
    for start in stride(from: 0, to: count, by: 8) {
      add(field[start..<(start + 8)].reduce(name) { $0 + " " + Self.hex(UInt16($1), digits: 2) })
    }
  }

  private static func hex(_ value: UInt16, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}
