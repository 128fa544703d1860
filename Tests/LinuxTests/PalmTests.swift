import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Palm detection")
struct PalmTests {
  private func panel(_ palms: PalmLimits = PalmLimits()) throws -> TouchDecoder {
    var device = DeviceDescription(name: "panel")
    for (code, maximum) in [(0x35, 99), (0x36, 49), (0x2f, 2), (0x39, 65535), (0x30, 255), (0x3a, 255), (0x37, 2)] {
      device.axes[UInt16(code)] = AxisRange(minimum: 0, maximum: Int32(maximum))
    }
    let capabilities = try TouchCapabilities(device)
    return TouchDecoder(capabilities, mapping: TouchMapping(capabilities, screen: Size(width: 100, height: 50)), palms: palms)
  }

  /// Decodes slot events and a report, and returns the contact events as text.
  private func report(_ decoder: inout TouchDecoder, _ events: [(UInt16, Int32)]) -> [String] {
    var output: [String] = []
    for event in events.map({ (UInt16(3), $0.0, $0.1) }) + [(0, 0, 0)] {
      decoder.decode(InputEvent(time: .zero, type: event.0, code: event.1, value: event.2)) {
        switch $0 {
        case .began(let contact): output.append("began \(contact.id)")
        case .moved(let contact): output.append("moved \(contact.id)")
        case .ended(let contact): output.append("ended \(contact.id)")
        case .cancelled(let contact): output.append("cancelled \(contact.id) \(contact.position.x.floor)")
        }
      }
    }
    return output
  }

  private let slot: UInt16 = 0x2f
  private let x: UInt16 = 0x35
  private let tool: UInt16 = 0x37
  private let major: UInt16 = 0x30
  private let pressure: UInt16 = 0x3a
  private let id: UInt16 = 0x39

  @Test("a contact that the panel reports as a palm is cancelled at its last position and ignored until it is lifted")
  func reportedByPanel() throws {
    var decoder = try panel()
    #expect(report(&decoder, [(id, 1), (x, 10)]) == ["began 1"])
    #expect(report(&decoder, [(x, 12), (tool, 2)]) == ["cancelled 1 10"])
    #expect(report(&decoder, [(x, 40)]) == [] && report(&decoder, [(tool, 0), (x, 41)]) == [] && decoder.contactCount == 0)
    #expect(report(&decoder, [(id, -1)]) == [])
    #expect(report(&decoder, [(id, 2)]) == ["began 2"])
  }

  @Test("a palm from the beginning never becomes a contact, and the slot's tool stays until the kernel reports another")
  func fromTheBeginning() throws {
    var decoder = try panel()
    #expect(report(&decoder, [(id, 1), (x, 10), (tool, 2)]) == [])
    #expect(report(&decoder, [(id, -1)]) == [] && report(&decoder, [(id, 2), (x, 20)]) == [], "the slot's tool is still a palm")
    #expect(report(&decoder, [(id, 3), (tool, 0)]) == ["began 1"])
    #expect(report(&decoder, [(id, 4), (tool, 2)]) == ["ended 1"], "replaced by a palm within a report")
    #expect(report(&decoder, [(id, -1)]) == [] && report(&decoder, [(id, 5), (id, -1)]) == [])
  }

  @Test("a palm does not affect a finger in another slot, and one reported only at its lift is cancelled")
  func otherFinger() throws {
    var decoder = try panel()
    #expect(report(&decoder, [(id, 1), (x, 10), (slot, 1), (id, 2), (x, 50)]) == ["began 1", "began 2"])
    #expect(report(&decoder, [(tool, 2), (slot, 0), (x, 11)]) == ["moved 1", "cancelled 2 50"])
    #expect(report(&decoder, [(tool, 2), (id, -1)]) == ["cancelled 1 11"])
    decoder.cancelAll(at: .zero) { _ in Issue.record("no contact is left") }
  }

  @Test("size and pressure make a palm only above the board's limits")
  func limits() throws {
    var plain = try panel()
    #expect(report(&plain, [(id, 1), (major, 255), (pressure, 255)]) == ["began 1"])
    var large = try panel(PalmLimits(size: 80))
    #expect(report(&large, [(id, 1), (major, 79), (pressure, 255)]) == ["began 1"])
    #expect(report(&large, [(major, 80)]) == ["cancelled 1 0"] && report(&large, [(major, 10)]) == [])
    var pressed = try panel(PalmLimits(pressure: 200))
    #expect(report(&pressed, [(id, 1), (major, 255), (pressure, 200)]) == [])
  }
}
