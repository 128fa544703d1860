internal import CartoucheRaster
public import CartoucheScene

/// The touch devices that a program reads, also those that are plugged in later.
///
/// A device that is removed has its contacts cancelled once, and is closed. A device that appears is opened
/// if it is selected, as soon as the process may open it. Several devices are read at the same time, and no
/// two contacts have the same id. While nothing happens, the event loop sleeps.
///
///     descriptor readable ▶ TouchDevice ▶ ContactEvent, with an id that no other device uses
///     change of /dev/input ▶ devices are looked for again
public final class TouchDevices {
  /// The messages about devices, for the program's log.
  public enum Notice: Hashable, Sendable, CustomStringConvertible {
    /// No device could be opened when the program started. The program goes on without touch until a device
    /// is plugged in.
    case none(TouchOpeningError)
    /// A device was opened after the program had started.
    case opened(path: String, name: String)
    /// A device was removed. Its contacts were cancelled.
    case removed(path: String)
    /// A device reports touches, but cannot be read.
    case unsupported(path: String, UnsupportedTouchDevice)
    /// A selected device could not be opened.
    case failed(TouchOpeningError)
    /// Devices that are plugged in later are not found, because the kernel refuses the watch on their folder.
    case notWatched(EventLoopError)
    /// An irregularity in a device's events.
    case diagnostic(path: String, TouchDiagnostic)

    public var description: String {
      switch self {
      case .none(let error), .failed(let error): "\(error)"
      case .opened(let path, let name): "\(path): the touch panel \"\(name)\" was plugged in"
      case .removed(let path): "\(path): the touch panel was removed"
      case .unsupported(let path, let why): "\(path): \(why)"
      case .notWatched(let error): "touch panels that are plugged in later are not found: \(error)"
      case .diagnostic(let path, let diagnostic): "\(path): \(diagnostic)"
      }
    }
  }

  private struct Open {
    let device: TouchDevice
    let watch: EventLoop.Watch
    /// The ids of the device's contacts, and those that the program sees.
    var ids: [Int: Int] = [:]
  }

  private let loop: EventLoop
  private let filters: [TouchDeviceFilter]
  private let folder: String
  private let palms: PalmLimits
  private let mapping: (_ device: TouchDevice, _ open: [TouchDevice]) -> TouchMapping
  private let readsTablets: Bool
  private let seat: Seat?
  private let onContact: (ContactEvent) -> Void
  private let onNotice: (Notice) -> Void
  /// The watches of folders, and those of the event loop for them.
  private var folderWatches: [(folder: InputFolderWatch, token: EventLoop.Watch)] = []
  private var open: [String: Open] = [:]
  private var nextContactID: Int
  /// Notices of devices that cannot be read, each reported once for each node.
  private var reported: Set<Notice> = []

  /// Opens the selected devices, and watches for others.
  ///
  /// - Parameters:
  ///   - loop: The event loop that reads the devices.
  ///   - filters: The devices to read: those with these paths, and those that
  ///     ``TouchDevice/selection(matching:among:)`` returns for the other filters. An empty list leaves the
  ///     choice to the program.
  ///   - folder: The folder that contains the input device nodes.
  ///   - firstContactID: The id of the first contact.
  ///   - palms: The limits of size and pressure. A contact that reaches a limit counts as a palm.
  ///   - readsTablets: Whether tablets are read for want of a touchscreen. Those that a filter names are read
  ///     in any case.
  ///   - seat: The seat that opens the devices; nil to open them directly.
  ///   - mapping: Returns the mapping from raw positions to points on the screen for a device, which is one
  ///     of those that are open. It is asked again when others are opened.
  ///   - onContact: Called with each contact event.
  ///   - onNotice: Called with each message about a device.
  ///
  /// A device that cannot be opened is a notice, not an error.
  public init(
    loop: EventLoop, filters: [TouchDeviceFilter], folder: String = "/dev/input", firstContactID: Int = 1,
    palms: PalmLimits = PalmLimits(), readsTablets: Bool = true, seat: Seat? = nil,
    mapping: @escaping (_ device: TouchDevice, _ open: [TouchDevice]) -> TouchMapping, onContact: @escaping (ContactEvent) -> Void,
    onNotice: @escaping (Notice) -> Void
  ) {
    (self.loop, self.filters, self.palms, self.mapping) = (loop, filters, palms, mapping)
    (self.readsTablets, self.seat, self.onContact, self.onNotice) = (readsTablets, seat, onContact, onNotice)
    (self.folder, nextContactID) = (folder, firstContactID)
    if readsFolder { watch(folder, name: nil) }
    for path in filteredPaths { watch(Folders.parent(of: path), name: Folders.name(of: path)) }
    look(isFirst: true)
  }

  private func watch(_ path: String, name: String?) {
    do throws(EventLoopError) {
      let folder = try InputFolderWatch(folder: path, name: name)
      let token = try loop.watch(folder.descriptor) { [unowned self] in
        if folder.read() { look(isFirst: false) }
      }
      folderWatches.append((folder, token))
    } catch {
      onNotice(.notWatched(error))
    }
  }

  /// The paths that the filters name.
  private var filteredPaths: [String] {
    filters.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }

  /// The filters that need descriptions of devices.
  private var filtersOfDescriptions: [TouchDeviceFilter] {
    filters.filter { if case .path = $0 { false } else { true } }
  }

  /// Whether devices of the folder are looked through.
  private var readsFolder: Bool { filters.isEmpty || !filtersOfDescriptions.isEmpty }

  deinit {
    close()
  }

