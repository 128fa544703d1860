import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Decoding events to contacts")
struct TouchDecoderTests {
  /// Returns a decoder for a panel of 100 × 50 steps on a screen of 100 × 50 points.
  private func panel(single: Bool = false) throws -> TouchDecoder {
    var device = DeviceDescription(name: "panel")
    device.keys = [0x14a]
    let slotAxes = [(0x35, 99), (0x36, 49), (0x2f, 2), (0x39, 65535)]
    for (code, maximum) in [(0, 99), (1, 49)] + (single ? [] : slotAxes) {
      device.axes[UInt16(code)] = AxisRange(minimum: 0, maximum: Int32(maximum))
    }
    let capabilities = try TouchCapabilities(device)
    return TouchDecoder(capabilities, mapping: TouchMapping(capabilities, screen: Size(width: 100, height: 50)))
  }

  private func decode(_ decoder: inout TouchDecoder, _ events: [(UInt16, UInt16, Int32)], at time: Int64 = 0) -> [String] {
    var output: [String] = []
    for (type, code, value) in events {
      decoder.decode(InputEvent(time: Timestamp(nanoseconds: time), type: type, code: code, value: value)) {
        let contact = $0.contact
        let text = "\(contact.id) \(contact.position.x.floor),\(contact.position.y.floor)"
        switch $0 {
        case .began: output.append("began " + text)
        case .moved: output.append("moved " + text)
        case .ended: output.append("ended " + text)
        case .cancelled: output.append("cancelled " + text)
        }
      }
    }
    return output
  }

  private let report: (UInt16, UInt16, Int32) = (0, 0, 0)
  private func slot(_ n: Int32) -> (UInt16, UInt16, Int32) { (3, 0x2f, n) }
  private func id(_ n: Int32) -> (UInt16, UInt16, Int32) { (3, 0x39, n) }
  private func x(_ n: Int32) -> (UInt16, UInt16, Int32) { (3, 0x35, n) }
  private func y(_ n: Int32) -> (UInt16, UInt16, Int32) { (3, 0x36, n) }

  @Test("fingers in two slots are two contacts, and a slot keeps its position for the next finger")
  func slots() throws {
    var decoder = try panel()
    #expect(
      decode(&decoder, [slot(0), id(5), x(10), y(20), slot(1), id(6), x(90), y(40), report]) == ["began 1 10,20", "began 2 90,40"])
    #expect(decode(&decoder, [x(91), report]) == ["moved 2 91,40"])
    #expect(decode(&decoder, [slot(0), x(10), report]) == [])
    #expect(decode(&decoder, [id(-1), report]) == ["ended 1 10,20"])
    #expect(decode(&decoder, [id(7), y(21), report]) == ["began 3 10,21"])
    #expect(decoder.contactCount == 2)
    #expect(decoder.nextContactID == 4)
  }

  @Test("touching and lifting within one report is a contact, and another tracking id in a slot is another contact")
  func withinReport() throws {
    var decoder = try panel()
    #expect(decode(&decoder, [id(1), x(3), y(4), id(-1), report]) == ["began 1 3,4", "ended 1 3,4"])
    #expect(decode(&decoder, [id(2), report]) == ["began 2 3,4"])
    #expect(decode(&decoder, [id(3), x(50), report]) == ["ended 2 3,4", "began 3 50,4"])
    #expect(decode(&decoder, [id(-1), id(4), report]) == ["ended 3 50,4", "began 4 50,4"])
    #expect(decode(&decoder, [x(60), id(-1), report]) == ["ended 4 60,4"])
    #expect(decode(&decoder, [x(61), report]) == [])
  }

  @Test("after dropped events all contacts are cancelled, and events up to the next report are discarded")
  func dropped() throws {
    var decoder = try panel()
    _ = decode(&decoder, [id(1), x(3), y(4), slot(1), id(2), report])
    #expect(decode(&decoder, [(0, 3, 0), slot(2), id(9), x(7), report]) == ["cancelled 1 3,4", "cancelled 2 0,0"])
    #expect(decode(&decoder, [x(8), report]) == [])
    #expect(decode(&decoder, [slot(0), id(3), report]) == ["began 3 3,4"])
  }

  @Test("a removed device cancels its contacts")
  func removed() throws {
    var decoder = try panel()
    _ = decode(&decoder, [id(1), x(3), y(4), report])
    var events: [ContactEvent] = []
    decoder.cancelAll(at: Timestamp(nanoseconds: 5)) { events.append($0) }
    #expect(events == [.cancelled(Contact(id: 1, position: Point(x: 3.5, y: 4.5), time: Timestamp(nanoseconds: 5)))])
    #expect(decoder.contactCount == 0)
  }

  @Test("one finger by ABS_X, ABS_Y and BTN_TOUCH")
  func single() throws {
    var decoder = try panel(single: true)
    #expect(decode(&decoder, [(3, 0, 10), (3, 1, 20), (1, 0x14a, 1), report]) == ["began 1 10,20"])
    #expect(decode(&decoder, [(3, 0, 11), report]) == ["moved 1 11,20"])
    #expect(decode(&decoder, [(1, 0x14a, 2), report]) == [])
    #expect(decode(&decoder, [(1, 0x14a, 0), report]) == ["ended 1 11,20"])
    #expect(decode(&decoder, [(3, 0, 50), report]) == [])
  }

  @Test("a touch that a device with slots reports only with ABS_X, ABS_Y and BTN_TOUCH is a diagnostic")
  func withoutSlot() throws {
    var decoder = try panel()
    #expect(decode(&decoder, [id(1), x(3), y(4), (1, 0x14a, 1), (3, 0, 3), (3, 1, 4), report]) == ["began 1 3,4"])
    #expect(decode(&decoder, [id(-1), (1, 0x14a, 0), report]) == ["ended 1 3,4"])
    #expect(decoder.takeDiagnostics() == [])
    for _ in 0..<2 {
      #expect(decode(&decoder, [(3, 0, 10), (3, 1, 20), (1, 0x14a, 1), report, (1, 0x14a, 0), report]) == [])
    }
    #expect(decoder.takeDiagnostics() == [.touchWithoutSlot])
  }

  @Test("a value outside its axis is clamped and an unknown slot ignored, with one diagnostic for each code")
  func beyond() throws {
    var decoder = try panel()
    #expect(decode(&decoder, [id(1), x(1000), y(-7), report]) == ["began 1 99,0"])
    #expect(decode(&decoder, [x(.max), slot(77), id(5), x(4), report]) == [])
    #expect(decode(&decoder, [slot(-1), id(5), slot(0), x(.min), report]) == ["moved 1 0,0"])
    #expect(
      decoder.takeDiagnostics().map(\.description) == [
        "axis 0x35 reported 1000, outside its range of 0 to 99; clamped to that range",
        "axis 0x36 reported -7, outside its range of 0 to 49; clamped to that range",
        "slot 77 was reported, but the device has slots 0 to 2; ignored",
      ])
    #expect(decoder.takeDiagnostics() == [])
  }
}

