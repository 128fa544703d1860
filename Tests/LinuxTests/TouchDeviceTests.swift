import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Glibc
import Testing

@Suite("Finding the touchscreen")
struct TouchDeviceTests {
  private func device(axes: [UInt16], keys: Set<UInt16> = [], properties: Set<Int> = []) -> DeviceDescription {
    var device = DeviceDescription(name: "device")
    for code in axes { device.axes[code] = AxisRange(minimum: 0, maximum: 100) }
    device.keys = keys
    device.properties = properties
    return device
  }
  private let slots: [UInt16] = [0, 1, 0x2f, 0x35, 0x36, 0x39]

  @Test("devices are ranked by their capabilities")
  func rank() {
    #expect(TouchDeviceRank(device(axes: slots, keys: [0x14a], properties: [1])) == .touchscreen)
    #expect(TouchDeviceRank(device(axes: slots, properties: [1])) == .touchscreen)
    #expect(TouchDeviceRank(device(axes: [0, 1], keys: [0x14a], properties: [1])) == .singleTouchscreen)
    #expect(TouchDeviceRank(device(axes: [0, 1], keys: [0x14a])) == .likelyTouchscreen)
    #expect(TouchDeviceRank(device(axes: [0, 1], keys: [0x110, 0x111])) == .tablet)
    #expect(TouchDeviceRank(device(axes: [0, 1], keys: [0x110], properties: [1])) == .singleTouchscreen)
    #expect(TouchDeviceRank.touchscreen < .tablet)
  }

  @Test("a touchpad, a mouse, a keyboard, a joystick and a remote control have no rank")
  func others() {
    #expect(TouchDeviceRank(device(axes: slots, keys: [0x14a, 0x145, 0x110], properties: [0])) == nil)
    #expect(TouchDeviceRank(device(axes: slots, keys: [0x14a], properties: [0])) == nil)
    var mouse = device(axes: [], keys: [0x110])
    mouse.relativeAxes = [0, 1]
    #expect(TouchDeviceRank(mouse) == nil)
    #expect(TouchDeviceRank(device(axes: [], keys: Set(0..<200))) == nil)
    #expect(TouchDeviceRank(device(axes: [0, 1], keys: [0x120, 0x121])) == nil)
  }

  private func found(_ devices: [(name: String, kind: String)]) -> [TouchDevice.Found] {
    devices.enumerated().map { index, given in
      var description =
        switch given.kind {
        case "touchscreen": device(axes: slots, keys: [0x14a], properties: [1])
        case "protocol A": device(axes: [0x35, 0x36], properties: [1])
        case "tablet": device(axes: [0, 1], keys: [0x110])
        default: device(axes: [], keys: Set(1..<120))
        }
      description.name = given.name
      return TouchDevice.Found(path: "event\(index)", description: description)
    }
  }

  @Test("of devices whose name contains the text, the touchscreen is chosen; an exact name comes first")
  func names() {
    func paths(_ name: String?, _ devices: [(name: String, kind: String)]) -> [String] {
      TouchDevice.selection(matching: name.map { [.name($0)] } ?? [], among: found(devices)).map(\.path)
    }
    #expect(paths("Acme Panel", [("Acme Panel Keyboard", "keyboard"), ("Acme Panel", "touchscreen")]) == ["event1"])
    #expect(paths("Acme", [("Acme Keys", "keyboard"), ("Acme Pad", "tablet"), ("Acme Panel", "touchscreen")]) == ["event2"])
    #expect(paths("Acme", [("Acme Panel", "touchscreen"), ("Acme", "tablet")]) == ["event1"])
    #expect(paths("Acme", [("Acme", "keyboard"), ("Acme Panel", "touchscreen")]) == ["event1"])
    #expect(paths("Acme", [("Acme", "keyboard"), ("Acme Mouse", "keyboard")]) == ["event0"])
    #expect(paths("Other", [("Acme", "touchscreen")]) == [])
    #expect(paths("Acme", [("Acme", "touchscreen"), ("Acme", "touchscreen")]) == ["event0", "event1"])
    #expect(paths(nil, [("a", "tablet"), ("b", "touchscreen"), ("c", "keyboard"), ("d", "protocol A")]) == ["event1", "event3"])
    #expect(paths(nil, [("a", "tablet"), ("b", "keyboard")]) == ["event0"])
  }

