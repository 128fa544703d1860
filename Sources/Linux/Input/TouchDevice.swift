public import CartoucheScene

/// A live touchscreen, decoded by the same decoder as recordings.
///
///     descriptor readable ▶ read ▶ TouchDecoder ▶ ContactEvent
public final class TouchDevice {
  /// The state of the device after reading.
  public enum ReadResult: Hashable, Sendable {
    /// The device is still there.
    case connected
    /// The device was removed and its contacts were cancelled. Stop watching its descriptor and release it.
    case disconnected
  }

  /// The path of the node.
  public let path: String
  public let description: DeviceDescription
  /// The mapping from raw positions to points on the screen; set it again when the screen is rotated.
  public var mapping: TouchMapping {
    get { decoder.mapping }
    set { decoder.mapping = newValue }
  }
  /// Called with every event before it is decoded; for making recordings.
  public var onEvent: ((InputEvent) -> Void)?

  let node: EvdevNode
  private var decoder: TouchDecoder

  /// Opens a touchscreen and reads the current state of its slots.
  ///
  /// - Parameters:
  ///   - path: The path of the node.
  ///   - firstContactID: The id of the first contact: ``nextContactID`` of a previous device, so that ids
  ///     never repeat.
  ///   - palms: The limits above which a contact is a palm.
  ///   - mapping: Returns the mapping for the device's capabilities.
  /// - Throws: ``TouchOpeningError``.
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

  /// The node's descriptor, for an event loop: when it is readable, call ``read(_:)``.
  public var descriptor: Int32 { node.descriptor }
  public var capabilities: TouchCapabilities { decoder.capabilities }
  /// The id of the next contact.
  public var nextContactID: Int { decoder.nextContactID }

  /// Reads and decodes the pending events, and emits contact events. Never waits.
  public func read(_ emit: (ContactEvent) -> Void) -> ReadResult {
    let result = node.read { event in
      onEvent?(event)
      decoder.decode(event, emit)
    }
    guard result == .disconnected else { return .connected }
    decoder.cancelAll(at: EventLoop.now, emit)
    return .disconnected
  }

  /// Returns and clears the diagnostics so far, at most one for each event code.
  public func takeDiagnostics() -> [TouchDiagnostic] {
    decoder.takeDiagnostics()
  }

  /// Finds the touchscreen: the first device whose name contains `name`, or without a name the one with the
  /// best ``TouchDeviceRank``.
  ///
  /// - Returns: The path of its node.
  /// - Throws: ``TouchOpeningError``.
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
    DeviceNode.names(in: folder).filter { $0.hasPrefix("event") }
      .compactMap { name in Int(name.dropFirst(5)).map { (number: $0, path: folder + "/" + name) } }
      .sorted { $0.number < $1.number }.map(\.path)
  }
}