@Suite("Touch capabilities")
struct TouchCapabilitiesTests {
  @Test("the number of slots is clamped to the largest that is supported", arguments: [(-5, 1), (9, 10), (63, 64), (70_000, 64)])
  func slots(maximum: Int32, count: Int) throws {
    var device = DeviceDescription(name: "panel")
    for code: UInt16 in [0x35, 0x36, 0x39] { device.axes[code] = AxisRange(minimum: 0, maximum: 99) }
    device.axes[0x2f] = AxisRange(minimum: 0, maximum: maximum)
    #expect(try TouchCapabilities(device).reporting == .slots(count))
    #expect(count <= TouchCapabilities.maximumSlotCount)
  }
}

@Suite("Mapping the panel to the screen")
struct TouchMappingTests {
  private let x = AxisRange(minimum: 0, maximum: 799)
  private let y = AxisRange(minimum: 100, maximum: 579)

  @Test("a corner of the panel maps to the corner of the screen that is shown there, in every rotation")
  func corners() {
    // Raw (0, 100) is the panel's top left pixel; with a quarter turn clockwise the screen's bottom left is
    // there.
    for (rotation, screen, expected) in [
      (Rotation.none, Size(width: 800, height: 480), Point(x: 0.5, y: 0.5)),
      (.quarter, Size(width: 480, height: 800), Point(x: 0.5, y: 799.5)),
      (.half, Size(width: 800, height: 480), Point(x: 799.5, y: 479.5)),
      (.threeQuarters, Size(width: 480, height: 800), Point(x: 479.5, y: 0.5)),
    ] {
      #expect(TouchMapping(x: x, y: y, rotation: rotation, screen: screen).point(rawX: 0, rawY: 100) == expected)
    }
    let quarter = TouchMapping(x: x, y: y, rotation: .quarter, screen: Size(width: 480, height: 800))
    #expect(quarter.point(rawX: 799, rawY: 100) == Point(x: 0.5, y: 0.5))
    let threeQuarters = TouchMapping(x: x, y: y, rotation: .threeQuarters, screen: Size(width: 480, height: 800))
    #expect(threeQuarters.point(rawX: 0, rawY: 579) == Point(x: 0.5, y: 0.5))
  }

  @Test("the calibration matrix applies to panel positions, before the rotation")
  func calibration() {
    let screen = Size(width: 480, height: 800)
    let mirrored = TouchMapping.Calibration(-1, 0, 1, 0, 1, 0)
    let mapping = TouchMapping(x: x, y: y, calibration: mirrored, rotation: .quarter, screen: screen)
    #expect(mapping.point(rawX: 0, rawY: 100) == Point(x: 0.5, y: 0.5))
    let halved = TouchMapping(x: x, y: y, calibration: .init(0.5, 0, 0.25, 0, 0.5, 0.25), screen: Size(width: 800, height: 480))
    #expect(halved.point(rawX: 0, rawY: 100) == Point(x: 200.25, y: 120.25))
    let swapped = TouchMapping(x: y, y: x, calibration: .init(0, 1, 0, 1, 0, 0), screen: Size(width: 800, height: 480))
    #expect(swapped.point(rawX: 100, rawY: 799) == Point(x: 799.5, y: 0.5))
  }

  @Test("the largest axes, matrices and screens saturate")
  func saturates() {
    let range = AxisRange(minimum: .min, maximum: .max)
    let matrix = TouchMapping.Calibration(.max, .min, .max, .min, .max, .min)
    for rotation in Rotation.allCases {
      let mapping = TouchMapping(
        x: range, y: range, calibration: matrix, rotation: rotation, screen: Size(width: .max, height: .min))
      for value in [Int32.min, -1, 0, 1, .max] { _ = mapping.point(rawX: value, rawY: value) }
    }
    let middle = TouchMapping(x: range, y: range, screen: Size(width: 1000, height: 1000)).point(rawX: 0, rawY: -1)
    #expect(middle == Point(x: 500, y: 500))
    let empty = TouchMapping(x: AxisRange(minimum: 5, maximum: -5), y: range, screen: Size(width: 10, height: 10))
    #expect(empty.point(rawX: 3, rawY: 0).x == 0)
  }
}
