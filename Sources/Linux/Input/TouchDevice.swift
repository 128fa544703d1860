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
  ///   - mapping: A closure that returns the mapping from raw positions to points on the screen. The closure
  ///     receives the device's capabilities.
  /// - Throws: ``TouchOpeningError`` if the device cannot be opened, or cannot be read as a
  ///   touchscreen.
  public init(
    path: String, firstContactID: Int = 1, palms: PalmLimits = PalmLimits(), mapping: (TouchCapabilities) -> TouchMapping
  ) throws(TouchOpeningError) {
    node = try EvdevNode(path: path)
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
    case .single:
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
    let result = node.read { event in
      onEvent?(event)
      decoder.decode(event, emit)
    }
    guard result == .disconnected else { return .connected }
    decoder.cancelAll(at: EventLoop.now, emit)
    return .disconnected
  }

  /// Returns the diagnostics that were recorded since the last call, and removes them from the device.
  ///
  /// A diagnostic describes an irregularity that was found in the device's events and corrected. While a
  /// device is open, at most one diagnostic is recorded for each event code, such as `ABS_MT_POSITION_X`.
  public func takeDiagnostics() -> [TouchDiagnostic] {
    decoder.takeDiagnostics()
  }

  /// Finds a touchscreen among the input devices in a folder, and returns the path of its node.
  ///
  /// - Parameters:
  ///   - name: A text that the device's name must contain. The first device with such a name is chosen, even
  ///     if the device is not a touchscreen. If `name` is nil, the device with the best ``TouchDeviceRank``
  ///     is chosen.
  ///   - folder: The folder that contains the input device nodes.
  /// - Returns: The path of the chosen node.
  /// - Throws: ``TouchOpeningError`` if no device can be chosen. The error is
  ///   ``TouchOpeningError/permissionDenied(path:group:)`` if the process has no permission to open one of
  ///   the nodes.
  public static func find(named name: String? = nil, in folder: String = "/dev/input") throws(TouchOpeningError) -> String {
    var best: (rank: TouchDeviceRank, path: String)?
    var found: [String] = []
    var denied: TouchOpeningError?
    for path in nodes(in: folder) {
      let description: DeviceDescription
      do throws(TouchOpeningError) {
        description = try EvdevNode(path: path).description
      } catch {
        // Skip nodes that are not input devices or have been removed meanwhile.
        if case .permissionDenied = error { denied = denied ?? error }
        continue
      }
      found.append(description.name)
      if let name {
        if description.name.contains(name) { return path }
      } else if let rank = TouchDeviceRank(description), best == nil || rank < best!.rank {
        best = (rank, path)
      }
    }
    if let best { return best.path }
    // The wanted device may be one that this process may not open.
    if let denied { throw denied }
    if let name { throw .noSuchDevice(name: name, found: found) }
    throw .noTouchscreen(folder: folder, found: found)
  }

  private static func nodes(in folder: String) -> [String] {
    Folders.names(in: folder).filter { $0.hasPrefix("event") }
      .compactMap { name in Int(name.dropFirst(5)).map { (number: $0, path: folder + "/" + name) } }
      .sorted { $0.number < $1.number }.map(\.path)
  }
}
