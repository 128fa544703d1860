internal import Logging

extension Kiosk {
  /// Calls `handler` after the size of the screen has changed, with the new size in points.
  ///
  /// The size changes if the user resizes the window of the display `window`, or turns the panel in it. It
  /// also changes if another screen is plugged in, or a screen's mode changes. ``root`` has the new size
  /// already; a handler lays out its sublayers.
  public func onResize(_ handler: @escaping (Size) -> Void) {
    resizeHandlers.append(handler)
  }

  /// Handles the events that the display has collected, if it is a window.
  ///
  /// - Parameter contact: Called with each event of a finger. The position is in points of the screen, and
  ///   the time is on the monotonic clock.
  func handleWindowEvents(contact: (ContactEvent) -> Void) {
    guard let window = pipeline.display as? any InteractiveDisplay else { return }
    for event in window.takeEvents() {
      switch event {
      case .contact(let event):
        contact(event.rotated(board.rotation, panel: pipeline.mode.size))
      case .scrollWheel(var event):
        event.location = board.rotation.screenPoint(for: event.location, panel: pipeline.mode.size)
        scrollWheel(with: event)
      case .resized:
        displayDidChange()
      case .saveFrame:
        saveFrame()
      case .close:
        stop()
      }
    }
  }

  /// Draws the entire screen again in the display's new mode. If its size changed, calls the handlers of
  /// ``onResize(_:)``.
  package func displayDidChange() {
    let previous = size
    pipeline.displayDidResize()
    updateTouchMetrics()
    guard size != previous else { return }
    for handler in resizeHandlers { handler(root.bounds.size) }
  }

  /// Writes the screen to the first free file `frame-1.png`, `frame-2.png` … in the working directory, and
  /// logs its path.
  private func saveFrame() {
    let folder = FileIO.workingDirectory
    guard let path = (1...9999).lazy.map({ "\(folder)/frame-\($0).png" }).first(where: { !Folders.exists($0) }) else {
      return logger.notice("\(folder): there are 9999 frames already. Remove some, or start in another folder.")
    }
    do {
      try FileIO.write(PNG.encode(snapshot()), to: path)
      logger.notice("frame written to \(path)")
    } catch {
      logger.notice("\(error)")
    }
  }
}

extension ContactEvent {
  /// Returns the event with its position converted from pixels of the panel to points of the screen.
  fileprivate func rotated(_ rotation: Rotation, panel: PixelSize) -> ContactEvent {
    var contact = contact
    contact.position = rotation.screenPoint(for: contact.position, panel: panel)
    switch self {
    case .began: return .began(contact)
    case .moved: return .moved(contact)
    case .ended: return .ended(contact)
    case .cancelled: return .cancelled(contact)
    }
  }
}

extension Rotation {
  /// Returns the point of a screen that this rotation shows at a point of the panel.
  ///
  /// - Parameters:
  ///   - point: A point of the panel, in its pixels.
  ///   - panel: The size of the panel in pixels.
  package func screenPoint(for point: Point, panel: PixelSize) -> Point {
    let (width, height) = (Scalar(panel.width), Scalar(panel.height))
    return switch self {
    case .none: point
    case .quarter: Point(x: point.y, y: width - point.x)
    case .half: Point(x: width - point.x, y: height - point.y)
    case .threeQuarters: Point(x: height - point.y, y: point.x)
    }
  }
}
