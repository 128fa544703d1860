import CAllocations
import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Mice and tablets")
struct PointerTests {
  private func mouse(fineWheel: Bool = false) -> DeviceDescription {
    var device = DeviceDescription(name: "mouse")
    device.keys = [0x110, 0x111]
    device.relativeAxes = fineWheel ? [0, 1, 8, 0x0b] : [0, 1, 8]
    return device
  }

  private func reports(_ device: DeviceDescription, _ events: [(UInt16, UInt16, Int32)]) -> [PointerReport] {
    var decoder = PointerDecoder(device)
    var result: [PointerReport] = []
    for (type, code, value) in events {
      decoder.decode(InputEvent(time: .zero, type: type, code: code, value: value)) { result.append($0) }
    }
    return result
  }

  private func report(_ change: (inout PointerReport) -> Void = { _ in }) -> PointerReport {
    var report = PointerReport(time: .zero)
    change(&report)
    return report
  }

  @Test("a report has the movement since the last one, and a button has the movement before it")
  func decoding() {
    let events: [(UInt16, UInt16, Int32)] = [
      (2, 0, 3), (2, 1, -4), (1, 0x110, 1), (0, 0, 0), (2, 0, 1), (2, 0, 2), (0, 0, 0), (0, 0, 0), (1, 0x110, 1), (1, 0x110, 0),
      (1, 0x111, 1),
    ]
    #expect(
      reports(mouse(), events) == [
        report { ($0.deltaX, $0.deltaY, $0.button) = (3, -4, .pressed) }, report { $0.deltaX = 3 }, report { $0.button = .pressed },
        report { $0.button = .released },
      ])
  }

  @Test("a fine wheel counts once, although it reports whole detents too")
  func wheels() {
    let events: [(UInt16, UInt16, Int32)] = [(2, 8, 1), (2, 0x0b, 30), (0, 0, 0)]
    #expect(reports(mouse(), events).map(\.wheelY) == [120])
    #expect(reports(mouse(fineWheel: true), events).map(\.wheelY) == [30])
  }

  @Test("extreme values are clamped, and so are their sums")
  func extremes() {
    let events: [(UInt16, UInt16, Int32)] = [(2, 0, .max), (2, 0, .max), (2, 1, .min), (2, 8, .min), (0, 0, 0)]
    #expect(
      reports(mouse(), events) == [report { ($0.deltaX, $0.deltaY, $0.wheelY) = (4096, -4096, -4096 * 120) }])
  }

  /// A pointer on a screen of 200 × 100 pixels, and a log of its events.
  private struct Desk {
    var tracker = PointerTracker(screen: PixelSize(width: 200, height: 100))
    var raw: (x: Int32, y: Int32) = (0, 0)
    var milliseconds: Int64 = 1000
    var log: [String] = []

    mutating func handle(
      device: Int = 1, after pause: Int64 = 100, tablet: TouchMapping? = nil, _ change: (inout PointerReport) -> Void
    ) {
      milliseconds += pause
      var report = PointerReport(time: Timestamp(nanoseconds: milliseconds * 1_000_000))
      change(&report)
      var log = log
      tracker.handle(report, of: device, tablet: tablet, rawPosition: &raw) { log.append(Self.text($0)) }
      self.log = log
    }

    mutating func takeLog() -> [String] {
      defer { log = [] }
      return log
    }

    static func text(_ event: PointerEvent) -> String {
      switch event {
      case .moved(let point): "\(point.x.floor),\(point.y.floor)"
      case .contact(let event):
        switch event {
        case .began(let contact): "began \(contact.id - PointerTracker.firstContactID) \(contact.position.x.floor)"
        case .moved(let contact): "moved \(contact.id - PointerTracker.firstContactID) \(contact.position.x.floor)"
        case .ended(let contact): "ended \(contact.id - PointerTracker.firstContactID) \(contact.position.x.floor)"
        case .cancelled(let contact): "cancelled \(contact.id - PointerTracker.firstContactID) \(contact.position.x.floor)"
        }
      case .scrollWheel(let event): "wheel \(event.location.x.floor) \(event.deltaX) \(event.deltaY)"
      }
    }
  }

  @Test("a slow mouse moves the pointer by its units, and a fast one by up to three times as much")
  func acceleration() {
    var desk = Desk()
    desk.handle { ($0.deltaX, $0.deltaY) = (3, -4) }
    #expect(desk.takeLog() == ["103,46"])
    // 16 units in 8 ms are 2 units in 1 ms.
    desk.handle(after: 8) { $0.deltaX = 16 }
    #expect(desk.takeLog() == ["135,46"])
    desk.handle(after: 1) { $0.deltaX = -20 }
    #expect(desk.takeLog() == ["75,46"])
  }

  @Test("the pointer stays on the screen")
  func clamping() {
    var desk = Desk()
    desk.handle { ($0.deltaX, $0.deltaY) = (-4096, 4096) }
    desk.handle { $0.deltaX = -1 }
    #expect(desk.takeLog() == ["0,99"])
    desk.tracker.resize(to: PixelSize(width: 50, height: 40))
    desk.handle { $0.deltaX = 4096 }
    #expect(desk.takeLog() == ["49,39"])
  }

  @Test("the left button is a finger with a new number at each press")
  func drag() {
    var desk = Desk()
    desk.handle { $0.button = .pressed }
    desk.handle { $0.deltaX = 5 }
    desk.handle { $0.button = .released }
    desk.handle { $0.deltaX = 5 }
    desk.handle { ($0.deltaX, $0.button) = (1, .pressed) }
    #expect(
      desk.takeLog() == ["100,50", "began 0 100", "105,50", "moved 0 105", "ended 0 105", "110,50", "111,50", "began 1 111"])
  }

  @Test("of two mice the one that pressed lifts the finger, and its removal cancels the finger once")
  func twoMice() {
    var desk = Desk()
    desk.handle(device: 1) { $0.button = .pressed }
    desk.handle(device: 2) { $0.button = .pressed }
    desk.handle(device: 2) { $0.button = .released }
    desk.handle(device: 2) { $0.deltaX = 7 }
    #expect(desk.takeLog() == ["100,50", "began 0 100", "100,50", "107,50", "moved 0 107"])
    var log: [String] = []
    desk.tracker.remove(device: 2, at: .zero) { log.append(Desk.text($0)) }
    #expect(log == [])
    desk.tracker.remove(device: 1, at: .zero) { log.append(Desk.text($0)) }
    desk.tracker.remove(device: 1, at: .zero) { log.append(Desk.text($0)) }
    #expect(log == ["cancelled 0 107"])
    desk.handle(device: 1) { $0.button = .released }
    #expect(desk.takeLog() == [])
  }

  @Test("a wheel is turned at the pointer, in detents")
  func scrolling() {
    var desk = Desk()
    desk.handle { ($0.deltaX, $0.wheelY) = (1, 60) }
    desk.handle { $0.wheelX = -120 }
    #expect(desk.takeLog() == ["101,50", "wheel 101 0 0.5", "wheel 101 -1 0"])
  }

  @Test("a tablet's position is that on the panel, for each rotation of the screen", arguments: Rotation.allCases)
  func tablet(rotation: Rotation) {
    let size = rotation.logicalSize(for: PixelSize(width: 200, height: 100))
    var desk = Desk()
    desk.tracker.resize(to: size)
    let range = AxisRange(minimum: 0, maximum: 0x7fff)
    let mapping = TouchMapping(
      x: range, y: range, rotation: rotation, screen: Size(width: Scalar(size.width), height: Scalar(size.height)))
    // A tenth from the left, and four fifths from the top of the panel.
    desk.handle(tablet: mapping) { ($0.x, $0.y) = (3277, 26214) }
    let expected: [Rotation: String] = [.none: "20,80", .quarter: "80,179", .half: "179,19", .threeQuarters: "19,20"]
    #expect(desk.takeLog() == [expected[rotation] ?? ""])
    // An axis that is not reported keeps its value.
    desk.handle(tablet: mapping) { $0.x = 16384 }
    let moved: [Rotation: String] = [.none: "100,80", .quarter: "80,99", .half: "99,19", .threeQuarters: "19,100"]
    #expect(desk.takeLog() == [moved[rotation] ?? ""])
  }

  @Test("forty reports of a drag allocate no memory")
  func allocations() {
    var tracker = PointerTracker(screen: PixelSize(width: 200, height: 100))
    var decoder = PointerDecoder(mouse())
    var raw: (x: Int32, y: Int32) = (0, 0)
    var count = 0
    var event = InputEvent(time: .zero, type: 1, code: 0x110, value: 1)
    decoder.decode(event) { tracker.handle($0, of: 1, rawPosition: &raw) { _ in count += 1 } }
    var (before, step) = (cartouche_thread_allocations(), 0)
    // Without an array, whose iterator allocates memory in debug builds.
    while step < 41 * 3 {
      if step == 3 { before = cartouche_thread_allocations() }
      event.time = Timestamp(nanoseconds: Int64(step) * 1_000_000)
      (event.type, event.code) = step % 3 == 2 ? (0, 0) : (2, UInt16(step % 3))
      decoder.decode(event) { tracker.handle($0, of: 1, rawPosition: &raw) { _ in count += 1 } }
      step += 1
    }
    #expect(cartouche_thread_allocations() == before)
    #expect(count == 2 + 2 * 41, "each report moves the pointer and the finger")
  }
}

