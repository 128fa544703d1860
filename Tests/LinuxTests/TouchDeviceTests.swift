import CartoucheLinux
import CartoucheRaster
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
      failure { () throws(TouchOpeningError) in _ = try TouchDevice.find(named: "Goodix", in: folder) }
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