  @Test("a panel belongs to the connector whose filter means it: a whole name comes before a part, a path before all")
  func connectors() {
    let devices = found([("Acme Panel Plus", "touchscreen"), ("Acme Panel", "touchscreen"), ("Other", "touchscreen")])
    func connectors(_ names: [String: TouchDeviceFilter]) -> [String?] {
      devices.map { TouchDevice.name(of: $0, in: names, among: devices) }
    }
    #expect(connectors(["HDMI-A-2": .name("Acme Panel")]) == [nil, "HDMI-A-2", nil])
    #expect(connectors(["HDMI-A-2": .name("Plus"), "DSI-1": .name("Acme Panel")]) == ["HDMI-A-2", "DSI-1", nil])
    #expect(connectors(["A": .name("Other"), "B": .path("event2"), "C": .name("Other")]) == [nil, nil, "B"])
    #expect(connectors(["B": .name("Other"), "A": .name("Other")]) == [nil, nil, "A"])
    #expect(connectors([:]) == [nil, nil, nil])
  }

  @Test("devices are chosen by their ids, and by a list of filters, each device once")
  func ids() throws {
    var devices = found([("Acme Panel", "keyboard"), ("Acme Panel", "touchscreen"), ("Other", "touchscreen"), ("Pad", "tablet")])
    func give(_ id: InputDeviceID, to index: Int) {
      var description = devices[index].description
      description.id = id
      devices[index] = TouchDevice.Found(path: devices[index].path, description: description)
    }
    let (acme, other) = (InputDeviceID(vendor: 0xeef, product: 1), InputDeviceID(vendor: 0xeef, product: 2))
    give(acme, to: 0)
    give(acme, to: 1)
    give(other, to: 2)
    func paths(_ filters: String...) -> [String] {
      TouchDevice.selection(matching: filters.map { TouchDeviceFilter(text: $0) }, among: devices).map(\.path)
    }
    #expect(paths("0eef:0001") == ["event1"] && paths("0EEF:0002") == ["event2"] && paths("0eef:0003") == [])
    #expect(paths("0eef:0002", "Acme Panel", "0eef:0001") == ["event2", "event1"])
    #expect(paths("0eef:0003", "Pad") == ["event3"])
    #expect(TouchDeviceFilter(text: "eef:1") == .name("eef:1") && TouchDeviceFilter(text: "0eef:000g") == .name("0eef:000g"))
    #expect("\(acme)" == "0eef:0001")
    let failure = TouchOpeningError.noMatchingDevice(filters: [.id(other), .name("Goodix")], found: ["\"Acme\" 0eef:0001"])
    #expect(
      "\(failure)"
        == "No input device is 0eef:0002 or \"Goodix\" (there are \"Acme\" 0eef:0001). Name one of these in the board file.")
  }

  @Test("a read that ends at its limit amid the events after SYN_DROPPED goes on with them")
  func readLimit() {
    func event(_ value: Int32) -> InputEvent { InputEvent(time: .zero, type: 3, code: 0x35, value: value) }
    // As libevdev: asked without the flag for the difference, it drops the difference.
    var (next, difference): (Int32, [Int32]) = (0, [])
    func answer(_ mode: EvdevReader.Mode) -> EvdevReader.Answer {
      if mode == .synchronizing {
        return difference.isEmpty ? .noEvent : .synchronization(event(difference.removeFirst()))
      }
      difference = []
      next += 1
      if next == 4096 {
        difference = [-1, -2, -3]
        return .synchronization(event(0))
      }
      return next < 4100 ? .event(event(next)) : .noEvent
    }
    var reader = EvdevReader()
    var received: [Int32] = []
    #expect(reader.read(limit: 4096, next: answer) { received.append($0.value) } == .limited)
    #expect(received.count == 4095)
    #expect(reader.read(limit: 4096, next: answer) { received.append($0.value) } == .drained)
    #expect(received.dropFirst(4095) == [-1, -2, -3, 4097, 4098, 4099])
  }

  @Test("a missing device, an empty folder and a file that is not a device are errors with a sentence")
  func errors() throws {
    func failure(_ open: () throws(TouchOpeningError) -> Void) -> String? {
      do throws(TouchOpeningError) {
        try open()
        return nil
      } catch {
        return error.description
      }
    }
    var name = Array("/tmp/cartouche-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&name)))
    defer { rmdir(folder) }
    #expect(
      failure { () throws(TouchOpeningError) in _ = try TouchDevice.find(in: folder) }
        == "\(folder): there is no touchscreen among the input devices (none). Plug one in, or play a recording.")
    #expect(
      failure { () throws(TouchOpeningError) in _ = try TouchDevice.find(matching: [.name("Goodix")], in: folder) }
        == "There is no input device named \"Goodix\" (there are none). Name one of these in the board file.")
    #expect(
      failure { () throws(TouchOpeningError) in
        _ = try TouchDevice(path: folder + "/event0") { TouchMapping($0, screen: .zero) }
      } == "\(folder)/event0: there is no such input device. List the devices with \"ls /dev/input\".")
    let none = failure { () throws(TouchOpeningError) in _ = try TouchDevice(path: "/dev/null") { TouchMapping($0, screen: .zero) }
    }
    #expect(none?.hasPrefix("/dev/null: reading the device's capabilities failed") == true)
  }
}
