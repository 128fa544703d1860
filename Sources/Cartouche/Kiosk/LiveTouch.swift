internal import Logging

extension Kiosk {
  /// Opens the touch devices that the board selects, for a run on the real clock, and logs their notices.
  ///
  /// - Parameter onContact: Called with each contact event, whose time is on the monotonic clock.
  /// - Parameter onChange: Called after a device was plugged in or unplugged.
  /// - Returns: nil if the run has no touch devices.
  func openLiveTouch(
    onContact: @escaping @MainActor (ContactEvent) -> Void, onChange: @escaping @MainActor () -> Void
  ) -> TouchDevices? {
    // The fingers of a window are its mouse's.
    guard replay?.recording == nil, !(pipeline.display is any InteractiveDisplay) else { return nil }
    // Without a screen, the machine's own panel is not meant unless the board names it.
    if isHeadless, board.touch == .automatic { return nil }
    guard var filters = board.touch.filters else { return nil }
    let (board, logger) = (board, logger)
    if !filters.isEmpty { filters += board.touchScreens.values }
    for connector in board.touchScreens.keys.sorted() where !ConnectorStates.mayExist(connector) {
      logger.notice("touch.screens: there is no connector \(connector). cartouche doctor lists those of this machine.")
    }
    // A screen without touch still shows frames, so trouble with devices is only logged.
    return TouchDevices(
      loop: loop, filters: filters, palms: board.palms, readsTablets: !readsTabletsAsPointers, seat: seat,
      mapping: { [unowned self] device, open in MainActor.assumeIsolated { touchMapping(of: device, among: open) } },
      onContact: { event in MainActor.assumeIsolated { onContact(event) } },
      onNotice: { notice in
        logger.notice("\(notice)")
        MainActor.assumeIsolated(onChange)
      })
  }
}

extension Kiosk {
  /// Returns the mapping of a device, which may be on a mirrored screen.
  fileprivate func touchMapping(of device: TouchDevice, among open: [TouchDevice]) -> TouchMapping {
    func found(_ device: TouchDevice) -> TouchDevice.Found { .init(path: device.path, description: device.description) }
    let connector = TouchDevice.name(of: found(device), in: board.touchScreens, among: open.map(found))
    let placement = connector.flatMap { (pipeline.display as? MirroredDisplay)?.placement(on: $0) }
    return board.touchMapping(device.capabilities, screen: size, placement: placement)
  }
}

extension ContactEvent {
  /// Returns the event with its time converted to a clock that is zero at `start`.
  ///
  /// Touches and frames then use the same clock.
  func since(_ start: Timestamp) -> ContactEvent {
    var contact = contact
    contact.time = Timestamp(nanoseconds: contact.time - start)
    switch self {
    case .began: return .began(contact)
    case .moved: return .moved(contact)
    case .ended: return .ended(contact)
    case .cancelled: return .cancelled(contact)
    }
  }
}
