import CEvdev
import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Glibc

/// Creates a uinput touchscreen from a recording, plays the recording on it, and compares the live contact
/// events with the recorded ones.
enum TouchProbe {
  static func play(description: String, events: String) throws {
    let recording = try TouchRecording(
      description: bytes(of: description), descriptionFile: description, events: bytes(of: events), eventsFile: events)
    let screen = Size(width: 800, height: 480)
    let expected = recording.contactEvents(mapping: TouchMapping(recording.capabilities, screen: screen))

    let device = libevdev_new()
    libevdev_set_name(device, recording.device.name)
    for property in recording.device.properties { libevdev_enable_property(device, UInt32(property)) }
    for key in recording.device.keys { libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(key), nil) }
    for (code, range) in recording.device.axes {
      var info = input_absinfo()
      (info.minimum, info.maximum) = (range.minimum, range.maximum)
      libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &info)
    }
    var created: OpaquePointer?
    let result = libevdev_uinput_create_from_device(device, Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &created)
    guard result == 0, let created else {
      print("error: uinput:", String(cString: strerror(-result)))
      exit(1)
    }
    let path = try TouchDevice.find()
    print("found", path, "made", libevdev_uinput_get_devnode(created).map { String(cString: $0) } ?? "?")
    let touch = try TouchDevice(path: path) { TouchMapping($0, screen: screen) }
    print("reports", touch.capabilities.reporting, "direct", touch.capabilities.isDirect)

    let loop = try EventLoop()
    var received: [ContactEvent] = []
    var isLost = false
    let watch = try loop.watch(touch.descriptor) {
      if touch.read({ received.append($0) }) == .disconnected {
        isLost = true
        loop.stop()
      }
    }
    for event in recording.events {
      libevdev_uinput_write_event(created, UInt32(event.type), UInt32(event.code), event.value)
      if event.type == 0 && event.code == 0 { _ = try loop.turn(timeout: 0) }
    }
    while try loop.turn(timeout: 0.05) == nil, received.count < expected.count {}
    print("contacts live", received.count, "recorded", expected.count, "equal", received.map(untimed) == expected.map(untimed))
    print("diagnostics", touch.takeDiagnostics())

    // More unread events than the device's queue has room for: the kernel drops some, libevdev reports the
    // state.
    received = []
    func write(_ type: Int32, _ code: Int32, _ value: Int32) {
      libevdev_uinput_write_event(created, UInt32(type), UInt32(code), value)
    }
    write(EV_ABS, ABS_MT_SLOT, 0)
    write(EV_ABS, ABS_MT_TRACKING_ID, 500)
    write(EV_ABS, ABS_MT_POSITION_X, 10)
    write(EV_ABS, ABS_MT_POSITION_Y, 10)
    write(EV_SYN, SYN_REPORT, 0)
    _ = try loop.turn(timeout: 0.1)
    for step in 0..<2000 {
      write(EV_ABS, ABS_MT_POSITION_X, Int32(11 + step % 300))
      write(EV_SYN, SYN_REPORT, 0)
    }
    write(EV_ABS, ABS_MT_POSITION_Y, 77)
    write(EV_SYN, SYN_REPORT, 0)
    for _ in 0..<20 { _ = try loop.turn(timeout: 0.02) }
    print("after an overflow", received.count, "events, the last", received.last.map { untimed($0) } ?? [])

    // The device is removed while a finger is down.
    libevdev_uinput_destroy(created)
    _ = try loop.turn(timeout: 1)
    print("lost", isLost, "last", received.last.map { untimed($0) } ?? [])
    loop.unwatch(watch)
    libevdev_free(device)
  }

  private static func untimed(_ event: ContactEvent) -> [Int64] {
    let kind: Int64 =
      switch event {
      case .began: 0
      case .moved: 1
      case .ended: 2
      case .cancelled: 3
      }
    let contact = event.contact
    return [kind, Int64(contact.id), contact.position.x.rawValue, contact.position.y.rawValue]
  }

  private static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var result = [UInt8](repeating: 0, count: 1 << 22)
    let count = fread(&result, 1, result.count, file)
    return Array(result[0..<count])
  }
}
