import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

private let atmel = "Atmel maXTouch Touchscreen"

@Suite("Recordings of real panels", .enabled(if: SharedData.touch != nil, "the recordings are not available: set CARTOUCHE_SHARED"))
struct RealRecordingTests {
  private func load(_ device: String, _ gesture: String) throws -> TouchRecording {
    try TouchRecording(
      description: SharedData.bytes(of: device + ".desc"), descriptionFile: device + ".desc",
      events: SharedData.bytes(of: "\(device).\(gesture).events"), eventsFile: "\(device).\(gesture).events")
  }

  private func replay(_ device: String, _ gesture: String, on screen: Size = Size(width: 800, height: 480)) throws -> [ContactEvent]
  {
    let recording = try load(device, gesture)
    return recording.contactEvents(mapping: TouchMapping(recording.capabilities, screen: screen))
  }

  @Test("D3: a drag down an Atmel panel and back moves about 290 pixels and ends 21 and 14 pixels from its start")
  func drag() throws {
    let recording = try load(atmel, "1-finger-drag-up-down")
    #expect(recording.diagnostics == [])
    #expect(recording.events.first?.time == .zero)
    #expect(recording.capabilities.reporting == .slots(10))
    #expect(recording.capabilities.isDirect)
    let events = try replay(atmel, "1-finger-drag-up-down")
    #expect(Set(events.map(\.contact.id)) == [1])
    guard case .began(let first) = events.first, case .ended(let last) = events.last else {
      Issue.record("the events do not begin with a touch and end with a lift")
      return
    }
    #expect(first.position == Point(x: 361.5, y: 379.5))
    #expect(last.position - first.position == Point(x: 21, y: 14))
    let farthest = events.map { (first.position.y - $0.contact.position.y).magnitude }.max() ?? 0
    #expect(farthest > 285 && farthest < 295)
    #expect(last.time.nanoseconds == 2_199_869_000)
    #expect(events.dropFirst().dropLast().allSatisfy { if case .moved = $0 { true } else { false } })
  }

  @Test(
    "every recording has one contact for each finger that touched, and each ends",
    arguments: [
      (atmel, "1-finger-drag-up-down", 1, 1), (atmel, "1-finger-fast-taps", 9, 1), (atmel, "2-fingers-touch-release", 2, 2),
      (atmel, "4-finger-drag-down", 4, 4), ("EP0430M09", "1-finger-drag-up-down", 1, 1),
      ("EP0430M09", "2-fingers-touch-release", 2, 2), ("N-Trig MultiTouch", "1-finger-drag-NW-SE", 1, 1),
    ])
  func contacts(device: String, gesture: String, fingers: Int, atOnce: Int) throws {
    let events = try replay(device, gesture)
    var down: Set<Int> = []
    var maximumCount = 0
    var ids: Set<Int> = []
    for event in events {
      let contact = event.contact
      switch event {
      case .began:
        #expect(ids.insert(contact.id).inserted)
        down.insert(contact.id)
      case .moved: #expect(down.contains(contact.id))
      case .ended, .cancelled: #expect(down.remove(contact.id) != nil)
      }
      maximumCount = max(maximumCount, down.count)
      #expect(contact.position.x >= 0 && contact.position.x < 800 && contact.position.y >= 0 && contact.position.y < 480)
    }
    #expect(down.isEmpty)
    #expect(ids.count == fingers)
    #expect(maximumCount == atOnce)
  }

  @Test("a protocol A panel reports fingers without ids")
  func protocolA() throws {
    let recording = try load("N-Trig MultiTouch", "1-finger-drag-NW-SE")
    #expect(recording.capabilities.reporting == .anonymous(touchKey: 0x14a))
    #expect(recording.diagnostics == [])
    let events = recording.contactEvents(mapping: TouchMapping(recording.capabilities, screen: Size(width: 800, height: 600)))
    let steps = zip(events, events.dropFirst()).map { $1.contact.position - $0.contact.position }
    #expect(events.count > 50 && steps.allSatisfy { $0.x.magnitude < 80 && $0.y.magnitude < 80 })
  }

  @Test("a description and events in one file are read as from two files")
  func oneFile() throws {
    let both = SharedData.bytes(of: atmel + ".desc") + SharedData.bytes(of: atmel + ".1-finger-fast-taps.events")
    let one = try TouchRecording(both, file: "taps.evemu")
    #expect(try one.events == load(atmel, "1-finger-fast-taps").events)
    #expect(try one.capabilities == load(atmel, "1-finger-fast-taps").capabilities)
  }

  @Test("a recording that is cut off or has changed bytes is read or is an error, and never traps")
  func damaged() throws {
    let description = SharedData.bytes(of: atmel + ".desc")
    let whole = Array(SharedData.bytes(of: atmel + ".2-fingers-touch-release.events").suffix(3000))
    var errors = 0
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      var (broken, brokenDescription) = (whole, description)
      for _ in 0..<3 {
        let byte = UInt8.random(in: 0...255, using: &random)
        if Bool.random(using: &random) {
          broken[Int.random(in: broken.indices, using: &random)] = byte
        } else {
          brokenDescription[Int.random(in: brokenDescription.indices, using: &random)] = byte
        }
      }
      broken.removeLast(Int.random(in: 0..<1024, using: &random))
      do throws(RecordingError) {
        let recording = try TouchRecording(description: brokenDescription, descriptionFile: "d", events: broken, eventsFile: "e")
        _ = recording.contactEvents(mapping: TouchMapping(recording.capabilities, screen: Size(width: 800, height: 480)))
      } catch {
        errors += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(errors > 100)
  }
}

@Suite("Reading evemu files")
struct EvemuTests {
  private let description = """
    # EVEMU 1.3
    N: A panel
    P: 02 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    A: 2f 0 1 0 0 0
    A: 35 0 99 0 0 0
    A: 36 -50 49 0 0
    A: 39 0 65535 0 0 0

    """

