public import CartoucheScene

/// A recording of a touch panel's input events, with a description of the panel. Recordings are stored in
/// files of the Linux tool evemu.
///
/// The times of events count from the first event.
public struct TouchRecording: Hashable, Sendable {
  /// The largest number of events that a recording may have.
  public static let maximumEventCount = 1 << 22
  /// The longest duration of a recording in nanoseconds: a day.
  ///
  /// The duration is limited because a replay's virtual clock ticks through every frame of the recording.
  static let maximumDuration: Int128 = 86_400_000_000_000

  /// The description of the recorded input device: its name and its capabilities.
  public let device: DeviceDescription
  /// The capabilities of the recorded touch device: its position ranges and its protocol.
  public let capabilities: TouchCapabilities
  /// The recorded input events, in the order of their times.
  public let events: [InputEvent]
  /// The irregularities that were corrected while the recording was read.
  ///
  /// For each axis, only the first value outside the axis's range is listed. Of every other kind of
  /// irregularity, only the first one is listed.
  public let diagnostics: [RecordingDiagnostic]

  /// Creates a recording from an `.evemu` file, which contains both the device's description and the events.
  ///
  /// The program `evemu-record` writes such files.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - file: The name of the file, for error messages.
  /// - Throws: ``RecordingError`` for the first invalid line. The error is also thrown if the description or
  ///   the events are missing, or if the device is not a supported touchscreen.
  public init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    var reader = Reader()
    try reader.read(EvemuParser(bytes, file: file), events: .parse, description: .parse)
    try self.init(reader, descriptionFile: file, eventsFile: file)
  }

  /// Creates a recording from two files: a device's description (`.desc`) and the device's events
  /// (`.events`).
  ///
  /// If the events file also contains a description, that description is ignored.
  ///
  /// - Parameters:
  ///   - description: The content of the description file.
  ///   - descriptionFile: The name of the description file, for error messages.
  ///   - events: The content of the events file.
  ///   - eventsFile: The name of the events file, for error messages.
  /// - Throws: ``RecordingError`` for the first invalid line. The error is also thrown if the description or
  ///   the events are missing, or if the device is not a supported touchscreen.
  public init(
    description: [UInt8], descriptionFile: String, events: [UInt8], eventsFile: String
  ) throws(RecordingError) {
    var reader = Reader()
    try reader.read(EvemuParser(description, file: descriptionFile), events: .skip, description: .parse)
    try reader.read(EvemuParser(events, file: eventsFile), events: .parse, description: .skip)
    try self.init(reader, descriptionFile: descriptionFile, eventsFile: eventsFile)
  }

  private init(_ reader: Reader, descriptionFile: String, eventsFile: String) throws(RecordingError) {
    guard let device = reader.device else { throw RecordingError(file: descriptionFile, line: nil, reason: .noDescription) }
    guard !reader.events.isEmpty else { throw RecordingError(file: eventsFile, line: nil, reason: .noEvents) }
    do throws(UnsupportedTouchDevice) {
      capabilities = try TouchCapabilities(device)
    } catch {
      throw RecordingError(file: descriptionFile, line: nil, reason: .noTouchscreen(error))
    }
    self.device = device
    events = reader.events
    diagnostics = reader.diagnostics
  }

  /// Decodes the whole recording and returns the resulting contact events.
  ///
  /// If a contact is still down at the recording's end, the contact is cancelled at the time of the last
  /// event.
  ///
  /// - Parameters:
  ///   - mapping: The mapping from raw positions on the touch panel to points on the screen.
  ///   - palms: The limits of size and pressure. A contact that reaches a limit counts as a palm.
  ///   - firstContactID: The id of the first contact. Each later contact has the next number.
  public func contactEvents(mapping: TouchMapping, palms: PalmLimits = PalmLimits(), firstContactID: Int = 1) -> [ContactEvent] {
    var decoder = TouchDecoder(capabilities, mapping: mapping, palms: palms, firstContactID: firstContactID)
    var result: [ContactEvent] = []
    for event in events { decoder.decode(event) { result.append($0) } }
    decoder.cancelAll(at: events.last?.time ?? .zero) { result.append($0) }
    return result
  }

  /// Returns the name of the description file (`.desc`) that belongs to an events file (`.events`).
  ///
  /// Dots divide a file name into parts. The extension is not a part. The method compares the parts of two
  /// names from the start, up to the first difference. The result is the description file with the most equal
  /// parts.
  ///
  ///     Atmel maXTouch Touchscreen.1-finger-drag-up-down.events
  ///     Atmel maXTouch Touchscreen.desc                            one equal part
  ///
  /// - Parameters:
  ///   - eventsFile: The name of the events file, without its folder.
  ///   - names: The names of the files to choose from, without their folders.
  /// - Returns: The name of the description file; nil if no `.desc` file has the same first part as the
  ///   events file. If several files have the most equal parts, the result is the one of them with the fewest
  ///   parts.
  public static func descriptionFile(for eventsFile: String, among names: [String]) -> String? {
    func parts(_ name: String) -> ArraySlice<Substring> { name.split(separator: ".", omittingEmptySubsequences: false).dropLast() }
    let eventsParts = parts(eventsFile)
    var best: (name: String, shared: Int, other: Int)?
    for name in names.sorted() where name.hasSuffix(".desc") {
      let nameParts = parts(name)
      let shared = zip(eventsParts, nameParts).prefix { $0 == $1 }.count
      let other = nameParts.count - shared
      guard shared > 0 else { continue }
      if let found = best, (found.shared, -found.other) >= (shared, -other) { continue }
      best = (name, shared, other)
    }
    return best?.name
  }
}

