internal import CEvdev
internal import CLinux
internal import CartoucheScene
internal import Glibc

/// An open `/dev/input/event*` node, read through libevdev.
final class EvdevNode {
  let path: String
  private let file: DeviceFile
  private let device: OpaquePointer
  private var reader = EvdevReader()

  /// Opens the node and sets the clock of its events to the monotonic clock.
  ///
  /// - Parameter seat: The seat that opens the node; nil to open it directly.
  init(path: String, seat: Seat? = nil) throws(TouchOpeningError) {
    let opening = DeviceOpening(path, O_RDONLY | O_NONBLOCK, through: seat)
    guard opening.result >= 0 else { throw TouchOpeningError(opening: path, errno: -opening.result) }
    let opened = DeviceFile(opening)
    var device: OpaquePointer?
    let result = libevdev_new_from_fd(opened.number, &device)
    guard result == 0, let device else {
      throw .failed(path: path, call: "reading the device's capabilities", errno: -result)
    }
    // The clock that the event loop's timers use.
    libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    self.path = path
    self.device = device
    file = opened
  }

  deinit {
    libevdev_free(device)
  }

  /// The node's file descriptor, for an event loop.
  var descriptor: Int32 { file.number }

  /// The name, properties, keys and axes of the input device.
  var description: DeviceDescription {
    var result = DeviceDescription(name: libevdev_get_name(device).map { String(cString: $0) } ?? path)
    let id = InputDeviceID(
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)))
    result.id = id.vendor == 0 && id.product == 0 ? nil : id
    result.properties = Set((0..<32).filter { libevdev_has_property(device, UInt32($0)) == 1 })
    func codes(_ type: UInt16, below end: UInt16) -> [UInt16] {
      (0..<end).filter { libevdev_has_event_code(device, UInt32(type), UInt32($0)) == 1 }
    }
    result.keys = Set(codes(InputCode.key, below: 0x300))
    result.relativeAxes = Set(codes(InputCode.relative, below: 0x10))
    for code in codes(InputCode.absolute, below: 0x40) {
      result.axes[code] = AxisRange(
        minimum: libevdev_get_abs_minimum(device, UInt32(code)), maximum: libevdev_get_abs_maximum(device, UInt32(code)))
    }
    return result
  }

  /// Returns the current raw position of a slot; nil if the device has no slots.
  func position(ofSlot slot: Int) -> (x: Int32, y: Int32)? {
    var (x, y): (Int32, Int32) = (0, 0)
    guard libevdev_fetch_slot_value(device, UInt32(slot), UInt32(InputCode.slotX), &x) == 1,
      libevdev_fetch_slot_value(device, UInt32(slot), UInt32(InputCode.slotY), &y) == 1
    else { return nil }
    return (x, y)
  }

  /// Returns the current tool type of a slot (`MT_TOOL_…`). If the device does not report tool types, the
  /// result is 0, a finger.
  func tool(ofSlot slot: Int) -> Int32 {
    var tool: Int32 = 0
    return libevdev_fetch_slot_value(device, UInt32(slot), UInt32(InputCode.toolType), &tool) == 1 ? tool : 0
  }

  /// The slot to which the device's next position belongs.
  var currentSlot: Int { Int(libevdev_get_current_slot(device)) }

  /// The current raw position of a device without slots.
  var position: (x: Int32, y: Int32) {
    (
      libevdev_get_event_value(device, UInt32(InputCode.absolute), UInt32(InputCode.x)),
      libevdev_get_event_value(device, UInt32(InputCode.absolute), UInt32(InputCode.y))
    )
  }

  /// Whether a key is down, as of the last event that was read.
  func isDown(_ key: UInt16) -> Bool {
    libevdev_get_event_value(device, UInt32(InputCode.key), UInt32(key)) != 0
  }

  /// Reads up to `limit` pending events, and never waits.
  func read(limit: Int = 4096, _ handle: (InputEvent) -> Void) -> EvdevReader.Result {
    reader.read(
      limit: limit,
      next: { mode in
        var raw = input_event()
        let flag = mode == .synchronizing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
        switch libevdev_next_event(device, flag.rawValue, &raw) {
        case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): return .event(event(raw))
        case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): return .synchronization(event(raw))
        case -EINTR: return .interrupted
        case -EAGAIN: return .noEvent
        default: return .removed
        }
      }, handle)
  }

  private func event(_ raw: input_event) -> InputEvent {
    withUnsafePointer(to: raw) {
      InputEvent(
        time: Timestamp(nanoseconds: cartouche_event_time($0)), type: $0.pointee.type, code: $0.pointee.code,
        value: $0.pointee.value)
    }
  }
}

/// The loop that reads events from libevdev, and the state that the loop keeps from one read to the next.
///
/// When the kernel had to drop events, libevdev reads the device's state and reports the difference as
/// ordinary events. The program must then ask for these events with another flag, until there are no more.
/// A read that ends at its limit meanwhile must go on with the same flag. Otherwise libevdev drops the
/// difference, and a finger that was lifted stays down.
package struct EvdevReader {
  package enum Result {
    /// All pending events were read.
    case drained
    /// The limit was reached. More events may be pending, and the descriptor does not say so: libevdev may
    /// hold them already.
    case limited
    /// The device was removed.
    case disconnected
  }

  /// The flag with which the next event is asked for.
  package enum Mode {
    case normal, synchronizing
  }

  /// An answer of libevdev.
  package enum Answer {
    /// An event of the device.
    case event(InputEvent)
    /// `SYN_DROPPED` in the mode `normal`, else an event of the difference.
    case synchronization(InputEvent)
    case noEvent, interrupted, removed
  }

  private var mode = Mode.normal

  package init() {}

  /// Reads up to `limit` events. `SYN_DROPPED` is not passed to `handle`.
  package mutating func read(limit: Int, next: (Mode) -> Answer, _ handle: (InputEvent) -> Void) -> Result {
    for _ in 0..<limit {
      switch next(mode) {
      case .event(let event): handle(event)
      case .synchronization(let event):
        if mode == .synchronizing { handle(event) }
        mode = .synchronizing
      case .interrupted: continue
      case .noEvent where mode == .synchronizing: mode = .normal
      case .noEvent: return .drained
      case .removed: return .disconnected
      }
    }
    return .limited
  }
}