  private func error(_ events: String) -> RecordingError? {
    do throws(RecordingError) {
      _ = try TouchRecording(Array((description + events).utf8), file: "f.evemu")
      return nil
    } catch {
      return error
    }
  }

  @Test("a line that cannot be parsed is an error with file, line and reason")
  func lines() {
    #expect(
      error("E: 0.1 0003 0039 1")?.description.hasPrefix("f.evemu:9: expected seconds.microseconds, type, code and value") == true)
    #expect(error("E: 0.000001 0003 0039")?.line == 9)
    #expect(error("E: 0.000001 0003 0039 99999999999")?.line == 9)
    #expect(error("E: 0.000001 zz03 0039 1")?.line == 9)
    #expect(error("A: 35 0")?.line == 9)
    #expect(error("hello")?.reason == .unknownLine)
    #expect(error("Q: 1")?.reason == .unknownLine)
    #expect(error(String(repeating: "#", count: 5000))?.reason == .lineTooLong(limit: 4096))
    #expect(error("")?.reason == .noEvents)
  }

  @Test("a missing description and that of another kind of device are errors")
  func notTouch() {
    let event = "E: 0.000001 0003 0039 1\n"
    func reason(_ text: String) -> RecordingError.Reason? {
      do throws(RecordingError) {
        _ = try TouchRecording(Array(text.utf8), file: "f")
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason(event) == .noDescription)
    #expect(reason("N: Keyboard\n" + event) == .noTouchscreen(UnsupportedTouchDevice(name: "Keyboard", reason: .noPosition)))
    #expect(
      reason("N: Old\nP: 02\nA: 3 0 9 0 0\nA: 4 0 9 0 0\n" + event)
        == .noTouchscreen(UnsupportedTouchDevice(name: "Old", reason: .otherAxes([3, 4]))))
    #expect(
      reason("N: Flat\nB: 01" + String(repeating: " 00", count: 41) + " 04\nA: 0 5 5 0 0\nA: 1 0 9 0 0\n" + event)
        == .noTouchscreen(UnsupportedTouchDevice(name: "Flat", reason: .emptyAxis)))
  }

  @Test("a value outside its axis is clamped, with one diagnostic for each axis")
  func beyond() throws {
    let events = """
      E: 5.000000 0003 0039 7
      E: 5.000000 0003 0035 5000
      E: 5.000000 0003 0036 -5000
      E: 5.000000 0000 0000 0
      E: 5.010000 0003 0035 2147483647
      E: 5.010000 0000 0000 0
      E: 4.900000 0003 0039 -1
      E: 4.900000 0000 0000 0
      """
    let recording = try TouchRecording(Array((description + events).utf8), file: "f.evemu")
    let xRange = AxisRange(minimum: 0, maximum: 99)
    let yRange = AxisRange(minimum: -50, maximum: 49)
    #expect(
      recording.diagnostics.map(\.reason) == [
        .outOfRange(code: 0x35, value: 5000, range: xRange), .outOfRange(code: 0x36, value: -5000, range: yRange),
        .nonMonotonicTime,
      ])
    #expect(recording.diagnostics.map(\.line) == [10, 11, 15])
    #expect(
      recording.diagnostics.first?.description
        == "f.evemu:10: axis 0x35 has the value 5000, outside its range of 0 to 99; clamped to that range")
    #expect(
      recording.diagnostics.last?.description == "f.evemu:15: the time is before the previous event's; the previous time is used")
    let position = Point(x: 99.5, y: 0.5)
    #expect(
      recording.contactEvents(mapping: TouchMapping(recording.capabilities, screen: Size(width: 100, height: 100))) == [
        .began(Contact(id: 1, position: position, time: .zero)),
        .ended(Contact(id: 1, position: position, time: Timestamp(nanoseconds: 10_000_000))),
      ])
  }

  @Test("the description of an events file is the one with the longest common prefix")
  func descriptionFile() {
    let names = ["Atmel.desc", "Atmel.10 inch.desc", "Atmel.10 inch.new.desc", "Other.desc", "Atmel.10 inch.drag.events"]
    #expect(TouchRecording.descriptionFile(for: "Atmel.10 inch.drag.events", among: names) == "Atmel.10 inch.desc")
    #expect(TouchRecording.descriptionFile(for: "Atmel.drag.events", among: names) == "Atmel.desc")
    #expect(TouchRecording.descriptionFile(for: "Atmel maXTouch.drag.events", among: names) == nil)
    #expect(TouchRecording.descriptionFile(for: "x.events", among: []) == nil)
  }
}