@Suite("Devices of a desk")
struct DeskDeviceKindTests {
  private func device(keys: Set<UInt16> = [], relative: Set<UInt16> = [], absolute: [UInt16] = [], properties: Set<Int> = [])
    -> DeskDeviceKind
  {
    var device = DeviceDescription(name: "device")
    (device.keys, device.relativeAxes, device.properties) = (keys, relative, properties)
    for code in absolute { device.axes[code] = AxisRange(minimum: 0, maximum: 100) }
    return DeskDeviceKind(device)
  }

  @Test("mice, tablets and keyboards are known by what they can do")
  func kinds() {
    let letters = Set<UInt16>(1..<88)
    #expect(device(keys: [0x110, 0x111, 0x112], relative: [0, 1, 8]) == .mouse)
    #expect(device(keys: [0x110, 0x111], relative: [8], absolute: [0, 1]) == .tablet)
    #expect(device(keys: letters) == .keyboard)
    #expect(device(keys: letters.union([0x110]), relative: [0, 1]) == [.keyboard, .mouse])
  }

  @Test("a remote control on HDMI-CEC, a power button, a touchscreen and a touchpad are none of them")
  func others() {
    #expect(device(keys: [1, 28, 103, 105, 106, 108, 0x160], relative: [0, 1], properties: [5]) == [])
    #expect(device(keys: [116]) == [])
    #expect(device(keys: [0x14a], absolute: [0, 1, 0x2f, 0x35, 0x36, 0x39], properties: [1]) == [])
    #expect(device(keys: [0x110, 0x145, 0x14a], absolute: [0, 1], properties: [0]) == [])
  }
}