/// Builds a device description and events from the lines of one or two evemu files.
private struct Reader {
  /// Whether lines of a kind are parsed or skipped.
  enum LineHandling { case parse, skip }

  var device: DeviceDescription?
  var events: [InputEvent] = []
  var diagnostics: [RecordingDiagnostic] = []

  /// Keys of the irregularities for which a diagnostic was recorded.
  ///
  /// The key of a value out of range is the axis code, which has 16 bits. The keys of all other
  /// irregularities are larger.
  private var diagnosedKeys: Set<UInt32> = []
  private var start: (seconds: Int64, microseconds: Int64)?
  private var latest = Timestamp.zero

  mutating func read(_ source: EvemuParser, events eventHandling: LineHandling, description descriptionHandling: LineHandling)
    throws(RecordingError)
  {
    var lines = source
    while let line = try lines.next() {
      if case .event(let seconds, let microseconds, let type, let code, let value) = line {
        guard eventHandling == .parse else { continue }
        guard events.count < TouchRecording.maximumEventCount else {
          throw lines.error(.tooManyEvents(limit: TouchRecording.maximumEventCount))
        }
        let time = try time(seconds: seconds, microseconds: microseconds, in: lines)
        var event = InputEvent(time: time, type: type, code: code, value: value)
        clamp(&event, in: lines)
        events.append(event)
      } else if descriptionHandling == .parse {
        describe(line)
      }
    }
  }

  private mutating func describe(_ line: EvemuParser.Line) {
    if case .name(let name) = line {
      if device == nil { device = DeviceDescription(name: name) } else { device?.name = name }
      return
    }
    if device == nil { device = DeviceDescription(name: "") }
    switch line {
    case .id(let id):
      device?.id = id
    case .properties(let bytes):
      for bit in Self.setBits(bytes, from: Int(propertyOffset)) { device?.properties.insert(bit) }
      propertyOffset += bytes.count * 8
    case .bits(let type, let bytes):
      let offset = bitOffsets[type, default: 0]
      bitOffsets[type] = offset + bytes.count * 8
      for bit in Self.setBits(bytes, from: offset) {
        guard let code = UInt16(exactly: bit) else { break }
        if type == Int(InputCode.key) { device?.keys.insert(code) }
        if type == Int(InputCode.relative) { device?.relativeAxes.insert(code) }
      }
    case .axis(let code, let range):
      device?.axes[code] = range
    case .name, .other, .event:
      break
    }
  }

  // A long bit field continues over several lines of eight bytes.
  private var propertyOffset = 0
  private var bitOffsets: [Int: Int] = [:]

  private static func setBits(_ bytes: [UInt8], from offset: Int) -> [Int] {
    bytes.indices.flatMap { byte in (0..<8).filter { bytes[byte] >> $0 & 1 == 1 }.map { offset + byte * 8 + $0 } }
  }

  private mutating func time(seconds: Int64, microseconds: Int64, in lines: EvemuParser) throws(RecordingError) -> Timestamp {
    let start = start ?? (seconds, microseconds)
    self.start = start
    // In microseconds. Both seconds are ≥ 0, so their difference fits.
    let elapsed = Int128(seconds - start.seconds) * 1_000_000 + Int128(microseconds - start.microseconds)
    guard elapsed <= TouchRecording.maximumDuration / 1000 else { throw lines.error(.tooLong(hours: 24)) }
    let time = Timestamp(nanoseconds: Int64(clamping: elapsed * 1000))
    if time < latest {
      diagnose(.nonMonotonicTime, key: 1 << 16, in: lines)
    } else {
      latest = time
    }
    return latest
  }

  /// Clamps a position to the range that the description declares for its axis.
  private mutating func clamp(_ event: inout InputEvent, in lines: EvemuParser) {
    // Slots and tracking ids are identifiers: clamping would turn them into those of another finger.
    guard event.type == InputCode.absolute, event.code != InputCode.slot, event.code != InputCode.trackingID,
      let range = device?.axes[event.code], range.minimum <= range.maximum
    else { return }
    let clamped = range.clamp(event.value)
    if clamped != event.value {
      diagnose(.outOfRange(code: event.code, value: event.value, range: range), key: UInt32(event.code), in: lines)
      event.value = clamped
    }
  }

  private mutating func diagnose(_ reason: RecordingDiagnostic.Reason, key: UInt32, in lines: EvemuParser) {
    if diagnosedKeys.insert(key).inserted {
      diagnostics.append(RecordingDiagnostic(file: lines.file, line: lines.number, reason: reason))
    }
  }
}
