package import Logging

#if Simulator
  internal import CartoucheSimulator
#endif

extension Board {
  /// The display that the board asks for. The kind is nil for `auto` and for a window.
  package var displayRequest: DisplayRequest {
    var request = DisplayRequest()
    switch display {
    case .auto, .window: break
    case .drm: request.kind = .drm
    case .fbdev: request.kind = .fbdev
    case .headless: request.kind = .headless
    }
    request.path = displayDevice
    request.connector = connector
    request.size = mode?.size
    request.refreshMillihertz = mode?.refreshMillihertz
    request.format = format
    request.buffers = buffers
    request.usesAtomicModeSetting = usesAtomicModeSetting
    return request
  }

  /// Opens the display that the board describes.
  ///
  /// If the board leaves the choice to the program, the chosen kind of display and the reasons are logged.
  ///
  /// - Parameter waitsForConnection: Whether a DRM display waits for a screen if none is plugged in.
  /// - Returns: The display, and the seat through which devices are opened; nil without a seat daemon.
  /// - Throws: ``KioskError`` if the display cannot be opened.
  func openDisplay(logger: Logger, waitsForConnection: Bool) throws(KioskError) -> (any LiveDisplay, Seat?) {
    var request = displayRequest
    request.waitsForConnection = waitsForConnection
    if let window = try openWindow(request, logger: logger) { return (window, nil) }
    let seat = display == .headless ? nil : Self.openSeat(logger: logger)
    do throws(DisplayOpeningError) {
      let opened = try OpenedDisplay(request, seat: seat)
      let isConnected = (opened.display as? any PluggableDisplay)?.isConnected ?? true
      if display == .auto, isConnected { Self.log(opened.choice, mode: opened.display.mode, to: logger) }
      // A board that names a connector draws on that one alone.
      if request.connector == nil, let drm = opened.display as? DRMDisplay { return (MirroredDisplay(drm), seat) }
      return (opened.display, seat)
    } catch {
      throw .display(error)
    }
  }

  /// Opens the seat of this process, and logs what is to be said about it.
  private static func openSeat(logger: Logger) -> Seat? {
    let (seat, notice) = Seat.open()
    if let notice { logger.notice("\(notice)") }
    return seat
  }

  /// Logs the kind of display that was chosen, and the reasons why other kinds did not open.
  package static func log(_ choice: DisplayChoice, mode: DisplayMode, to logger: Logger) {
    for reason in choice.reasons { logger.notice("\(reason)") }
    logger.notice("drawing on \(choice.kind.rawValue), \(mode.size.width)x\(mode.size.height) \(mode.format.name)")
  }

  /// Opens a window if the board asks for one, or if it leaves the choice to a program on a desktop.
  ///
  /// - Returns: nil if another kind of display is wanted.
  private func openWindow(_ request: DisplayRequest, logger: Logger) throws(KioskError) -> (any LiveDisplay)? {
    #if Simulator
      guard display == .window || display == .auto && WindowDisplay.hasDesktop else { return nil }
      do throws(DisplayOpeningError) {
        let mode = DisplayMode(
          size: request.size ?? request.headlessSize, format: request.format ?? .xrgb8888,
          refreshMillihertz: request.refreshMillihertz ?? 60_000)
        let window = try WindowDisplay(mode: mode, millimeters: panelSize)
        logger.notice("\(WindowDisplay.keys)")
        return window
      } catch {
        guard display == .auto else { throw .display(error) }
        logger.notice("\(error)")
        return nil
      }
    #else
      guard display == .window else { return nil }
      throw .noSuchDisplay(display)
    #endif
  }

  /// Opens the touch panel that the board describes.
  ///
  /// - Parameters:
  ///   - screen: The size of the application's screen in pixels, before its rotation to the panel.
  ///   - firstContactID: The id of the first contact.
  /// - Returns: The touch panel. nil if the board's `touch` property is ``Board/TouchChoice/none``.
  /// - Throws: ``TouchOpeningError`` if no touch panel can be opened.
  package func openTouch(screen: PixelSize, firstContactID: Int = 1) throws(TouchOpeningError) -> TouchDevice? {
    guard let filters = touch.filters else { return nil }
    let path = try TouchDevice.find(matching: filters)
    return try TouchDevice(path: path, firstContactID: firstContactID, palms: palms) { touchMapping($0, screen: screen) }
  }

  /// Returns the mapping from raw positions on the touch panel to points on the screen.
  ///
  /// - Parameters:
  ///   - capabilities: The capabilities of the touch panel.
  ///   - screen: The size of the application's screen in pixels, before its rotation to the panel.
  ///   - placement: The place of the frames on the screen of this touch panel; nil if they fill it.
  package func touchMapping(
    _ capabilities: TouchCapabilities, screen: PixelSize, placement: MirrorPlacement? = nil
  ) -> TouchMapping {
    let calibration = placement?.touchCalibration.applied(after: orientedCalibration) ?? orientedCalibration
    return TouchMapping(
      capabilities, calibration: calibration, rotation: rotation,
      screen: Size(width: Scalar(screen.width), height: Scalar(screen.height)))
  }
}
