public import CartoucheScene

/// A live touchscreen. Its input events are read from the kernel and decoded to contact events.
///
/// ``TouchDecoder`` decodes the events. The same type decodes the events of recordings.
///
///     descriptor readable ▶ read ▶ TouchDecoder ▶ ContactEvent
public final class TouchDevice {
  /// The result of ``TouchDevice/read(_:)``: whether the touch device is still connected.
  public enum ReadResult: Hashable, Sendable {
    /// The device is still connected.
    case connected
    /// The device was removed, and the device's contacts were cancelled. Stop watching the device's file
    /// descriptor and release the ``TouchDevice``.
    case disconnected
  }

  /// The path of the touch device's node, such as `/dev/input/event3`.
  public let path: String
  /// The description of the input device: its name and its capabilities, as the kernel reports them.
  public let description: DeviceDescription
  /// The mapping from raw positions on the touch panel to points on the screen.
  ///
  /// When the rotation of the screen changes, set a new mapping.
  public var mapping: TouchMapping {
    get { decoder.mapping }
    set { decoder.mapping = newValue }
  }
  /// A handler that is called with every input event before the event is decoded. For example, a handler can
  /// record the events.
  public var onEvent: ((InputEvent) -> Void)?

  let node: EvdevNode
  private var decoder: TouchDecoder

  /// Creates a touch device by opening a touchscreen's node and reading the touchscreen's current state.
  ///
  /// - Parameters:
  ///   - path: The path of the touchscreen's node.
  ///   - firstContactID: The id of the first contact. If another device was open before, pass the other
  ///     device's ``nextContactID``. The contacts of both devices then have different ids.
  ///   - palms: The limits of size and pressure. A contact that reaches a limit counts as a palm.
  ///   - seat: The seat that opens the node; nil to open it directly.
  ///   - mapping: A closure that returns the mapping from raw positions to points on the screen. The closure
  ///     receives the device's capabilities.
  /// - Throws: ``TouchOpeningError`` if the device cannot be opened, or cannot be read as a
  ///   touchscreen.
  public init(
    path: String, firstContactID: Int = 1, palms: PalmLimits = PalmLimits(), seat: Seat? = nil,
    mapping: (TouchCapabilities) -> TouchMapping
  ) throws(TouchOpeningError) {
    node = try EvdevNode(path: path, seat: seat)
    description = node.description
    self.path = path
    let capabilities: TouchCapabilities
    do throws(UnsupportedTouchDevice) {
      capabilities = try TouchCapabilities(description)
    } catch {
      throw .unsupported(path: path, error)
    }
    decoder = TouchDecoder(capabilities, mapping: mapping(capabilities), palms: palms, firstContactID: firstContactID)
    // The kernel reports only values that change, so the state at the beginning is read here.
    switch capabilities.reporting {
    case .slots(let count):
      for slot in 0..<count {
        if let (x, y) = node.position(ofSlot: slot) { decoder.setPosition(ofSlot: slot, rawX: x, rawY: y) }
        decoder.setTool(ofSlot: slot, node.tool(ofSlot: slot))
      }
      decoder.setCurrentSlot(node.currentSlot)
    case .single, .anonymous:
      decoder.setPosition(ofSlot: 0, rawX: node.position.x, rawY: node.position.y)
    }
  }

  /// The file descriptor of the device's node. When an event loop finds that the file descriptor is readable,
  /// call ``read(_:)``.
  public var descriptor: Int32 { node.descriptor }
  /// The capabilities of the touch device: its position ranges and its protocol.
  public var capabilities: TouchCapabilities { decoder.capabilities }
  /// The id that the next contact of this device will have.
  public var nextContactID: Int { decoder.nextContactID }

  /// Reads and decodes the input events that have arrived. The method does not wait for further events.
  ///
  /// The method calls `emit` once for each resulting contact event.
  ///
  /// - Returns: Whether the device is still connected.
  public func read(_ emit: (ContactEvent) -> Void) -> ReadResult {
    var result = EvdevReader.Result.limited
    // Bounded, so that a device that floods its queue does not stop the program.
    for _ in 0..<16 where result == .limited {
      result = node.read { event in
        onEvent?(event)
        decoder.decode(event, emit)
      }
    }
    guard result == .disconnected else { return .connected }
    cancelContacts(emit)
    return .disconnected
  }

  /// Cancels the contacts that are down.
  func cancelContacts(_ emit: (ContactEvent) -> Void) {
    decoder.cancelAll(at: EventLoop.now, emit)
  }

  /// Returns the diagnostics that were recorded since the last call, and removes them from the device.
  ///
  /// A diagnostic describes an irregularity that was found in the device's events and corrected. While a
  /// device is open, at most one diagnostic is recorded for each event code, such as `ABS_MT_POSITION_X`.
  public func takeDiagnostics() -> [TouchDiagnostic] {
    decoder.takeDiagnostics()
  }
}
