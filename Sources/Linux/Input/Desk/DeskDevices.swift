package import CartoucheRaster
internal import CartoucheScene
internal import Glibc

/// The mice, tablets and keyboards that a program reads, also those that are plugged in later.
///
///     mice, tablets ▶ PointerDecoder ▶ PointerTracker ▶ PointerEvent
///     keyboards ▶ KeyDecoder ▶ KeyPress
///
/// The devices are not grabbed, because other consoles use them too. While another console is in front, they
/// are closed: ``isSuspended``. While nothing happens, the event loop sleeps.
package final class DeskDevices {
  private final class Open {
    let number: Int
    let node: EvdevNode
    let name: String
    let kind: DeskDeviceKind
    var watch: EventLoop.Watch?
    var pointer: PointerDecoder
    var rawPosition: (x: Int32, y: Int32)
    let axes: (x: AxisRange, y: AxisRange)?

    init(number: Int, node: EvdevNode, description: DeviceDescription, kind: DeskDeviceKind) {
      (self.number, self.node, self.kind, name) = (number, node, kind, description.name)
      pointer = PointerDecoder(description)
      rawPosition = node.position
      if let x = description.axes[InputCode.x], let y = description.axes[InputCode.y] { axes = (x, y) } else { axes = nil }
    }
  }

  /// Whether mice and tablets are read. If not, their fingers are cancelled.
  package var readsPointers: Bool { didSet { if readsPointers != oldValue { pointersDidChange() } } }
  /// Whether all devices are closed for the time being.
  package var isSuspended = false { didSet { if isSuspended != oldValue { update() } } }

  private let loop: EventLoop
  private let folder: String
  private let rotation: Rotation
  private let seat: Seat?
  private var keys: KeyDecoder?
  private var tracker: PointerTracker
  private var screen: PixelSize
  private let isReadElsewhere: (_ path: String) -> Bool
  private let onPointer: (PointerEvent) -> Void
  private let onKey: (KeyPress) -> Void
  private let onNotice: (String) -> Void
  private var open: [String: Open] = [:]
  private var nextNumber = 1
  private var folderWatch: (folder: InputFolderWatch, token: EventLoop.Watch)?
  private var reported: Set<String> = []

  /// Opens the devices, and watches for others.
  ///
  /// - Parameters:
  ///   - readsPointers: Whether mice and tablets are read.
  ///   - keys: Decodes the keys of keyboards; nil to read none.
  ///   - screen: The size of the application's screen in pixels, before its rotation to the panel.
  ///   - rotation: The clockwise rotation of frames on the panel. A tablet's positions are the panel's.
  ///   - isReadElsewhere: Returns whether the node at a path is read as a touch panel. Such a node is left
  ///     out.
  ///   - seat: The seat that opens the devices; nil to open them directly.
  ///   - onPointer: Called with each event of the pointer. Times are on the monotonic clock.
  ///   - onKey: Called with each key.
  ///   - onNotice: Called with sentences for the program's log.
  package init(
    loop: EventLoop, folder: String = "/dev/input", readsPointers: Bool, keys: KeyDecoder?, screen: PixelSize, rotation: Rotation,
    isReadElsewhere: @escaping (_ path: String) -> Bool = { _ in false }, seat: Seat? = nil,
    onPointer: @escaping (PointerEvent) -> Void, onKey: @escaping (KeyPress) -> Void, onNotice: @escaping (String) -> Void
  ) {
    (self.loop, self.folder, self.readsPointers, self.keys, self.seat) = (loop, folder, readsPointers, keys, seat)
    (self.screen, self.rotation, tracker) = (screen, rotation, PointerTracker(screen: screen))
    (self.onPointer, self.onKey, self.onNotice, self.isReadElsewhere) = (onPointer, onKey, onNotice, isReadElsewhere)
    do throws(EventLoopError) {
      let watched = try InputFolderWatch(folder: folder)
      let token = try loop.watch(watched.descriptor) { [unowned self] in if watched.read() { update() } }
      folderWatch = (watched, token)
    } catch {
      onNotice("mice and keyboards that are plugged in later are not found: \(error)")
    }
    update()
  }

  deinit {
    close()
  }

  /// The paths of the devices that are open.
  package var paths: [String] { open.keys.sorted() }
  /// Whether a mouse or a tablet is open.
  package var hasPointer: Bool { open.values.contains { !$0.kind.isDisjoint(with: [.mouse, .tablet]) } }

  /// Closes all devices and stops watching. Fingers that are down get no further events.
  package func close() {
    for device in open.values { if let watch = device.watch { loop.unwatch(watch) } }
    open = [:]
    if let folderWatch { loop.unwatch(folderWatch.token) }
    folderWatch = nil
  }

  /// Closes devices that are read as touch panels now, and opens those that no longer are.
  package func touchDevicesDidChange() {
    update()
  }

  /// Follows a change of the screen's size.
  package func resize(to screen: PixelSize) {
    self.screen = screen
    tracker.resize(to: screen)
  }

  // MARK: Devices

  private var wantedKinds: DeskDeviceKind {
    if isSuspended { return [] }
    var kinds: DeskDeviceKind = readsPointers ? [.mouse, .tablet] : []
    if keys != nil { kinds.insert(.keyboard) }
    return kinds
  }

  private func pointersDidChange() {
    // A device that stays open for its keys reports the release of its button to nobody.
    if !readsPointers { for device in open.values { tracker.remove(device: device.number, at: EventLoop.now, onPointer) } }
    update()
  }

  /// Opens the wanted devices that are not open, and closes others.
  private func update() {
    let wanted = wantedKinds
    for (path, device) in open where device.kind.isDisjoint(with: wanted) || isReadElsewhere(path) { close(path) }
    guard !wanted.isEmpty else { return }
    for path in TouchDevice.nodes(in: folder) where open[path] == nil && !isReadElsewhere(path) {
      do throws(TouchOpeningError) {
        let node = try EvdevNode(path: path, seat: seat)
        let description = node.description
        let kind = DeskDeviceKind(description)
        guard !kind.isDisjoint(with: wanted) else { continue }
        let device = Open(number: nextNumber, node: node, description: description, kind: kind)
        nextNumber &+= 1
        device.watch = try watch(device)
        open[path] = device
        reportOnce("\(path): the \(Self.word(for: kind.intersection(wanted))) \"\(device.name)\" is used")
      } catch {
        // A node that this process may not open yet is tried again when it changes.
        if case .failed = error { reportOnce("\(error)") }
      }
    }
  }

  private func watch(_ device: Open) throws(TouchOpeningError) -> EventLoop.Watch {
    do throws(EventLoopError) {
      return try loop.watch(device.node.descriptor) { [unowned self, unowned device] in read(device) }
    } catch {
      throw .failed(path: device.node.path, call: error.call, errno: error.errno)
    }
  }

  private static func word(for kind: DeskDeviceKind) -> String {
    if kind.contains(.mouse) { return "mouse" }
    return kind.contains(.tablet) ? "tablet" : "keyboard"
  }

  private func close(_ path: String) {
    guard let device = open.removeValue(forKey: path) else { return }
    if let watch = device.watch { loop.unwatch(watch) }
    tracker.remove(device: device.number, at: EventLoop.now, onPointer)
  }

  private func reportOnce(_ notice: String) {
    if reported.insert(notice).inserted { onNotice(notice) }
  }

  // MARK: Events

  private func read(_ device: Open) {
    let path = device.node.path
    var result = EvdevReader.Result.limited
    // Bounded, so that a device that floods its queue does not stop the program. A handler may suspend the
    // devices meanwhile, which closes this one.
    for _ in 0..<16 where result == .limited && open[path] === device {
      result = device.node.read(limit: 256) { handle($0, of: device) }
    }
    guard result == .disconnected, open[path] === device else { return }
    // A seat that becomes inactive ends its devices, and tells so. They are opened again after that.
    let isRemoved = seat == nil || !Folders.exists(path)
    seat?.dispatch()
    guard open[path] === device else { return }
    reported.remove("\(path): the \(Self.word(for: device.kind.intersection(wantedKinds))) \"\(device.name)\" is used")
    close(path)
    if isRemoved { onNotice("\(path): the device \"\(device.name)\" was removed") }
    // Another device may have the node already, whose appearance was seen while this one was open.
    update()
  }

  private func handle(_ event: InputEvent, of device: Open) {
    guard !isSuspended else { return }
    if readsPointers, !device.kind.isDisjoint(with: [.mouse, .tablet]) {
      device.pointer.decode(event) { report in
        tracker.modifiers = fingerModifiers
        tracker.handle(
          report, of: device.number, tablet: device.kind.contains(.tablet) ? mapping(device) : nil,
          rawPosition: &device.rawPosition, onPointer)
      }
    }
    guard device.kind.contains(.keyboard), event.type == InputCode.key, event.value == 1 || event.value == 2 else { return }
    if let key = keys?.press(event.code, isRepeat: event.value == 2, modifiers: modifiers) { onKey(key) }
  }

  private func mapping(_ device: Open) -> TouchMapping? {
    device.axes.map {
      TouchMapping(
        x: $0.x, y: $0.y, rotation: rotation, screen: Size(width: Scalar(screen.width), height: Scalar(screen.height)))
    }
  }

  /// The modifier keys that are down on any keyboard.
  private var modifiers: KeyDecoder.Modifiers {
    var result: KeyDecoder.Modifiers = []
    for device in open.values where device.kind.contains(.keyboard) {
      for (code, modifier) in KeyDecoder.Modifiers.keys where device.node.isDown(code) { result.insert(modifier) }
    }
    return result
  }

  private var fingerModifiers: SimulatedFingers.Modifiers {
    guard keys != nil else { return [] }
    let modifiers = modifiers
    var result: SimulatedFingers.Modifiers = modifiers.isDisjoint(with: [.alt, .control]) ? [] : .mirrored
    if modifiers.contains(.shift) { result.insert(.parallel) }
    return result
  }
}
