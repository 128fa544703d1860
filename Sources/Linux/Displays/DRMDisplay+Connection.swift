internal import CartoucheRaster
public import CartoucheScene
internal import Glibc

// Screens that are plugged in and unplugged.
extension DRMDisplay {
  public var isConnected: Bool { scanout != nil }

  public var retryTime: Timestamp? { scanout?.retryTime }

  public func takeDiagnostics() -> [String] {
    if let scanout, let error = scanout.refusal {
      report("\(path) \(connectorName): the card refuses the mode (\(message(ofError: error))). The program tries again.")
    }
    defer { diagnostics.removeAll() }
    return diagnostics
  }

  public func updateConnection(probing: Bool) throws(DisplayError) -> ConnectionChange {
    guard let scanout else { return try reconnect(probing: probing) ? .connected : .none }
    if let error = scanout.refusal, DRMScanout.isUnsupported(error), configuration.request.size != nil, !isModeRefused {
      // The connector offers the mode, but the card cannot show it.
      report("\(path) \(connectorName): the card refuses the chosen mode. The display uses its default mode.")
      disconnect(scanout)
      isModeRefused = true
      return try reconnect(probing: true) ? .connected : .disconnected
    }
    let state = ConnectorStates.status(of: connectorName, card: path)
    guard probing || state == .disconnected else { return .none }
    guard let output = try scanout.findOutput(request) else {
      report("\(path) \(connectorName): the screen was unplugged. The program waits until one is plugged in.")
      disconnect(scanout)
      return try reconnect(probing: true) ? .connected : .disconnected
    }
    guard output.isSame(as: scanout.output) else {
      disconnect(scanout)
      return try reconnect(probing: true) ? .connected : .disconnected
    }
    guard scanout.isLinkBad else { return .none }
    scanout.setModeAgain()
    return .connected
  }

  /// The request for the screen that is plugged in now.
  private var request: DRMOutput.Request {
    isModeRefused ? configuration.request.withDefaultMode : configuration.request
  }

  /// Adds a sentence for the user, unless it is the same as the last.
  func report(_ sentence: String) {
    guard sentence != lastProblem else { return }
    lastProblem = sentence
    diagnostics.append(sentence)
  }

  /// Opens an output and allocates its buffers. If the card refuses the requested mode, the output has its
  /// default mode.
  func connect(_ request: DRMOutput.Request) throws(DisplayOpeningError) {
    let (opened, format) = try openTested(request)
    let output = opened.output
    guard let memory = ShadowBuffer(size: output.size, format: format) else {
      throw .outOfMemory(output.size, bytes: output.size.width * output.size.height * format.bytesPerPixel)
    }
    mode = DisplayMode(size: output.size, format: format, refreshMillihertz: output.refreshMillihertz)
    (shadow, scanout, buffers, isDrawing) = (memory, opened, BufferQueue(count: 1), false)
  }

  private func openTested(_ request: DRMOutput.Request) throws(DisplayOpeningError) -> (DRMScanout, PixelFormat) {
    do throws(DisplayOpeningError) {
      return try open(request, testsMode: true)
    } catch {
      guard case .refusedMode = error else { throw error }
      guard request.size != nil else { return try open(request, testsMode: false) }
      report("\(error) The display uses its default mode.")
      isModeRefused = true
      // It is tried even if it fails the test, and reported if it cannot be set.
      return try open(request.withDefaultMode, testsMode: false)
    }
  }

  /// Opens an output in the first pixel format that the card takes.
  private func open(_ request: DRMOutput.Request, testsMode: Bool) throws(DisplayOpeningError) -> (DRMScanout, PixelFormat) {
    var refusal: DisplayOpeningError?
    for format in configuration.format.map({ [$0] }) ?? [.xrgb8888, .rgb565] {
      let opened = try OpenedOutput(request, folder: configuration.folder, seat: configuration.seat)
      do throws(DisplayOpeningError) {
        let scanout = try DRMScanout(
          opened, format: format, buffers: configuration.buffers, usesAtomic: configuration.usesAtomic, testsMode: testsMode)
        return (scanout, format)
      } catch {
        switch error {
        case .refusedMode: refusal = error
        case .unsupportedFormat: refusal = refusal ?? error
        default: throw error
        }
      }
    }
    throw refusal ?? .noCard(folder: configuration.folder)
  }

  private func disconnect(_ scanout: DRMScanout) {
    scanout.leaveScreen()
    (self.scanout, shadow, isModeRefused) = (nil, nil, false)
  }

  /// Opens an output again if a screen may be plugged in. A screen without the requested mode uses its
  /// default mode.
  ///
  /// - Throws: ``DisplayError/failed(errno:)`` if the graphics card is gone.
  private func reconnect(probing: Bool) throws(DisplayError) -> Bool {
    guard probing || ConnectorStates.isConnected(connector: configuration.request.connector) else { return false }
    do throws(DisplayOpeningError) {
      do throws(DisplayOpeningError) {
        try connect(request)
      } catch {
        guard case .noSuchMode = error else { throw error }
        report("\(error) Until then the screen uses its default mode.")
        try connect(request.withDefaultMode)
      }
    } catch {
      switch error {
      case .noConnectedConnector: return false
      // A card had been there, or this display would not exist.
      case .noCard, .notFound: throw .failed(errno: ENODEV)
      default: report("\(error)")
      }
      return false
    }
    lastProblem = nil
    diagnostics.append("drawing on \(path) \(connectorName), \(mode.size.width)x\(mode.size.height) \(mode.format.name)")
    return true
  }
}
