import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Writing recordings")
struct TouchRecorderTests {
  /// Expects that a recording that is written and read again has the same device and events.
  private func expectSame(_ recording: TouchRecording) throws {
    let written = recording.evemu
    let again = try TouchRecording(written, file: "again.evemu")
    #expect(again.device == recording.device && again.events == recording.events && again.capabilities == recording.capabilities)
    #expect(again.evemu == written)
  }

  @Test(
    "a recording of a real panel that is written and read again is the same",
    .enabled(if: SharedData.touch != nil, "the recordings are not available"))
  func real() throws {
    for (device, gesture) in [
      ("Atmel maXTouch Touchscreen", "1-finger-drag-up-down"), ("Atmel maXTouch Touchscreen", "1-finger-fast-taps"),
      ("Atmel maXTouch Touchscreen", "2-fingers-touch-release"), ("Atmel maXTouch Touchscreen", "4-finger-drag-down"),
      ("EP0430M09", "1-finger-drag-up-down"), ("EP0430M09", "2-fingers-touch-release"),
      ("N-Trig MultiTouch", "1-finger-drag-NW-SE"),
    ] {
      try expectSame(
        TouchRecording(
          description: SharedData.bytes(of: device + ".desc"), descriptionFile: "d",
          events: SharedData.bytes(of: "\(device).\(gesture).events"), eventsFile: "e"))
    }
  }

  private static let description = """
    N: A panel
    I: 0003 0eef 00a1 0110
    P: 02 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    A: 2f 0 1 0 0 0
    A: 35 0 99 0 0 0
    A: 36 -50 49 0 0
    A: 39 0 65535 0 0 0

    """

  @Test("the file has the format of evemu")
  func layout() throws {
    let events = """
      E: 7.000000 0003 0039 12
      E: 7.000000 0003 0036 -7
      E: 7.000000 0000 0000 0
      E: 19.250001 0003 0039 -1

      """
    let recording = try TouchRecording(Array((Self.description + events).utf8), file: "f")
    try expectSame(recording)
    let lines = String(decoding: recording.evemu, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "# EVEMU 1.3")
    for line in [
      "N: A panel", "I: 0000 0eef 00a1 0000", "P: 02 00 00 00 00 00 00 00", "B: 00 0b 00 00 00 00 00 00 00",
      "B: 01 00 04 00 00 00 00 00 00",
      "B: 03 00 00 00 00 00 80 60 02", "A: 36 -50 49 0 0 0", "E: 0.000000 0003 0039 0012", "E: 0.000000 0003 0036 -0007",
      "E: 12.250001 0003 0039 -0001",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(lines.count { $0.hasPrefix("B: 01") } == 12)
  }

  @Test("values outside their axes are clamped, so that the file can be played")
  func clamped() throws {
    let device = try TouchRecording(Array((Self.description + "E: 0.000000 0000 0000 0\n").utf8), file: "f").device
    func event(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(time: Timestamp(nanoseconds: time), type: type, code: code, value: value)
    }
    let events = [
      event(5_000_000_123, 3, 0x2f, 1), event(5_000_000_123, 3, 0x39, 70_000), event(5_000_000_123, 3, 0x35, 100),
      event(5_000_000_123, 3, 0x36, .min), event(5_000_000_123, 0, 0, 0), event(4_000_000_000, 3, 0x39, -1),
      event(4_000_000_000, 0, 0, 0),
    ]
    let read = try TouchRecording(TouchRecording.evemu(of: device, events: events), file: "f")
    #expect(read.diagnostics == [])
    #expect(read.events.map(\.value) == [1, 70_000, 99, -50, 0, -1, 0])
    #expect(read.events.allSatisfy { $0.time == .zero })
  }

  @Test("line breaks in a name do not start another line")
  func names() throws {
    var device = try TouchRecording(Array((Self.description + "E: 0.000000 0000 0000 0\n").utf8), file: "f").device
    device.name = "Panel\nE: 0.000000 0003 0039 5\r\n"
    let read = try TouchRecording(
      TouchRecording.evemu(of: device, events: [InputEvent(time: .zero, type: 0, code: 0, value: 0)]), file: "f")
    #expect(read.events.count == 1)
  }

  @Test("a recorder gives away whole reports, and together they are the file")
  func streaming() throws {
    let device = try TouchRecording(Array((Self.description + "E: 0.000000 0000 0000 0\n").utf8), file: "f").device
    let state = [InputEvent(time: .zero, type: 3, code: 0x2f, value: 1), InputEvent(time: .zero, type: 3, code: 0x35, value: 400)]
    var recorder = TouchRecorder(of: device, state: state)
    var (bytes, events, longest) = ([UInt8](), [InputEvent](), 0)
    for report in 0..<1000 {
      for code in [0x35, 0x36] as [UInt16] {
        let time = Timestamp(nanoseconds: 7_000_000_000 + Int64(report) * 10_000_000)
        events.append(InputEvent(time: time, type: 3, code: code, value: Int32(report)))
        recorder.add(events.last!)
        let taken = recorder.takeBytes()
        #expect(taken.isEmpty || report == 0, "a report that has not ended stays")
        bytes += taken
      }
      events.append(InputEvent(time: events.last!.time, type: 0, code: 0, value: 0))
      recorder.add(events.last!)
      let taken = recorder.takeBytes()
      longest = max(longest, taken.count)
      bytes += taken
    }
    #expect(recorder.reportCount == 1000 && recorder.eventCount == 3000 && recorder.takeBytes(includingIncomplete: true).isEmpty)
    #expect(longest < 200)
    let start = state.map { InputEvent(time: events[0].time, type: $0.type, code: $0.code, value: $0.value) }
    #expect(bytes == TouchRecording.evemu(of: device, events: start + events))
  }

  @Test("events of a report that has not ended are given away at the end, or if there are too many")
  func incompleteReport() throws {
    let device = try TouchRecording(Array((Self.description + "E: 0.000000 0000 0000 0\n").utf8), file: "f").device
    var recorder = TouchRecorder(of: device, state: [])
    _ = recorder.takeBytes()
    recorder.add(InputEvent(time: .zero, type: 3, code: 0x35, value: 1))
    #expect(recorder.takeBytes().isEmpty)
    #expect(recorder.takeBytes(includingIncomplete: true) == Array("E: 0.000000 0003 0035 0001\n".utf8))
    var taken = 0
    for _ in 0..<10_000 {
      recorder.add(InputEvent(time: .zero, type: 3, code: 0x35, value: 1))
      taken += recorder.takeBytes().count
    }
    #expect(taken > 200_000)
  }
}