  /// Whether all devices are closed for the time being, and their contacts cancelled.
  package var isSuspended = false {
    didSet {
      guard isSuspended != oldValue else { return }
      if isSuspended { close(devicesExcept: []) } else { look(isFirst: false, isResuming: true) }
    }
  }

  /// The paths of the devices that are open.
  public var paths: [String] { open.keys.sorted() }

  /// Returns whether the node at `path` is open, by this path or by a link to it.
  package func reads(_ path: String) -> Bool {
    if open[path] != nil { return true }
    guard !open.isEmpty, let node = Folders.resolved(path) else { return false }
    return open.keys.contains { Folders.resolved($0) == node }
  }

  /// Closes all devices and stops watching. Contacts that are down get no further events.
  public func close() {
    for device in open.values { loop.unwatch(device.watch) }
    open = [:]
    for watch in folderWatches { loop.unwatch(watch.token) }
    folderWatches = []
  }

  /// Maps the positions of all devices again, after a change of the screens or of their sizes.
  public func updateMappings() {
    let devices = open.values.map(\.device).sorted { $0.path < $1.path }
    for device in devices { device.mapping = mapping(device, devices) }
  }

  /// Looks for the selected devices, opens those that are not open, and closes others.
  ///
  /// - Parameter isResuming: Whether devices are opened again after ``isSuspended``, which is not reported.
  private func look(isFirst: Bool, isResuming: Bool = false) {
    guard !isSuspended else { return }
    var wanted = filteredPaths
    var failure: TouchOpeningError?
    if readsFolder {
      let (found, denied) = TouchDevice.devices(in: folder, seat: seat)
      for device in found { reportIfUnsupported(device) }
      let allowed = readsTablets || !filters.isEmpty ? found : found.filter { TouchDeviceRank($0.description) != .tablet }
      let selected = TouchDevice.selection(matching: filtersOfDescriptions, among: allowed).map(\.path)
      if selected.isEmpty { failure = TouchDevice.failure(matching: filters, found: found, denied: denied, in: folder) }
      wanted += selected
      // A tablet that was read for want of a touchscreen.
      if !selected.isEmpty { close(devicesExcept: wanted) }
    }
    for path in wanted where open[path] == nil && !isOpenByAnotherPath(path) {
      do throws(TouchOpeningError) {
        try openDevice(path)
        if !isFirst, !isResuming, let name = open[path]?.device.description.name { onNotice(.opened(path: path, name: name)) }
      } catch {
        if isFirst {
          failure = failure ?? error
          continue
        }
        switch error {
        case .unsupported, .failed: reportOnce(.failed(error))
        // A node that is not there yet or not permitted yet is tried again when it changes.
        default: break
        }
      }
    }
    if isFirst, open.isEmpty, let failure { onNotice(.none(failure)) }
  }

  /// Returns whether a link and a node, or two links, lead to one device, which must be read only once.
  private func isOpenByAnotherPath(_ path: String) -> Bool {
    guard filters.count > 1, let node = Folders.resolved(path) else { return false }
    return open.keys.contains { Folders.resolved($0) == node }
  }

  private func reportIfUnsupported(_ device: TouchDevice.Found) {
    do throws(UnsupportedTouchDevice) {
      _ = try TouchCapabilities(device.description)
    } catch {
      if case .otherAxes = error.reason { reportOnce(.unsupported(path: device.path, error)) }
    }
  }

  private func close(devicesExcept wanted: [String]) {
    for (path, device) in open where !wanted.contains(path) {
      device.device.cancelContacts { event in
        if let event = renumbered(event, of: path) { onContact(event) }
      }
      loop.unwatch(device.watch)
      open[path] = nil
    }
  }

  private func reportOnce(_ notice: Notice) {
    if reported.insert(notice).inserted { onNotice(notice) }
  }

  private func openDevice(_ path: String) throws(TouchOpeningError) {
    let device = try TouchDevice(path: path, palms: palms, seat: seat) { TouchMapping($0, screen: .zero) }
    let watch: EventLoop.Watch
    do throws(EventLoopError) {
      watch = try loop.watch(device.descriptor) { [unowned self] in read(path) }
    } catch {
      throw .failed(path: path, call: error.call, errno: error.errno)
    }
    open[path] = Open(device: device, watch: watch)
    updateMappings()
  }

  private func read(_ path: String) {
    guard let device = open[path]?.device else { return }
    let result = device.read { event in
      if let event = renumbered(event, of: path) { onContact(event) }
    }
    for diagnostic in device.takeDiagnostics() { onNotice(.diagnostic(path: path, diagnostic)) }
    guard result == .disconnected, let removed = open.removeValue(forKey: path) else { return }
    loop.unwatch(removed.watch)
    // A seat that becomes inactive ends its devices, and tells so. They are opened again after that.
    seat?.dispatch()
    if seat == nil || !Folders.exists(path) { onNotice(.removed(path: path)) }
    // Another device may have the node already, whose appearance was seen while this one was open.
    look(isFirst: false)
  }

  /// Returns the event with an id that no contact of another device has.
  private func renumbered(_ event: ContactEvent, of path: String) -> ContactEvent? {
    var contact = event.contact
    if case .began = event {
      open[path]?.ids[contact.id] = nextContactID
      nextContactID &+= 1
    }
    guard let id = open[path]?.ids[contact.id] else { return nil }
    let local = contact.id
    contact.id = id
    switch event {
    case .began: return .began(contact)
    case .moved: return .moved(contact)
    case .ended:
      open[path]?.ids[local] = nil
      return .ended(contact)
    case .cancelled:
      open[path]?.ids[local] = nil
      return .cancelled(contact)
    }
  }
}
