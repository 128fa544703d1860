public import CartoucheScene

/// A live touchscreen: its events, through the decoder that recordings go through too.
///
///     descriptor readable ▶ read ▶ TouchDecoder ▶ ContactEvent
public final class TouchDevice {
  /// What came of reading.
  public enum ReadResult: Hashable, Sendable {
    case connected
    /// The device is gone and its fingers are cancelled. Stop watching it and let go of it.
    case disconnected
  }

  public let path: String
  public let description: DeviceDescription
  /// Where touches lie; set it anew when the screen turns.
  public var mapping: TouchMapping {
    get { decoder.mapping }
    set { decoder.mapping = newValue }
  }
  /// Gets every event before the decoder does; for making recordings.
  public var onEvent: ((InputEvent) -> Void)?

  let node: EvdevNode
  private var decoder: TouchDecoder

  /// - Parameters:
  ///   - mapping: makes the mapping for what the device reports.
  ///   - palms: what this panel reports of a palm.
  ///   - firstContactID: ``nextContactID`` of the device before, so that numbers never repeat.
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
    // The kernel reports changes alone: where a slot is, it is asked once.
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

  /// For the loop: when it can be read, call ``read(_:)``.
  public var descriptor: Int32 { node.descriptor }
  public var capabilities: TouchCapabilities { decoder.capabilities }
  public var nextContactID: Int { decoder.nextContactID }

  /// Takes in what has come, and emits what the fingers did. Never waits.
  public func read(_ emit: (ContactEvent) -> Void) -> ReadResult {
    let reading = node.read { event in
      onEvent?(event)
      decoder.decode(event, emit)
    }
    guard reading == .disconnected else { return .connected }
    decoder.cancelAll(at: EventLoop.now, emit)
    return .disconnected
  }

  /// Cancels every finger: the screen goes dark, or the console is another's.
  public func cancelContacts(_ emit: (ContactEvent) -> Void) {
    decoder.cancelAll(at: EventLoop.now, emit)
  }

  /// What there is to tell of the events so far, each thing once.
  public func takeDiagnostics() -> [TouchDiagnostic] {
    decoder.takeDiagnostics()
  }

  /// Finds the touchscreen: the device that serves best by what it can do (``TouchDeviceRank``), or the one that has this name.
  ///
  /// - Returns: its path.
  public static func find(named name: String? = nil, in folder: String = "/dev/input") throws(TouchOpeningError) -> String {
    var best: (rank: TouchDeviceRank, path: String)?
    var found: [String] = []
    var denied: TouchOpeningError?
    for path in nodes(in: folder) {
      let description: DeviceDescription
      do throws(TouchOpeningError) {
        description = try EvdevNode(path: path).description
      } catch {
        // A node that is no input device, or went meanwhile, is nobody's touchscreen.
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
    // The device wanted may be one that may not be looked at.
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
